"use strict";
// Beside the text: what is chosen with what can be done about it, and the list of chains.

const KEPT_IN = ["pleonastic", "exophoric", "clausal"];

/** The name of a chain: its longest mention that is no pronoun. */
function nameOfChain(members) {
  const named = members.filter((mention) => !isPronounSpan(mention));
  const longest = (named.length ? named : members).reduce((one, other) => (other.end - other.start > one.end - one.start ? other : one));
  return wordsOf(longest, 36);
}

function drawPanels() {
  const focused = document.activeElement?.dataset?.key;
  const chains = chainsOf(maker.history.key);
  drawChoice(chains);
  drawChains(chains);
  drawProgress(chains);
  // A button that is gone leaves its reader in the text, not at the top of the page.
  if (focused && !document.activeElement?.dataset?.key) (document.querySelector(`[data-key="${CSS.escape(focused)}"]:not(:disabled)`) || byId("text")).focus({preventScroll: true});
}

const act = (key, letter, words, does, disabled = false) => {
  const button = element("button", {type: "button", "data-key": key, onclick: does}, words, letter ? " " : null, letter ? element("kbd", {}, letter) : null);
  button.disabled = disabled;
  return button;
};

/** What stands about a span, in words. */
function stateInWords(span) {
  const mention = mentionAt(maker.history.key, span);
  if (!mention) return "not a mention of the key yet";
  if (mention.chain === NO_CHAIN) return REFERENCES[mention.reference];
  const others = maker.history.key.filter((other) => other.chain === mention.chain).length - 1;
  return `in chain ${mention.chain}${others ? `, with ${others} ${others === 1 ? "other" : "others"}` : ", alone"}`;
}

/** Whether the key says already what is proposed for a mention. */
function isAccepted(mention, {antecedent}) {
  if (!mention || !antecedent) return Boolean(mention) && mention.chain === NO_CHAIN;
  const there = mentionAt(maker.history.key, antecedent);
  return Boolean(there) && there.chain !== NO_CHAIN && there.chain === mention.chain;
}

function drawChoice(chains) {
  const {chosen, origin} = maker;
  if (!chosen) {
    byId("choice").replaceChildren(element("h2", {}, "No phrase is chosen"), element("p", {class: "note"}, "Click a word, or press n for the first pronoun. Click again for a longer phrase; hold Shift and click for its last word."));
    return;
  }
  const {key} = maker.history;
  const mention = mentionAt(key, chosen);
  const isPronoun = isPronounSpan(chosen);
  const proposal = proposalFor(chosen);
  const longer = spansAt(chosen.start).filter((span) => !sameSpan(span, chosen));
  const {start, end} = chosen;
  const rows = [
    element("h2", {}, `“${wordsOf(chosen)}”`),
    element("p", {class: "choice-state"}, element("span", {class: "where"}, `Sentence ${sentenceOf(start) + 1}. `), `${isPronoun ? "A pronoun, " : ""}${stateInWords(chosen)}.`),
  ];
  if (maker.waiting || maker.merging) rows.push(element("p", {class: "waiting"}, maker.merging ? `Merge with which chain? Its number${maker.waiting ? `: ${maker.waiting}_` : ""}. Esc stops.` : `Chain ${maker.waiting}_? Another digit, or Enter for ${maker.waiting}.`));
  // One that was accepted already is proposed no more.
  if (proposal && !isAccepted(mention, proposal)) {
    const words = proposal.antecedent ? `Same as “${wordsOf(proposal.antecedent, 30)}”` : "Refers to nothing";
    rows.push(element("p", {class: "proposal"}, act("accept", "Enter", words, accept), element("span", {class: "note-inline"}, ` proposed by ${maker.opened.resolver}`)));
  }
  rows.push(element("div", {class: "acts"},
    act("new", "c", "New chain", makeNewChain),
    isPronoun ? act("none", "0", "Not anaphoric", markNotAnaphoric) : null,
    act("remove", "x", "Remove", removeChosen, !mention),
    act("split", "s", "Split from here", splitHere, !mention || mention.chain === NO_CHAIN),
    act("merge", "m", "Merge with …", beginMerge, !mention || mention.chain === NO_CHAIN || chains.length < 2)));
  if (mention && mention.chain === NO_CHAIN && isPronoun) {
    const select = element("select", {id: "reference", "data-key": "reference", onchange: (event) => say(change(notAnaphoric(key, chosen, event.target.value), "how it refers"))});
    options(select, KEPT_IN.map((reference) => [reference, REFERENCES[reference]]), mention.reference);
    rows.push(element("label", {class: "line"}, "It ", select));
  }
  if (chains.length) {
    rows.push(element("p", {class: "label", id: "add-label"}, "Add to a chain: its number, or"));
    rows.push(element("ul", {class: "add", "aria-labelledby": "add-label"}, ...chains.map(({number, members}) => {
      const button = act(`add ${number}`, "", `${number} ${nameOfChain(members)}`, () => addTo(number));
      button.className = "chain-button";
      button.style.setProperty("--hue", hueOf(number));
      button.setAttribute("aria-pressed", String(Boolean(mention) && mention.chain === number));
      return element("li", {}, button);
    })));
  }
  if (origin && !sameSpan(origin, chosen) && mentionAt(key, origin)) rows.push(element("p", {}, act("bounds", "b", `Move the boundaries of “${wordsOf(origin, 24)}” here`, moveBoundaries)));
  if (longer.length) rows.push(element("p", {class: "label"}, "Phrases here ", element("kbd", {}, "e")), element("div", {class: "acts"}, ...longer.map((span) => act(`span ${span.start}-${span.end}`, "", wordsOf(span, 40), () => choose(span)))));
  if (mention && end - start > 1 && end - start <= 12) {
    rows.push(element("p", {class: "label"}, "Head ", element("kbd", {}, "h")), element("div", {class: "acts heads"}, ...Array.from({length: end - start}, (_, at) => {
      const button = act(`head ${start + at}`, "", maker.opened.form.words[start + at], () => setHead(start + at));
      button.setAttribute("aria-pressed", String(mention.head === start + at));
      return button;
    })));
  }
  byId("choice").replaceChildren(...rows);
}

function drawChains(chains) {
  const {key} = maker.history;
  const unchained = key.filter((mention) => mention.chain === NO_CHAIN);
  const mentionButton = (mention) => {
    const button = act(`go ${mention.start}-${mention.end}`, "", wordsOf(mention, 40), () => choose(mention));
    button.className = "member";
    if (maker.chosen && sameSpan(maker.chosen, mention)) button.setAttribute("aria-current", "true");
    button.title = `sentence ${sentenceOf(mention.start) + 1}`;
    return element("li", {}, button);
  };
  byId("chain-list").replaceChildren(
    ...chains.map(({number, members}) => {
      const item = element("li", {class: "chain"},
        element("div", {class: "chain-head"}, element("strong", {class: "chain-number"}, String(number)), element("span", {class: "chain-name"}, nameOfChain(members)), element("span", {class: "count"}, `${members.length} ${members.length === 1 ? "mention" : "mentions"}`)),
        element("ul", {class: "members", "aria-label": `Mentions of chain ${number}`}, ...members.map(mentionButton)));
      item.style.setProperty("--hue", hueOf(number));
      return item;
    }),
    unchained.length ? element("li", {class: "chain none"}, element("div", {class: "chain-head"}, element("strong", {class: "chain-number"}, "∅"), element("span", {class: "chain-name"}, "in no chain"), element("span", {class: "count"}, String(unchained.length))), element("ul", {class: "members", "aria-label": "In no chain"}, ...unchained.map(mentionButton))) : "");
  byId("no-chains").hidden = Boolean(key.length);
}

function drawProgress(chains) {
  const {history} = maker;
  const all = pronouns();
  const open = openPronouns(history.key, all).length;
  const mentions = history.key.filter((mention) => mention.chain !== NO_CHAIN).length;
  byId("progress").textContent = `${all.length - open} of ${pronounsInWords(all.length)} ${all.length === 1 ? "is" : "are"} done. ${chains.length} ${chains.length === 1 ? "chain" : "chains"} with ${mentions} ${mentions === 1 ? "mention" : "mentions"}.`;
  byId("undo").disabled = !history.before.length;
  byId("redo").disabled = !history.after.length;
  byId("undo").title = history.before.length ? `takes back: ${history.before[history.before.length - 1].what}` : "";
  byId("next-open").disabled = !open;
  byId("score").disabled = !chains.some(({members}) => members.length > 1);
}
