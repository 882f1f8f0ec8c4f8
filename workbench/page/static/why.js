"use strict";
// Why a column answered a pronoun as it did: a sentence, two candidates factor by factor, all candidates, what was ruled out.

const isOpen = () => state.at >= 0 && state.rowOf.has(state.at);
const traceOf = (row, number) => (state.columns[number].key || failureOf(number) ? null : (state.traces[row.offset] || [])[sentPlace(number)]);

/** What is known of a pronoun in a column. */
const caseOf = (row, number) => ({...caseIn(row, sentPlace(number), traceOf(row, number)), number, against: state.against, options: state.columns[number].options || {}});
const hasKey = () => state.answer.has_key;
const isGuessing = () => state.guess && !state.guessed;
const answersTo = () => state.columns.flatMap((column, number) => (column.key || failureOf(number) ? [] : [[columnName(column), sentPlace(number)]]));

/** The pronoun whose outcome a class must not see before the last step; -1 for none. */
const withheldPronoun = () => (isOpen() && state.step >= 0 && state.step < framesOf(caseOf(rowAt(state.at), state.why)).length - 1 ? state.at : -1);

function goToStep(number) {
  if (!isOpen()) return;
  const found = caseOf(rowAt(state.at), state.why);
  // Without candidates there is nothing to go through, and no button offers it.
  state.step = number < 0 || !found.candidates.length ? -1 : Math.min(number, framesOf(found).length - 1);
  drawAll();
}

/** The case whose candidates a class chooses from: the open column's, or that of the first with a trace. */
function guessedCase(row) {
  const first = state.columns.findIndex((_, number) => traceOf(row, number));
  return caseOf(row, traceOf(row, state.why) || first < 0 ? state.why : first);
}

const pronounsToGuess = () => state.rows.length;

function guessed(position) {
  state.guessed = {position};
  countGuess(guessedCase(rowAt(state.at)), state.at);
  drawInView();
  say(byId("why").querySelector(".guessed").textContent);
}

function setAgainst(found, number) {
  state.against = number;
  drawWhy();
}

/** The choice in one sentence, as elements. */
function sentenceOf(found) {
  const {row, number, trace, place} = found;
  const column = state.columns[number];
  if (column.key) return row.key ? ["The key has ", name(row.key), " as what ", name(row.form), " refers to."] : ["In the key ", name(row.form), " takes up no earlier mention."];
  if (failureOf(number)) return [`This column has no answer: ${failureOf(number)}.`];
  if (row.isSpeech) return speechInWords(found);
  return column.response ? fileInWords(row, place) : choiceInWords(found);
}

/** What a column made of a first or second person, as elements. */
function speechInWords({row, number, trace, place}) {
  if (state.columns[number].response) return ["Files give no answers for first and second persons; the brackets show the chains."];
  if (!trace) return ["It answers third persons only. ", element("em", {}, "Several, joined…"), " in the choice of the column adds a resolver that says who is meant by ", name(state.text.words[row.offset]), "."];
  // Ids of mentions mean nothing to a reader.
  const note = trace.o && /^stands for/.test(trace.o) ? [` It ${trace.o.replace(/ \([^()]*\d\)/g, "")}.`] : [];
  const chosen = answerOf(row, place);
  if (chosen) return [name(chosen), `: ${WORDS.rules[trace.r] || trace.r}.`, ...note];
  return [`No antecedent: ${WORDS.no_answer[trace.r] || trace.r}.`, ...note];
}

/** Open the pronoun at a word, and why a column answered it. */
function openPronoun(offset, number = state.why) {
  state.at = offset;
  state.why = Math.max(0, Math.min(number, state.columns.length - 1));
  // Who goes step by step does so with the next pronoun too.
  state.step = Math.min(state.step, 0);
  state.guessed = null;
  state.against = -1;
  drawAll();
  const row = rowAt(offset);
  say(state.guess ? `${row.form}: what does it refer to?` : byId("why").querySelector(".why-sentence")?.textContent || "");
  bringIntoView();
}

function closeWhy() {
  state.at = -1;
  state.step = -1;
  drawAll();
}

/** Scroll the pronoun's sentence to where nothing covers it. */
function bringIntoView() {
  const pronoun = byId("text").querySelector(`[data-key="${state.why}/${state.at}"]`) || byId("text").querySelector(".pronoun.selected");
  if (!pronoun) return;
  const panel = byId("why").getBoundingClientRect();
  const covered = panel.top > 40 && getComputedStyle(byId("why")).position === "fixed" ? panel.top : innerHeight;
  const {top, bottom} = pronoun.getBoundingClientRect();
  const head = document.querySelector(".text > .head").getBoundingClientRect();
  const above = Math.max(0, head.bottom) + 60;
  if (top < above || bottom > covered - 40) scrollBy({top: top - above - Math.max(0, (covered - above) / 3), behavior: "instant"});
}

function drawWhy() {
  const panel = byId("why");
  panel.hidden = !isOpen();
  byId("workspace").classList.toggle("with-why", isOpen());
  if (!isOpen()) return;
  const row = rowAt(state.at);
  const found = caseOf(row, state.why);
  const frames = framesOf(found);
  const stepping = state.step >= 0 && found.candidates.length > 0;
  if (state.step >= frames.length) state.step = frames.length - 1;
  const frame = stepping ? frames[state.step] : frames[frames.length - 1];
  const parts = [element("header", {class: "why-head"},
    element("h2", {}, "“", state.text.words[row.offset], "” in sentence ", String(row.sentence + 1)),
    element("span", {class: "group"}, element("button", {type: "button", "aria-label": "Previous pronoun", "data-key": "why back", onclick: () => step(-1)}, "‹"), element("button", {type: "button", "aria-label": "Next pronoun", "data-key": "why on", onclick: () => step(1)}, "›"), element("button", {type: "button", "aria-label": "Close why", onclick: closeWhy}, "×")))];
  if (isGuessing()) parts.push(...guessing(guessedCase(row)));
  else {
    if (state.guessed) parts.push(guessedInWords(row));
    if (state.columns.length > 1) parts.push(tabsOfColumns(row));
    if (stepping) parts.push(captionOf(frames, state.step));
    else {
      parts.push(element("p", {class: "why-sentence"}, ...sentenceOf(found).filter(Boolean)));
      if (!state.columns[state.why].key && row.key && state.answer.has_key) parts.push(verdictOf(row));
    }
    if (found.trace && found.candidates.length) parts.push(stepButtons(frames, state.step, goToStep));
    else if (state.step >= 0) parts.push(nothingToStep(goToStep));
    if (found.trace) parts.push(stepping ? null : barsOf(found), tableOfCandidates(found, frame), listOfRules(found, frame), listOfRemoved(found, frame));
    if (found.trace && found.candidates.length && !stepping) parts.push(...figureRows(found, columnName(state.columns[state.why]), otherCases(row)));
  }
  const focused = document.activeElement?.dataset?.key;
  panel.replaceChildren(...parts.filter(Boolean));
  if (focused && !document.activeElement?.dataset?.key) panel.querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
}

/** The cases of the other columns that say why, each with its column's name, the next one first. */
function otherCases(row) {
  const numbers = state.columns.map((_, number) => (state.why + 1 + number) % state.columns.length).slice(0, -1);
  return numbers.filter((number) => traceOf(row, number)?.f !== undefined).map((number) => [caseOf(row, number), columnName(state.columns[number])]);
}

function verdictOf(row) {
  const verdict = VERDICTS[row.verdicts[sentPlace(state.why)]];
  const cause = row.cause(sentPlace(state.why));
  return element("p", {class: "why-verdict"}, element("span", {class: `verdict ${verdict.name}`}, `${verdict.sign} ${verdict.text}`), " The key has ", name(row.key), cause ? `. Cause: ${cause}.` : ".");
}

function tabsOfColumns(row) {
  return element("div", {class: "why-tabs", role: "group", "aria-label": "Column"}, ...state.columns.map((column, number) => {
    const verdict = column.key || failureOf(number) ? null : VERDICTS[row.verdicts[sentPlace(number)]];
    const answer = column.key ? row.key || "no anaphor" : verdict ? answerOf(row, sentPlace(number)) || verdict.text : "no answer";
    const sign = state.answer.has_key && verdict ? `${verdict.sign} ` : "";
    const outcome = row.offset === state.withheld ? [] : [`: ${sign}`, element("em", {}, answer)];
    return element("button", {type: "button", "data-key": `tab ${number}`, "aria-pressed": String(number === state.why), onclick: () => openPronoun(row.offset, number)}, `${number + 1} ${columnName(column)}`, ...outcome);
  }));
}
