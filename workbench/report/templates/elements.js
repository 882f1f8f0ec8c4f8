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

const percent = (part, whole) => (whole ? ((100 * part) / whole).toFixed(1) : "–");
const isAnaphor = (row) => row.entity >= 0;

/** The rows of a piece of pronouns as objects; see page_forms.py. */
function openedRows(content) {
  const text = (number) => (number < 0 ? "" : content.strings[number]);
  return content.rows.map(([place, offset, sentence, form, entity, key, distance, verdicts, chosen, causes]) => ({
    place, offset, sentence, entity, distance, verdicts, chosen,
    form: text(form), key: text(key),
    cause: (resolver) => text(causes[resolver]),
    antecedent: (resolver) => (chosen[resolver] < 0 ? "" : text(content.chosen[place][chosen[resolver]])),
  }));
}
