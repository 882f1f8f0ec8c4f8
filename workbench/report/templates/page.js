"use strict";
// What is chosen, and the pieces of data behind it.

const state = {corpus: 0, setting: "", a: INDEX.first[0], b: INDEX.first[1], document: 0, documents: null, answered: null, open: null, step: -1, stepped: "a", guess: false, guessed: null};
const listeners = [];
const counters = [];

const opened = new Map();
const KEPT = 24;
/** The content of a piece, which is in the file or asked of the server. The last few stay open, so that turning pages is quick. */
function piece(number) {
  if (!opened.has(number)) {
    const inFile = byId(`piece-${number}`);
    opened.set(number, inFile ? unpackedPiece(inFile.textContent) : fetch(`pieces/${number}`).then((answer) => answer.json()));
    if (opened.size > KEPT) opened.delete(opened.keys().next().value);
  }
  return opened.get(number);
}

/** What a section gave its script, see Section.data. */
const sectionData = (name) => piece(INDEX.sections[name]);
const corpus = () => INDEX.corpora[state.corpus];
const setting = () => corpus().settings[state.setting];
const resolverName = (number) => INDEX.resolvers[number].name;

const documentId = (place) => state.documents.ids[place];

/** One of the pieces of pronouns of the setting, as objects. */
async function rowsOfPiece(number) {
  const content = await piece(setting().pronouns[number]);
  content.opened = content.opened || openedRows(content);
  return content.opened;
}

/** The pronouns of a document. */
async function rowsOf(place) {
  const rows = await rowsOfPiece(setting().first.findLastIndex((first) => first <= place));
  return rows.filter((row) => row.place === place);
}

/** A message and a function that draws again whatever depends on what is chosen. */
function whenChosen(draw) {
  listeners.push(draw);
}

/** A function that begins to count: it gives add(row), called with each pronoun of the setting, and draw(). */
function whenCounted(begin) {
  counters.push(begin);
}

/** Go through the pronouns, a piece at a time, so that memory does not grow with the corpus, as long as that is wanted. */
async function countPronouns(begins, isWanted = () => true) {
  const choice = choices;
  const counting = begins.map((begin) => begin());
  for (let number = 0; number < setting().pronouns.length; number += 1) {
    const rows = await rowsOfPiece(number);
    if (choice !== choices || !isWanted()) return;
    rows.forEach((row, at) => { for (const {add} of counting) add(row, number, at); });
    for (const {drawSome} of counting) if (drawSome) await drawSome(number);
  }
  for (const {draw} of counting) {
    try {
      draw();
    } catch (error) {
      reportError(error);
    }
  }
}

let drawing = Promise.resolve();
// How often something was chosen: what was begun for an older choice is left.
let choices = 0;
/** Draw what depends on what is chosen; what is counted over all pronouns is drawn later. */
async function chosen() {
  choices += 1;
  const choice = choices;
  for (const part of document.querySelectorAll("[data-view]")) {
    part.hidden = part.dataset.view !== `${corpus().name}|${state.setting}`;
  }
  for (const part of document.querySelectorAll("[data-corpus]")) part.hidden = part.dataset.corpus !== corpus().name;
  for (const part of document.querySelectorAll("[data-only]")) part.hidden = (part.dataset.only === "key") !== corpus().has_key;
  // A corpus without genres has no table of genres, and a key of pronouns alone no chains.
  for (const section of document.querySelectorAll("section:has(> [data-view], > [data-only], > [data-corpus])")) {
    section.hidden = [...section.querySelectorAll(":scope > [data-view], :scope > [data-only], :scope > [data-corpus]")].every((part) => part.hidden);
  }
  // Without a key there is nothing to count; what shows answers alone stays.
  if (!corpus().has_key) for (const section of document.querySelectorAll("main > section:not(#documents, #pronouns, #failures)")) section.hidden = true;
  else for (const section of document.querySelectorAll("main > section:not(:has(> [data-view], > [data-only], > [data-corpus]))")) section.hidden = false;
  for (const row of document.querySelectorAll("tr[data-resolver]")) {
    row.classList.toggle("is-a", row.dataset.resolver === resolverName(state.a));
    row.classList.toggle("is-b", row.dataset.resolver === resolverName(state.b) && state.b !== state.a);
  }
  for (const link of document.querySelectorAll("nav .links a")) link.hidden = document.querySelector(link.hash).hidden;
  for (const [id, value] of [["corpus", state.corpus], ["setting", state.setting], ["resolver-a", state.a], ["resolver-b", state.b]]) {
    byId(id).value = value;
  }
  // One drawing after another: a slow one must not overwrite what was chosen after it.
  const isWanted = () => choice === choices;
  drawing = drawing.then(async () => {
    if (!isWanted()) return;
    state.documents = await piece(corpus().documents);
    state.answered = await piece(setting().documents);
    for (const draw of listeners) {
      try {
        await draw();
      } catch (error) {
        // The drawing of one section must not keep the others from being drawn.
        reportError(error);
      }
    }
  });
  await drawing;
  if (isWanted()) drawing = drawing.then(() => countPronouns(counters, isWanted));
}

function choose(change) {
  guesses.clear();
  Object.assign(state, change);
  if (!(state.setting in corpus().settings)) state.setting = Object.keys(corpus().settings)[0];
  if (state.document >= corpus().count) state.document = 0;
  options(byId("setting"), Object.keys(corpus().settings).map((name) => [name, name]), state.setting);
  return chosen();
}

function start() {
  options(byId("corpus"), INDEX.corpora.map(({name}, number) => [number, name]), 0);
  const named = INDEX.resolvers.map(({name, kind}, number) => [number, kind === "resolver" ? name : `${name} (${kind})`]);
  options(byId("resolver-a"), named, state.a);
  options(byId("resolver-b"), named, state.b);
  byId("corpus").addEventListener("change", (event) => choose({corpus: Number(event.target.value), document: 0}).then(remember));
  byId("setting").addEventListener("change", (event) => choose({setting: event.target.value}).then(remember));
  byId("resolver-a").addEventListener("change", (event) => choose({a: Number(event.target.value)}).then(remember));
  byId("resolver-b").addEventListener("change", (event) => choose({b: Number(event.target.value)}).then(remember));
  byId("theme").addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  });
  document.addEventListener("click", async (event) => {
    const wanted = event.target.closest("[data-export]");
    if (!wanted) return;
    const {export: id, ending} = wanted.dataset;
    const files = await piece(INDEX.exports);
    const link = element("a", {download: `${id}.${ending}`, href: URL.createObjectURL(new Blob([files[id][ending]], {type: "text/plain"}))});
    link.click();
    URL.revokeObjectURL(link.href);
  });
  // What stands fast at the top must not cover what a link leads to.
  new ResizeObserver(() => document.documentElement.style.setProperty("--nav", `${document.querySelector("nav").offsetHeight}px`)).observe(document.querySelector("nav"));
  return choose({corpus: 0, setting: ""});
}
