"use strict";
// The text comes in, columns are asked for, answers are drawn; the address holds what is chosen, but no text.

const TYPED_FOR = 700;
const EXAMPLE = `The engineer opened the pump in the morning. She had cleaned a filter before, but it was still noisy.

Her assistant told the manager that he would replace it. The manager thanked them. When the workers used the pump again, they complained that it had lost its pressure. It was clear that somebody had to look at the filter, and the manager asked Anna to do it herself.`;
const state = {
  source: {kind: "text", name: ""}, columns: INDEX.first.map((resolver) => ({resolver, options: {}})),
  at: -1, why: 0, step: -1, against: -1, guess: false, guessed: null, differences: false, place: 0, setting: "",
  answer: null, shown: null, kept: "", trying: -1, aside: null, drawn: null, wanted: null, edit: null, before: null, withheld: -1,
};
let asking = 0;
// The question that the address is of; null until it has been read, so that no further one is made of it.
let questioned = null;
// What an address says of a text that is not on this machine: its hash, and the pronoun and step to open when it is pasted.
let missing = null;

function say(words) {
  byId("said").textContent = words;
}

/**
 * Ask the server for the columns of what is in; the answer to an older question is not shown any more. What is drawn
 * keeps its columns until the answer is there: a reader may go on meanwhile, and it may never come.
 * @param change makes other columns of those that are asked for.
 */
async function ask(change = () => {}) {
  asking += 1;
  const question = asking;
  Object.assign(state, state.wanted);
  change();
  writeAddress(true);
  if (!state.columns.some((column) => !column.key)) state.columns.push({resolver: INDEX.first[0], options: {}});
  const form = formOfQuestion();
  if (!form) return;
  const {source} = state;
  const wanted = state.wanted = copyOf({columns: state.columns, trying: state.trying, aside: state.aside});
  if (state.answer) Object.assign(state, copyOf(state.drawn));
  const shown = {source, place: state.place};
  byId("workspace").setAttribute("aria-busy", "true");
  tellInField("is being read");
  try {
    const isWanted = () => question === asking;
    const total = wanted.columns.filter((column) => !column.key && !column.response).length;
    const inWords = ({resolver, begun}) => (resolver ? `${resolver} (${begun} of ${total})` : begun ? "Working out the explanations …" : "Reading and parsing …");
    const {told, content} = await sent("/ask", form, inWords, isWanted);
    if (!isWanted()) return;
    // It is the server's name for the file from now on, so that the address holds it.
    if (source.kind === "file") source.kept = told.text;
    state.kept = told.text;
    state.shown = shown;
    take(content, wanted);
    ended();
  } catch (error) {
    if (question !== asking) return;
    if (error.status === 410 && source.kind !== "kept") {
      state.kept = "";
      ask();
      return;
    }
    ended();
    state.wanted = null;
    failed(failureInWords(error));
    if (state.answer && state.shown.source === source && state.shown.place === shown.place) {
      tellInField("is shown below");
      drawAll();
      return;
    }
    Object.assign(state, wanted);
    showNothing(state.shown?.source === source);
  }
}

/** The text and the columns as the server is asked for them; null where there is no text. */
function formOfQuestion() {
  const form = new FormData();
  const {source} = state;
  form.set("place", state.place);
  form.set("setting", state.setting);
  const asked = state.columns.filter((column) => !column.key);
  form.set("columns", JSON.stringify(asked.map((column) => (column.response ? {response: column.response} : asColumn(column)))));
  if (source.kind === "sample") form.set("sample", source.name);
  else if (state.kept) form.set("kept", state.kept);
  else if (source.kind === "file") form.set("file", source.file);
  else if (byId("input").value.trim()) form.set("text", upToLimit(byId("input").value)[0]);
  else return null;
  return form;
}

/** Have the text and its columns made into an exercise for a class, and save it. */
async function saveExercise() {
  const form = formOfQuestion();
  if (!form) return;
  byId("exercise").disabled = true;
  try {
    const {content} = await sent("/exercise", form, () => "Making the exercise …");
    save(`${content.name.replace(/[^\w-]+/g, "-")}-exercise.html`, new Blob([content.html], {type: "text/html"}));
    say("The exercise is saved.");
  } catch (error) {
    failed(failureInWords(error));
  }
  working("", false);
  byId("exercise").disabled = false;
}

const copyOf = (value) => JSON.parse(JSON.stringify(value));

/** Say in the empty field what becomes of the sample or file whose text does not stand there. */
function tellInField(fate) {
  const {words} = state.source;
  byId("input").placeholder = words ? `${words} ${fate}. Type here for another text.` : "";
}

/** Hide what was shown of another text; the choice of another document stays where the file has been read. */
function showNothing(isRead = false) {
  Object.assign(state, {answer: null, at: -1, step: -1});
  if (!isRead) state.shown = null;
  byId("workspace").hidden = true;
  byId("setting-choice").hidden = true;
  if (!isRead) byId("document-choice").hidden = true;
  tellInField("is not shown");
}

function ended() {
  working("", false);
  byId("workspace").setAttribute("aria-busy", "false");
}

/** What the server is asked of a resolver. */
const asColumn = ({resolver, options: given, changes}) => ({resolver, options: given, changes: changes || []});

/** Take an answer and show it. */
function take(content, wanted) {
  const {answered} = content;
  const before = state.source.kind === "text" ? state.before : null;
  if (state.text?.words.join(" ") !== answered.text.words.join(" ") || JSON.stringify(state.drawn?.columns) !== JSON.stringify(wanted.columns)) guesses.clear();
  state.answer = content;
  Object.assign(state, wanted, {drawn: copyOf(wanted), wanted: null});
  options(byId("document"), content.documents.map((id, place) => [place, id]), content.place);
  byId("document-choice").hidden = content.documents.length < 2;
  const settings = Object.entries(content.settings).map(([id, meaning]) => [id, meaning]);
  options(byId("setting"), settings, content.setting);
  byId("setting-choice").hidden = settings.length < 2;
  tellInField("is shown below");
  Object.assign(state, {text: answered.text, given: answered.mentions, traces: answered.traces, rows: openedRows(answered.pronouns).sort((one, other) => one.offset - other.offset)});
  state.rowOf = new Map([...rowsOfSpeech(answered), ...state.rows].map((row) => [row.offset, row]));
  state.edit = flippedByEdit(before) || (before && before.words.join(" ") === state.text.words.join(" ") ? state.edit : null);
  if (!state.rowOf.has(state.at)) Object.assign(state, {at: -1, step: -1});
  state.why = Math.min(state.why, state.columns.length - 1);
  // The key explains nothing, so a resolver is asked first.
  if (state.at < 0 && state.columns[state.why].key) state.why = Math.max(0, state.columns.findIndex((column) => !column.key));
  byId("workspace").hidden = false;
  drawAll();
  state.before = answersBefore();
  if (opensTry) showTry();
  else if (isOpen()) bringIntoView();
  say(summaryInWords());
}

/** First and second persons as rows: they can be chosen, and nobody counts them. */
function rowsOfSpeech({text, mentions: given, speech, traces}) {
  const placeOf = new Map(given.spans.map(([start, end], position) => [`${start} ${end}`, position]));
  return given.spans.flatMap(([start, end, head], position) => {
    if (end - start > 1 || !"12".includes(given.features[position].split(" ")[2])) return [];
    const chosen = state.answer.columns.map((_, column) => {
      const span = (speech[head] || [])[column];
      return span ? placeOf.get(`${span[0]} ${span[1]}`) ?? -1 : -1;
    });
    const verdicts = chosen.map((found, column) => (found >= 0 ? "a" : (traces[head] || [])[column] ? "o" : "-")).join("");
    return [{place: 0, offset: head, sentence: sentenceAt(text, head), form: text.words[head].toLowerCase(), key: "", entity: given.entities[position][0] ?? -1, distance: -1, verdicts, chosen, cause: () => "", isSpeech: true}];
  });
}

function drawAll() {
  if (!state.answer) return;
  state.withheld = withheldPronoun();
  byId("differences").checked = state.differences;
  byId("guess").checked = state.guess;
  byId("add-column").disabled = state.columns.filter((column) => !column.key).length >= INDEX.most || state.columns.length >= INDEX.most;
  drawColumns();
  drawWhy();
  drawTry();
  drawEdit();
  writeAddress();
}

/** Go to the next pronoun, or the one before; with differences only, of those on which the columns differ. */
function step(by) {
  if (!state.answer) return;
  const rows = state.rows.filter((row) => !state.differences || differs(row));
  if (!rows.length) return;
  const at = rows.findIndex((row) => row.offset === state.at);
  // Between them may be open what is no pronoun to be answered: I, or you.
  const next = rows.findIndex((row) => row.offset > state.at);
  const between = by > 0 ? Math.max(0, next) : (next < 0 ? rows.length : next) - 1;
  const from = at >= 0 ? at + by : state.at >= 0 ? between : by > 0 ? 0 : rows.length - 1;
  openPronoun(rows[(from + rows.length) % rows.length].offset);
}

// --- the address: a sample's name or a text's hash, the columns, the pronoun, the step -------------------------------

/** What Back and Forward go between: a text that is typed is one, however often it changes, and so are a column's options. */
function questionOfAddress() {
  const {kind, name, words} = state.source;
  const columns = state.columns.map((column) => (column.key ? "key" : column.response || column.resolver));
  return JSON.stringify([kind, kind === "text" ? "" : name || words, state.place, state.setting, columns]);
}

/** A column in an address. */
function writtenColumn(column) {
  if (column.key) return "key";
  if (column.response) return `/${column.response}/${column.name}`;
  return [column.resolver, ...Object.entries(column.options).map(([option, value]) => `${option}:${value}`), ...(column.changes || []).map(([start, end, feature, values]) => `@${start}-${end}.${feature}:${values}`)].join(";");
}

/** The column that an address has written. */
function readColumn(text) {
  // A file of answers by the name that the server keeps it under; no resolver begins with a slash.
  const [, response, name] = /^\/([^/]+)\/(.*)$/s.exec(text) || [];
  if (response) return {response, name};
  const [written, ...given] = text.split(";");
  // A + that stands in an address as it is means a blank.
  const resolver = resolverNamed(written) ? written : written.replaceAll(" ", "+");
  const changes = given.map((each) => /^@(\d+)-(\d+)\.(number|gender):([spmfn]+)$/.exec(each)).filter(Boolean).map(([, start, end, feature, values]) => [Number(start), Number(end), feature, values]);
  const known = given.filter((each) => !each.startsWith("@"));
  return resolver === "key" ? {key: true} : {resolver, changes, options: Object.fromEntries(known.map((each) => each.split(/:(.*)/s).slice(0, 2)))};
}

const canBeAsked = (column) => Boolean(column.key || column.response || resolverNamed(column.resolver));

/** The column that makes room for the tried copy, null for none. */
function readAside(text) {
  const [, at, written] = /^([1-9]);(.+)$/s.exec(text) || [];
  const column = at && readColumn(written);
  return column && canBeAsked(column) ? {at: Number(at) - 1, column} : null;
}

/**
 * @param isAsked another question is a page of its own, to which Back returns; another pronoun or step is none.
 */
function writeAddress(isAsked = false) {
  const parts = new URLSearchParams();
  if (state.source.kind === "sample") parts.set("sample", state.source.name);
  else if (state.source.kept) parts.set("file", state.source.kept);
  else if (state.source.name) parts.set("text", state.source.name);
  for (const column of state.columns) parts.append("c", writtenColumn(column));
  if (state.place) parts.set("document", state.place);
  if (state.setting) parts.set("setting", state.setting);
  if (state.at >= 0) parts.set("at", state.at);
  if (state.at >= 0) parts.set("why", state.why + 1);
  if (state.step >= 0) parts.set("step", state.step + 1);
  if (state.differences) parts.set("differences", "1");
  if (state.guess) parts.set("guess", "1");
  if (state.trying >= 0) parts.set("try", state.trying + 1);
  if (state.aside) parts.set("aside", `${state.aside.at + 1};${writtenColumn(state.aside.column)}`);
  const isAnother = isAsked && questioned !== null && questioned !== questionOfAddress();
  if (isAsked) questioned = questionOfAddress();
  history[isAnother ? "pushState" : "replaceState"](null, "", `#${parts}`);
}

function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  state.wanted = null;
  questioned = null;
  const said = [];
  const asked = parts.getAll("c").slice(0, INDEX.most).map(readColumn);
  const columns = asked.filter(canBeAsked);
  const unknown = asked.filter((column) => !columns.includes(column)).map((column) => column.resolver);
  if (columns.length) state.columns = columns;
  const number = (name, otherwise) => (/^\d+$/.test(parts.get(name) || "") ? Number(parts.get(name)) : otherwise);
  Object.assign(state, {at: number("at", -1), why: Math.max(1, number("why", 1)) - 1, step: number("step", 0) - 1, place: number("document", 0), setting: parts.get("setting") || "", differences: parts.has("differences"), guess: parts.has("guess"), trying: Math.min(number("try", 0) - 1, state.columns.length - 2)});
  state.aside = state.trying >= 0 ? readAside(parts.get("aside") || "") : null;
  const sample = parts.get("sample");
  const isKnown = INDEX.samples.includes(sample);
  if (sample && !isKnown) said.push(`There is no sample ${sample}, so an example is shown.`);
  const [none, fate] = unknown.length === 1 ? ["There is no resolver", "it is left out"] : ["There are no resolvers", "they are left out"];
  if (unknown.length) said.push(`${none} ${unknown.join(", ")}; ${columns.length ? fate : `shown instead: ${state.columns.map(columnName).join(", ")}`}.`);
  if (isKnown) chooseSample(sample, false, said);
  else if (parts.has("file")) chooseKept(parts.get("file"), said);
  else {
    const hash = parts.get("text");
    const kept = hash && keptChoice(`text ${hash}`);
    byId("input").value = kept || EXAMPLE;
    missing = hash && kept === null ? {hash, open: {at: state.at, why: state.why, step: state.step}} : null;
    if (missing) {
      // A place in that text is none in the example.
      Object.assign(state, {at: -1, step: -1});
      said.push("The text of this address is not on this machine, so an example is shown; paste the text to restore the rest.");
    }
    typed(true, said);
  }
}

/** Ask, and say what of an address does not hold. */
async function askOfAddress(said) {
  await ask();
  if (said.length) failed([byId("failure").textContent, ...said].filter(Boolean).join(" "));
}

// --- the ways in -----------------------------------------------------------------------------------------------------

async function typed(fromAddress = false, said = []) {
  const text = byId("input").value;
  if (!fromAddress) Object.assign(state, {at: -1, step: -1, place: 0, setting: ""});
  state.kept = "";
  state.source = {kind: "text", name: ""};
  byId("sample").value = "";
  if (!text.trim()) {
    asking += 1;
    ended();
    failed("");
    showNothing();
    writeAddress();
    return;
  }
  const hash = await nameOf(text);
  if (byId("input").value !== text) return;
  state.source = {kind: "text", name: hash};
  if (missing?.hash === hash) {
    Object.assign(state, missing.open);
    missing = null;
  }
  keepChoice(`text ${hash}`, text);
  keepTexts(hash);
  await askOfAddress(said);
}

/** Keep the last few texts only. */
function keepTexts(hash) {
  const names = [hash, ...JSON.parse(keptChoice("texts") || "[]").filter((each) => each !== hash)];
  for (const old of names.slice(8)) { try { localStorage.removeItem(`text ${old}`); } catch { /* nothing is kept */ } }
  keepChoice("texts", JSON.stringify(names.slice(0, 8)));
}

function chooseSample(name, anew = true, said = []) {
  clearTimeout(waiting);
  if (anew) Object.assign(state, {at: -1, step: -1, place: 0, setting: ""});
  state.kept = "";
  state.source = {kind: "sample", name, words: `The sample ${name}`};
  byId("sample").value = name;
  byId("input").value = "";
  askOfAddress(said);
}

/** A file that the server keeps, as a key that was made on the page. */
function chooseKept(id, said = []) {
  clearTimeout(waiting);
  state.kept = id;
  state.source = {kind: "kept", name: id, kept: id, words: "The uploaded file"};
  byId("sample").value = "";
  byId("input").value = "";
  askOfAddress(said);
}

function openFile(file) {
  clearTimeout(waiting);
  Object.assign(state, {at: -1, step: -1, place: 0, setting: "", kept: ""});
  state.source = {kind: "file", name: "", file, words: `The file ${file.name}`};
  byId("sample").value = "";
  byId("input").value = "";
  return ask();
}
const openFiles = (files) => openFirst(files, openFile);

let waiting = 0;
byId("input").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(typed, TYPED_FOR);
});
byId("open-file").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", (event) => { if (event.target.files.length) openFiles([...event.target.files]); event.target.value = ""; });
byId("response-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const form = new FormData();
  form.set("file", file);
  event.target.value = "";
  let told;
  try {
    told = await answerTo("/files", {method: "POST", body: form});
  } catch (error) {
    failed(failureInWords(error));
    return;
  }
  ask(() => { state.columns[Number(byId("response-file").dataset.column)] = {response: told.kept, name: file.name}; });
});
for (const type of ["dragover", "drop"]) {
  document.addEventListener(type, (event) => {
    if (![...(event.dataTransfer?.types || [])].includes("Files")) return;
    event.preventDefault();
    if (type === "drop" && event.dataTransfer.files.length) openFiles([...event.dataTransfer.files]);
  });
}
options(byId("sample"), [["", "choose one"], ...INDEX.samples.map((sample) => [sample, sample.replaceAll("_", " ")])], "");
byId("sample").addEventListener("change", (event) => { if (event.target.value) chooseSample(event.target.value); });
byId("document").addEventListener("change", (event) => { Object.assign(state, {place: Number(event.target.value), at: -1, step: -1}); ask(); });
byId("setting").addEventListener("change", (event) => { state.setting = event.target.value; ask(); });
byId("previous").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("add-column").addEventListener("click", addColumn);
byId("exercise").addEventListener("click", saveExercise);
byId("try-it").addEventListener("click", toggleTry);
byId("differences").addEventListener("change", (event) => setDifferences(event.target.checked));
byId("guess").addEventListener("change", (event) => setGuess(event.target.checked));

function setGuess(on) {
  guesses.clear();
  Object.assign(state, {guess: on, guessed: null, step: -1});
  drawInView();
}

/** What changes how much of the text is shown leaves the open pronoun where it can be seen. */
function drawInView() {
  drawAll();
  if (isOpen()) bringIntoView();
}

function setDifferences(on) {
  state.differences = on;
  drawInView();
}

document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  const act = {
    n: () => step(1), p: () => step(-1),
    d: () => setDifferences(!state.differences),
    g: () => setGuess(!state.guess),
    t: toggleTry,
    s: () => goToStep(state.step < 0 ? 0 : -1),
    "/": () => byId("input").focus(),
    Escape: closeWhy,
    ArrowRight: () => state.step >= 0 && goToStep(state.step + 1),
    ArrowLeft: () => state.step > 0 && goToStep(state.step - 1),
  }[event.key];
  const number = /^[1-4]$/.test(event.key) ? Number(event.key) - 1 : -1;
  if (act && (state.answer || event.key === "/")) {
    if (event.key === "/" || (event.key.startsWith("Arrow") && state.step >= 0)) event.preventDefault();
    act();
  } else if (number >= 0 && isOpen() && number < state.columns.length) openPronoun(state.at, number);
});
addEventListener("hashchange", readAddress);
readAddress();
