"use strict";
// An exercise: each pronoun of a text is guessed, then the key and the resolvers answer. All answers stay packed until
// the file is opened, and hidden until somebody has guessed.

const state = {at: -1, guessed: null, shown: 0, against: -1, text: null, given: null, traces: null, rows: [], rowOf: new Map()};
// What was chosen first for each pronoun: the position of a mention, -1 for none of them.
const chosenFirst = new Map();

const hasKey = () => INDEX.has_key;
const answersTo = () => INDEX.columns.map(({name: column, place}) => [column, place]);
const pronounsToGuess = () => state.rows.length;
const traceOf = (row, place) => (state.traces[row.offset] || [])[place] || null;
const caseOf = (row, place) => ({...caseIn(row, place, traceOf(row, place)), against: state.against, options: {}});
const numberOf = (row) => state.rows.indexOf(row) + 1;
/** The case whose candidates are offered: that of the first column with a trace. */
const guessedCase = (row) => caseOf(row, (INDEX.columns.find(({place}) => traceOf(row, place)) || INDEX.columns[0]).place);

function setAgainst(found, number) {
  state.against = number;
  drawWhy();
}

function open(offset) {
  const first = chosenFirst.get(offset);
  Object.assign(state, {at: offset, against: -1, guessed: first === undefined ? null : {position: first}});
  if (state.guessed) countGuess(guessedCase(rowAt(offset)), offset);
  draw();
  byId("why").scrollTop = 0;
  bringIntoView(byId("text").querySelector(".pronoun.selected"));
}

/** Scroll to a word, above the panel where that covers the lower part of the window. */
function bringIntoView(word) {
  if (!word) return;
  const panel = byId("why").getBoundingClientRect();
  const end = getComputedStyle(byId("why")).position === "fixed" ? panel.top : innerHeight;
  const {top, bottom} = word.getBoundingClientRect();
  if (top < 40 || bottom > end - 60) scrollBy({top: (top + bottom) / 2 - end / 2, behavior: "instant"});
}

// So many words on each side of a pronoun tell whoever has the text which one it is.
const WORDS_AROUND = 7;
/** A pronoun in its sentence, as elements. */
function inContext(row) {
  const [start, end] = state.text.sentences[row.sentence] || [0, state.text.words.length];
  const [from, to] = [Math.max(start, row.offset - WORDS_AROUND), Math.min(end, row.offset + 1 + WORDS_AROUND)];
  return [from > start ? "… " : "", running(state.text, from, row.offset), element("mark", {}, state.text.words[row.offset]), state.text.space[row.offset] === "1" ? " " : "", running(state.text, row.offset + 1, to), to < end ? "…" : ""];
}

function guessed(position) {
  state.guessed = {position};
  chosenFirst.set(state.at, position);
  countGuess(guessedCase(rowAt(state.at)), state.at);
  draw();
  byId("said").textContent = byId("why").querySelector(".guessed").textContent;
}

function step(by) {
  const at = state.rows.findIndex(({offset}) => offset === state.at);
  const next = at < 0 ? (by > 0 ? 0 : state.rows.length - 1) : (at + by + state.rows.length) % state.rows.length;
  if (state.rows.length) open(state.rows[next].offset);
}

function beginAgain() {
  guesses.clear();
  chosenFirst.clear();
  Object.assign(state, {at: -1, guessed: null});
  showSheet(false);
  draw();
}

function draw() {
  drawText();
  drawWhy();
  const told = guessesInWords();
  byId("progress").replaceChildren(...(told.length ? [told[0].textContent] : [`${pronounsInWords(state.rows.length)}.`]));
}

function pronounElement(row) {
  const guess = guesses.get(row.offset);
  const judged = guess && hasKey() ? (guess.right ? "right" : "wrong") : guess ? "done" : "";
  const told = guess ? (hasKey() ? `, ${judged}` : ", answered") : "";
  const act = () => open(row.offset);
  return element("span", {class: ["pronoun", judged, row.offset === state.at ? "selected" : ""].filter(Boolean).join(" "), role: "button", tabindex: "0", "data-key": row.offset, "aria-pressed": String(row.offset === state.at), "aria-label": `${state.text.words[row.offset]}, number ${numberOf(row)}${told}`, onclick: act,
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } }}, state.text.words[row.offset], element("sub", {}, String(numberOf(row))));
}

function drawText() {
  const row = rowAt(state.at);
  const marks = row && !state.guessed ? marksOfCandidates(guessedCase(row), -1, true) : [];
  const focused = document.activeElement?.dataset?.key;
  byId("text").style.setProperty("--columns", 1);
  byId("text").replaceChildren(...state.text.sentences.flatMap((_, number) => [element("div", {class: "number"}, String(number + 1)),
    sentenceElement(state.text, number, marks, (at) => (rowAt(at) ? pronounElement(rowAt(at)) : null), "")]));
  if (focused) byId("text").querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
}

function drawWhy() {
  const row = rowAt(state.at);
  byId("why").hidden = !row;
  document.querySelector(".workspace").classList.toggle("with-panel", Boolean(row));
  if (!row) return;
  const head = element("header", {class: "why-head"}, element("h2", {}, `${numberOf(row)}. “${state.text.words[row.offset]}”`),
    element("button", {type: "button", "aria-label": "Close", onclick: () => { state.at = -1; draw(); }}, "×"));
  const body = state.guessed ? [guessedInWords(row), keyInWords(row), element("button", {type: "button", class: "main", "data-key": "on", onclick: () => step(1)}, "Next pronoun"), ...explanations(row)] : guessing(guessedCase(row));
  byId("why").replaceChildren(head, ...body.filter(Boolean));
  if (state.guessed) byId("why").querySelector("[data-key=on]").focus({preventScroll: true});
}

const keyInWords = (row) => (hasKey() ? element("p", {class: "why-verdict"}, ...(row.key ? ["The key has ", name(row.key), "."] : ["In the key it takes up no earlier mention."])) : null);

/** Why each column answered so, one below the other. */
function explanations(row) {
  return INDEX.columns.map(({name: column, place}, at) => {
    const found = caseOf(row, place);
    const verdict = VERDICTS[row.verdicts[place]];
    const details = found.trace ? [barsOf(found), tableOfCandidates(found, WHOLE), listOfRules(found, WHOLE), listOfRemoved(found, WHOLE)].filter(Boolean) : [];
    return element("details", {class: "column", ...(at === state.shown ? {open: ""} : {}), ontoggle: (event) => { if (event.target.open) state.shown = at; }},
      element("summary", {}, element("strong", {}, column), hasKey() ? ` ${verdict.sign}` : "", " ", name(answerOf(row, place) || "no antecedent")),
      element("p", {class: "why-sentence"}, ...reasonsOf(found)), ...details);
  });
}

const reasonsOf = (found) => (found.trace ? choiceInWords(found) : fileInWords(found.row, found.place)).filter(Boolean);

/** The sheet for the lecturer: every pronoun with the key's answer, and each column's with its reason. */
function drawSheet() {
  const heads = ["", "pronoun", ...(hasKey() ? ["key"] : []), ...INDEX.columns.map(({name: column}) => column)];
  const rows = state.rows.map((row) => {
    return element("tr", {}, element("td", {class: "right"}, String(numberOf(row))),
      element("td", {}, ...inContext(row)),
      ...(hasKey() ? [element("td", {}, row.key ? name(row.key) : "no antecedent")] : []),
      ...INDEX.columns.map(({place}) => {
        const verdict = VERDICTS[row.verdicts[place]];
        return element("td", {}, element("p", {}, hasKey() ? element("span", {class: `verdict ${verdict.name}`, "aria-label": verdict.text}, `${verdict.sign} `) : null, name(answerOf(row, place) || "no antecedent")), element("p", {class: "features"}, ...reasonsOf(caseOf(row, place))));
      }));
  });
  byId("sheet-table").replaceChildren(element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", {scope: "col"}, head)))), element("tbody", {}, ...rows));
}

function showSheet(on) {
  if (on && !byId("sheet-table").rows.length) drawSheet();
  byId("sheet").hidden = !on;
  document.body.classList.toggle("with-sheet", on);
  byId("answers").setAttribute("aria-expanded", String(on));
  byId("answers").textContent = on ? "Hide the answers" : "Lecturer: all answers";
  if (on) byId("sheet").scrollIntoView({behavior: "instant"});
}

/** Lines to write on, for the printed questions. */
function drawLines() {
  byId("lines").replaceChildren(...state.rows.map((row) => element("li", {}, `${state.text.words[row.offset]} (sentence ${row.sentence + 1}) → `, element("span", {class: "line"}))));
}

byId("previous").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("again").addEventListener("click", beginAgain);
byId("answers").addEventListener("click", () => showSheet(byId("sheet").hidden));
byId("print-sheet").addEventListener("click", () => print());
byId("print").addEventListener("click", () => { showSheet(false); print(); });
byId("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = getComputedStyle(document.documentElement).colorScheme === "dark" ? "light" : "dark";
});
document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
  if (event.key === "Escape" && state.at >= 0) { state.at = -1; draw(); }
});
unpackedPiece(byId("piece").textContent).then((answered) => {
  const rows = openedRows(answered.pronouns).filter((row) => isAnaphor(row) || INDEX.columns.some(({place}) => !"-x".includes(row.verdicts[place])));
  Object.assign(state, {text: answered.text, given: answered.mentions, traces: answered.traces, rows: rows.sort((one, other) => one.offset - other.offset)});
  state.rowOf = new Map(state.rows.map((row) => [row.offset, row]));
  drawLines();
  draw();
});
