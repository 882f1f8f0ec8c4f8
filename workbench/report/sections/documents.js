"use strict";
// A document once for the key, if it has one, for A and for B, sentence next to sentence.

function pronounElement(word, row, side) {
  const resolver = side === "A" ? state.a : side === "B" ? state.b : null;
  const verdict = resolver === null ? null : VERDICTS[row.verdicts[resolver]];
  const style = verdict ? verdict.name : side === "key" && isAnaphor(row) ? "anaphor" : "";
  const differ = side !== PLAIN && differs(row);
  const told = verdict ? `, ${verdict.text}${differ ? ", A and B differ" : ""}` : "";
  const open = () => openPronoun(row);
  return element("span", {class: `pronoun ${style}${differ ? " differs" : ""}`, "aria-label": `${word}${told}`, role: "button", tabindex: "0", "data-offset": row.offset, "data-key": `${side}/${row.offset}`, title: `candidates${told}`, onclick: open,
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } }}, word);
}

/** What stands behind a word of a side in a figure: of a pronoun the sign of its verdict; null for any other word. */
const signsOf = (side, pronouns) => (at) => {
  const row = pronouns.get(at);
  if (!row) return null;
  return side === "key" || !corpus().has_key ? "" : VERDICTS[row.verdicts[side === "A" ? state.a : state.b]].sign;
};

const PLAIN = "text";
const documentName = (place) => (corpus().has_key ? `${documentId(place)} (${state.documents.anaphors[place]} anaphors)` : documentId(place));

async function drawDocument() {
  const {documents, answered, document: place} = state;
  pagedOptions(byId("document"), corpus().count, documentName, place);
  byId("document-back").disabled = state.document === 0;
  byId("document-on").disabled = state.document + 1 >= corpus().count;
  if (answered.mentions[place] < 0) {
    byId("text").replaceChildren(element("p", {}, "No results in this setting."));
    return;
  }
  const [text, given, rows] = [await piece(documents.texts[place]), await piece(answered.mentions[place]), await rowsOf(place)];
  const pronouns = new Map(rows.map((row) => [row.offset, row]));
  const {has_key: hasKey} = corpus();
  let columns = [...(hasKey ? [keyChains(text, given)] : []), ...[state.a, state.b].map((resolver) => namedChains(given.chains[resolver], given.spans, given.pronouns))];
  const isHere = state.open && state.open.place === place && !byId("candidates").hidden;
  if (byId("only-pronouns").checked) {
    columns = columns.map((chains) => chains.filter((chain) => chain.members.some(([, , head]) => pronouns.has(head))));
  }
  columns = labelledChains(columns);
  // While a class guesses, one plain text is enough.
  const sides = isGuessing() ? [PLAIN] : [...(hasKey ? ["key"] : []), "A", "B"];
  const marks = isGuessing() ? [isHere ? marksOn(guessedSide()) : []] : columns.map(stretches);
  if (isHere && !isGuessing()) for (const side of ["a", "b"]) if (caseOn(side).trace) marks[sides.indexOf(side.toUpperCase())] = marksOn(side);
  const heads = {[PLAIN]: "The text", key: "Key", A: `A ${resolverName(state.a)}`, B: `B ${resolverName(state.b)}`};
  const cells = [element("div", {class: "head"}), ...sides.map((side) => element("div", {class: "head"}, heads[side]))];
  byId("legend-of-candidates").replaceChildren(...(isHere && !isGuessing() ? legendOfCandidates() : []));
  byId("text").style.setProperty("--columns", sides.length);
  text.sentences.forEach((_, number) => {
    cells.push(element("div", {class: "number"}, String(number + 1)));
    marks.forEach((mark, side) => cells.push(sentenceElement(text, number, mark, (at) => pronouns.has(at) && pronounElement(text.words[at], pronouns.get(at), sides[side]), sides[side])));
  });
  const focused = document.activeElement?.dataset?.key;
  byId("text").replaceChildren(...cells);
  byId("text-figure").replaceChildren(...(isGuessing() || (isHere && state.step >= 0) ? [] : [figureRow("The text as a figure", textFigure(documentId(place), documentId(place), text, text.sentences.map((_, number) => number), columns.map((chains, at) => ({name: heads[sides[at]], chains, signAt: signsOf(sides[at], pronouns)}))))]));
  if (focused) byId("text").querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
  if (isHere) markPronoun(state.open.offset);
}

/** Mark a pronoun in all columns; bring it into view, or else only keep it in the view of a reader of the text. */
function markPronoun(offset, bring = false) {
  for (const old of byId("text").querySelectorAll(".pronoun.selected")) old.classList.remove("selected");
  for (const pronoun of byId("text").querySelectorAll(`.pronoun[data-offset="${offset}"]`)) pronoun.classList.add("selected");
  keepInSight(byId("text").querySelector(".pronoun.selected"), bring);
}

function keepInSight(pronoun, bring) {
  const text = byId("text").getBoundingClientRect();
  const panel = byId("candidates").getBoundingClientRect();
  // On a narrow screen the panel covers the lower part of the window.
  const end = panel.top > 40 ? panel.top : innerHeight;
  if (!pronoun || (!bring && (text.top > end || text.bottom < 0))) return;
  const nav = document.querySelector("nav");
  const start = (getComputedStyle(nav).position === "sticky" ? nav.offsetHeight : 0) + 40;
  const {top, bottom} = pronoun.getBoundingClientRect();
  if (top < start || bottom > end) scrollBy({top: top - start - Math.max(0, (end - start) / 3), behavior: "instant"});
}

async function openDocument(place) {
  state.document = place;
  if (state.open && state.open.place !== place) closeCandidates();
  await drawDocument();
  remember();
}

function light(event, on) {
  const mention = event.target.closest(".mention");
  if (!mention) return;
  for (const member of byId("text").querySelectorAll(`.mention[data-chain="${mention.dataset.chain}"]`)) member.classList.toggle("lit", on);
}

byId("text").addEventListener("mouseover", (event) => light(event, true));
byId("text").addEventListener("mouseout", (event) => light(event, false));
byId("text").addEventListener("focusin", (event) => light(event, true));
byId("text").addEventListener("focusout", (event) => light(event, false));
byId("document").addEventListener("change", (event) => openDocument(Number(event.target.value)));
byId("document-back").addEventListener("click", () => openDocument(state.document - 1));
byId("document-on").addEventListener("click", () => openDocument(state.document + 1));
byId("only-pronouns").addEventListener("change", drawDocument);
byId("guess").addEventListener("change", (event) => setGuess(event.target.checked));
whenChosen(drawDocument);
