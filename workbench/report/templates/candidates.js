"use strict";
// The panel beside the text: why A and B answered the open pronoun as they did.

// All of a case at once; the served page shows it step by step.
const WHOLE = {shown: {has: () => true}, crossed: () => true, scored: true, winner: true, rules: Infinity, walk: Infinity, values: (candidate) => candidate.values};

async function showCandidates(row) {
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
  state.open = null;
  document.body.classList.remove("with-why");
  for (const old of byId("text").querySelectorAll(".pronoun.selected")) old.classList.remove("selected");
  remember();
}

function drawWhy() {
  const row = state.open;
  byId("candidates-title").textContent = `“${state.text.words[row.offset]}” in ${documentId(row.place)}, sentence ${row.sentence + 1}`;
  byId("candidates-context").replaceChildren(...context(state.text, row).filter(Boolean));
  const cases = [["a", state.a], ["b", state.b]].map(([side, resolver]) => ({side, resolver, found: {...caseIn(row, resolver, (state.traces[row.offset] || [])[resolver]), side, against: state.against[side]}}));
  byId("candidates-key").textContent = !corpus().has_key ? "" : row.key ? `The key has “${row.key}”.` : isAnaphor(row) ? "In the key it begins an entity." : "In the key it takes up no earlier mention.";
  byId("candidates-answers").replaceChildren(...cases.flatMap(answerInWords));
  for (const {side, resolver, found} of cases) byId(`candidates-${side}`).replaceChildren(...detailsOf(side, resolver, found));
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

/** The answer of one side in a sentence. */
function answerInWords({side, resolver, found}) {
  const {row} = found;
  const {kind} = INDEX.resolvers[resolver];
  const told = kind === "response" ? fileInWords(row, resolver) : kind === "oracle" && !corpus().has_key ? ["It takes its answers from a key, and this text has none."] : choiceInWords(found);
  return [
    element("h3", {}, element("span", {class: `side ${side}`}, side.toUpperCase()), ` ${resolverName(resolver)} `, verdictShown(row.verdicts[resolver]),
      row.cause(resolver) ? element("span", {class: "cause"}, ` ${row.cause(resolver)}`) : null),
    element("p", {class: "why-sentence"}, ...told.filter(Boolean)),
  ];
}

/** What is behind the answer of one side. */
function detailsOf(side, resolver, found) {
  if (!found.trace) return [];
  const parts = [barsOf(found), tableOfCandidates(found, WHOLE), listOfRules(found, WHOLE), listOfRemoved(found, WHOLE)].filter(Boolean);
  return parts.length ? [element("h3", {class: "whose"}, element("span", {class: `side ${side}`}, side.toUpperCase()), ` ${resolverName(resolver)}: why`), ...parts] : [];
}

byId("close-candidates").addEventListener("click", closeCandidates);
whenChosen(async () => {
  if (byId("candidates").hidden || !state.open) return;
  const {place, offset} = state.open;
  const row = place < corpus().count && (await rowsOf(place)).find((pronoun) => pronoun.offset === offset);
  if (row) {
    state.open = row;
    await showCandidates(row);
  } else closeCandidates();
});
