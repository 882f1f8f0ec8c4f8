"use strict";
// A document three times over: the key's chains, A's and B's, sentence next to sentence.

function pronounElement(word, row, side) {
  const resolver = side === "A" ? state.a : state.b;
  const style = side === "key" ? (isAnaphor(row) ? "anaphor" : "") : VERDICTS[row.verdicts[resolver]].name;
  const told = side === "key" ? "" : `, ${VERDICTS[row.verdicts[resolver]].text}`;
  const open = () => openPronoun(row);
  return element("span", {class: `pronoun ${style}`, role: "button", tabindex: "0", "data-offset": row.offset, title: `candidates${told}`, onclick: open,
    onkeydown: (event) => { if (event.key === "Enter") open(); }}, word);
}

async function drawDocument() {
  const own = corpus().documents[state.document];
  const of = setting().documents[state.document];
  options(byId("document"), corpus().documents.map(({id, anaphors}, place) => [place, `${id} (${anaphors} anaphors)`]), state.document);
  byId("document-back").disabled = state.document === 0;
  byId("document-on").disabled = state.document + 1 >= corpus().documents.length;
  if (!of) {
    byId("text").replaceChildren(element("p", {}, "No results in this setting."));
    return;
  }
  const [text, given, rows] = [await piece(own.text), await piece(of.mentions), await pronounRows()];
  const pronouns = new Map(rows.filter((row) => row.place === state.document).map((row) => [row.offset, row]));
  const key = keyChains(text);
  let columns = [key, responseChains(given.chains[state.a], given, key), responseChains(given.chains[state.b], given, key)];
  if (byId("only-pronouns").checked) {
    columns = columns.map((chains) => chains.filter((chain) => chain.members.some(([, , head]) => pronouns.has(head))));
  }
  const marks = columns.map(stretches);
  const sides = ["key", "A", "B"];
  const cells = [element("div", {class: "head"}), ...["Key", `A ${resolverName(state.a)}`, `B ${resolverName(state.b)}`].map((name) => element("div", {class: "head"}, name))];
  text.sentences.forEach((_, number) => {
    cells.push(element("div", {class: "number"}, String(number + 1)));
    marks.forEach((mark, side) => cells.push(sentenceElement(text, number, mark, (at) => pronouns.has(at) && pronounElement(text.words[at], pronouns.get(at), sides[side]), sides[side])));
  });
  byId("text").replaceChildren(...cells);
  if (state.open && state.open.place === state.document && !byId("candidates").hidden) markPronoun(state.open.offset);
}

/** Mark a pronoun in all three columns. */
function markPronoun(offset) {
  for (const old of byId("text").querySelectorAll(".pronoun.selected")) old.classList.remove("selected");
  for (const pronoun of byId("text").querySelectorAll(`.pronoun[data-offset="${offset}"]`)) pronoun.classList.add("selected");
  keepInSight(byId("text").querySelector(".pronoun.selected"));
}

/** Scroll to a pronoun that the candidates or the head cover, if the reader is looking at the text. */
function keepInSight(pronoun) {
  const text = byId("text").getBoundingClientRect();
  const panel = byId("candidates").getBoundingClientRect();
  if (!pronoun || text.top > panel.top || text.bottom < 0) return;
  const {top, bottom} = pronoun.getBoundingClientRect();
  if (top < document.querySelector("nav").offsetHeight + 40 || bottom > panel.top) pronoun.scrollIntoView();
}

function light(event, on) {
  const mention = event.target.closest(".mention");
  if (!mention) return;
  for (const member of byId("text").querySelectorAll(`.mention[data-chain="${mention.dataset.chain}"]`)) member.classList.toggle("lit", on);
}

byId("text").addEventListener("mouseover", (event) => light(event, true));
byId("text").addEventListener("mouseout", (event) => light(event, false));
byId("document").addEventListener("change", (event) => { state.document = Number(event.target.value); drawDocument(); });
byId("document-back").addEventListener("click", () => { state.document -= 1; drawDocument(); });
byId("document-on").addEventListener("click", () => { state.document += 1; drawDocument(); });
byId("only-pronouns").addEventListener("change", drawDocument);
whenChosen(drawDocument);
