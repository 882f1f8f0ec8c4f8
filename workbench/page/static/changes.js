"use strict";
// What the tried copy is told of a mention instead of what was found: another number, another gender.

const POSSIBLE = {number: ["s", "p", "sp"], gender: ["m", "f", "n", "mf", "mfn"]};
const sorted = (letters) => [..."spmfn"].filter((letter) => letters.includes(letter)).join("");

/** Mentions that can be told of: all but the pronouns that are answered. */
const tellable = () => state.given.spans.map((span, position) => ({span, position})).filter(({span: [, , head]}) => !state.rowOf.has(head) || rowAt(head).isSpeech);

function changeOf(column, [start, end], feature) {
  return (column.changes || []).find((change) => change[0] === start && change[1] === end && change[2] === feature);
}

/** Tell the copy another value, or what was found. */
function tell([start, end], feature, values, found) {
  ask(() => {
    const column = state.trying < 0 ? null : state.columns[state.trying + 1];
    if (!column) return;
    const others = (column.changes || []).filter((change) => change !== changeOf(column, [start, end], feature));
    column.changes = values === found ? others : [...others, [start, end, feature, values]];
  });
}

/** The form for one mention, and what was changed so far. */
function changesForm(column) {
  const mentions = tellable();
  if (!mentions.length) return [];
  const at = mentions.find(({position}) => position === state.telling) || mentions[0];
  const features = state.given.features[at.position].split(" ");
  const choice = element("select", {"aria-label": "Mention", "data-key": "telling", onchange: (event) => { state.telling = Number(event.target.value); drawTry(); }},
    ...mentions.map(({span, position}) => element("option", {value: position}, `${phrase(position, state.given, state.text)} (sentence ${sentenceAt(state.text, span[0]) + 1})`)));
  choice.value = at.position;
  const values = ["number", "gender"].map((feature, place) => {
    const found = sorted(features[place]);
    const [, , , now] = changeOf(column, at.span, feature) || [0, 0, 0, found];
    const field = element("select", {"aria-label": `Its ${feature}`, "data-key": `telling ${feature}`, onchange: (event) => tell(at.span, feature, event.target.value, found)},
      ...[...new Set([...POSSIBLE[feature], found])].map((letters) => element("option", {value: letters}, `${valueInWords(feature, letters)}${letters === found ? " (found)" : ""}`)));
    field.value = now;
    return field;
  });
  const told = (column.changes || []).map(([start, end, feature, letters]) => element("li", {}, name(running(state.text, start, end).trim()), ` is ${valueInWords(feature, letters)} `,
    element("button", {type: "button", onclick: () => tell([start, end], feature, "", "")}, "Take back")));
  return [element("p", {class: "changes"}, element("span", {}, "Take "), choice, " for ", ...values), told.length ? element("ul", {class: "flips"}, ...told) : null];
}
