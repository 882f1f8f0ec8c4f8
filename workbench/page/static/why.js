"use strict";
// Why a column answered a pronoun as it did: a sentence, two candidates factor by factor, all candidates, what was ruled out.

const isOpen = () => state.at >= 0 && state.rowOf.has(state.at);
const traceOf = (row, number) => (state.columns[number].key || failureOf(number) ? null : (state.traces[row.offset] || [])[sentPlace(number)]);
const figure = (value) => String(Math.round(value * 100) / 100).replace("-", "−");
const signed = (value) => `${value > 0 ? "+" : ""}${figure(value)}`;
const name = (words) => element("em", {}, words);

/** What is known of a pronoun in a column. */
function caseOf(row, number) {
  const trace = traceOf(row, number);
  if (!trace) return {row, number, trace: null, candidates: [], ranked: [], removed: []};
  const {given, text} = state;
  const candidates = unpacked(trace, row, given).map((candidate) => ({
    ...candidate,
    words: called(candidate.position, sentPlace(number)),
    stood: candidate.stand !== undefined && candidate.rank === undefined,
    reason: reasonOf(candidate, given, text),
    sum: Object.values(candidate.values).reduce((total, value) => total + value, 0),
    back: sentenceAt(text, row.offset) - sentenceAt(text, given.spans[candidate.position][0]),
    inKey: row.entity >= 0 && given.entities[candidate.position].includes(row.entity),
  }));
  const chosen = row.chosen[sentPlace(number)];
  const winner = candidates.find((candidate) => candidate.position === chosen) || null;
  const ranked = (trace.k || []).map((place) => candidates[place]);
  const left = candidates.filter((candidate) => !candidate.reason && candidate.rank === undefined);
  const compared = ranked.length ? ranked : [...(winner && !winner.reason ? [winner] : []), ...left.filter((candidate) => candidate !== winner)];
  return {row, number, trace, candidates, winner, ranked, compared, removed: candidates.filter((candidate) => candidate.reason), factors: Object.keys(trace.v || {})};
}

/** What a factor says for one of two candidates, in words with its sum. */
function factorInWords(factor, gain, one, other) {
  const [gains, loses] = WORDS.factors[factor] || ["", ""];
  const [ours, theirs] = [one.values[factor] || 0, other.values[factor] || 0];
  if (ours > 0 && gains) return [`it ${gains} (${signed(gain)})`];
  if (theirs < 0 && loses) return [name(other.words), ` ${loses} (${signed(gain)})`];
  return [`${factor} (${signed(gain)})`];
}

/** What a factor says against the one that was chosen. */
function lossInWords(factor, gain, winner, other) {
  const [gains, loses] = WORDS.factors[factor] || ["", ""];
  if ((other.values[factor] || 0) > 0 && gains) return [name(other.words), ` ${gains} (${signed(gain)})`];
  if ((winner.values[factor] || 0) < 0 && loses) return [name(winner.words), ` ${loses} (${signed(gain)})`];
  return [`${factor} speaks for `, name(other.words), ` (${signed(gain)})`];
}

/** The choice in one sentence, as elements. */
function sentenceOf(found) {
  const {row, number, trace, winner, ranked, compared, removed} = found;
  const column = state.columns[number];
  if (column.key) return row.key ? ["The key has ", name(row.key), " as what ", name(row.form), " refers to."] : ["In the key ", name(row.form), " takes up no earlier mention."];
  if (failureOf(number)) return [`This column has no answer: ${failureOf(number)}.`];
  const place = sentPlace(number);
  const chosen = answerOf(row, place);
  if (column.response) return [chosen ? "The file has " : "The file has no antecedent", chosen ? name(chosen) : "", "; a file of answers says nothing about why."];
  if (!trace) return [chosen ? ["It chose ", name(chosen), " and left no trace of why."] : "It did not look at this pronoun."].flat();
  const ruled = removed.filter((candidate) => !candidate.stood).length;
  if (!winner && chosen) return [name(chosen), `, by ${trace.r}.`];
  if (!winner) {
    const why = WORDS.no_answer[trace.r] || trace.r;
    return [`No antecedent: ${why}${ruled ? `; all ${found.candidates.length} candidates were ruled out` : ""}.`];
  }
  if (ranked.length > 1) {
    const other = ranked[0] === winner ? ranked[1] : ranked[0];
    const gap = winner.sum - other.sum;
    const gains = found.factors.map((factor) => [factor, (winner.values[factor] || 0) - (other.values[factor] || 0)]).filter(([, gain]) => Math.abs(gain) > 0.0005);
    const speaks = gains.filter(([, gain]) => gain > 0).sort((a, b) => b[1] - a[1]).slice(0, 3);
    const against = gains.filter(([, gain]) => gain < 0).sort((a, b) => a[1] - b[1]).slice(0, 2);
    const list = (pairs) => pairs.flatMap(([factor, gain], at) => [at ? (at === pairs.length - 1 ? " and " : ", ") : "", ...factorInWords(factor, gain, winner, other)]);
    const losses = against.flatMap(([factor, gain], at) => [at ? " and " : "", ...lossInWords(factor, gain, winner, other)]);
    const opening = Math.abs(gap) < 0.0005
      ? [name(winner.words), " and ", name(other.words), ` have ${figure(winner.sum)} points each; the tie is broken by ${trace.b || "the nearer one"}`]
      : [name(winner.words), " beats ", name(other.words), ` by ${figure(gap)} ${Math.abs(gap) === 1 ? "point" : "points"} (${figure(winner.sum)} to ${figure(other.sum)})`];
    return [...opening, speaks.length ? ": " : "", ...list(speaks), losses.length ? (speaks.length ? "; but " : ", though ") : "", ...losses, "."];
  }
  const words = WORDS.rules[trace.r];
  if (compared.length <= 1 && ruled) return [name(winner.words), ` is the only candidate left: ${ruled === 1 ? "the other one was" : `the ${ruled} others were`} ruled out.`];
  if (compared.length <= 1) return [name(winner.words), " is the only candidate."];
  if (trace.w) return [name(winner.words), ` is the first noun phrase on the walk through the tree that fits (${trace.r}).`];
  return [name(winner.words), " was chosen by the rule ", element("strong", {}, trace.r), words ? `: ${words}` : "", trace.b ? `; the tie is broken by ${trace.b}` : "", "."];
}

/** A factor in words, its name behind them; its name alone where nobody has words for it. */
function factorLabel(factor) {
  const words = (WORDS.factors[factor] || []).filter(Boolean)[0];
  return words ? [words, element("span", {class: "features"}, ` ${factor}`)] : [factor];
}

/** Two candidates factor by factor; positive and negative bars differ in fill, and each has its figure. */
function barsOf(found) {
  const {ranked, winner, factors} = found;
  if (ranked.length < 2 || !winner || !factors.length) return null;
  const others = ranked.filter((candidate) => candidate !== winner);
  const other = others.find((candidate) => candidate.number === state.against) || others[0];
  const rows = factors.filter((factor) => winner.values[factor] || other.values[factor]);
  const most = Math.max(...rows.flatMap((factor) => [Math.abs(winner.values[factor] || 0), Math.abs(other.values[factor] || 0)]));
  const bar = (value, side) => element("span", {class: "bar-cell"},
    element("span", {class: `factor-bar ${side}${value < 0 ? " minus" : ""}`, style: `width: ${Math.round((64 * Math.abs(value)) / most)}%`}),
    element("span", {class: "bar-figure"}, value ? figure(value) : "·"));
  const select = element("select", {"aria-label": "Compared with", onchange: (event) => { state.against = Number(event.target.value); drawWhy(); }},
    ...others.map((candidate) => element("option", {value: candidate.number}, candidate.words)));
  select.value = other.number;
  return element("section", {class: "bars"},
    element("h3", {}, "Factor by factor"),
    element("div", {class: "bar-grid", role: "table", "aria-label": "Factors of two candidates"},
      element("div", {class: "bar-row head", role: "row"}, element("span", {role: "columnheader"}, "factor"), element("span", {role: "columnheader"}, element("span", {class: "swatch winner"}), name(winner.words)), element("span", {role: "columnheader"}, element("span", {class: "swatch other"}), others.length > 1 ? select : name(other.words))),
      ...rows.map((factor) => element("div", {class: "bar-row", role: "row"}, element("span", {role: "rowheader"}, ...factorLabel(factor)),
        element("span", {role: "cell"}, bar(winner.values[factor] || 0, "winner")), element("span", {role: "cell"}, bar(other.values[factor] || 0, "other")))),
      element("div", {class: "bar-row sum", role: "row"}, element("span", {role: "rowheader"}, "sum"), element("span", {role: "cell"}, figure(winner.sum)), element("span", {role: "cell"}, figure(other.sum)))));
}

/** The candidates that were compared, best first. */
function tableOfCandidates(found, frame) {
  const {compared, winner, factors, ranked} = found;
  const shown = compared.filter((candidate) => frame.shown.has(candidate.number));
  if (!shown.length) return null;
  const scored = ranked.length && factors.length;
  const ordered = frame.winner ? shown : [...shown].sort((one, other) => one.number - other.number);
  const heads = ["", "candidate", "back", ...(scored ? ["points", "made of"] : [])];
  const body = ordered.map((candidate) => {
    const values = frame.values(candidate);
    const parts = factors.filter((factor) => values[factor]);
    const sum = parts.reduce((total, factor) => total + values[factor], 0);
    const isWinner = frame.winner && candidate === winner;
    return element("tr", {class: isWinner ? "chosen" : ""},
      element("td", {}, isWinner ? element("span", {"aria-label": "chosen"}, "→") : frame.winner && candidate.rank ? String(candidate.rank) : ""),
      element("td", {"data-label": "candidate"}, element("span", {}, candidate.words), candidate.inKey && frame.winner ? element("span", {class: "in-key"}, " ✓ key") : null,
        element("span", {class: "features"}, ` ${featuresInWords(candidate.features)}`)),
      element("td", {"data-label": "sentences back", class: "right"}, String(candidate.back)),
      ...(scored ? [element("td", {"data-label": "points", class: "right"}, frame.scored ? figure(sum) : ""),
        element("td", {"data-label": "made of"}, element("span", {class: "made-of"}, ...parts.map((factor) => element("span", {title: (WORDS.factors[factor] || []).filter(Boolean).join("; or it ")}, `${factor} ${figure(values[factor])}`))),
          frame.winner ? fadedInWords(candidate) : null)] : []));
  });
  return element("section", {},
    element("h3", {}, `${compared.length === 1 ? "The candidate" : "Candidates"} that could be`),
    element("table", {class: "candidates"}, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", {scope: "col", class: head === "back" || head === "points" ? "right" : ""}, head)))), element("tbody", {}, ...body)));
}

/** Where the weights of a candidate come from and how often they were halved since. */
function fadedInWords(candidate) {
  const faded = candidate.sources.filter(([, times]) => times > 0);
  if (!faded.length) return null;
  return element("span", {class: "features"}, ...faded.map(([mention, times, factors]) => ` ${factors.join(", ")} from ${phrase(mention, state.given, state.text)}, faded over ${times} ${times === 1 ? "sentence" : "sentences"}.`));
}

function listOfRemoved(found, frame) {
  const removed = found.removed.filter((candidate) => !candidate.stood && frame.crossed(candidate));
  const stood = found.removed.filter((candidate) => candidate.stood && frame.crossed(candidate));
  const skipped = frame.winner ? (found.trace.x || []) : [];
  if (!removed.length && !skipped.length && !stood.length) return null;
  return element("section", {},
    stood.length ? element("h3", {}, "Earlier mentions of the same entities") : null,
    stood.length ? element("ul", {class: "removed"}, ...stood.map((candidate) => element("li", {}, name(candidate.words), ": ", phrase(candidate.stand, state.given, state.text), " stands for it"))) : null,
    removed.length + skipped.length ? element("h3", {}, `Ruled out (${removed.length + skipped.length})`) : null,
    element("ul", {class: "removed"},
      ...removed.map((candidate) => element("li", {}, element("s", {}, candidate.words), ` ${candidate.reason}`)),
      ...skipped.map(([position, why]) => element("li", {}, element("s", {}, phrase(position, state.given, state.text)), ` no candidate: ${WORDS.skipped[why] || why}`))));
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

/** Open the pronoun at a word, and why a column answered it. */
function openPronoun(offset, number = state.why) {
  state.at = offset;
  state.why = Math.max(0, Math.min(number, state.columns.length - 1));
  state.step = -1;
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
  const stepping = state.step >= 0;
  if (state.step >= frames.length) state.step = frames.length - 1;
  const frame = stepping ? frames[state.step] : frames[frames.length - 1];
  const parts = [element("header", {class: "why-head"},
    element("h2", {}, "“", state.text.words[row.offset], "” in sentence ", String(row.sentence + 1)),
    element("span", {class: "group"}, element("button", {type: "button", "aria-label": "Previous pronoun", "data-key": "why back", onclick: () => step(-1)}, "‹"), element("button", {type: "button", "aria-label": "Next pronoun", "data-key": "why on", onclick: () => step(1)}, "›"), element("button", {type: "button", "aria-label": "Close why", onclick: closeWhy}, "×")))];
  if (state.guess && !state.guessed) parts.push(...guessing(found));
  else {
    if (state.guessed) parts.push(guessedInWords(found));
    if (state.columns.length > 1) parts.push(tabsOfColumns(row));
    if (stepping) parts.push(element("p", {class: "why-sentence step", role: "status"}, element("strong", {}, `${state.step + 1} of ${frames.length}. `), ...frame.caption));
    else {
      parts.push(element("p", {class: "why-sentence"}, ...sentenceOf(found).filter(Boolean)));
      if (!state.columns[state.why].key && row.key && state.answer.has_key) parts.push(verdictOf(row));
    }
    if (found.trace && found.candidates.length) parts.push(stepButtons(frames));
    if (found.trace) parts.push(stepping ? null : barsOf(found), tableOfCandidates(found, frame), listOfRules(found, frame), listOfRemoved(found, frame));
  }
  const focused = document.activeElement?.dataset?.key;
  panel.replaceChildren(...parts.filter(Boolean));
  if (focused && !document.activeElement?.dataset?.key) panel.querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
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
    return element("button", {type: "button", "data-key": `tab ${number}`, "aria-pressed": String(number === state.why), onclick: () => openPronoun(row.offset, number)}, `${number + 1} ${columnName(column)}: ${sign}`, element("em", {}, answer));
  }));
}
