"use strict";
// The candidates behind one pronoun, as A and as B saw them; details.py says how traces are packed.

const FIRST_REJECTED = 8;

async function showCandidates(row) {
  const own = corpus().documents[row.place];
  const of = setting().documents[row.place];
  const text = await piece(own.text);
  const given = await piece(of.mentions);
  const traces = await piece(of.traces);
  byId("candidates-title").textContent = `“${row.form}” in ${own.id}, sentence ${row.sentence + 1}`;
  byId("candidates-context").replaceChildren(...context(text, row).filter(Boolean));
  for (const [side, resolver] of [["a", state.a], ["b", state.b]]) {
    const trace = (traces[row.offset] || [])[resolver];
    byId(`candidates-${side}`).replaceChildren(...tableOf(side, resolver, row, trace, given, text));
  }
  byId("candidates").hidden = false;
}

function closeCandidates() {
  byId("candidates").hidden = true;
}

/** The pronoun's sentence and the one before it, the pronoun marked. */
function context(text, row) {
  if (row.sentence < 0) return [row.form];
  const [start, end] = text.sentences[row.sentence];
  const before = row.sentence > 0 ? text.sentences[row.sentence - 1] : null;
  return [before ? element("span", {class: "cause"}, running(text, before[0], before[1]).trim(), " / ") : null, running(text, start, row.offset), element("mark", {}, text.words[row.offset]), text.space[row.offset] === "1" ? " " : "", running(text, row.offset + 1, end)];
}

function tableOf(side, resolver, row, trace, given, text) {
  const title = element("h3", {}, element("span", {class: `side ${side}`}, side.toUpperCase()), ` ${resolverName(resolver)} `, verdictShown(row.verdicts[resolver]),
    row.cause(resolver) ? element("span", {class: "cause"}, ` ${row.cause(resolver)}`) : null);
  if (INDEX.resolvers[resolver].kind === "response") {
    const chosen = row.antecedent(resolver);
    return [title, element("p", {class: "meaning"}, `${chosen ? `→ ${chosen}` : "no antecedent"}; a file of answers says nothing about candidates.`)];
  }
  if (!trace) return [title, element("p", {class: "meaning"}, "It did not look at this pronoun.")];
  const parts = [title, element("p", {class: "meaning"}, decided(trace, row.antecedent(resolver)))];
  const candidates = unpacked(trace, row, given);
  if (!candidates.length) return [...parts, element("p", {class: "meaning"}, "No candidates.")];
  const factors = Object.keys(trace.v || {});
  const ranked = (trace.k || []).map((number) => candidates[number]);
  const others = candidates.filter((candidate) => candidate.rank === undefined);
  const heading = element("tr", {}, ...["", "", "candidate", "back", "number, gender", "left out because, marks"].map((name) => element("th", {scope: "col"}, name)),
    factors.length ? element("th", {scope: "col", class: "right"}, "sum") : null,
    ...factors.map((name) => element("th", {scope: "col", class: "right factor"}, name)));
  const made = (candidate) => candidateRow(candidate, candidate.position === row.chosen[resolver], row, factors, given, text);
  const body = element("tbody", {}, ...ranked.map(made), ...others.slice(0, FIRST_REJECTED).map(made));
  const table = element("table", {class: "candidates"}, element("thead", {}, heading), body);
  parts.push(table);
  const hidden = others.slice(FIRST_REJECTED);
  if (hidden.length) {
    const more = element("button", {type: "button", onclick: () => { body.append(...hidden.map(made)); more.remove(); }}, `${hidden.length} more`);
    parts.push(more);
  }
  if (trace.t) parts.push(element("ul", {class: "cause"}, ...trace.t.map(([rule, why]) => element("li", {}, `${rule}: ${why}`))));
  return parts;
}

function decided(trace, antecedent) {
  const tie = trace.b ? `, tie broken by ${trace.b}` : "";
  const note = trace.o ? ` (${trace.o})` : "";
  return `${antecedent ? `→ ${antecedent}` : "no antecedent"}, by ${trace.r}${tie}${note}`;
}

function candidateRow(candidate, isChosen, row, factors, given, text) {
  const [start, end] = given.spans[candidate.position];
  const inKey = given.entities[candidate.position].includes(row.entity);
  const sum = factors.reduce((total, name) => total + (candidate.values[name] || 0), 0);
  const figure = (value) => (value === undefined ? "" : String(Math.round(value * 1000) / 1000));
  const why = reasonOf(candidate, given, text);
  const marks = candidate.marks ? Object.entries(candidate.marks).map(([name, value]) => `${name} ${value}`).join(", ") : "";
  return element("tr", {class: `${isChosen ? "chosen" : ""} ${why ? "rejected" : ""}`},
    element("td", {}, isChosen ? "→" : ""),
    element("td", {class: "key", title: inKey ? "in the pronoun's entity of the key" : ""}, inKey ? "✓ key" : ""),
    element("td", {class: "candidate"}, running(text, start, end).trim().slice(0, 70)),
    element("td", {class: "right"}, String(sentenceAt(text, row.offset) - sentenceAt(text, start))),
    element("td", {}, featuresInWords(candidate.features)),
    element("td", {class: "why", title: candidate.filter in FILTER_WORDS ? FILTER_WORDS[candidate.filter].meaning : undefined}, [why, marks].filter(Boolean).join("; ")),
    factors.length ? element("td", {class: "right"}, candidate.rank === undefined ? "" : figure(sum)) : null,
    ...factors.map((name) => element("td", {class: "right"}, figure(candidate.values[name]))));
}

byId("close-candidates").addEventListener("click", closeCandidates);
whenChosen(async () => {
  if (byId("candidates").hidden) return;
  const open = state.open;
  const row = open && (await pronounRows()).find((pronoun) => pronoun.place === open.place && pronoun.offset === open.offset);
  if (row) await showCandidates(row);
  else closeCandidates();
});
