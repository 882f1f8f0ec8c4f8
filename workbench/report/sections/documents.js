"use strict";
// A document three times over: the key's chains, A's and B's, sentence next to sentence.

const TURN = 137.508;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Chains of the key, numbered from 1 by their first mention. */
function keyChains(text) {
  return text.entities
    .map((members, entity) => ({entity, members: members.map((position) => text.mentions[position])}))
    .filter((chain) => chain.members.length > 1)
    .sort((one, other) => one.members[0][0] - other.members[0][0])
    .map((chain, place) => ({...chain, label: String(place + 1), hue: Math.round(place * TURN) % 360}));
}

/** Chains of a response, each under the number of the key's entity that it covers best, or a letter of its own. */
function responseChains(chains, given, key) {
  const labelOf = new Map(key.map((chain) => [chain.entity, chain]));
  const overlaps = [];
  chains.forEach((positions, chain) => {
    const counts = new Map();
    for (const position of positions) for (const entity of given.entities[position]) if (labelOf.has(entity)) counts.set(entity, (counts.get(entity) || 0) + 1);
    for (const [entity, number] of counts) overlaps.push({chain, entity, number});
  });
  overlaps.sort((one, other) => other.number - one.number || one.chain - other.chain || one.entity - other.entity);
  const taken = new Map();
  const used = new Set();
  for (const {chain, entity} of overlaps) {
    if (taken.has(chain) || used.has(entity)) continue;
    taken.set(chain, labelOf.get(entity));
    used.add(entity);
  }
  let free = 0;
  return chains.map((positions, chain) => {
    const members = positions.map((position) => given.spans[position]);
    const same = taken.get(chain);
    if (same) return {members, label: same.label, hue: same.hue};
    const letters = LETTERS[free % 26] + (free >= 26 ? Math.floor(free / 26) : "");
    free += 1;
    return {members, label: letters, own: true, hue: Math.round((key.length + free) * TURN) % 360};
  });
}

/** Stretches of text to mark, from chains; a discontinuous mention has several. */
function stretches(chains) {
  const marked = [];
  for (const chain of chains) {
    for (const [start, end, , ...parts] of chain.members) {
      const pairs = parts.length ? parts.flatMap((_, at) => (at % 2 ? [] : [[parts[at], parts[at + 1]]])) : [[start, end]];
      for (const [from, to] of pairs) marked.push({start: from, end: to, chain});
    }
  }
  return marked.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** One sentence with its marks; marks that cross are taken up again after the one they cross. */
function sentenceElement(text, number, marks, pronouns, side) {
  const [start, end, paragraph] = text.sentences[number];
  const first = number === 0 || text.sentences[number - 1][2] !== paragraph;
  const cell = element("div", {class: `sentence${first ? " first" : ""}${text.headings.includes(paragraph) ? " heading" : ""}`, "data-side": side});
  const inside = marks.filter((mark) => mark.start < end && mark.end > start);
  let stack = [{element: cell, end: Infinity}];
  const top = () => stack[stack.length - 1];
  const open = (mark, again) => {
    const made = element("span", {class: mark.chain.own ? "mention own" : "mention", style: `--hue: ${mark.chain.hue}`, "data-chain": mark.chain.label, title: `chain ${mark.chain.label}`});
    if (!again) made.append(element("span", {class: "bracket"}, "["));
    top().element.append(made);
    stack.push({element: made, end: Math.min(mark.end, end), mark});
  };
  for (let at = start; at < end; at += 1) {
    for (const mark of inside) if (Math.max(mark.start, start) === at) open(mark, false);
    const pronoun = pronouns.get(at);
    top().element.append(pronoun ? pronounElement(text.words[at], pronoun, side) : text.words[at]);
    while (stack.some((layer) => layer.end === at + 1)) {
      const closing = stack.findIndex((layer) => layer.end === at + 1);
      const crossed = stack.slice(closing + 1).filter((layer) => layer.end > at + 1);
      for (const layer of stack.slice(closing)) {
        if (layer.end === at + 1) layer.element.append(element("span", {class: "bracket"}, "]"), element("sub", {}, layer.mark.chain.label));
      }
      stack = stack.slice(0, closing);
      for (const layer of crossed) open(layer.mark, true);
    }
    // A space belongs outside of marks that end before it, inside of those that go on.
    if (text.space[at] === "1") top().element.append(" ");
  }
  return cell;
}

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
    marks.forEach((mark, side) => cells.push(sentenceElement(text, number, mark, pronouns, sides[side])));
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
