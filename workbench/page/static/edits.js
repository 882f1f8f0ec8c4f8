"use strict";
// What an edit of the text flips: pronouns that were there before, and that a column now answers otherwise.

const LONGEST_EDIT = 12;
const sentColumns = () => state.columns.map((_, number) => number).filter((number) => !state.columns[number].key && !failureOf(number));

/** The answers as they are, to be set against those after an edit. */
function answersBefore() {
  const columns = sentColumns();
  const of = (row, number) => {
    const position = leadsTo(row, sentPlace(number));
    return {head: position < 0 ? -1 : state.given.spans[position][2], words: answerOf(row, sentPlace(number)) || "none"};
  };
  return {words: state.text.words, asked: JSON.stringify(state.columns), rows: state.rows.map((row) => ({row, answers: columns.map((number) => of(row, number))}))};
}

/** The pronouns whose answers an edit has flipped; null where it is another text. */
function flippedByEdit(before) {
  const {words} = state.text;
  if (!before || before.asked !== JSON.stringify(state.columns)) return null;
  const shorter = Math.min(words.length, before.words.length);
  let start = 0;
  while (start < shorter && words[start] === before.words[start]) start += 1;
  let end = 0;
  while (end < shorter - start && words[words.length - 1 - end] === before.words[before.words.length - 1 - end]) end += 1;
  const [removed, added] = [before.words.length - start - end, words.length - start - end];
  const changed = Math.max(removed, added);
  // Of two texts that share a full stop neither is an edit of the other.
  if (!changed || changed > LONGEST_EDIT || start + end < changed || !before.rows.length) return null;
  // A word for a word stays where it is; of other edits nobody knows what became of what.
  const moved = (at) => (at < start || (removed === added && at < start + removed) ? at : at >= start + removed ? at + added - removed : -1);
  const columns = sentColumns();
  const flipped = before.rows.flatMap(({row, answers}) => {
    const now = rowAt(moved(row.offset));
    if (!now) return [];
    return columns.flatMap((number, at) => {
      const position = leadsTo(now, sentPlace(number));
      const head = position < 0 ? -1 : state.given.spans[position][2];
      const was = answers[at].head < 0 ? -1 : moved(answers[at].head);
      return was === head && (was >= 0 || answers[at].head < 0) ? [] : [{row: now, number, was: answers[at].words}];
    });
  });
  return {flipped, same: before.rows.length};
}

function drawEdit() {
  const {edit} = state;
  byId("edit").hidden = !edit;
  if (!edit) return;
  const list = edit.flipped.slice(0, 40).map(({row, number, was}) => element("li", {},
    element("button", {type: "button", onclick: () => openPronoun(row.offset, number)}, `${row.form}, sentence ${row.sentence + 1}, ${columnName(state.columns[number])}`),
    " ", element("s", {}, was), " → ", name(answerOf(row, sentPlace(number)) || "none")));
  byId("edit").replaceChildren(
    element("p", {}, list.length ? element("strong", {}, `The edit changes ${edit.flipped.length} ${edit.flipped.length === 1 ? "answer" : "answers"}.`) : "The edit changes no answer."),
    element("ul", {class: "flips"}, ...list));
}
