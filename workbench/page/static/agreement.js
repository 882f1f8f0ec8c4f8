"use strict";
// Two annotators of one text: figures, the text with the chains of each, and their differences one by one.

const KINDS = {mention: "only one has it", boundaries: "boundaries", anaphoric: "anaphoric or not", antecedent: "antecedent", reference: "why in no chain"};
const REFERRING = {pleonastic: "refers to nothing", exophoric: "refers to something outside the text", clausal: "refers to what a clause says"};
const KEPT_DECISIONS = "adjudications";
const MOST_KEPT = 50;
const bench = {content: null, history: begunWith({}), at: 0, id: ""};
const decisionsNow = () => bench.history.key;

function say(words) {
  byId("said").textContent = "";
  byId("said").textContent = words;
}

function comparing(words, busy) {
  working(words, busy);
  byId("compare").disabled = busy;
}

byId("keys-of-two").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  form.set("tab", TAB);
  failed("");
  comparing("Sending …", true);
  try {
    const told = await answerTo("/agreement/ask", {method: "POST", body: form});
    await jobEnded(told.job, "agreement", (state) => comparing(state.state === "waiting" ? waitingInWords(state) : "Comparing …", true), () => true);
    const content = await answerTo(`/jobs/${told.job}`);
    comparing("", false);
    await take(content, ["a", "b"].map((name) => form.get(name).name));
  } catch (error) {
    comparing("", false);
    byId("workspace").hidden = true;
    bench.content = null;
    failed(failureInWords(error));
  }
});

/** Show a comparison; decisions that were begun on the same two keys go on. */
async function take(content, files) {
  const id = await nameOf(JSON.stringify([content.form.words, content.items]));
  const kept = keptDecisions().find((each) => each.id === id);
  Object.assign(bench, {content, files, id, at: 0, history: begunWith(kept ? kept.decisions : {})});
  const notes = [...content.failures];
  if (content.others.length) notes.push(`The figures cover ${content.others.length + 1} documents; only the first, ${content.form.id}, is shown and adjudicated here.`);
  byId("notes").textContent = notes.join(" ");
  byId("figures").replaceChildren(...content.tables.map(drawnTable));
  byId("workspace").hidden = false;
  drawAll();
  say(`${content.differences.length} differences.`);
  byId("difference").focus({preventScroll: true});
}

function drawnTable({title, headings, rows, notes}) {
  const align = (at) => (headings[at].right ? "right" : "");
  return element("figure", {}, element("figcaption", {}, title),
    element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": title}, element("table", {},
      element("thead", {}, element("tr", {}, ...headings.map(({text}, at) => element("th", {scope: "col", class: align(at)}, text)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell, at) => element(at ? "td" : "th", at ? {class: align(at)} : {scope: "row"}, cell))))))),
    ...notes.map((note) => element("p", {class: "note"}, note)));
}

// --- the text ---------------------------------------------------------------------------------------------------------

function drawText() {
  const {form, items, differences} = bench.content;
  const spans = items.map(([a, b]) => [(a || b).start, (a || b).end]);
  const text = {words: form.words.map((word) => word || "∅"), space: form.space, sentences: form.sentences, headings: form.paragraphs.flatMap((kind, number) => (kind === "heading" ? [number] : []))};
  const pronouns = items.flatMap(([a, b], number) => ((a || b).is_pronoun ? [number] : []));
  const withSpans = (chains, side) => chains.map((chain) => ({...chain, members: chain.members.map((member) => { const mark = items[spans.indexOf(member)][side]; return mark ? [mark.start, mark.end, mark.head] : member; })}));
  const sides = labelledChains([0, 1].map((side) => namedChains(chainsOfSide(items, side), spans, pronouns))).map(withSpans);
  const now = differences[bench.at];
  const cells = [element("div", {class: "head"}), ...["A", "B"].map((name, side) => element("div", {class: "head"}, `${name}: ${bench.files[side]}`))];
  const marks = sides.map((chains, side) => {
    const shown = stretches(chains);
    const mark = now && items[now.item][side];
    return mark ? inTextOrder([...shown, {start: mark.start, end: mark.end, chain: {className: "now", title: "the difference that is shown"}}]) : shown;
  });
  text.sentences.forEach((_, number) => {
    const places = differences.flatMap((difference, place) => (difference.sentence === number + 1 ? [place] : []));
    cells.push(element("div", {class: "number"}, String(number + 1), places.length ? element("span", {class: "count-here", title: `${places.length} differences`}, `≠${places.length}`) : null));
    for (const side of [0, 1]) {
      const cell = sentenceElement(text, number, marks[side], () => null, side ? "B" : "A");
      if (now && now.sentence === number + 1) cell.classList.add("sentence-now");
      cells.push(cell);
    }
  });
  byId("text").replaceChildren(...cells);
}

// --- the differences --------------------------------------------------------------------------------------------------

const decisionAt = (place) => decisionsNow()[bench.content.differences[place].item];
const stateSign = (decision) => (decision === undefined ? "open" : decision === "a" ? "A ✓" : decision === "b" ? "B ✓" : "neither ✓");

function saidInWords(said) {
  if (!said) return "no mention";
  if (said.antecedent !== null) return `“${said.text}” is “${said.antecedent}”`;
  return said.in_chain ? `“${said.text}” is the first of its chain` : `“${said.text}” ${REFERRING[said.reference] || "is in no chain"}`;
}

function drawDifference() {
  const {differences, items, form} = bench.content;
  const now = differences[bench.at];
  if (!now) {
    byId("difference").replaceChildren(element("h2", {}, "No difference"), element("p", {}, "The two keys say the same."));
    return;
  }
  const decision = decisionAt(bench.at);
  const choice = (key, letter, words, value) => {
    const button = element("button", {type: "button", class: "settle", "data-key": key, onclick: () => settle(value)}, element("kbd", {}, letter), " ", words);
    button.setAttribute("aria-pressed", String(JSON.stringify(decision) === JSON.stringify(value)));
    return button;
  };
  const textOf = ({start, end}) => form.words.slice(start, end).map((word, at) => word + (form.space[start + at] === "1" ? " " : "")).join("").trim();
  const earlier = items.slice(0, now.item).map((marks, number) => [number, marks[0] || marks[1]]).filter(([, mark]) => mark.chained).reverse();
  const select = element("select", {id: "another", "data-key": "another", onchange: (event) => { if (event.target.value) settle({antecedent: Number(event.target.value), reference: ""}); }});
  options(select, [["", "choose a mention"], ...earlier.map(([number, mark]) => [number, `${textOf(mark).slice(0, 50)} (sentence ${form.sentences.findIndex(([, end]) => mark.start < end) + 1})`])], decision && typeof decision === "object" && decision.antecedent >= 0 ? decision.antecedent : "");
  byId("difference").replaceChildren(
    element("h2", {}, `${bench.at + 1} of ${differences.length}: “${(now.first || now.second).text}”`),
    element("p", {class: "choice-state"}, `Sentence ${now.sentence}: ${now.kinds.map((kind) => KINDS[kind]).join(", ")}. ${decision === undefined ? "It is open." : `Settled: ${stateSign(decision)}.`}`),
    element("div", {class: "settles"}, choice("a", "a", `A: ${saidInWords(now.first)}`, "a"), choice("b", "b", `B: ${saidInWords(now.second)}`, "b")),
    element("p", {class: "label"}, "Neither:"),
    element("div", {class: "settles"}, choice("new", "c", "it is the first of its chain", {antecedent: -1, reference: ""}), choice("none", "0", "it refers to nothing", {antecedent: -1, reference: "pleonastic"}), choice("no", "x", "it is no mention", null),
      element("label", {class: "line"}, "It is the same as ", select)));
}

function drawList() {
  const {differences} = bench.content;
  byId("difference-list").replaceChildren(...differences.map((difference, place) => {
    const said = difference.first || difference.second;
    const button = element("button", {type: "button", "data-key": `to ${place}`, onclick: () => goTo(place)}, element("span", {class: "where"}, `${difference.sentence}`), ` “${said.text.slice(0, 40)}” `, element("span", {class: "note-inline"}, difference.kinds.map((kind) => KINDS[kind]).join(", ")), " ", element("strong", {class: "sign"}, stateSign(decisionAt(place))));
    if (place === bench.at) button.setAttribute("aria-current", "true");
    return element("li", {}, button);
  }));
  const open = differences.filter((_, place) => decisionAt(place) === undefined).length;
  byId("progress").textContent = differences.length ? `${differences.length - open} of ${differences.length} differences are settled.` : "The two keys say the same.";
  byId("open-key").textContent = open ? `Open the key without the ${open} open ${open === 1 ? "difference" : "differences"}` : "Open the adjudicated key";
  byId("undo").disabled = !bench.history.before.length;
  byId("redo").disabled = !bench.history.after.length;
}

function drawAll() {
  const focused = document.activeElement?.dataset?.key;
  drawText();
  drawDifference();
  drawList();
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
  byId("text").querySelector(".now")?.scrollIntoView({block: "center", behavior: "instant"});
}

function goTo(place) {
  const {differences} = bench.content;
  if (!differences.length) return;
  bench.at = (place + differences.length) % differences.length;
  drawAll();
  const {sentence, first, second} = differences[bench.at];
  say(`Difference ${bench.at + 1}, sentence ${sentence}. A: ${saidInWords(first)}. B: ${saidInWords(second)}. ${stateSign(decisionAt(bench.at))}`);
}

function nextOpen() {
  const {differences} = bench.content;
  const open = differences.map((_, place) => place).filter((place) => decisionAt(place) === undefined);
  if (!open.length) { say("No open differences are left."); return; }
  goTo(open.find((place) => place > bench.at) ?? open[0]);
}

function travel(history, what) {
  if (history === bench.history) { say("There is nothing to undo."); return; }
  bench.history = history;
  keepDecisions();
  drawAll();
  say(what);
}

function settle(value) {
  const {item} = bench.content.differences[bench.at];
  bench.history = done(bench.history, {...decisionsNow(), [item]: value}, "a decision");
  keepDecisions();
  drawAll();
  say(`${stateSign(value)}. ${byId("progress").textContent}`);
}

/** What was settled between two keys, {id, decisions} of each pair, the latest first. */
function keptDecisions() {
  try { return JSON.parse(keptChoice(KEPT_DECISIONS) || "[]"); } catch { return []; }
}

function keepDecisions() {
  const others = keptDecisions().filter((each) => each.id !== bench.id);
  keepChoice(KEPT_DECISIONS, JSON.stringify([{id: bench.id, decisions: decisionsNow()}, ...others].slice(0, MOST_KEPT)));
}

/** The key that was settled, as a draft of the key view. */
async function openKey() {
  const {form, items, differences} = bench.content;
  const key = adjudicated(items, differences.map((difference) => difference.item), decisionsNow());
  const id = await nameOf(`adjudicated ${bench.id}`);
  const opened = {form, documents: [form.id], place: 0, left_out: [], governors: form.words.map(() => -1), phrases: [], proposals: [], resolver: "", isBare: true};
  if (keepDraft(id, {name: form.id, opened, key})) location.href = `/key#draft=${id}`;
  else failed("This browser cannot keep the draft, so the key cannot be opened; allow the page to store data, or delete a draft.");
}

const undo = () => travel(undone(bench.history), "Taken back.");
const redo = () => travel(redone(bench.history), "Done again.");
const ACTS = {
  n: () => goTo(bench.at + 1), p: () => goTo(bench.at - 1), o: nextOpen, a: () => settle("a"), b: () => settle("b"),
  c: () => settle({antecedent: -1, reference: ""}), 0: () => settle({antecedent: -1, reference: "pleonastic"}), x: () => settle(null),
  u: undo, r: redo, t: () => byId("text").focus(),
};
document.addEventListener("keydown", (event) => {
  if (!bench.content || !bench.content.differences.length || !isForPage(event) || !Object.hasOwn(ACTS, event.key)) return;
  event.preventDefault();
  ACTS[event.key]();
});
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("next-open").addEventListener("click", nextOpen);
byId("open-key").addEventListener("click", openKey);
