"use strict";
// The case of a pronoun, as the report and the page tell it: a sentence, two candidates factor by factor, all of them,
// what was ruled out. The page that shows it keeps the open document in its state (text, given, rowOf), and says by
// setAgainst(found, number) which candidate the chosen one is set against.

/** The rows of the answer by offset of the pronoun. */
const rowAt = (offset) => state.rowOf.get(offset);
/** In hundredths, as explain rounds: a half, which only an eighth is to the last bit, goes to the even digit. */
function hundredths(value) {
  const half = Number.isInteger(8 * value) && !Number.isInteger(4 * value);
  return half ? (2 * Math.round(50 * value)) / 100 : Number(value.toFixed(2));
}

const figure = (value) => String(hundredths(value)).replace("-", "−");
const signed = (value) => `${value > 0 ? "+" : ""}${figure(value)}`;
const pointsInWords = (value) => `${figure(value)} ${figure(Math.abs(value)) === "1" ? "point" : "points"}`;
const name = (words) => element("em", {}, words);
// Of a resolver that ranks candidates, so many of those are listed that it did not rank.
const MOST_LEFT = 10;

/** The mention that an answer leads to, through other pronouns that the column answered; -1 for none. */
function leadsTo(row, place) {
  let position = row.chosen[place];
  for (let steps = 0; position >= 0 && steps < 200; steps += 1) {
    const next = rowAt(state.given.spans[position][2]);
    if (!next || next.offset >= row.offset || next.chosen[place] < 0 || next.chosen[place] === position) break;
    position = next.chosen[place];
  }
  return position;
}

/** A mention in words; of a pronoun also what the column takes it for. */
function called(position, place) {
  const words = phrase(position, state.given, state.text);
  const row = rowAt(state.given.spans[position][2]);
  const noun = row && place >= 0 ? leadsTo({...row, offset: row.offset + 1, chosen: row.chosen.map((_, at) => (at === place ? position : -1))}, place) : position;
  return noun === position || noun < 0 ? words : `${words} (${phrase(noun, state.given, state.text)})`;
}

/** What a column answers a pronoun with, in words; "" for nothing. */
const answerOf = (row, place) => (row.chosen[place] < 0 ? "" : called(row.chosen[place], place));

/** Points as explain has them: factors add up as they are shown, weights of features before they are rounded. */
const pointsOf = (factors, values) => factors.reduce((total, factor) => total + (featuresOf(factor) ? values[factor] : hundredths(values[factor])), 0);

/** What is known of the answer to a pronoun at a place of the answers, from its trace. */
function caseIn(row, place, trace) {
  if (!trace) return {row, place, trace: null, candidates: [], ranked: [], removed: [], features: []};
  const {given, text} = state;
  // What weighs features is told by the reasons that these count for; the features themselves stand behind.
  const byReason = ({values, reasons}) => (trace.g ? {values: reasons, weights: values} : {values});
  const candidates = unpacked(trace, row, given).map((candidate) => ({...candidate, ...byReason(candidate)})).map((candidate) => ({
    ...candidate,
    words: called(candidate.position, place),
    stood: candidate.stand !== undefined && candidate.rank === undefined,
    reason: reasonOf(candidate, given, text),
    sum: candidate.score ?? Object.values(candidate.values).reduce((total, value) => total + value, 0),
    points: candidate.score ?? pointsOf(Object.keys(candidate.values), candidate.values),
    back: sentencesBack(text, row.offset, given.spans[candidate.position][0]),
    after: given.spans[candidate.position][0] > row.offset,
    inKey: row.entity >= 0 && given.entities[candidate.position].includes(row.entity),
  }));
  const chosen = row.chosen[place];
  const winner = candidates.find((candidate) => candidate.position === chosen) || null;
  const ranked = (trace.k || []).map((at) => candidates[at]);
  const left = candidates.filter((candidate) => !candidate.reason && candidate.rank === undefined);
  // Those that have scores before those whose scores nobody kept, as they are lower.
  const others = left.filter((candidate) => candidate !== winner).sort((one, other) => (other.score ?? -Infinity) - (one.score ?? -Infinity) || 0);
  const compared = [...ranked, ...(winner && !winner.reason && winner.rank === undefined ? [winner] : []), ...others];
  return {row, place, trace, candidates, winner, ranked, compared, weighed: ranked.filter((candidate) => candidate.weighed), listed: ranked.length ? compared.slice(0, ranked.length + MOST_LEFT) : compared, removed: candidates.filter((candidate) => candidate.reason), factors: Object.keys(trace.g || trace.v || {}), features: trace.g ? Object.keys(trace.v || {}) : []};
}

// Of more factors than so many so many are told, and the sum of the others.
const MANY_FACTORS = 12;
const TOLD_OF_MANY = 8;
// What the sum of the factors that the trace did not keep is called there; see details.py.
const NOT_KEPT = "";

/**
 * The factors that are told one by one, those of most weight, and the others.
 * @param weightOf gives how much a factor matters.
 * @param nameOf gives its name.
 */
function toldFactors(factors, weightOf, nameOf = (factor) => factor) {
  if (factors.length <= MANY_FACTORS && !factors.some((factor) => nameOf(factor) === NOT_KEPT)) return [factors, []];
  const told = new Set(factors.filter((factor) => nameOf(factor) !== NOT_KEPT).sort((one, other) => weightOf(other) - weightOf(one)).slice(0, TOLD_OF_MANY));
  return [factors.filter((factor) => told.has(factor)), factors.filter((factor) => !told.has(factor))];
}

/** How many factors there are, those counted that the trace did not keep. */
const countOf = (factors, trace) => factors.length + (factors.includes(NOT_KEPT) ? trace.q - 1 : 0);
const otherFactors = (factors, trace) => `${countOf(factors, trace)} ${countOf(factors, trace) === 1 ? "other" : "others"}`;

/** What the points of a candidate are made of: pairs of words and sums; of many factors the others together. */
function madeOf(factors, values, trace) {
  const [told, others] = toldFactors(factors.filter((factor) => values[factor]), (factor) => Math.abs(values[factor]));
  const parts = told.map((factor) => ({factor, words: factorName(factor), value: values[factor]}));
  return others.length ? [...parts, {words: otherFactors(others, trace), value: others.reduce((sum, factor) => sum + values[factor], 0)}] : parts;
}

/** The parts and values of a factor of a learned resolver, null for any other. */
function featuresOf(factor) {
  const [, names, values] = /^(.+?) = (.*)$/s.exec(factor) || [];
  if (names === undefined) return null;
  const [parts, given] = [(WORDS.learned.published[names] || names).split(" & "), values.split(" & ")];
  // A word of the text may be "&" itself.
  return parts.length === given.length ? {line: names, parts, given} : null;
}

/**
 * A factor in words; one that nobody has words for goes by its own name.
 * @param against a factor that another candidate has, of the same features with other values.
 */
function factorName(factor, against = factor) {
  const words = WORDS.factor_names[factor];
  const features = words === undefined && featuresOf(factor);
  if (!features) return words ?? factor;
  const others = featuresOf(against).given;
  return features.parts.map((part, at) => featureInWords(part, features.given[at], others[at])).join(" + ");
}

const featureValue = (feature, value) => (WORDS.learned.values[feature] || {})[value] || ({"–": "no", another: "any other"}[value] ?? value.replace(/^<(.+)>$/, "$1"));

/** A feature of a learned resolver with its value, in words. */
function featureInWords(part, value, against) {
  const [, of, feature] = /^(?:(mention|candidate)\.)?(.*)$/s.exec(part);
  const called = `${of ? `${of === "mention" ? "pronoun" : of}'s ` : ""}${WORDS.learned.features[feature] || feature}`;
  if (against !== value) return `${called}: ${featureValue(feature, value)} against ${featureValue(feature, against)}`;
  return value === "yes" ? called : `${called}: ${featureValue(feature, value)}`;
}

/** Factors by what they are asked of: those of one line of features with different values are one, of two candidates. */
function linesOf(factors, one, other) {
  const lines = new Map();
  for (const factor of factors) {
    const line = featuresOf(factor)?.line ?? factor;
    const its = lines.get(line) || lines.set(line, {line, one: 0, other: 0}).get(line);
    for (const [side, candidate] of [["one", one], ["other", other]]) {
      if (candidate.values[factor]) Object.assign(its, {[side]: candidate.values[factor], [`${side}Factor`]: factor});
    }
  }
  return [...lines.values()].filter((line) => line.one || line.other);
}

/** A line in words, with the values that it has in both candidates. */
const lineName = ({line, oneFactor, otherFactor}) => (oneFactor || otherFactor ? factorName(oneFactor || otherFactor, otherFactor || oneFactor) : line);

/** What stands in the tooltip of a factor. */
const factorTitle = (factor) => (WORDS.factors[factor] || []).filter(Boolean).join("; or it ") || (factorName(factor) === factor ? "" : factor);

/** What a line says for one of two candidates: of which of them, null for neither, and what with its sum. */
function factorInWords(line, gain, one, other) {
  const [gains, loses] = WORDS.factors[line.line] || ["", ""];
  if (line.one > 0 && gains) return [one, `${gains} (${signed(gain)})`];
  if (line.other < 0 && loses) return [other, `${loses} (${signed(gain)})`];
  return [null, `${lineName(line)}${!line.one && line.other < 0 ? ` speaks against ${other.words}` : ""} (${signed(gain)})`];
}

/** What speaks for the winner, as elements; it is "it" where the sentence spoke of it last, and not of the other too. */
function gainsInWords(gains, winner, other, isTie) {
  let last = isTie ? null : winner;
  return gains.flatMap(([factor, gain], at) => {
    const [of, words] = factorInWords(factor, gain, winner, other);
    const subject = of === null ? [] : [of === winner && last === winner ? "it" : name(of.words), " "];
    last = of || last;
    return [at ? (at === gains.length - 1 ? " and " : ", ") : "", ...subject, words];
  });
}

/** What a factor says against the one that was chosen. */
function lossInWords(line, gain, winner, other) {
  const [gains, loses] = WORDS.factors[line.line] || ["", ""];
  if (line.other > 0 && gains) return [name(other.words), ` ${gains} (${signed(gain)})`];
  if (line.one < 0 && loses) return [name(winner.words), ` ${loses} (${signed(gain)})`];
  if (!line.other && line.one < 0) return [`${lineName(line)} speaks against `, name(winner.words), ` (${signed(gain)})`];
  return [`${lineName({...line, oneFactor: line.otherFactor, otherFactor: line.oneFactor})} speaks for `, name(other.words), ` (${signed(gain)})`];
}

/** Which reasons speak for the other candidate. */
const reasonsFor = (gains, other) => (gains.length ? [gains.map(([{line}, gain]) => `${line} (${signed(gain)})`).join(" and "), ` ${gains.length > 1 ? "speak" : "speaks"} for `, name(other.words)] : []);

/** What a file of answers says of a pronoun, as elements. */
function fileInWords(row, place) {
  const chosen = answerOf(row, place);
  return [chosen ? "The file has " : "The file has no antecedent", chosen ? name(chosen) : "", "; a file of answers gives no reasons."];
}

/** How many of all candidates were ruled out. */
function ruledOutInWords(ruled, all) {
  if (all === 1) return "the only candidate was ruled out";
  const verb = ruled === 1 ? "was" : "were";
  return ruled === all ? `all ${all} candidates were ruled out` : `${ruled} of ${all} candidates ${verb} ruled out`;
}

/** What a trace says that a score has to be above, "" for nothing. */
const thresholdOf = (trace) => (/ above (-?[\d.]+)/.exec(trace.o || "") || ["", ""])[1].replace("-", "−");

/** The only candidate that was ranked beside those that were left, as elements. */
function aloneInWords({trace, winner, compared}) {
  const asked = thresholdOf(trace);
  const next = compared[1];
  const score = next.score === undefined ? [] : ["; ", name(next.words), ` has ${figure(next.score)}`];
  if (asked) return [name(winner.words), ` alone is above the threshold (${figure(winner.points)}; ${asked} is asked)`, ...score, "."];
  return [name(winner.words), " alone was ranked, by the rule ", element("strong", {}, trace.r), "; ", compared.length === 2 ? "another candidate was" : `${compared.length - 1} others were`, " left."];
}

/** The choice of a resolver that gives no points, but looks at candidates in an order, as elements. */
function firstInOrder({trace, winner, ranked}) {
  const words = WORDS.rules[trace.r];
  const order = ranked[0] === winner ? ["it comes first in its order, before ", name(ranked[1].words)] : [`it is number ${winner.rank} in its order`];
  return [name(winner.words), " was chosen by the rule ", element("strong", {}, trace.r), words ? ` (${words})` : "", `: of ${ranked.length} candidates `, ...order, "."];
}

/** Two candidates, of the same words with what tells them apart: their sentences, or their places in one. */
function toldApart(...both) {
  const [one, other] = both;
  if (one.words !== other.words) return both;
  const startOf = (candidate) => state.given.spans[candidate.position][0];
  const inOneSentence = sentenceAt(state.text, startOf(one)) === sentenceAt(state.text, startOf(other));
  return both.map((candidate) => {
    const start = startOf(candidate);
    const sentence = sentenceAt(state.text, start);
    const where = inOneSentence ? `word ${start - state.text.sentences[sentence][0] + 1}` : `sentence ${sentence + 1}`;
    return {...candidate, words: `${candidate.words}, ${where},`};
  });
}

/** The choice of a resolver in one sentence, as elements. */
function choiceInWords(found) {
  const {row, place, trace, winner, ranked, compared, removed} = found;
  const chosen = answerOf(row, place);
  if (!trace) return [chosen ? ["It chose ", name(chosen), " and gave no reasons."] : "It did not look at this pronoun."].flat();
  const ruled = removed.filter((candidate) => !candidate.stood).length;
  if (!winner && chosen) return [name(chosen), `, by ${trace.r}.`];
  if (!winner) {
    const why = WORDS.no_answer[trace.r] || trace.r;
    return [`No antecedent: ${why}${ruled ? `; ${ruledOutInWords(ruled, ruled + compared.length)}` : ""}.`];
  }
  if (ranked.length > 1 && !found.factors.length) return firstInOrder(found);
  if (ranked.length > 1) {
    const [winner, other] = toldApart(found.winner, ranked[0] === found.winner ? ranked[1] : ranked[0]);
    const gap = winner.sum - other.sum;
    const gains = linesOf(found.factors, winner, other).map((line) => [line, line.one - line.other]).filter(([{line}, gain]) => line !== NOT_KEPT && Math.abs(gain) > 0.0005);
    const speaks = gains.filter(([, gain]) => gain > 0).sort((a, b) => b[1] - a[1]).slice(0, 3);
    const against = gains.filter(([, gain]) => gain < 0).sort((a, b) => a[1] - b[1]).slice(0, 2);
    const losses = found.features.length ? reasonsFor(against, other) : against.flatMap(([line, gain], at) => [at ? " and " : "", ...lossInWords(line, gain, winner, other)]);
    const isTie = Math.abs(gap) < 0.0005;
    if (gap < 0 && !isTie) return [name(winner.words), " comes before ", name(other.words), `, which has more points (${figure(winner.points)} to ${figure(other.points)}), by the rule `, element("strong", {}, trace.r), "."];
    const opening = isTie
      ? [name(winner.words), " and ", name(other.words), ` have ${pointsInWords(winner.points)} each (tie-breaker: ${trace.b || "nearest"})`]
      : [name(winner.words), " beats ", name(other.words), ` by ${pointsInWords(winner.points - other.points)} (${figure(winner.points)} to ${figure(other.points)})`];
    return [...opening, speaks.length ? ": " : "", ...gainsInWords(speaks, winner, other, isTie), losses.length ? (speaks.length ? "; but " : ", though ") : "", ...losses, "."];
  }
  if (ranked.length === 1 && compared.length > 1) return aloneInWords(found);
  const words = WORDS.rules[trace.r];
  if (compared.length <= 1 && ruled) return [name(winner.words), ` is the only candidate left: ${ruled === 1 ? "the other one was" : `the ${ruled} others were`} ruled out.`];
  if (compared.length <= 1) return [name(winner.words), " is the only candidate."];
  if (trace.w) return [name(winner.words), ` is the first noun phrase on the walk through the tree that fits (${trace.r}).`];
  return [name(winner.words), " was chosen by the rule ", element("strong", {}, trace.r), words ? `: ${words}` : "", trace.b ? ` (tie-breaker: ${trace.b})` : "", "."];
}

/** Factors of two candidates, a row each; positive and negative bars differ in fill, and each has its figure. */
function barRows(factors, winner, other, trace) {
  const [rows, rest] = toldFactors(linesOf(factors, winner, other), ({one, other: theirs}) => Math.abs(one - theirs), ({line}) => line);
  const restOf = (side) => rest.reduce((sum, line) => sum + line[side], 0);
  const most = Math.max(...rows.flatMap((line) => [Math.abs(line.one), Math.abs(line.other)]), Math.abs(restOf("one")), Math.abs(restOf("other")));
  const bar = (value, side) => element("span", {class: "bar-cell"},
    element("span", {class: `factor-bar ${side}${value < 0 ? " minus" : ""}`, style: `width: ${Math.round((64 * Math.abs(value)) / most)}%`}),
    element("span", {class: "bar-figure"}, value ? figure(value) : "·"));
  return [
    ...rows.map((line) => element("div", {class: "bar-row", role: "row"}, element("span", {role: "rowheader", title: [...new Set([line.oneFactor, line.otherFactor].filter(Boolean).map(factorTitle))].join("; ")}, lineName(line)),
      element("span", {role: "cell"}, bar(line.one, "winner")), element("span", {role: "cell"}, bar(line.other, "other")))),
    rest.length ? element("div", {class: "bar-row", role: "row"}, element("span", {role: "rowheader"}, otherFactors(rest.map(({line}) => line), trace)),
      element("span", {role: "cell"}, bar(restOf("one"), "winner")), element("span", {role: "cell"}, bar(restOf("other"), "other"))) : null,
  ];
}

/** Two candidates factor by factor; what weighs features, reason by reason, with the features behind. */
function barsOf(found) {
  const {ranked, weighed, winner, factors, features, trace} = found;
  if (ranked.length < 2 || !winner || !factors.length) return null;
  const others = weighed.filter((candidate) => candidate !== winner);
  const other = others.find((candidate) => candidate.number === found.against) || others[0];
  const select = element("select", {"aria-label": "Compared with", onchange: (event) => setAgainst(found, Number(event.target.value))},
    ...others.map((candidate) => element("option", {value: candidate.number}, candidate.words)));
  select.value = other.number;
  const asFeatures = (candidate) => ({...candidate, values: candidate.weights});
  const called = features.length ? "reason" : "factor";
  return element("section", {class: "bars"},
    element("h3", {}, features.length ? "Reason by reason" : "Factor by factor"),
    element("div", {class: "bar-grid", role: "table", "aria-label": `${features.length ? "Reasons" : "Factors"} of two candidates`},
      element("div", {class: "bar-row head", role: "row"}, element("span", {role: "columnheader"}, called), element("span", {role: "columnheader"}, element("span", {class: "swatch winner"}), name(winner.words)), element("span", {role: "columnheader"}, element("span", {class: "swatch other"}), others.length > 1 ? select : name(other.words))),
      ...barRows(factors, winner, other, trace),
      element("div", {class: "bar-row sum", role: "row"}, element("span", {role: "rowheader"}, "sum"), element("span", {role: "cell"}, figure(winner.points)), element("span", {role: "cell"}, figure(other.points)))),
    features.length ? element("details", {class: "features-behind"}, element("summary", {}, "Details: feature by feature"),
      element("div", {class: "bar-grid", role: "table", "aria-label": "Features of two candidates"}, ...barRows(features, asFeatures(winner), asFeatures(other), trace))) : null);
}

/** The candidates that were compared, best first; in a step, all that nothing has crossed out yet, as they stand. */
function tableOfCandidates(found, frame) {
  const {compared, listed, removed, winner, factors, ranked, weighed, trace} = found;
  // A class would read the answer off a list that lacks what no step has crossed out yet.
  const uncrossed = removed.filter((candidate) => !frame.crossed(candidate));
  const shown = [...listed, ...uncrossed].filter((candidate) => frame.shown.has(candidate.number));
  if (!shown.length) return null;
  const scored = ranked.length && factors.length;
  const ordered = frame.winner ? shown : [...shown].sort((one, other) => one.number - other.number);
  const heads = ["", "candidate", "back", ...(scored ? ["points", "made of"] : [])];
  const body = ordered.map((candidate) => {
    const values = frame.values(candidate);
    const parts = factors.filter((factor) => values[factor]);
    const sum = parts.length ? pointsOf(parts, values) : candidate.score;
    const isWinner = frame.winner && candidate === winner;
    return element("tr", {class: isWinner ? "chosen" : ""},
      element("td", {}, isWinner ? element("span", {"aria-label": "chosen"}, "→") : frame.winner && candidate.rank ? String(candidate.rank) : ""),
      element("td", {"data-label": "candidate"}, element("span", {}, candidate.words), candidate.inKey && frame.winner ? element("span", {class: "in-key"}, " ✓ key") : null,
        element("span", {class: "features"}, ` ${featuresInWords(candidate.features)}${candidate.after ? ", after the pronoun" : ""}`)),
      element("td", {"data-label": "sentences back", class: "right"}, String(candidate.back)),
      ...(scored ? [element("td", {"data-label": "points", class: "right"}, frame.scored && (sum !== undefined || candidate.weighed) ? figure(sum || 0) : ""),
        element("td", {"data-label": "made of"}, parts.length ? element("span", {class: "made-of"}, ...madeOf(parts, values, trace).map(({factor, words, value}) => element("span", {title: factorTitle(factor)}, `${words} ${figure(value)}`))) : null,
          frame.winner ? fadedInWords(candidate) : null)] : []));
  });
  return element("section", {},
    element("h3", {}, `${compared.length + uncrossed.length === 1 ? "The candidate" : "Candidates"} that could be`),
    element("table", {class: "candidates"}, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", {scope: "col", class: head === "back" || head === "points" ? "right" : ""}, head)))), element("tbody", {}, ...body)),
    weighed.length < ranked.length && frame.scored ? element("p", {class: "note"}, `Points are shown for the best ${weighed.length}.`) : null,
    listed.length < compared.length ? element("p", {class: "note"}, `${compared.length - listed.length} more were left and not ranked.`) : null);
}

/** Where the weights of a candidate come from and how often they were halved since. */
function fadedInWords(candidate) {
  const faded = candidate.sources.filter(([, times]) => times > 0);
  if (!faded.length) return null;
  return element("span", {class: "features"}, ...faded.map(([mention, times, factors]) => ` ${factors.map((factor) => factorName(factor)).join(", ")} from ${phrase(mention, state.given, state.text)}, faded over ${times} ${times === 1 ? "sentence" : "sentences"}.`));
}

function listOfRemoved(found, frame) {
  const removed = found.removed.filter((candidate) => !candidate.stood && frame.crossed(candidate));
  const stood = found.removed.filter((candidate) => candidate.stood && frame.crossed(candidate));
  const skipped = frame.winner ? (found.trace.x || []) : [];
  if (!removed.length && !skipped.length && !stood.length) return null;
  return element("section", {},
    stood.length ? element("h3", {}, "Earlier mentions of the same entities") : null,
    stood.length ? element("ul", {class: "removed"}, ...stood.map((candidate) => element("li", {}, name(candidate.words), ": ", phrase(candidate.stand, state.given, state.text), " stands for it"))) : null,
    removed.length ? element("h3", {}, `Ruled out (${removed.length})`) : null,
    removed.length ? element("ul", {class: "removed"}, ...removed.map((candidate) => element("li", {title: rawReasonOf(candidate)}, element("s", {}, candidate.words), ` ${candidate.after ? "(after the pronoun) " : ""}${candidate.reason}`))) : null,
    skipped.length ? element("h3", {}, `Never a candidate (${skipped.length})`) : null,
    skipped.length ? element("ul", {class: "removed"}, ...skipped.map(([position, why]) => element("li", {}, element("s", {}, phrase(position, state.given, state.text)), ` ${WORDS.skipped[why] || why}`))) : null);
}

function listOfRules(found, frame) {
  const {trace} = found;
  const walk = trace.w || [];
  const rules = (trace.t || []).slice(0, frame.rules);
  const parts = [];
  if (rules.length || (trace.t && frame.winner)) {
    parts.push(element("h3", {}, "Rules in their order"), element("ol", {class: "rules"},
      ...rules.map(([rule, why]) => element("li", {}, element("span", {class: "no"}, "✗ "), rule, element("span", {class: "features"}, ` ${WORDS.rules[rule] ? `${WORDS.rules[rule]}: ` : ""}${ruleInWords(why)}`))),
      frame.winner && found.winner ? element("li", {}, element("span", {class: "yes"}, "✓ "), trace.r, element("span", {class: "features"}, ` ${WORDS.rules[trace.r] || ""}`)) : null));
  }
  if (walk.length) parts.push(element("h3", {}, "The walk through the tree"), element("ol", {class: "rules"}, ...walk.slice(0, frame.walk).map((step) => element("li", {}, walkInWords(step)))));
  return parts.length ? element("section", {}, ...parts) : null;
}

/** Ids of mentions mean nothing to a reader; how many there were does. */
const ruleInWords = (why) => why.replace(/^(\d+) candidates: .*$/, "$1 possible antecedents").replace(/^no (reflexive|possessive|subject)$/, "the pronoun is no $1").replace(/^Cb \S+ is not possible$/, "the backward-looking centre is not possible");
const walkInWords = (step) => step.replace(/#(\d+)/, (_, position) => phrase(Number(position), state.given, state.text));
