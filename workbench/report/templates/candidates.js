"use strict";
// The panel beside the text: why A and B answered the open pronoun as they did.

const hasKey = () => corpus().has_key;
const pronounsToGuess = () => state.rowOf.size;
const isGuessing = () => state.guess && !state.guessed;
const answersTo = () => [["A", state.a], ["B", state.b]].map(([side, resolver]) => [`${side} ${resolverName(resolver)}`, resolver]);

/** What is known of the open pronoun on a side. */
function caseOn(side) {
  const [row, resolver] = [state.open, state[side]];
  return {...caseIn(row, resolver, (state.traces[row.offset] || [])[resolver]), side, against: state.against[side], options: INDEX.resolvers[resolver].options};
}

/** The side whose candidates a class chooses from: the first with a trace. */
const guessedSide = () => (caseOn("a").trace ? "a" : "b");

/** What the open pronoun's candidates mark in the text of a side. */
const marksOn = (side) => marksOfCandidates(caseOn(side), isStepping() && steppedSide() === side ? state.step : -1, isGuessing());

// What is asked of the panel waits until it has what it shows.
let showing = Promise.resolve();
function showCandidates(row) {
  showing = show(row);
  return showing;
}

async function show(row) {
  const {documents, answered} = state;
  Object.assign(state, {text: await piece(documents.texts[row.place]), given: await piece(answered.mentions[row.place]), against: {}});
  state.rowOf = new Map((await rowsOf(row.place)).map((each) => [each.offset, each]));
  state.traces = await piece(answered.traces[row.place]);
  byId("candidates").hidden = false;
  document.body.classList.add("with-why");
  drawWhy();
}

function closeCandidates() {
  byId("candidates").hidden = true;
  Object.assign(state, {open: null, step: -1, guessed: null});
  document.body.classList.remove("with-why");
  drawDocument();
  remember();
}

function drawWhy() {
  const row = state.open;
  byId("candidates-title").textContent = `“${state.text.words[row.offset]}” in ${documentId(row.place)}, sentence ${row.sentence + 1}`;
  byId("candidates-context").replaceChildren(...context(state.text, row).filter(Boolean));
  const [answers, details] = isGuessing() ? [guessing(caseOn(guessedSide())), {}] : isStepping() ? oneStep() : bothSides(row);
  byId("candidates-key").textContent = !corpus().has_key || isGuessing() || isStepping() ? "" : row.key ? `The key has “${row.key}”.` : isAnaphor(row) ? "In the key it begins an entity." : "In the key it takes up no earlier mention.";
  const focused = document.activeElement?.dataset?.key;
  byId("candidates-answers").replaceChildren(...(state.guessed ? [guessedInWords(row)] : []), ...answers);
  for (const side of ["a", "b"]) byId(`candidates-${side}`).replaceChildren(...(details[side] || []));
  if (focused && !document.activeElement?.dataset?.key) byId("candidates").querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
}

/** The answers of A and B, and what is behind each. */
function bothSides() {
  const cases = ["a", "b"].map((side) => ({side, resolver: state[side], found: caseOn(side)}));
  const unstepped = state.step >= 0 ? [nothingToStep(goToStep)] : [];
  return [[...cases.flatMap(answerInWords), ...unstepped], Object.fromEntries(cases.map(({side, resolver, found}) => [side, detailsOf(side, resolver, found)]))];
}

/** The side that is told step by step: the chosen one, else the one that has candidates; "" for none. */
const steppedSide = () => [state.stepped, "a", "b"].find((side) => caseOn(side).candidates.length) || "";
const isStepping = () => state.step >= 0 && steppedSide() !== "";

/** One step of that side. */
function oneStep() {
  const side = steppedSide();
  const found = caseOn(side);
  const frames = framesOf(found);
  state.step = Math.min(state.step, frames.length - 1);
  const frame = frames[state.step];
  return [
    [headOf(side), captionOf(frames, state.step), stepButtons(frames, state.step, (number) => goToStep(number, side))],
    {[side]: [tableOfCandidates(found, frame), listOfRules(found, frame), listOfRemoved(found, frame)].filter(Boolean)},
  ];
}

async function goToStep(number, side = state.stepped) {
  await showing;
  if (!state.open || isGuessing()) return;
  state.stepped = side;
  const stepped = steppedSide();
  if (!stepped && number >= 0) return;
  Object.assign(state, {stepped: stepped || side, step: number < 0 ? -1 : Math.min(number, framesOf(caseOn(stepped)).length - 1)});
  await redraw();
}

async function guessed(position) {
  state.guessed = {position};
  countGuess(caseOn(guessedSide()), `${state.open.place}/${state.open.offset}`);
  await redraw();
  byId("said").textContent = byId("candidates").querySelector(".guessed").textContent;
}

async function setGuess(on) {
  guesses.clear();
  Object.assign(state, {guess: on, guessed: null, step: -1});
  byId("guess").checked = on;
  await redraw();
}

async function redraw() {
  if (state.open) drawWhy();
  await drawDocument();
  remember();
}

/** The candidate that the chosen one is set against, in the bars of one side. */
function setAgainst(found, number) {
  state.against[found.side] = number;
  drawWhy();
}

/** The pronoun's sentence and the one before it, the pronoun marked. */
function context(text, row) {
  if (row.sentence < 0) return [row.form];
  const [start, end] = text.sentences[row.sentence];
  const before = row.sentence > 0 ? text.sentences[row.sentence - 1] : null;
  return [before ? element("span", {class: "cause"}, running(text, before[0], before[1]).trim(), " / ") : null, running(text, start, row.offset), element("mark", {}, text.words[row.offset]), text.space[row.offset] === "1" ? " " : "", running(text, row.offset + 1, end)];
}

const headOf = (side, ...more) => element("h3", {}, element("span", {class: `side ${side}`}, side.toUpperCase()), ` ${resolverName(state[side])}`, ...more);

/** The answer of one side in a sentence. */
function answerInWords({side, resolver, found}) {
  const {row} = found;
  const {kind} = INDEX.resolvers[resolver];
  const told = kind === "response" ? fileInWords(row, resolver) : kind === "oracle" && !corpus().has_key ? ["It takes its answers from a key, and this text has none."] : choiceInWords(found);
  return [
    headOf(side, " ", verdictShown(row.verdicts[resolver]), row.cause(resolver) ? element("span", {class: "cause"}, ` ${row.cause(resolver)}`) : null),
    element("p", {class: "why-sentence"}, ...told.filter(Boolean)),
  ];
}

/** The case of the other side with its resolver, where that says why. */
function otherCases(side) {
  const other = side === "a" ? "b" : "a";
  const found = caseOn(other);
  return state.a !== state.b && found.candidates.length ? [[found, resolverName(state[other])]] : [];
}

/** What is behind the answer of one side. */
function detailsOf(side, resolver, found) {
  if (!found.trace) return [];
  const steps = found.candidates.length ? stepButtons([], -1, (number) => goToStep(number, side)) : null;
  const parts = [steps, barsOf(found), tableOfCandidates(found, WHOLE), listOfRules(found, WHOLE), listOfRemoved(found, WHOLE), ...(found.candidates.length ? figureRows(found, resolverName(resolver), otherCases(side)) : [])].filter(Boolean);
  return parts.length ? [element("h3", {class: "whose"}, element("span", {class: `side ${side}`}, side.toUpperCase()), ` ${resolverName(resolver)}: why`), ...parts] : [];
}

byId("close-candidates").addEventListener("click", closeCandidates);
document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  if (event.key === "g") setGuess(!state.guess);
  if (event.key === "s") goToStep(state.step < 0 ? 0 : -1);
  if (state.step < 0 || !["ArrowRight", "ArrowLeft"].includes(event.key)) return;
  event.preventDefault();
  goToStep(Math.max(0, state.step + (event.key === "ArrowRight" ? 1 : -1)));
});
whenChosen(async () => {
  if (byId("candidates").hidden || !state.open) return;
  const {place, offset} = state.open;
  const row = place < corpus().count && (await rowsOf(place)).find((pronoun) => pronoun.offset === offset);
  if (row) {
    state.open = row;
    await showCandidates(row);
  } else closeCandidates();
});
