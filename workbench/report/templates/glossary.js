"use strict";
// Words with a meaning of their own: the first of each in a part of the page leads to the glossary.

// Where words are explained: what is prose, and what stands above figures.
const EXPLAINED = ".legend li, .lead, .meaning, .summary, .note, .sub, figcaption, h3, th, .why-sentence, .why-verdict, .guess-count, .option-help";
const FORMS = new Map(WORDS.glossary.flatMap(({name, forms}) => forms.map((form) => [form.toLowerCase(), name])));
const escapedForm = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const ANY_FORM = new RegExp(`(?<![\\p{L}-])(${[...FORMS.keys()].sort((one, other) => other.length - one.length).map(escapedForm).join("|")})s?(?![\\p{L}-])`, "iu");

/** A meaning with its examples in italics. */
const meaningInWords = (meaning) => meaning.split("*").map((part, at) => (at % 2 ? element("em", {}, part) : part));

const glossary = element("dialog", {id: "glossary", "aria-labelledby": "glossary-title"},
  element("h2", {id: "glossary-title"}, "Glossary"),
  element("dl", {tabindex: "0", "aria-label": "Words"}, ...WORDS.glossary.map(({name, meaning}) => element("div", {"data-name": name}, element("dt", {}, name), element("dd", {}, ...meaningInWords(meaning))))),
  element("form", {method: "dialog", class: "dialog-end"}, element("button", {}, "Close")));
document.body.append(glossary);

function openGlossary(name) {
  for (const entry of glossary.querySelectorAll("[data-name]")) entry.classList.toggle("wanted", entry.dataset.name === name);
  glossary.showModal();
  glossary.querySelector(".wanted")?.scrollIntoView({block: "center", behavior: "instant"});
}

/** Make links of the first form of each word in a part of the page. */
function linkWords() {
  const linked = new Map();
  for (const place of document.querySelectorAll(EXPLAINED)) {
    if (place.closest("dialog, .text, [hidden]")) continue;
    const part = place.closest("section, aside, .legend") || document.body;
    if (!linked.has(part)) linked.set(part, new Set([...part.querySelectorAll(".term")].map((link) => link.dataset.term)));
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found = [];
    // Signatures are no prose.
    while (texts.nextNode()) if (!texts.currentNode.data.includes("|") && !texts.currentNode.parentElement.closest("a, button, select, label, summary, em, kbd, .mention, .pronoun, .candidate, .term, .visually-hidden")) found.push(texts.currentNode);
    for (const text of found) linkInText(text, linked.get(part));
  }
}

function linkInText(text, linked) {
  for (let rest = text; rest; ) {
    const match = ANY_FORM.exec(rest.data);
    if (!match) return;
    const word = rest.splitText(match.index);
    rest = word.splitText(match[0].length);
    const name = FORMS.get(match[1].toLowerCase());
    if (linked.has(name)) continue;
    linked.add(name);
    const link = element("a", {class: "term", href: "#glossary", "data-term": name, title: "in the glossary"});
    word.replaceWith(link);
    link.append(word);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".term");
  if (!link) return;
  event.preventDefault();
  openGlossary(link.dataset.term);
});
for (const place of document.querySelectorAll(".foot, nav.choice .links")) place.append(" ", element("a", {class: "term", href: "#glossary", "data-term": ""}, "Glossary"));
let awaited = 0;
new MutationObserver(() => { cancelAnimationFrame(awaited); awaited = requestAnimationFrame(linkWords); }).observe(document.body, {childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"]});
linkWords();
