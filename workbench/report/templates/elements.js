"use strict";
// Small builders of elements and the words of the page, which all of its scripts use.

const byId = (id) => document.getElementById(id);
const INDEX = JSON.parse(byId("index").textContent);
const WORDS = INDEX.words;
const {features: FEATURES, filters: FILTER_WORDS, verdicts: VERDICTS} = WORDS;

/** An element with properties, attributes (names with a dash, class, for, scope) and children. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === "class") made.className = value;
    else if (key === "style") made.style.cssText = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** What is wider than the page, to be moved by keyboard too. */
const scrolling = (label, ...children) => element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, ...children);

/** The content of a piece that lies packed in the file. */
function unpackedPiece(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, text]) => element("option", {value}, text)));
  select.value = entries.some(([value]) => String(value) === String(chosen)) ? chosen : entries[0][0];
}

/** One more of a name, "" being none. */
function countOne(counts, name) {
  if (name) counts.set(name, (counts.get(name) || 0) + 1);
}

/** A figure as the tables have it: a half goes to the even digit (81.25 is 81.2), where toFixed takes it up. */
const inTenths = (value) => (Math.abs(value) % 1 === 0.25 ? value - Math.sign(value) * 0.05 : value).toFixed(1);
const percent = (part, whole) => (whole ? inTenths(100 * (part / whole)) : "–");
const pronounsInWords = (number) => `${number} ${number === 1 ? "pronoun" : "pronouns"}`;
const isAnaphor = (row) => row.entity >= 0;

const MOST_OPTIONS = 200;
/** The choice of one of many by number: all of few, else a page of them, and the first of the pages before and after.
 *
 * nameOf gives the text of a number; above stands before all others.
 */
function pagedOptions(select, count, nameOf, chosen, above = []) {
  const start = MOST_OPTIONS * Math.floor(Number(chosen) / MOST_OPTIONS);
  const end = Math.min(count, start + MOST_OPTIONS);
  const page = (first) => [first, `… ${first + 1} to ${Math.min(count, first + MOST_OPTIONS)} of ${count}`];
  const shown = Array.from({length: end - start}, (_, at) => [start + at, nameOf(start + at)]);
  options(select, [...above, ...(start ? [page(start - MOST_OPTIONS)] : []), ...shown, ...(end < count ? [page(end)] : [])], chosen);
}

/** The rows of a piece of pronouns as objects; see page_forms.py. */
function openedRows(content) {
  const text = (number) => (number < 0 ? "" : content.strings[number]);
  return content.rows.map(([place, offset, sentence, form, entity, key, distance, verdicts, chosen, causes]) => ({
    place, offset, sentence, entity, distance, verdicts, chosen,
    form: text(form), key: text(key),
    cause: (resolver) => text(causes[resolver]),
    antecedent: (resolver) => (chosen[resolver] < 0 ? "" : text(content.chosen[place - content.first][chosen[resolver]])),
  }));
}
