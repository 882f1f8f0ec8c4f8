"use strict";
// Step by step: a case as a row of frames, each with a sentence and what is shown by then; and guess first.
// The page that shows them says by guessed(position) what was guessed, by answersTo(row) who
// answered, by pronounsToGuess() how many there are, and by hasKey() whether answers can be judged.

// All of a case at once.
const WHOLE = {shown: {has: () => true}, crossed: () => true, lit: -1, scored: true, winner: true, rules: Infinity, walk: Infinity, values: (candidate) => candidate.values};

/** How many candidates there are, and where. */
function candidatesInWords(candidates) {
  const after = candidates.filter((candidate) => candidate.after).length;
  const there = candidates.length === 1 ? "There is one candidate" : `There are ${candidates.length} candidates`;
  if (!after) return [`${there} before it`];
  return [after === candidates.length ? `${there} after it` : `${there}, ${after} of them after it`];
}

/** What a factor gives candidates: those that gain by it, then those that lose, each group with what it says of them. */
function factorInGroups(factor, gets, valueOf) {
  const groups = [1, -1].map((sign, at) => [gets.filter((candidate) => sign * candidate.values[factor] > 0), (WORDS.factors[factor] || [])[at]]).filter(([group]) => group.length);
  return groups.flatMap(([group, words], number) => [
    number ? "; " : "",
    ...group.slice(0, 4).flatMap((candidate, at) => [at ? ", " : "", name(candidate.words), " ", signed(valueOf(candidate))]), group.length > 4 ? " …" : "",
    words ? ` (${group.length > 1 ? "each" : "it"} ${words})` : ""]);
}

// Learned resolvers have hundreds of factors; no class follows more than so many, one after the other.
const MOST_TOLD = 20;

/** The factors that are told one by one, those that tell the ranked candidates apart most; and the others. */
function factorsToTell(factors, ranked) {
  const apart = new Map(factors.map((factor) => {
    const values = ranked.map((candidate) => candidate.values[factor] || 0);
    return [factor, Math.max(...values) - Math.min(...values)];
  }));
  const told = new Set(factors.filter((factor) => factor !== NOT_KEPT).sort((one, other) => apart.get(other) - apart.get(one)).slice(0, MOST_TOLD));
  return [factors.filter((factor) => told.has(factor)), factors.filter((factor) => !told.has(factor))];
}

/** The frames of a case; the last one is the whole. */
function framesOf(found) {
  const {trace, candidates, removed, ranked, weighed, factors, options: own} = found;
  if (!trace) return [WHOLE];
  const all = new Set(candidates.map((candidate) => candidate.number));
  const nothing = {shown: new Set(), crossed: () => false, lit: -1, scored: false, winner: false, rules: 0, walk: 0, values: () => ({})};
  const whole = {...WHOLE, caption: choiceInWords(found).filter(Boolean)};
  const frames = [{...nothing, caption: ["Who or what can ", name(found.row.form), " be?"]}];
  const add = (change, ...caption) => frames.push({...frames[frames.length - 1], lit: -1, ...change, caption});
  if (candidates.length) add({shown: all}, ...candidatesInWords(candidates), own.window ? " in the window." : ".");
  const gone = new Set();
  for (const filter of [...new Set(removed.map((candidate) => candidate.filter || (candidate.rules[0] || ["the same entity"])[0]))]) {
    const by = removed.filter((candidate) => (candidate.filter || (candidate.rules[0] || ["the same entity"])[0]) === filter);
    by.forEach((candidate) => gone.add(candidate.number));
    const crossed = new Set(gone);
    if (filter === "the same entity") {
      add({crossed: (candidate) => crossed.has(candidate.number)}, `${by.length} of them ${by.length === 1 ? "is" : "are"} of an entity that a later mention stands for: `, ...by.slice(0, 4).flatMap((candidate, at) => [at ? ", " : "", name(candidate.words)]), by.length > 4 ? " …" : ".");
      continue;
    }
    const meaning = FILTER_WORDS[filter] ? ` (${FILTER_WORDS[filter].meaning})` : "";
    add({crossed: (candidate) => crossed.has(candidate.number)}, "The filter ", element("strong", {title: filter}, labelOf(filter)), `${meaning} crosses out ${by.length}: `, ...by.slice(0, 4).flatMap((candidate, at) => [at ? ", " : "", name(candidate.words)]), by.length > 4 ? " …" : ".");
  }
  (trace.t || []).forEach(([rule, why], at) => add({rules: at + 1}, element("strong", {}, rule), `${WORDS.rules[rule] ? ` (${WORDS.rules[rule]})` : ""} does not decide: ${ruleInWords(why)}.`));
  (trace.w || []).forEach((move, at) => {
    const position = (/#(\d+)/.exec(move) || [])[1];
    add({walk: at + 1, lit: position === undefined ? -1 : Number(position)}, walkInWords(move), ".");
  });
  if (ranked.length > 1 && factors.length) {
    const shown = new Set();
    const timesOf = (candidate, factor) => (candidate.sources.find(([, , names]) => names.includes(factor)) || [0, 0])[1];
    const decay = Number(own.decay || 0.5);
    const most = Math.max(0, ...ranked.flatMap((candidate) => candidate.sources.map(([, times]) => times)));
    const faded = (times) => (candidate) => Object.fromEntries(Object.entries(candidate.values).filter(([factor]) => shown.has(factor)).map(([factor, value]) => [factor, decay > 0 && most ? value / decay ** Math.max(0, timesOf(candidate, factor) - times) : value]));
    const [oneByOne, together] = factorsToTell(factors, weighed);
    for (const factor of oneByOne) {
      shown.add(factor);
      const now = new Set(shown);
      const gets = ranked.filter((candidate) => candidate.values[factor]);
      const values = faded(0);
      add({scored: true, values: (candidate) => Object.fromEntries(Object.entries(values(candidate)).filter(([each]) => now.has(each)))},
        element("strong", {}, factorName(factor)), ": ", ...factorInGroups(factor, gets, (candidate) => faded(0)(candidate)[factor]), ".");
    }
    if (together.length) {
      together.forEach((factor) => shown.add(factor));
      const values = faded(0);
      const sums = weighed.slice(0, 5).map((candidate) => {
        const points = values(candidate);
        return [candidate, together.reduce((sum, factor) => sum + (points[factor] || 0), 0)];
      });
      add({scored: true, values},
        element("strong", {}, countOf(together, trace) === 1 ? "The other factor" : `The ${countOf(together, trace)} other factors, which separate them less`), ": ",
        ...sums.slice(0, 4).flatMap(([candidate, sum], at) => [at ? ", " : "", name(candidate.words), " ", signed(sum)]), sums.length > 4 ? " …" : "", ".");
    }
    for (let times = 1; times <= Math.min(most, 6); times += 1) {
      const last = times === Math.min(most, 6);
      add({values: last ? (candidate) => candidate.values : faded(times)}, `${times === 1 ? "A sentence passes" : "Another sentence passes"}: what was mentioned before it ${decay === 0.5 ? "is halved" : `is multiplied by ${decay}`}.`);
    }
  }
  frames.push(whole);
  return frames;
}

/** The candidates of a pronoun as marks in the text, as far as the frame shows them; while it is guessed, all alike. */
function marksOfCandidates(found, step, guessing = false) {
  if (!found.trace) return [];
  const frames = framesOf(found);
  const frame = frames[step >= 0 ? Math.min(step, frames.length - 1) : frames.length - 1];
  const marks = [];
  for (const candidate of found.candidates) {
    if (!guessing && !frame.shown.has(candidate.number)) continue;
    const gone = !guessing && candidate.reason && frame.crossed(candidate);
    const crossed = gone && !candidate.stood;
    const isWinner = !guessing && frame.winner && candidate === found.winner;
    const isLit = !guessing && candidate.position === frame.lit;
    const classes = ["candidate", crossed ? "removed" : "", gone && candidate.stood ? "stood" : "", isWinner ? "winner" : "", isLit ? "lit" : ""].filter(Boolean).join(" ");
    const short = crossed && candidate.back < 3 ? candidate.reason.split(":")[0] : "";
    const [start, end] = state.given.spans[candidate.position];
    marks.push({start, end, chain: {className: classes, note: short, title: guessing ? "choose this one" : gone ? candidate.reason : isWinner ? "chosen" : "candidate", onclick: guessing ? (event) => { if (!event.target.closest(".pronoun")) { event.stopPropagation(); guessed(candidate.position); } } : undefined}});
  }
  return marks.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** What the marks of candidates mean. */
const legendOfCandidates = () => [["candidate", "a candidate"], ["candidate winner", "chosen"], ["candidate removed", "ruled out"], ["candidate stood", "an earlier mention of a candidate"]].map(([marked, words]) => element("li", {}, element("span", {class: marked}, "the lamp"), ` ${words}`));

/** The way through the frames; go is called with the number of the next, -1 for all at once. */
function stepButtons(frames, step, go) {
  if (step < 0) return element("p", {class: "step-buttons"}, element("button", {type: "button", "data-key": "step", onclick: () => go(0)}, "Step by step ", element("kbd", {}, "s")));
  return element("p", {class: "step-buttons"},
    element("button", {type: "button", "data-key": "step back", onclick: () => go(step - 1), disabled: step === 0 ? "" : undefined}, "‹ Back ", element("kbd", {}, "←")),
    element("button", {type: "button", "data-key": "step", onclick: () => go(step + 1), disabled: step === frames.length - 1 ? "" : undefined}, "Go on › ", element("kbd", {}, "→")),
    element("button", {type: "button", "data-key": "step end", onclick: () => go(-1)}, "Show all ", element("kbd", {}, "s")));
}

/** What stands there instead where there are no candidates. */
const nothingToStep = (go) => element("p", {class: "step-buttons"}, "There are no steps here; the next pronoun has its own. ", element("button", {type: "button", "data-key": "step end", onclick: () => go(-1)}, "No steps ", element("kbd", {}, "s")));

/** What a step says. */
const captionOf = (frames, step) => element("p", {class: "why-sentence step", role: "status"}, element("strong", {}, `${step + 1} of ${frames.length}. `), ...frames[step].caption);

// What was guessed first of each pronoun, by its id; another text and another beginning forget it.
const guesses = new Map();
// A class chooses among so many entities, those mentioned last.
const MOST_OFFERED = 12;

/** What a class chooses from: each entity once, by its first noun or name, in the order of the text.
 *
 * The key says which mentions are one entity; without a key the chains of the resolver do.
 */
function offeredEntities(found) {
  const {candidates, place} = found;
  const pronouns = new Set(state.given.pronouns);
  const entityOf = (position) => {
    const entity = hasKey() ? state.given.entities[position][0] ?? -1 : (state.given.chains[place] || []).findIndex((chain) => chain.includes(position));
    return entity < 0 ? `alone ${position}` : entity;
  };
  const members = new Map();
  for (const {position} of candidates) members.set(entityOf(position), [...(members.get(entityOf(position)) || []), position]);
  const startOf = (position) => state.given.spans[position][0];
  return [...members.values()].slice(0, MOST_OFFERED).map((positions) => {
    const inText = [...new Set(positions)].sort((one, other) => startOf(one) - startOf(other));
    return {positions: inText, naming: inText.find((position) => !pronouns.has(position)) ?? inText[0]};
  }).sort((one, other) => startOf(one.naming) - startOf(other.naming));
}

/** The entities to choose from. */
function guessing(found) {
  return [
    element("p", {class: "why-sentence"}, "What does ", name(state.text.words[found.row.offset]), " refer to? Choose here or in the text."),
    element("ul", {class: "guesses"}, ...offeredEntities(found).map(({naming}) => element("li", {}, element("button", {type: "button", onclick: () => guessed(naming)}, phrase(naming, state.given, state.text)))),
      element("li", {}, element("button", {type: "button", onclick: () => guessed(-1)}, "to none of them"))),
    ...guessesInWords(),
  ];
}

/** Whether the key has an answer to a pronoun: a mention of its entity, or none. */
const isInKey = (row, position) => (row.entity < 0 ? position < 0 : position >= 0 && state.given.entities[position].includes(row.entity));

/** Judge what is chosen, by the key where there is one, and count it if nothing else was chosen for this pronoun before. */
function countGuess(found, id) {
  const {row} = found;
  const {position} = state.guessed;
  const offered = offeredEntities(found);
  const chosen = offered.find(({positions}) => positions.includes(position));
  const isOffered = offered.some(({positions}) => positions.some((each) => isInKey(row, each)));
  // The key's entity may be none of those that can be chosen.
  const right = isInKey(row, position) || (position < 0 && !isOffered);
  const theirs = answersTo(row).map(([who, place]) => ({who, right: isInKey(row, row.chosen[place]), same: position < 0 ? row.chosen[place] < 0 : Boolean(chosen?.positions.includes(row.chosen[place]))}));
  Object.assign(state.guessed, {right});
  if (!guesses.has(id) && !row.isSpeech) guesses.set(id, {right, theirs});
}

/** How many pronouns were guessed, and how well, as elements; nothing before the first. */
function guessesInWords() {
  const made = [...guesses.values()];
  const all = pronounsToGuess();
  if (!made.length) return [];
  const of = made.length < all ? `${made.length} of ${pronounsInWords(all)} guessed` : `All ${pronounsInWords(all)} guessed`;
  const count = (each) => made.filter(each).length;
  const theirs = made[0].theirs.map(({who}, at) => (hasKey() ? `${who} ${count((guess) => guess.theirs[at]?.right)}` : `${count((guess) => guess.theirs[at]?.same)} times with ${who}`));
  const told = hasKey() ? `: ${[`${count(({right}) => right)} right`, ...theirs].join("; ")}.` : `: you agree ${theirs.join(", ")}.`;
  return [element("p", {class: made.length < all ? "guess-count" : "guess-count ended"}, element("strong", {}, of), told)];
}

function guessedInWords(row) {
  const mine = state.guessed.position < 0 ? "none of them" : phrase(state.guessed.position, state.given, state.text);
  return element("div", {class: "guessed"}, element("p", {}, "You chose ", name(mine), hasKey() ? (state.guessed.right ? ": ✓ right. " : ": ✗ wrong. ") : ". ",
    ...answersTo(row).flatMap(([who, place]) => [`${who}: `, name(answerOf(row, place) || "none"), ". "])), ...guessesInWords());
}
