"use strict";
// Chains with numbers and colours, and a sentence with its marks.

const TURN = 137.508;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The text of a span. */
function running(text, start, end) {
  let words = "";
  for (let at = start; at < end; at += 1) words += text.words[at] + (text.space[at] === "1" ? " " : "");
  return words;
}

const spanId = ([start, end]) => `${start} ${end}`;

/** Chains, each with the mention that names it: its first noun or name; of a chain of pronouns its first pronoun.
 *
 * chains have positions of spans; pronouns are those that are pronouns; idOf tells which spans are the same mention.
 */
function namedChains(chains, spans, pronouns, idOf = spanId) {
  const isPronoun = new Set(pronouns);
  return chains.filter((positions) => positions.length > 1).map((positions) => {
    const inText = [...positions].sort((one, other) => spans[one][0] - spans[other][0] || spans[other][1] - spans[one][1]);
    const naming = inText.find((position) => !isPronoun.has(position)) ?? inText[0];
    return {members: inText.map((position) => spans[position]), naming: spans[naming], id: idOf(spans[naming])};
  });
}

/** The chains of the key. Its mention may have other ends than the one that resolvers were given; then its head tells. */
function keyChains(text, given) {
  const [own, theirs] = [text.mentions, given.spans].map((spans) => new Set(spans.map(spanId)));
  const idOf = (span) => {
    if (theirs.has(spanId(span))) return spanId(span);
    const alike = given.spans.filter((other) => other[2] === span[2] && !own.has(spanId(other)));
    return spanId(alike.sort((one, other) => other[1] - other[0] - (one[1] - one[0]))[0] || span);
  };
  return namedChains(text.entities, text.mentions, text.pronouns, idOf);
}

/** The chains of columns with labels and colours, which two of different columns share exactly if one mention names both.
 *
 * Those of the first column have numbers; letters are for the others.
 */
function labelledChains(columns) {
  const labels = new Map();
  let letters = 0;
  return columns.map((chains, column) => {
    const seen = new Map();
    return [...chains].sort((one, other) => one.members[0][0] - other.members[0][0]).map((chain) => {
      // Two entities of one key may have a mention in common.
      const before = seen.get(chain.id) || 0;
      seen.set(chain.id, before + 1);
      const id = `${chain.id} ${before}`;
      if (!labels.has(id)) {
        const label = column ? LETTERS[letters % 26] + (letters >= 26 ? Math.floor(letters / 26) : "") : String(labels.size + 1);
        if (column) letters += 1;
        labels.set(id, {label, own: column > 0, hue: Math.round(labels.size * TURN) % 360});
      }
      return {...chain, ...labels.get(id)};
    });
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
    const {own, hue, label, naming, className, title, onclick} = mark.chain;
    const made = className
      ? element("span", {class: className, title, onclick})
      : element("span", {class: own ? "mention own" : "mention", style: `--hue: ${hue}`, "data-chain": label, title: naming ? `chain ${label}: ${running(text, naming[0], naming[1]).trim()}` : `chain ${label}`});
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
