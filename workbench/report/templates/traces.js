"use strict";
// What a trace says, unpacked and in words; details.py says how traces are packed.

/** The number of the sentence around a word. */
function sentenceAt(text, offset) {
  return text.sentences.findIndex(([start, end]) => start <= offset && offset < end);
}

/** How many sentences back a word is from another, as resolvers count them: a line that only names who speaks is none. */
function sentencesBack(text, from, to) {
  const number = (offset) => (text.counted ? text.counted[sentenceAt(text, offset)] : sentenceAt(text, offset));
  return number(from) - number(to);
}

/** The candidates of a trace, nearest first. */
function unpacked(trace, row, given) {
  let position = given.spans.findIndex(([start, end, head]) => head === row.offset && end - start === 1);
  if (position < 0) position = given.spans.findIndex(([, , head]) => head === row.offset);
  const wanted = given.features[position];
  const names = trace.n || [];
  const candidates = [...(trace.f || "")].map((letter, number) => {
    position -= Array.isArray(trace.d) ? trace.d[number] : 1;
    return {position, number, wanted, filter: letter === "." ? "" : names[letter.charCodeAt(0) - 65], features: (trace.a || {})[number] || given.features[position], rules: [], values: {}, reasons: {}, marks: (trace.m || {})[number], score: (trace.u || {})[number], stand: (trace.e || {})[number], sources: (trace.z || {})[number] || []};
  });
  for (const [name, rules] of Object.entries(trace.s || {})) {
    for (const [rule, members] of Object.entries(rules)) for (const number of members) candidates[number].rules.push([name, rule]);
  }
  (trace.k || []).forEach((number, place) => { candidates[number].rank = place + 1; });
  // The values run through the ranked candidates in the order in which they were found, nearest first; of many factors
  // only through the best.
  for (const number of trace.k || []) candidates[number].weighed = !trace.c || trace.c.includes(number);
  const inText = candidates.filter((candidate) => candidate.weighed);
  for (const [factor, values] of Object.entries(trace.v || {})) values.forEach((value, place) => { inText[place].values[factor] = value; });
  for (const [reason, points] of Object.entries(trace.g || {})) points.forEach((value, place) => { inText[place].reasons[reason] = value; });
  return candidates;
}

/** The letters of a feature in words: "mf" of gender is "masculine or feminine". */
const valueInWords = (feature, letters) => [...letters].map((letter) => (WORDS.values[feature] || {})[letter] || letter).join(" or ");

/** In which of some features a candidate and the pronoun cannot agree; both are written as in "s mf 3". */
function clash(compared, candidate, pronoun) {
  const [ours, theirs] = [candidate.split(" "), pronoun.split(" ")];
  return FEATURES
    .map((name, place) => ({name, own: ours[place], other: theirs[place]}))
    .filter(({name, own, other}) => compared.includes(name) && ![...own].some((value) => other.includes(value)))
    .map(({name, own, other}) => `${name}: ${valueInWords(name, own)} against ${valueInWords(name, other)}`)
    .join(", ");
}

/** The features of a mention in words. */
const featuresInWords = (features) => features.split(" ").map((letters, place) => (place > 1 ? "" : letters.length === Object.keys(WORDS.values[FEATURES[place]]).length ? `any ${FEATURES[place]}` : valueInWords(FEATURES[place], letters))).filter(Boolean).join(", ");

/** What a filter is called before its reason. */
const labelOf = (name) => WORDS.labels[name] || FILTER_WORDS[name]?.cause || name;

/** Why a filter left a candidate out: the features that clash, or its own words. */
function causeOf(name, candidate) {
  const words = FILTER_WORDS[name];
  return (words && clash(words.compares, candidate.features, candidate.wanted)) || labelOf(name);
}

/** The condition of a filter in words, of another mention by whose it is. Ids of mentions mean nothing to a reader. */
function conditionInWords(rule) {
  const before = Object.keys(WORDS.of_others).find((beginning) => rule.startsWith(beginning));
  if (before) return `${WORDS.of_others[before]} ${conditionInWords(rule.slice(before.length))}`;
  return WORDS.conditions[rule] || rule.replace(/^it is one with \S+, /, "one with another mention, ");
}

/** Why a candidate was not compared with the others, "" if it was. */
function reasonOf(candidate, given, text) {
  if (candidate.stand !== undefined && candidate.rank === undefined) return `the same entity as ${phrase(candidate.stand, given, text)}, which stands for it`;
  let reason = candidate.filter && causeOf(candidate.filter, candidate);
  for (const [name, rule] of candidate.rules) reason = `${reason || causeOf(name, candidate)}: ${conditionInWords(rule)}`;
  return reason || "";
}

/** The names of the filter and its conditions, as commands print them. */
const rawReasonOf = ({filter, rules}) => [filter, ...rules.map(([, rule]) => rule)].filter(Boolean).join(": ");

/** The text of a mention. */
function phrase(position, given, text, longest = 48) {
  const [start, end] = given.spans[position];
  const words = running(text, start, end).trim();
  return words.length > longest ? `${words.slice(0, longest - 2).trimEnd()} …` : words;
}
