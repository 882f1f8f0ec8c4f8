"use strict";
// Chains with numbers and colours, and a sentence with its marks.

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

/** What stands for the key's chains where there is no key: those of one row, which are numbered; others go by them. */
function chainsAsKey(given, place) {
  const members = place < 0 ? [] : given.chains[place];
  const entities = given.spans.map((_, position) => members.flatMap((chain, number) => (chain.includes(position) ? [number] : [])));
  return {key: keyChains({mentions: given.spans, entities: members}), given: {...given, entities}};
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

/** One sentence with its marks; marks that cross are taken up again after the one they cross.
 *
 * Marks have start, end and a chain: label, hue, and for others than chains a className and a title.
 * pronounAt gives the element for a word that is one, else null.
 */
function sentenceElement(text, number, marks, pronounAt, side) {
  const [start, end, paragraph] = text.sentences[number];
  const first = number === 0 || text.sentences[number - 1][2] !== paragraph;
  const cell = element("div", {class: `sentence${first ? " first" : ""}${text.headings.includes(paragraph) ? " heading" : ""}`, "data-side": side, dir: "auto"});
  const inside = marks.filter((mark) => mark.start < end && mark.end > start);
  let stack = [{element: cell, end: Infinity}];
  const top = () => stack[stack.length - 1];
  const open = (mark, again) => {
    const {own, hue, label, className, title, onclick} = mark.chain;
    const made = className
      ? element("span", {class: className, title, onclick})
      : element("span", {class: own ? "mention own" : "mention", style: `--hue: ${hue}`, "data-chain": label, title: `chain ${label}`});
    if (!again && !className) made.append(element("span", {class: "bracket"}, "["));
    top().element.append(made);
    stack.push({element: made, end: Math.min(mark.end, end), mark});
  };
  for (let at = start; at < end; at += 1) {
    for (const mark of inside) if (Math.max(mark.start, start) === at) open(mark, false);
    top().element.append(pronounAt(at) || text.words[at]);
    while (stack.some((layer) => layer.end === at + 1)) {
      const closing = stack.findIndex((layer) => layer.end === at + 1);
      const crossed = stack.slice(closing + 1).filter((layer) => layer.end > at + 1);
      for (const layer of stack.slice(closing)) {
        if (layer.end !== at + 1) continue;
        const {className, label, note} = layer.mark.chain;
        if (!className) layer.element.append(element("span", {class: "bracket"}, "]"), element("sub", {}, label));
        else if (note) layer.element.append(element("span", {class: "note-in-text"}, note));
      }
      stack = stack.slice(0, closing);
      for (const layer of crossed) open(layer.mark, true);
    }
    // A space belongs outside of marks that end before it, inside of those that go on.
    if (text.space[at] === "1") top().element.append(" ");
  }
  return cell;
}
