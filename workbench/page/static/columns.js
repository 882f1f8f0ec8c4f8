"use strict";
// Side by side: a text once for each column, sentence next to sentence.

/** The place of a column among those that the server answered; -1 for the key. */
const sentPlace = (number) => (state.columns[number].key ? -1 : state.columns.slice(0, number).filter((column) => !column.key).length);
const failureOf = (number) => (state.columns[number].key ? "" : state.answer.columns[sentPlace(number)].failure);
const columnName = (column) => (column.key ? "key" : column.name || (Object.keys(column.options || {}).length ? `${column.resolver} (options)` : column.resolver));

/** What is known of a resolver, or of several joined by "+", whose options have the names of their parts; undefined for none. */
function resolverNamed(name) {
  const found = INDEX.resolvers.find((resolver) => resolver.name === name);
  const joined = name.split("+").map((part) => INDEX.resolvers.find((resolver) => resolver.name === part));
  if (found || joined.length < 2 || joined.includes(undefined)) return found;
  return {name, parts: [], options: Object.fromEntries(joined.flatMap((part) => Object.entries(part.options).map(([option, known]) => [`${part.name}.${option}`, known])))};
}

/** Whether the columns give different answers to a pronoun, or a single one differs from the key. */
function differs(row) {
  const places = state.columns.map((column, number) => number).filter((number) => !state.columns[number].key && !failureOf(number)).map(sentPlace);
  const looked = places.filter((place) => !"-x".includes(row.verdicts[place]));
  const withKey = state.columns.some((column) => column.key);
  if (withKey && looked.some((place) => "wne".includes(row.verdicts[place]))) return true;
  return new Set(looked.map((place) => leadsTo(row, place))).size > 1;
}

function chainsOfColumns() {
  const {text, given} = state;
  const sent = state.columns.map((column, number) => (column.key || failureOf(number) ? -1 : sentPlace(number)));
  const heads = new Set(state.rowOf.keys());
  const withPronoun = (chains) => chains.filter((chain) => chain.members.some(([, , head]) => heads.has(head)));
  return labelledChains(state.columns.map((column, number) => {
    if (column.key) return withPronoun(keyChains(text, given));
    return sent[number] < 0 ? [] : withPronoun(namedChains(given.chains[sent[number]], given.spans, given.pronouns));
  }));
}

/** Draw heads and sentences of all columns. */
function drawColumns() {
  const {text} = state;
  const grid = byId("text");
  const hidden = isGuessing();
  const chains = chainsOfColumns();
  const marks = chains.map(stretches);
  if (hidden) marks.forEach((_, number) => { marks[number] = []; });
  if (isOpen() && (hidden || !state.columns[state.why].key)) {
    const row = rowAt(state.at);
    marks[state.why] = marksOfCandidates(hidden ? guessedCase(row) : caseOf(row, state.why), state.step, hidden);
  }
  // The brackets around the pronoun would say what it is one with.
  if (state.withheld >= 0) marks.forEach((ofColumn, number) => { marks[number] = ofColumn.filter(({start, end}) => start !== state.withheld || end !== start + 1); });
  // While a class guesses, one plain text is enough.
  const numbers = state.columns.map((_, number) => number).filter((number) => !hidden || number === state.why);
  grid.style.setProperty("--columns", numbers.length);
  const shown = text.sentences.map((_, number) => number).filter((number) => !state.differences || state.rows.some((row) => row.sentence === number && differs(row)));
  const cells = [element("div", {class: "head"}), ...numbers.map((number) => (hidden ? element("div", {class: "head"}, "The text") : headOf(number)))];
  let before = -1;
  for (const number of shown) {
    if (number > before + 1) cells.push(element("div", {class: "gap"}, `${number - before - 1} ${number - before === 2 ? "sentence" : "sentences"} without a difference`));
    before = number;
    cells.push(element("div", {class: "number"}, String(number + 1)));
    for (const column of numbers) cells.push(sentenceElement(text, number, marks[column], (at) => (canBeChosen(at, hidden) ? pronounElement(rowAt(at), column) : null), hidden ? "" : columnName(state.columns[column])));
  }
  if (state.differences && before < text.sentences.length - 1) cells.push(element("div", {class: "gap"}, shown.length ? "no difference in the rest" : "The columns do not differ."));
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : undefined;
  grid.replaceChildren(...cells);
  if (focused) grid.querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
  drawSummary();
  drawLegend();
  byId("text-figure").replaceChildren(...(hidden || state.withheld >= 0 ? [] : [figureRow("The text as a figure", figureOfText(shown, chains))]));
}

/** The sentences that are shown as a figure. */
function figureOfText(numbers, chains) {
  const title = state.source.kind === "text" ? "side by side" : state.answer.id;
  return textFigure(title, state.answer.id, state.text, numbers, state.columns.map((column, number) => ({name: columnName(column), chains: chains[number], signAt: (at) => {
    const row = rowAt(at);
    if (!row) return null;
    return state.answer.has_key && !column.key && !failureOf(number) && !row.isSpeech ? VERDICTS[row.verdicts[sentPlace(number)]].sign : "";
  }})));
}

/** Whether the word at an offset opens why; while a class guesses of a pronoun, I and you are candidates only. */
const canBeChosen = (at, hidden) => Boolean(rowAt(at)) && !(hidden && isOpen() && rowAt(at).isSpeech && at !== state.at);

function pronounElement(row, number) {
  const {key} = state.columns[number];
  const place = sentPlace(number);
  const hidden = isGuessing() || failureOf(number) || row.offset === state.withheld;
  const verdict = key || hidden || row.isSpeech ? null : VERDICTS[row.verdicts[place]];
  const isDifferent = !hidden && !row.isSpeech && differs(row);
  const classes = ["pronoun", row.isSpeech ? "speech" : key ? (isAnaphor(row) ? "anaphor" : "") : verdict ? verdict.name : "", isDifferent ? "differs" : "", row.offset === state.at ? "selected" : ""];
  const answer = key ? row.key : verdict || (row.isSpeech && !hidden) ? answerOf(row, place) : "";
  const told = row.isSpeech ? `, first or second person${answer ? `: ${answer}` : ""}` : key ? (row.key ? `, key: ${row.key}` : ", no anaphor of the key") : verdict ? `, ${verdict.text}${answer ? `: ${answer}` : ""}` : "";
  const word = state.text.words[row.offset];
  const open = () => openPronoun(row.offset, number);
  return element("span", {
    class: classes.filter(Boolean).join(" "), role: "button", tabindex: "0", "data-offset": row.offset, "data-key": `${number}/${row.offset}`,
    "aria-label": `${word}${told}${isDifferent ? ", the columns differ" : ""}`, "aria-pressed": String(row.offset === state.at && number === state.why),
    title: told.slice(2), onclick: open,
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } },
  }, word);
}

function headOf(number) {
  const column = state.columns[number];
  const select = element("select", {"aria-label": `Column ${number + 1}`, "data-key": `head ${number}`, onchange: (event) => changeColumn(number, event.target.value)});
  for (const [role, title] of INDEX.roles) {
    const names = INDEX.resolvers.filter((resolver) => resolver.role === role && (!resolver.needs_key || state.answer.has_key)).map((resolver) => resolver.name);
    if (names.length) select.append(element("optgroup", {label: title}, ...names.map((name) => element("option", {value: name}, name))));
  }
  select.append(element("optgroup", {label: "Joined"}, column.resolver?.includes("+") ? element("option", {value: column.resolver}, column.resolver) : null, element("option", {value: "/joined"}, "several, joined…")));
  const others = element("optgroup", {label: "Not a resolver"});
  if (state.answer.has_key) others.append(element("option", {value: "/key"}, "the key"));
  if (column.response) others.append(element("option", {value: "/this"}, column.name));
  others.append(element("option", {value: "/response"}, "a file of answers…"));
  select.append(others);
  select.value = column.key ? "/key" : column.response ? "/this" : column.resolver;
  return element("div", {class: `head${number === state.why && isOpen() ? " active" : ""}`},
    element("div", {class: "head-row"}, element("span", {class: "column-number", "aria-hidden": "true"}, String(number + 1)), number === state.trying + 1 && state.trying >= 0 ? element("span", {class: "tried"}, "changed") : null, select,
      element("span", {class: "group"}, column.resolver ? optionsButton(number) : null,
        state.columns.length > 1 ? element("button", {type: "button", class: "quiet", "aria-label": `Remove column ${number + 1}, ${columnName(column)}`, title: "Remove", onclick: () => removeColumn(number)}, "×") : null)),
    element("div", {class: "measure"}, ...measureOf(number)));
}

/** What is measured in a column where there is a key, else how many pronouns it answered. */
function measureOf(number) {
  const column = state.columns[number];
  if (column.key) return [`${state.rows.filter(isAnaphor).length} anaphors`];
  if (failureOf(number)) return [element("span", {class: "failure"}, failureOf(number))];
  const place = sentPlace(number);
  const {measures, correct, anaphors, interval} = state.answer.columns[place];
  if (state.answer.has_key) {
    const [low, high] = interval.map((bound) => (100 * bound).toFixed(0));
    const rows = Object.values(measures).map(({heading, value}) => element("li", {}, `${heading} ${value === null ? "–" : `${inTenths(100 * value)} %`}`));
    return [
      element("strong", {}, `${correct} of ${anaphors} right`), ` ${percent(correct, anaphors)} %`,
      element("span", {class: "interval-in-words", title: "95% interval of the share of anaphors, by Wilson; anaphors of one text are not independent, so it is rather too narrow"}, ` (95%: ${low}–${high})`),
      element("details", {class: "measures"}, element("summary", {}, "all measures"), element("ul", {}, ...rows)),
    ];
  }
  const answered = state.rows.filter((row) => row.verdicts[place] === "a").length;
  const none = state.rows.filter((row) => row.verdicts[place] === "o").length;
  return [element("strong", {}, `${answered} answered`), none ? `, ${none} without an antecedent` : ""];
}

/** On how many of so many pronouns the columns differ, "" where there is nothing to differ. */
function differencesInWords(number) {
  const different = state.rows.filter(differs).length;
  if (state.columns.length < 2 || !number) return "";
  if (number === 1) return different ? " The columns differ on it." : " The columns do not differ on it.";
  return ` The columns differ on ${different || "none"} of them.`;
}

/** How many pronouns there are, on how many the columns differ, and what can be done with them. */
function summaryInWords() {
  const number = state.rows.length;
  const choose = number === 0 ? "" : number === 1 ? " Choose it" : " Choose one";
  if (isGuessing()) return `${pronounsInWords(number)}.${choose && `${choose}, then say what it refers to.`}`;
  const of = state.source.kind === "text" ? "" : `${state.answer.id}: `;
  if (state.columns.every((column, at) => column.key || failureOf(at))) return `${of}${of ? "no" : "No"} column has an answer; above each stands why.`;
  return `${of}${pronounsInWords(number)}.${differencesInWords(number)}${choose && `${choose} to see why it was answered so.`}`;
}

function drawSummary() {
  const cut = state.source.kind === "text" ? upToLimit(byId("input").value)[1] : "";
  byId("summary").textContent = [cut, state.answer.note, summaryInWords()].filter(Boolean).join(" ");
}

function drawLegend() {
  const letters = new Set(state.rows.flatMap((row) => [...row.verdicts]));
  const items = Object.entries(VERDICTS).filter(([letter]) => letters.has(letter) && letter !== "-")
    .map(([, verdict]) => element("li", {}, element("span", {class: `pronoun ${verdict.name}`}, "it"), ` ${verdict.text}`));
  byId("legend").replaceChildren(
    element("li", {}, element("span", {class: "mention", style: "--hue: 140"}, "[an entity", element("span", {class: "bracket"}, "]"), element("sub", {}, "1")), ` a chain, named by its first noun or name, or else by its first pronoun${state.columns.length > 1 ? "; the same number or letter in another column: the same mention names both chains" : ""}`),
    ...items,
    state.rowOf.size > state.rows.length ? element("li", {}, element("span", {class: "pronoun speech"}, "I"), " first or second person, not counted") : "",
    state.columns.length > 1 ? element("li", {}, element("span", {class: "pronoun differs"}, "it"), " the columns differ") : "",
    ...(isOpen() && !isGuessing() ? legendOfCandidates() : []));
}

/** The form of a resolver's options behind a button. */
function optionsButton(number) {
  const column = state.columns[number];
  const {options: known} = resolverNamed(column.resolver);
  const changed = Object.keys(column.options).length;
  const button = element("button", {type: "button", class: "quiet", "data-key": `options ${number}`, "aria-haspopup": "dialog", onclick: () => openOptions(number, known)}, changed ? `Options (${changed})` : "Options");
  return Object.keys(known).length ? button : null;
}

/** A name with places where it may be broken. */
const breakable = (name) => name.split(/(?<=[_.])/).flatMap((part, at) => (at ? [element("wbr"), part] : [part]));

function openOptions(number, known) {
  const column = state.columns[number];
  const fields = Object.entries(known).flatMap(([name, {default: usual, help, choices}], at, all) => {
    // An option of joined resolvers is also given without the name of its part, for all that have it.
    const [, part, own] = /^(?:(.*)\.)?(.*)$/.exec(name);
    const value = column.options[name] ?? column.options[own] ?? usual;
    const values = choices.length ? choices : typeof usual === "boolean" ? ["true", "false"] : null;
    const field = values
      ? element("select", {name}, ...values.map((each) => element("option", {value: each}, each)))
      : element("input", {name, type: "text", autocomplete: "off"});
    field.value = value === null ? "none" : String(value);
    field.dataset.usual = usual === null ? "none" : String(usual);
    const isFirst = part && !all[at - 1]?.[0].startsWith(`${part}.`);
    return [...(isFirst ? [element("h3", {class: "option-part"}, part)] : []), element("label", {class: "option"}, element("span", {class: "option-name", title: name}, ...breakable(own)), field, element("span", {class: "option-help"}, help))];
  });
  const form = element("form", {method: "dialog"}, element("h2", {}, `Options of ${column.resolver}`), element("div", {class: "option-list"}, ...fields),
    element("p", {class: "dialog-end"}, element("button", {value: "resolve"}, "Resolve with these"), element("button", {type: "reset", onclick: () => { for (const field of form.elements) if (field.dataset.usual !== undefined) field.value = field.dataset.usual; }}, "Defaults"), element("button", {value: ""}, "Cancel")));
  form.addEventListener("reset", (event) => event.preventDefault());
  openDialog(form, `Options of ${column.resolver}`, () => {
    const given = Object.fromEntries([...form.elements].filter((field) => field.name && field.value !== field.dataset.usual).map((field) => [field.name, field.value]));
    ask(() => { if (state.columns[number]?.resolver === column.resolver) state.columns[number].options = given; });
  });
}

/** Show a form above the page; take is called where it is left with "resolve". */
function openDialog(form, label, take) {
  const dialog = element("dialog", {class: "options", "aria-label": label}, form);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "resolve") take();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** The choice of resolvers that answer a column together: one for pronouns, and others for what it leaves. */
function openJoined(number) {
  const [first, ...others] = (state.columns[number].resolver || "").split("+");
  const alone = INDEX.resolvers.filter((resolver) => resolver.role !== "nominal" && (!resolver.needs_key || state.answer.has_key));
  const choice = element("select", {"aria-label": "Pronouns by"}, ...alone.map(({name}) => element("option", {value: name}, name)));
  choice.value = alone.some(({name}) => name === first) ? first : alone[0].name;
  const ticked = others.length ? others : INDEX.joined;
  const boxes = INDEX.resolvers.filter(({role}) => role === "nominal").map(({name, about}) => {
    const box = element("input", {type: "checkbox", value: name});
    box.checked = ticked.includes(name);
    return element("label", {class: "option joined"}, box, element("span", {class: "option-name"}, name), element("span", {class: "option-help"}, about));
  });
  const form = element("form", {method: "dialog"}, element("h2", {}, "Several resolvers, joined"),
    element("p", {class: "lead"}, "One resolver answers the pronouns; the ticked ones link the other phrases, and the pronouns that it leaves out."),
    element("p", {}, element("label", {}, "Pronouns by ", choice)), element("div", {class: "option-list"}, ...boxes),
    element("p", {class: "dialog-end"}, element("button", {value: "resolve"}, "Resolve with these"), element("button", {value: ""}, "Cancel")));
  openDialog(form, "Several resolvers, joined", () => {
    const chosen = [...form.querySelectorAll("input:checked")].map((box) => box.value);
    // Those that were joined already keep their order.
    const order = [...others.filter((name) => chosen.includes(name)), ...chosen.filter((name) => !others.includes(name))];
    changeColumn(number, [choice.value, ...order].join("+"));
  });
}

function changeColumn(number, value) {
  if (value === "/response") {
    byId("response-file").dataset.column = number;
    byId("response-file").click();
    drawColumns();
    return;
  }
  if (value === "/joined") {
    drawColumns();
    openJoined(number);
    return;
  }
  ask(() => {
    state.columns[number] = value === "/key" ? {key: true} : {resolver: value, options: {}};
    if (isTried(number)) endTry();
  });
}

function removeColumn(number) {
  const removed = JSON.stringify(state.columns[number]);
  // The button that had the focus goes with its column.
  byId("add-column").disabled = false;
  byId("add-column").focus();
  ask(() => {
    // The column may have been removed already, and its answer be on the way.
    if (state.columns.length < 2 || JSON.stringify(state.columns[number]) !== removed) return;
    const ends = isTried(number);
    if (number < state.trying) state.trying -= 1;
    state.columns.splice(number, 1);
    if (ends) endTry();
  });
}

function addColumn() {
  ask(() => {
    if (state.columns.length >= INDEX.most) return;
    const used = new Set(state.columns.map((column) => column.resolver));
    const free = INDEX.resolvers.find((resolver) => resolver.role === "algorithm" && !used.has(resolver.name)) || INDEX.resolvers[0];
    state.columns.push({resolver: free.name, options: {}});
  });
}

byId("text").addEventListener("mouseover", (event) => lightChain(event, true));
byId("text").addEventListener("mouseout", (event) => lightChain(event, false));
byId("text").addEventListener("focusin", (event) => lightChain(event, true));
byId("text").addEventListener("focusout", (event) => lightChain(event, false));

/** Light a chain in every column. */
function lightChain(event, on) {
  const mention = event.target.closest(".mention");
  if (!mention) return;
  for (const member of byId("text").querySelectorAll(`.mention[data-chain="${mention.dataset.chain}"]`)) member.classList.toggle("lit", on);
}
