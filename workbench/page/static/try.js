"use strict";
// Try it: a copy of a resolver in the column next to it, with other weights, without some of its parts, told other things
// of a mention; and what flips, here and over a corpus.

const TRIED_FOR = 350;

/** The open column if its resolver has parts to change, else the first that has; -1 for none. */
function triedBase() {
  const known = (column) => Boolean(column.resolver && resolverNamed(column.resolver).parts.length);
  return isOpen() && known(state.columns[state.why]) ? state.why : state.columns.findIndex(known);
}

const NOTHING_TO_TRY = "No column has a resolver with weights or filters to change.";

// It was asked for, and the answer with the copy is on the way.
let opensTry = false;

/** Go to what was opened, which may be out of sight above a pronoun. */
function showTry() {
  opensTry = false;
  const panel = byId("try");
  if (panel.hidden) return;
  panel.focus({preventScroll: true});
  panel.scrollIntoView({block: "start", behavior: "instant"});
}

/** Open or close it; an answer on the way counts as there. */
const toggleTry = () => ((state.wanted || state).trying < 0 ? openTry() : closeTry());

function openTry() {
  const base = triedBase();
  if (base < 0) {
    say(NOTHING_TO_TRY);
    return;
  }
  const copy = {resolver: state.columns[base].resolver, options: {...state.columns[base].options}, changes: [...(state.columns[base].changes || [])], name: `${state.columns[base].resolver}, tried`};
  opensTry = true;
  ask(() => {
    const last = state.columns.length - 1;
    const at = base === last ? last - 1 : last;
    const isFull = state.columns.length >= INDEX.most;
    state.aside = isFull ? {at, column: state.columns.splice(at, 1)[0]} : null;
    state.trying = isFull && at < base ? base - 1 : base;
    state.columns.splice(state.trying + 1, 0, copy);
  });
}

/** Whether a column is the copy, or what it is a copy of. */
const isTried = (number) => state.trying >= 0 && [state.trying, state.trying + 1].includes(number);

/** Nothing is tried any more; the column that made room for the copy comes back. */
function endTry() {
  state.trying = -1;
  if (state.aside && state.columns.length < INDEX.most) state.columns.splice(state.aside.at, 0, state.aside.column);
  state.aside = null;
}

function closeTry() {
  opensTry = false;
  byId("try").replaceChildren();
  ask(() => {
    if (state.trying < 0) return;
    state.columns.splice(state.trying + 1, 1);
    endTry();
  });
}

/** What a factor says of a candidate: what speaks for it, and, told apart, what speaks against it. */
function gainsAndLosses([gains, loses]) {
  if (!loses) return gains;
  return gains ? `${gains}; against it: ${loses}` : `against it: ${loses}`;
}

/** What a part is, in words: a factor's words, or what a filter lets pass. */
function partInWords(part) {
  const words = gainsAndLosses(WORDS.factors[part] || []) || WORDS.rules[part];
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
  byId("try-it").disabled = !open && triedBase() < 0;
  byId("try-it").title = byId("try-it").disabled ? NOTHING_TO_TRY : "";
  if (!open) return;
  const column = state.columns[state.trying + 1];
  if (panel.dataset.of !== column.resolver || !panel.firstChild) {
    panel.dataset.of = column.resolver;
    const {parts} = resolverNamed(column.resolver);
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
      waiting = setTimeout(() => ask(() => {
        const tried = state.trying < 0 ? null : state.columns[state.trying + 1];
        if (tried) tried.options = triedOptions(form, tried);
      }), TRIED_FOR);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    panel.replaceChildren(
      element("header", {class: "try-head"}, element("h2", {}, `Try it: ${column.resolver}, changed`), element("button", {type: "button", onclick: closeTry}, "Close")),
      element("p", {class: "lead"}, "The copy beside it has these weights and is without what has no tick; it can be told that a noun is masculine, or plural. What it answers otherwise is listed below. ", state.aside ? `Column ${state.aside.at + 1}, ${columnName(state.aside.column)}, makes room until this is closed. ` : "", element("button", {type: "button", onclick: editText}, "Edit the text")),
      form, element("div", {id: "changes"}), element("div", {id: "flips", role: "status"}), overCorpus());
  }
  const focused = document.activeElement?.dataset?.key;
  byId("changes").replaceChildren(...changesForm(column).filter(Boolean));
  if (focused && !document.activeElement?.dataset?.key) byId("changes").querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
  drawFlips();
}

/** Put what is shown into the field for texts; the key of a sample is not a part of it. */
function editText() {
  if (state.source.kind !== "text") byId("input").value = running(state.text, 0, state.text.words.length);
  byId("input").focus();
}

/** The same change over a corpus. */
function overCorpus() {
  const choice = element("select", {id: "try-corpus", "aria-label": "Corpus"}, ...INDEX.corpora.map((corpus) => element("option", {value: corpus}, corpus)));
  const button = element("button", {type: "button", id: "try-on", onclick: async () => {
    const form = new FormData();
    form.set("corpus", choice.value);
    form.set("columns", JSON.stringify([state.columns[state.trying], state.columns[state.trying + 1]].map(({resolver, options: given}) => ({resolver, options: given}))));
    button.disabled = true;
    try {
      const {content} = await sent("/try", form, ({begun}) => (begun ? `${begun} documents resolved` : "Reading …"));
      byId("tried").textContent = triedInWords(content);
    } catch (error) {
      failed(failureInWords(error));
    }
    working("", false);
    button.disabled = false;
  }}, "Compare over a corpus");
  return element("div", {class: "try-corpus"}, button, " ", choice, element("p", {id: "tried", role: "status"}));
}

const pInWords = (p) => (p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`);
function triedInWords({corpus, documents, anaphors, before, after, interval, become_right: won, become_wrong: lost, mcnemar, randomisation}) {
  const points = (share) => signed(100 * share);
  const tests = [`McNemar over anaphors ${pInWords(mcnemar)}`, ...(randomisation === null ? [] : [`approximate randomisation over documents ${pInWords(randomisation)}`])];
  return `${corpus}, ${documents} documents, ${anaphors} anaphors: ${inTenths(100 * before)} % right before, ${inTenths(100 * after)} % after, ${points(after - before)} points${interval ? ` (95% interval ${points(interval[0])} to ${points(interval[1])})` : ""}. ${won} become right, ${lost} wrong; ${tests.join(", ")}. What a single mention is told is not a part of it.`;
}

/** The pronouns that the tried column answers otherwise. */
function drawFlips() {
  const [base, tried] = [state.trying, state.trying + 1];
  if (failureOf(base) || failureOf(tried)) {
    byId("flips").replaceChildren(element("p", {class: "failure"}, failureOf(tried) || failureOf(base)));
    return;
  }
  const [before, after] = [sentPlace(base), sentPlace(tried)];
  // One mention is right and another wrong though both lead to the same: the first may be a pronoun that was itself answered wrongly.
  const flipped = state.rows.filter((row) => leadsTo(row, before) !== leadsTo(row, after) || row.verdicts[before] !== row.verdicts[after]);
  const rightOnlyIn = (place, other) => flipped.filter((row) => row.verdicts[place] === "r" && row.verdicts[other] !== "r").length;
  const [won, lost] = [rightOnlyIn(after, before), rightOnlyIn(before, after)];
  const verdict = state.answer.has_key && flipped.length ? ` ${won} become right, ${lost} become wrong.` : "";
  byId("flips").replaceChildren(
    element("p", {}, flipped.length ? element("strong", {}, `${flipped.length} of ${pronounsInWords(state.rows.length)} ${flipped.length === 1 ? "flips" : "flip"}.`) : "No answer has changed yet. Change a weight, or leave out a factor or a filter.", verdict),
    element("ul", {class: "flips"}, ...flipped.slice(0, 40).map((row) => element("li", {},
      element("button", {type: "button", onclick: () => openPronoun(row.offset, tried)}, `${row.form}, sentence ${row.sentence + 1}`),
      " ", element("s", {}, answerOf(row, before) || "none"), " → ", name(answerOf(row, after) || "none"), state.answer.has_key ? ` ${VERDICTS[row.verdicts[after]].sign}` : ""))));
}
