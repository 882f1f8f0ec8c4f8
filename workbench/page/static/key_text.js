"use strict";
// The text of a key that is being made: words to choose, brackets of chains, noun phrases that may be chosen.

const hueOf = (number) => Math.round((number - 1) * TURN) % 360;
const REFERENCES = {
  pleonastic: "refers to nothing", exophoric: "refers to something outside the text", clausal: "refers to what a clause says",
  cataphoric: "refers forward", anaphoric: "said to be anaphoric", "": "in no chain",
};
const drawn = new Map();

/** The words of a span as they stand in the text, the middle of a long one left out. */
function wordsOf({start, end}, most = 60) {
  const {words, space} = maker.opened.form;
  let text = "";
  for (let at = start; at < end; at += 1) text += (words[at] || "∅") + (space[at] === "1" && at + 1 < end ? " " : "");
  return text.length > most ? `${text.slice(0, most / 2).trimEnd()} … ${text.slice(-most / 3).trimStart()}` : text;
}

const sentenceOf = (at) => maker.opened.form.sentences.findIndex(([start, end]) => start <= at && at < end);

/** The text as sentenceElement reads it. */
function textOnPage() {
  const {words, space, sentences, paragraphs} = maker.opened.form;
  return {words: words.map((word) => word || "∅"), space, sentences, headings: paragraphs.flatMap((kind, number) => (kind === "heading" ? [number] : []))};
}

/** Spans by the sentences in which they have words. */
function bySentence(spans) {
  const of = maker.opened.form.sentences.map(() => []);
  for (const span of spans) for (let number = drawn.get("sentences")[span.start]; number <= drawn.get("sentences")[span.end - 1]; number += 1) of[number].push(span);
  return of;
}

/** Draw the text; a sentence that is as it was stays. */
function drawText(anew = false) {
  const {chosen, opened} = maker;
  const {key} = maker.history;
  if (anew) {
    drawn.clear();
    drawn.set("text", textOnPage());
    drawn.set("sentences", opened.form.sentences.flatMap(([start, end], number) => Array.from({length: end - start}, () => number)));
    drawn.set("phrases", bySentence(opened.phrases));
    byId("text").replaceChildren();
  }
  const text = drawn.get("text");
  const said = new Set(key.map(spanName));
  const mentions = bySentence(key);
  text.sentences.forEach(([start, end], number) => {
    const phrases = drawn.get("phrases")[number];
    const pronouns = new Map(phrases.filter((phrase) => phrase.pronoun).map((phrase) => [phrase.start, said.has(spanName(phrase))]));
    const shown = maker.phrases ? phrases.filter((phrase) => !phrase.pronoun && !said.has(spanName(phrase))) : [];
    const marks = inTextOrder([
      ...mentions[number].map((mention) => ({
        start: mention.start, end: mention.end,
        chain: mention.chain === NO_CHAIN ? {className: "unchained", title: REFERENCES[mention.reference], note: "∅"} : {label: String(mention.chain), hue: hueOf(mention.chain)},
      })),
      ...shown.map((phrase) => ({start: phrase.start, end: phrase.end, chain: {className: "phrase", title: "a noun phrase that was found"}})),
    ]);
    const isChosen = chosen && chosen.start < end && chosen.end > start;
    const mention = isChosen ? mentionAt(key, chosen) : null;
    const form = JSON.stringify([marks, isChosen ? chosen : null, mention ? mention.head : -1, [...pronouns]]);
    if (drawn.get(number) === form) return;
    drawn.set(number, form);
    const word = (at) => {
      const classes = ["word"];
      if (isChosen && at >= chosen.start && at < chosen.end) classes.push("chosen");
      if (mention && mention.end - mention.start > 1 && mention.head === at) classes.push("head-word");
      if (pronouns.has(at)) classes.push("pronoun-word", pronouns.get(at) ? "said" : "open");
      return element("span", {class: classes.join(" "), "data-at": at}, text.words[at]);
    };
    const cell = sentenceElement(text, number, marks, word, "");
    cell.dataset.sentence = number;
    const old = drawn.get(`cell ${number}`);
    drawn.set(`cell ${number}`, cell);
    if (old) old.replaceWith(cell);
    else byId("text").append(element("div", {class: "number", "aria-hidden": "true"}, String(number + 1)), cell);
  });
}

/** Bring the chosen words into view, where they are not. */
function showChosen() {
  const word = byId("text").querySelector(".word.chosen");
  if (!word) return;
  const {top, bottom} = word.getBoundingClientRect();
  const covered = getComputedStyle(byId("choice")).position === "fixed" ? byId("choice").offsetHeight : 0;
  if (top < 80 || bottom > innerHeight - covered - 40) scrollBy({top: top - (innerHeight - covered) / 2, behavior: "instant"});
}
