"use strict";
// Making a key: opening a text, choosing phrases, putting them into chains, saving; all of it by keys.

const maker = {opened: null, history: begunWith([]), chosen: null, anchor: 0, origin: null, waiting: "", merging: false, phrases: true, draft: "", isKept: true};
let opening = 0;

function say(words) {
  // The same words twice are said twice only if they were gone between.
  byId("said").textContent = "";
  byId("said").textContent = words;
}

// --- opening ----------------------------------------------------------------------------------------------------------

/** Ask the server for a text, a file, a sample or a key; more says what is to be done with what comes. */
async function open(fields, more = {}) {
  opening += 1;
  const mine = opening;
  const form = new FormData();
  for (const [name, value] of Object.entries({tab: TAB, resolver: byId("proposer").value, ...fields})) form.set(name, value);
  failed("");
  beginning("Sending …", true);
  try {
    const told = await answerTo("/key/open", {method: "POST", body: form, signal: cancelSignal()});
    await jobEnded(told.job, "key", (state) => beginning(state.state === "waiting" ? waitingInWords(state) : "Reading and finding noun phrases …", true), () => mine === opening);
    const opened = await answerTo(`/jobs/${told.job}`);
    if (mine !== opening) return;
    beginning("", false);
    maker.fields = fields;
    await take(opened, more);
  } catch (error) {
    if (mine !== opening) return;
    beginning("", false);
    failed(failureInWords(error));
  }
}

function beginning(words, busy) {
  working(words, busy);
  byId("begin").disabled = busy;
}

/** Take an opened text; a draft of the same words goes on, and a key that the file has is one step after it. */
async function take(opened, {name = "", keepsKey = false} = {}) {
  const {form} = opened;
  if (name) form.id = name;
  const id = keepsKey ? maker.draft : await nameOf(form.words.join(" "));
  const draft = keepsKey ? {key: maker.history.key, name: byId("name").value} : draftOf(id);
  let history = keepsKey ? maker.history : begunWith(draft ? draft.key : form.mentions);
  if (!keepsKey && draft && form.mentions.length) history = done(history, form.mentions, "the file was opened");
  Object.assign(maker, {opened, draft: id, chosen: null, origin: null, waiting: "", merging: false, history});
  byId("name").value = draft ? draft.name : form.id;
  options(byId("document"), opened.documents.map((each, place) => [place, each]), opened.place);
  byId("document-choice").hidden = opened.documents.length < 2;
  const notes = [opened.note, opened.left_out.length ? `Not in the key that you save: ${opened.left_out.join("; ")}.` : ""].filter(Boolean);
  byId("left-out").hidden = !notes.length;
  byId("left-out").textContent = notes.join(" ");
  show();
  const again = draft && !keepsKey ? " Your draft of this text goes on." : "";
  say(`${form.words.length} words, ${pronounsInWords(pronouns().length)}.${again}`);
  keep(history.before.length > 0);
}

function openDraft(id) {
  const draft = draftOf(id);
  if (!draft) return false;
  Object.assign(maker, {opened: draft.opened, history: begunWith(draft.key), draft: id, chosen: null, origin: null, waiting: "", merging: false});
  byId("name").value = draft.name;
  byId("proposer").value = draft.opened.resolver;
  byId("document-choice").hidden = true;
  byId("left-out").hidden = true;
  show();
  say("Your draft is open.");
  // What was made of two annotators' keys comes without noun phrases and proposals.
  if (draft.opened.isBare) open({key: JSON.stringify(formNow())}, {keepsKey: true});
  return true;
}

function show() {
  byId("entry").open = false;
  byId("workspace").hidden = false;
  maker.pronounNames = new Set(pronouns().map(spanName));
  history.replaceState(null, "", `#draft=${maker.draft}`);
  drawText(true);
  drawPanels();
  byId("text").focus({preventScroll: true});
}

/** Keep the draft, and say whether the browser does. */
function keep(isChanged = true) {
  const isKept = keepDraft(maker.draft, {name: byId("name").value, opened: maker.opened, key: maker.history.key}, isChanged);
  byId("kept").textContent = isKept ? "Kept in this browser." : "This browser cannot keep drafts: save the key as a file.";
  byId("kept").classList.toggle("failure", !isKept);
  drawDrafts();
}

/** What another tab has made of this draft is a step here, too, as the next step here would write over it. */
function takeFromOtherTab({key, newValue}) {
  if (!maker.opened || key !== `key draft ${maker.draft}` || !newValue) return;
  const draft = JSON.parse(newValue);
  byId("name").value = draft.name;
  if (JSON.stringify(draft.key) === JSON.stringify(maker.history.key)) return;
  maker.history = done(maker.history, draft.key, "a change in another tab");
  Object.assign(maker, {waiting: "", merging: false});
  drawText();
  drawPanels();
  say("Another tab has changed this key.");
}

function drawDrafts() {
  const drafts = listedDrafts();
  byId("drafts").hidden = !drafts.length;
  byId("draft-list").replaceChildren(...drafts.map(({id, name, words, when}) => element("li", {},
    element("button", {type: "button", onclick: () => openDraft(id)}, `${name}, ${words} words, ${new Date(when).toLocaleString()}`),
    element("button", {type: "button", class: "quiet", "aria-label": `Forget the draft ${name}`, onclick: () => { forgetDraft(id); drawDrafts(); }}, "Forget"))));
}

// --- choosing ---------------------------------------------------------------------------------------------------------

const pronouns = () => maker.opened.phrases.filter((phrase) => phrase.pronoun);
const isPronounSpan = (span) => maker.pronounNames.has(spanName(span));

/** The phrases that hold a word, the shortest first: mentions of the key, noun phrases, the word alone. */
function spansAt(at) {
  const spans = [...maker.history.key, ...maker.opened.phrases, {start: at, end: at + 1}].filter(({start, end}) => start <= at && at < end);
  return [...new Map(spans.map((span) => [spanName(span), span])).values()].sort((one, other) => one.end - one.start - (other.end - other.start)).map(({start, end}) => ({start, end}));
}

/** What a click on a word chooses: the mention there, else the noun phrase of which it is the head, else the word. */
function firstSpanAt(at) {
  const holds = ({start, end}) => start <= at && at < end;
  const shortest = (spans) => spans.reduce((one, other) => (!one || other.end - other.start < one.end - one.start ? other : one), null);
  return shortest(maker.history.key.filter(holds)) || shortest(maker.opened.phrases.filter((phrase) => holds(phrase) && phrase.head === at)) || {start: at, end: at + 1};
}

function choose({start, end}, anchor = start, origin = null) {
  Object.assign(maker, {chosen: {start, end}, anchor, origin, waiting: "", merging: false});
  drawText();
  drawPanels();
  showChosen();
  say(`${wordsOf(maker.chosen)}: ${stateInWords(maker.chosen)}${proposalInWords()}`);
}

/** The phrase from where it was begun to another word. */
function extendTo(at) {
  if (!maker.chosen) { choose({start: at, end: at + 1}); return; }
  const {anchor, chosen} = maker;
  const origin = maker.origin || (mentionAt(maker.history.key, chosen) ? chosen : null);
  choose({start: Math.min(anchor, at), end: Math.max(anchor, at) + 1}, anchor, origin);
}

function moveTo(at) {
  const last = maker.opened.form.words.length - 1;
  const place = Math.max(0, Math.min(last, at));
  choose({start: place, end: place + 1});
}

/** The next or the previous of some spans, round the end of the text. */
function step(spans, by) {
  if (!spans.length) { say("There is none."); return; }
  const sorted = inTextOrder(spans);
  const {start, end} = maker.chosen || {start: by > 0 ? -1 : Infinity, end: Infinity};
  const isAfter = (span) => span.start > start || (span.start === start && span.end < end);
  const isBefore = (span) => span.start < start || (span.start === start && span.end > end);
  const found = by > 0 ? sorted.find(isAfter) || sorted[0] : sorted.findLast(isBefore) || sorted[sorted.length - 1];
  choose(found);
}

function longerPhrase() {
  if (!maker.chosen) return;
  const spans = spansAt(maker.anchor >= maker.chosen.start && maker.anchor < maker.chosen.end ? maker.anchor : maker.chosen.start);
  const at = spans.findIndex((span) => sameSpan(span, maker.chosen));
  choose(spans[(at + 1) % spans.length], maker.anchor);
}

function sentenceStep(by) {
  const {sentences} = maker.opened.form;
  const from = maker.chosen ? sentenceOf(maker.chosen.start) + by : 0;
  moveTo(sentences[Math.max(0, Math.min(sentences.length - 1, from))][0]);
}

/** What the resolver proposes for a span: {antecedent}, null where that is none; or null for no proposal. */
function proposalFor(span) {
  const {phrases, proposals} = maker.opened;
  const place = phrases.findIndex((phrase) => sameSpan(phrase, span));
  const proposed = proposals.find(([anaphor]) => anaphor === place);
  if (!proposed || (proposed[1] < 0 && !phrases[place].pleonastic)) return null;
  if (proposed[1] < 0) return {antecedent: null};
  const phrase = phrases[proposed[1]];
  // The key may have it with other boundaries.
  return {antecedent: mentionAt(maker.history.key, phrase) || maker.history.key.find((mention) => mention.head === phrase.head && mention.chain !== NO_CHAIN) || phrase};
}

function proposalInWords() {
  const proposal = proposalFor(maker.chosen);
  if (!proposal || mentionAt(maker.history.key, maker.chosen)) return "";
  return proposal.antecedent ? `. Proposed: ${wordsOf(proposal.antecedent, 40)}` : ". Proposed: it refers to nothing";
}

// --- what changes the key ---------------------------------------------------------------------------------------------

/** Take another key as the present one; returns what is said of it. */
function change(key, what) {
  maker.history = done(maker.history, key, what);
  Object.assign(maker, {waiting: "", merging: false});
  drawText();
  drawPanels();
  keep();
  return maker.chosen ? `${wordsOf(maker.chosen)}: ${stateInWords(maker.chosen)}` : what;
}

const withHeadOf = (span) => ({...span, head: (maker.opened.phrases.find((phrase) => sameSpan(phrase, span)) || {head: headOf(span, maker.opened.governors)}).head});

function onChosen(does) {
  if (!maker.chosen) { say("Choose a phrase first."); return; }
  does(withHeadOf(maker.chosen), mentionAt(maker.history.key, maker.chosen));
}

const makeNewChain = () => onChosen((span) => say(change(inNewChain(maker.history.key, span), `“${wordsOf(span, 24)}” began a chain`)));
const removeChosen = () => onChosen((span, mention) => say(mention ? change(without(maker.history.key, span), `“${wordsOf(span, 24)}” was removed`) : "It is not in the key."));
const setHead = (at) => onChosen((span, mention) => mention && say(`${change(withHead(maker.history.key, span, at), "another head")}. Head: ${maker.opened.form.words[at]}`));
const nextHead = () => onChosen(({start, end}, mention) => (mention ? setHead(mention.head + 1 < end ? mention.head + 1 : start) : say("It is not in the key.")));
const splitHere = () => onChosen((span, mention) => say(mention && mention.chain !== NO_CHAIN ? change(split(maker.history.key, span), "a chain was split") : "It is in no chain."));

function addTo(number) {
  onChosen((span, mention) => {
    const {key} = maker.history;
    if (!chainsOf(key).some((chain) => chain.number === number)) {
      Object.assign(maker, {waiting: "", merging: false});
      drawPanels();
      say(`There is no chain ${number}; c begins a new one.`);
    } else if (maker.merging) {
      say(change(merged(key, mention.chain, number), `chains ${mention.chain} and ${number} became one`));
    } else say(change(inChain(key, span, number), `“${wordsOf(span, 24)}” to chain ${number}`));
  });
}

function beginMerge() {
  onChosen((span, mention) => {
    if (!mention || mention.chain === NO_CHAIN) { say("It is in no chain."); return; }
    Object.assign(maker, {merging: true, waiting: ""});
    drawPanels();
    say(`Merge chain ${mention.chain} with which chain? Type its number; Escape cancels.`);
  });
}

function digit(typed) {
  if (typed === "0" && !maker.waiting) { markNotAnaphoric(); return; }
  const {waiting, number} = digitTyped(maker.waiting, typed, chainsOf(maker.history.key).map((chain) => chain.number));
  maker.waiting = waiting;
  if (number) { addTo(number); return; }
  drawPanels();
  say(`Chain ${waiting}: another digit, or Enter.`);
}

function markNotAnaphoric() {
  onChosen((span, mention) => {
    if (!isPronounSpan(span)) { say("Only a pronoun can be marked as not anaphoric."); return; }
    const at = mention && mention.chain === NO_CHAIN ? KEPT_IN.indexOf(mention.reference) + 1 : 0;
    say(change(notAnaphoric(maker.history.key, span, KEPT_IN[at % KEPT_IN.length]), `“${wordsOf(span)}” is not anaphoric`));
  });
}

/** Enter: the digits that were typed, else the proposal. */
function accept() {
  if (maker.waiting) { addTo(Number(maker.waiting)); return; }
  onChosen((span) => {
    const proposal = proposalFor(span);
    if (!proposal) { say("It has no proposal."); return; }
    const {key} = maker.history;
    say(change(proposal.antecedent ? linked(key, span, proposal.antecedent) : notAnaphoric(key, span, "pleonastic"), `a proposal for “${wordsOf(span, 24)}”`));
  });
}

function moveBoundaries() {
  const {origin, history} = maker;
  if (!origin || !mentionAt(history.key, origin)) { say("Choose a mention, then a longer or shorter phrase."); return; }
  onChosen((span) => {
    maker.origin = null;
    say(change(withSpan(history.key, origin, span), "other boundaries"));
  });
}

function travel(to, empty) {
  const history = to(maker.history);
  if (history === maker.history) { say(empty); return; }
  const what = to === undone ? history.after[history.after.length - 1].what : history.before[history.before.length - 1].what;
  maker.history = history;
  change(history.key, "");
  say(`${to === undone ? "Taken back" : "Done again"}: ${what}.`);
}

const undo = () => travel(undone, "There is nothing to undo.");
const redo = () => travel(redone, "There is nothing to redo.");

function stop() {
  if (maker.waiting || maker.merging) {
    Object.assign(maker, {waiting: "", merging: false});
    say("Stopped.");
  } else Object.assign(maker, {chosen: null, origin: null});
  drawText();
  drawPanels();
}

// --- saving -----------------------------------------------------------------------------------------------------------

/** The key as the server takes it. */
const formNow = () => ({...maker.opened.form, id: byId("name").value.trim() || "text", mentions: maker.history.key});

async function sendKey(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries({key: JSON.stringify(formNow()), ...fields})) form.set(name, value);
  return answerTo("/key/save", {method: "POST", body: form});
}

async function save() {
  byId("save-failure").textContent = "";
  try {
    const {name, content, lost} = await sendKey({format: byId("format").value});
    const link = element("a", {download: name, href: URL.createObjectURL(new Blob([content], {type: "text/plain"}))});
    link.click();
    URL.revokeObjectURL(link.href);
    byId("lost").textContent = lost.length ? `Not in the file, as ${byId("format").value} has no place for it: ${lost.join("; ")}.` : "";
    say(`${name} is saved. ${byId("lost").textContent}`);
  } catch (error) {
    byId("save-failure").textContent = failureInWords(error);
  }
}

async function score() {
  try {
    const {kept} = await sendKey({format: "np-xml", keep: "1"});
    location.href = `/#file=${encodeURIComponent(kept)}&c=key&c=mitkov&c=kennedy-boguraev`;
  } catch (error) {
    byId("save-failure").textContent = failureInWords(error);
  }
}
