"use strict";
// Try it: a copy of a resolver in the column next to it, with other weights, without some of its parts; and what flips.

const TRIED_FOR = 350;

/** The first column whose resolver has parts to change. */
function triedBase() {
  const known = (column) => column.resolver && INDEX.resolvers.find((resolver) => resolver.name === column.resolver).parts.length;
  return state.columns.findIndex(known);
}

function openTry() {
  const base = isOpen() && state.columns[state.why].resolver ? state.why : triedBase();
  if (base < 0) {
    say("No column has a resolver with weights or filters to change.");
    return;
  }
  const copy = {resolver: state.columns[base].resolver, options: {...state.columns[base].options}, name: `${state.columns[base].resolver}, tried`};
  if (state.columns.length >= INDEX.most) state.columns.pop();
  state.trying = Math.min(base, state.columns.length - 1);
  state.columns.splice(state.trying + 1, 0, copy);
  ask();
}

function closeTry() {
  if (state.trying < 0) return;
  state.columns.splice(state.trying + 1, 1);
  state.trying = -1;
  state.why = Math.min(state.why, state.columns.length - 1);
  byId("try").replaceChildren();
  ask();
}

/** What a part is, in words: a factor's words, or what a filter lets pass. */
function partInWords(part) {
  const words = (WORDS.factors[part] || []).filter(Boolean)[0] || WORDS.rules[part];
  if (words) return WORDS.factor_names[part] ? `${words} (${part})` : words;
  if (FILTER_WORDS[part]) return FILTER_WORDS[part].meaning;
  return FEATURES.includes(part) ? `agreement in ${part}` : "";
}

const listOf = (text) => (text ? String(text).split(",").filter(Boolean) : []);

/** The options that the fields of the form make, on top of what the column had. */
function triedOptions(form, column) {
  const options = {...column.options};
  delete options.weights;
  delete options.without;
  const without = [...form.querySelectorAll("input[type=checkbox]")].filter((box) => !box.checked).map((box) => box.value);
  const weights = [...form.querySelectorAll("input[type=number]")].filter((field) => field.value !== "" && Number(field.value) !== Number(field.dataset.usual)).map((field) => `${field.name}=${Number(field.value)}`);
  if (without.length) options.without = without.join(",");
  if (weights.length) options.weights = weights.join(",");
  return options;
}

/** The form of the tried column; it stays as it is while it is filled in. */
function drawTry() {
  const panel = byId("try");
  const open = state.trying >= 0 && state.trying + 1 < state.columns.length;
  panel.hidden = !open;
  byId("try-it").setAttribute("aria-expanded", String(open));
  if (!open) return;
  const column = state.columns[state.trying + 1];
  if (panel.dataset.of !== column.resolver || !panel.firstChild) {
    panel.dataset.of = column.resolver;
    const {parts} = INDEX.resolvers.find((resolver) => resolver.name === column.resolver);
    const without = listOf(column.options.without);
    const weights = Object.fromEntries(listOf(column.options.weights).map((each) => each.split("=")));
    const form = element("form", {class: "try-form"}, ...parts.map(([part, weight]) => {
      const box = element("input", {type: "checkbox", value: part});
      box.checked = !without.includes(part);
      const field = weight === null ? null : element("input", {type: "number", step: "any", name: part, "data-usual": weight, "aria-label": `Weight of ${factorName(part)}`});
      if (field) field.value = weights[part] ?? weight;
      return element("div", {class: "try-part"}, element("label", {class: "check"}, box, ` ${factorName(part)}`), field || "", element("span", {class: "features"}, partInWords(part)));
    }));
    let waiting = 0;
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => { state.columns[state.trying + 1].options = triedOptions(form, state.columns[state.trying + 1]); ask(); }, TRIED_FOR);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    panel.replaceChildren(
      element("header", {class: "try-head"}, element("h2", {}, `Try it: ${column.resolver} with other weights, without some parts`), element("button", {type: "button", onclick: closeTry}, "Close")),
      form, element("div", {id: "flips", role: "status"}));
  }
  drawFlips();
}

/** The pronouns that the tried column answers otherwise. */
function drawFlips() {
  const [base, tried] = [state.trying, state.trying + 1];
  if (failureOf(base) || failureOf(tried)) {
    byId("flips").replaceChildren(element("p", {class: "failure"}, failureOf(tried) || failureOf(base)));
    return;
  }
  const [before, after] = [sentPlace(base), sentPlace(tried)];
  const flipped = state.rows.filter((row) => leadsTo(row, before) !== leadsTo(row, after));
  const right = (place) => flipped.filter((row) => row.verdicts[place] === "r").length;
  const [lost, won] = [right(before) - flipped.filter((row) => row.verdicts[before] === "r" && row.verdicts[after] === "r").length, right(after) - flipped.filter((row) => row.verdicts[before] === "r" && row.verdicts[after] === "r").length];
  const verdict = state.answer.has_key && flipped.length ? ` ${won} become right, ${lost} become wrong.` : "";
  byId("flips").replaceChildren(
    element("p", {}, flipped.length ? element("strong", {}, `${flipped.length} of ${state.rows.length} pronouns flip.`) : "No pronoun flips yet. Change a weight, or leave out a factor or a filter.", verdict),
    element("ul", {class: "flips"}, ...flipped.slice(0, 40).map((row) => element("li", {},
      element("button", {type: "button", onclick: () => openPronoun(row.offset, tried)}, `${row.form}, sentence ${row.sentence + 1}`),
      " ", element("s", {}, answerOf(row, before) || "none"), " → ", name(answerOf(row, after) || "none"), state.answer.has_key ? ` ${VERDICTS[row.verdicts[after]].sign}` : ""))));
}
