"use strict";
// The state of a key that is being made, as pure functions: nothing here knows of the page.
//
// A key is a list of mentions in text order, each {start, end, head, chain, reference, parts}: words start to end
// (exclusive), the offset of the head, the number of its chain (0 for none), how it refers where that was said, and the
// stretches of a discontinuous mention. A key is never changed; each act gives another one.

const MOST_UNDONE = 500;
const NO_CHAIN = 0;

const sameSpan = (one, other) => one.start === other.start && one.end === other.end;
const spanName = ({start, end}) => `${start}-${end}`;
const inTextOrder = (mentions) => [...mentions].sort((one, other) => one.start - other.start || other.end - one.end);
const mentionAt = (key, span) => key.find((mention) => sameSpan(mention, span)) || null;
const without = (key, span) => key.filter((mention) => !sameSpan(mention, span));

/** Chains by number, in the order of their numbers, each with its mentions in text order. */
function chainsOf(key) {
  const chains = new Map();
  for (const mention of key) if (mention.chain !== NO_CHAIN) chains.set(mention.chain, [...(chains.get(mention.chain) || []), mention]);
  return [...chains].sort(([one], [other]) => one - other).map(([number, members]) => ({number, members}));
}

/** The smallest number that no chain has. */
function freeNumber(key) {
  const taken = new Set(key.map((mention) => mention.chain));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

/** A phrase in a chain; a mention that is there already moves, its head stays. */
function inChain(key, span, number) {
  const there = mentionAt(key, span);
  const mention = {start: span.start, end: span.end, head: there ? there.head : span.head, chain: number, reference: "", parts: there ? there.parts : []};
  return inTextOrder([...without(key, span), mention]);
}

const inNewChain = (key, span) => inChain(key, span, freeNumber(key));

/** A pronoun that no chain has, with the way in which it refers: "pleonastic", "clausal", "exophoric" … */
function notAnaphoric(key, span, reference) {
  return inTextOrder([...without(key, span), {start: span.start, end: span.end, head: span.head, chain: NO_CHAIN, reference, parts: []}]);
}

/** The anaphor in the chain of the antecedent, which begins a new one where it is in none. */
function linked(key, anaphor, antecedent) {
  const there = mentionAt(key, antecedent);
  const begun = there && there.chain !== NO_CHAIN ? key : inNewChain(key, antecedent);
  return inChain(begun, anaphor, mentionAt(begun, antecedent).chain);
}

/** Two chains as one, under the smaller of their numbers. */
function merged(key, one, other) {
  const [kept, gone] = one < other ? [one, other] : [other, one];
  return key.map((mention) => (mention.chain === gone ? {...mention, chain: kept} : mention));
}

/** A chain as two: the mention and those after it begin another one. */
function split(key, span) {
  const {chain} = mentionAt(key, span);
  const number = freeNumber(key);
  const begins = key.findIndex((mention) => sameSpan(mention, span));
  return key.map((mention, place) => (mention.chain === chain && place >= begins ? {...mention, chain: number} : mention));
}

/** A mention with another head. */
const withHead = (key, span, head) => key.map((mention) => (sameSpan(mention, span) ? {...mention, head} : mention));

/** A mention with other boundaries; its head stays where it is still inside, else it is that of the new phrase. */
function withSpan(key, before, after) {
  const {head, chain, reference} = mentionAt(key, before);
  const inside = after.start <= head && head < after.end;
  const moved = {start: after.start, end: after.end, head: inside ? head : after.head, chain, reference, parts: []};
  return inTextOrder([...without(without(key, before), after), moved]);
}

/** The head of a phrase: its first word whose governor lies outside. */
function headOf({start, end}, governors) {
  for (let at = start; at < end; at += 1) if (governors[at] < start || governors[at] >= end) return at;
  return end - 1;
}

/** The pronouns of which nothing has been said yet. */
function openPronouns(key, pronouns) {
  const said = new Set(key.map(spanName));
  return pronouns.filter((pronoun) => !said.has(spanName(pronoun)));
}

// --- what was done, undone and done again -----------------------------------------------------------------------------

const begunWith = (key) => ({key, before: [], after: []});

/** Something more was done; what says it in words. An act that changes nothing is not kept. */
function done(history, key, what) {
  if (JSON.stringify(key) === JSON.stringify(history.key)) return history;
  return {key, before: [...history.before, {key: history.key, what}].slice(-MOST_UNDONE), after: []};
}

function undone(history) {
  if (!history.before.length) return history;
  const {key, what} = history.before[history.before.length - 1];
  return {key, before: history.before.slice(0, -1), after: [...history.after, {key: history.key, what}]};
}

function redone(history) {
  if (!history.after.length) return history;
  const {key, what} = history.after[history.after.length - 1];
  return {key, before: [...history.before, {key: history.key, what}], after: history.after.slice(0, -1)};
}

// --- a number of several digits, key by key ---------------------------------------------------------------------------

/** What a digit makes of the digits before it, where chains have these numbers.
 *
 * "number" is complete where no chain has a longer number that begins with it; until then "waiting" holds its digits.
 */
function digitTyped(waiting, digit, numbers) {
  const digits = `${waiting}${digit}`;
  const longer = numbers.some((number) => String(number).length > digits.length && String(number).startsWith(digits));
  return longer ? {waiting: digits, number: 0} : {waiting: "", number: Number(digits)};
}
