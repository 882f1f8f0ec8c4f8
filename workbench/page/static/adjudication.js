"use strict";
// How two annotators' differences are settled, as pure functions: nothing here knows of the page.
//
// Items are pairs of marks, of A and of B, null where one has none: {start, end, head, parts, reference, chained,
// antecedent}; the antecedent is the number of an item, -1 for none. Decisions are by number of an item: "a", "b", or
// {antecedent, reference}, which is neither: another antecedent (-1: an entity of its own), how it refers (in no chain),
// or null for no mention at all.

const SIDES = {a: 0, b: 1};

/** The mark that stands for an item, null for none: what was decided; else what one of them has. */
function standing(items, decisions, number) {
  const [a, b] = items[number];
  const decided = decisions[number];
  if (decided === undefined) return a || b;
  if (decided === "a" || decided === "b") return items[number][SIDES[decided]];
  if (decided === null) return null;
  return {...(a || b), reference: decided.reference || "", chained: !decided.reference, antecedent: decided.reference ? -1 : decided.antecedent};
}

/** The nearest antecedent of an item that stands in the key; one that does not is left for its own antecedent. */
function standingAntecedent(items, decisions, number, isOpen) {
  const stands = (at) => at >= 0 && !isOpen(at) && standing(items, decisions, at)?.chained;
  const decided = decisions[number];
  if (decided && typeof decided === "object") return stands(decided.antecedent) ? decided.antecedent : -1;
  for (const side of decided ? [SIDES[decided]] : [0, 1]) {
    let at = items[number][side] ? items[number][side].antecedent : -1;
    // An open one is not passed over: what lies behind it would be decided by silence.
    while (at >= 0 && !isOpen(at) && !stands(at)) at = items[at][side] ? items[at][side].antecedent : -1;
    if (stands(at)) return at;
  }
  return -1;
}

/** The key that the decisions make, as key_state.js has it: chains are the closure of all links.
 *
 * Open differences are left out of it, so nothing is decided by silence.
 */
function adjudicated(items, differences, decisions) {
  const open = new Set(differences.filter((number) => decisions[number] === undefined));
  const isOpen = (number) => open.has(number);
  const chain = new Map();
  const root = (number) => { let at = number; while (chain.get(at) !== at) at = chain.get(at); return at; };
  const kept = items.map((_, number) => number).filter((number) => !isOpen(number) && standing(items, decisions, number));
  for (const number of kept) chain.set(number, number);
  for (const number of kept) {
    const antecedent = standing(items, decisions, number).chained ? standingAntecedent(items, decisions, number, isOpen) : -1;
    if (antecedent >= 0) chain.set(root(number), root(antecedent));
  }
  const numbers = new Map();
  return inTextOrder(kept.map((number) => {
    const {start, end, head, parts, reference, chained} = standing(items, decisions, number);
    if (chained && !numbers.has(root(number))) numbers.set(root(number), numbers.size + 1);
    return {start, end, head, parts, reference, chain: chained ? numbers.get(root(number)) : NO_CHAIN};
  }));
}

/** The chains of one annotator, or of any links: lists of numbers of items. */
function chainsOfSide(items, side) {
  const chains = [];
  const chainOf = new Map();
  items.forEach((marks, number) => {
    const mark = marks[side];
    if (!mark || !mark.chained) return;
    const place = mark.antecedent >= 0 ? chainOf.get(mark.antecedent) : chains.push([]) - 1;
    chains[place].push(number);
    chainOf.set(number, place);
  });
  return chains;
}
