"use strict";
// The table of pronouns: filters, pages, and the walk through it by n and p.

const PAGE = 40;
const FILTERS = {document: "", form: "", a: "", b: "", answers: "", distance: "", cause: "", text: ""};
// Those that pass the filters, each by its piece and its place there; those of the page as objects.
const walk = {found: [], shown: [], at: -1, page: 0, asked: 0};
const PLACES = 1e6;
const rowFound = async (place) => (await rowsOfPiece(Math.floor(walk.found[place] / PLACES)))[walk.found[place] % PLACES];
const isSame = (one, other) => one.place === other.place && one.offset === other.offset;

function verdictShown(letter) {
  const verdict = VERDICTS[letter];
  return element("span", {class: `verdict ${verdict.name}`}, `${verdict.sign} ${verdict.text}`);
}

/** Whether A and B looked at a pronoun and have another antecedent, or only one of them has any. */
function differs(row) {
  const looked = [state.a, state.b].every((resolver) => !"-x".includes(row.verdicts[resolver]));
  return looked && row.chosen[state.a] !== row.chosen[state.b];
}

function passes(row) {
  const verdict = (wanted, letter) => !wanted || (wanted === "!r" ? letter !== "r" && isAnaphor(row) : wanted === letter);
  const range = DISTANCES[FILTERS.distance];
  const text = FILTERS.text.toLowerCase();
  return (FILTERS.document === "" || row.place === Number(FILTERS.document))
    && (!FILTERS.form || row.form === FILTERS.form)
    && verdict(FILTERS.a, row.verdicts[state.a])
    && verdict(FILTERS.b, row.verdicts[state.b])
    && (!FILTERS.answers || differs(row) === (FILTERS.answers === "differ"))
    && (FILTERS.distance === "" || (row.distance >= range[1] && row.distance <= range[2]))
    && (!FILTERS.cause || row.cause(state.a) === FILTERS.cause)
    && (!text || [row.form, row.key, row.antecedent(state.a), row.antecedent(state.b)].some((part) => part.toLowerCase().includes(text)));
}

/** Set filters and show the table. */
async function filterBy(change) {
  Object.assign(FILTERS, {document: "", form: "", a: "", b: "", answers: "", distance: "", cause: "", text: ""}, change);
  await drawPronouns();
  byId("pronouns").scrollIntoView();
}

/** What there is to filter by, counted over all pronouns. */
function filtersCounted() {
  const [forms, causes, letters] = [new Map(), new Map(), new Set()];
  return {
    add(row) {
      countOne(forms, row.form);
      countOne(causes, row.cause(state.a));
      for (const letter of row.verdicts) if (letter !== "-") letters.add(letter);
    },
    draw() {
      if (fillFilters(forms, causes, letters)) drawPronouns();
    },
  };
}

/** Fill the filters; true where one of them cannot be as it was. */
function fillFilters(forms, causes, letters) {
  const before = JSON.stringify(FILTERS);
  const most = (counts) => [...counts].sort((one, other) => other[1] - one[1]);
  options(byId("filter-form"), [["", "all"], ...most(forms).map(([form, number]) => [form, `${form} (${number})`])], FILTERS.form);
  for (const side of ["a", "b"]) {
    options(byId(`filter-${side}`), [["", "any"], ...(corpus().has_key ? [["!r", "not right"]] : []), ...Object.entries(VERDICTS).filter(([letter]) => letters.has(letter)).map(([letter, verdict]) => [letter, `${verdict.sign} ${verdict.text}`])], FILTERS[side]);
  }
  options(byId("filter-answers"), [["", "any"], ["differ", "differ"], ["agree", "agree"]], FILTERS.answers);
  options(byId("filter-distance"), [["", "any"], ...DISTANCES.map(([name], place) => [place, name])], FILTERS.distance);
  options(byId("filter-cause"), [["", "any"], ...most(causes).map(([cause, number]) => [cause, `${cause} (${number})`])], FILTERS.cause);
  for (const name of ["form", "a", "b", "cause"]) FILTERS[name] = byId(`filter-${name}`).value;
  return JSON.stringify(FILTERS) !== before;
}

/** Those that pass the filters; the first page of them is shown as soon as it is full. */
function passingCounted() {
  const numbers = {all: 0, anaphors: 0, differ: 0};
  Object.assign(walk, {found: [], shown: [], at: -1, page: 0});
  const tell = (more) => {
    byId("pronoun-count").textContent = `${walk.found.length} of ${numbers.all} pronouns; ${corpus().has_key ? `${numbers.anaphors} are anaphors of the key; ` : ""}A and B differ on ${numbers.differ}${more}`;
  };
  return {
    add(row, piece, at) {
      numbers.all += 1;
      if (!passes(row)) return;
      if (state.open && isSame(state.open, row)) walk.at = walk.found.length;
      walk.found.push(piece * PLACES + at);
      numbers.anaphors += isAnaphor(row);
      numbers.differ += differs(row);
    },
    async drawSome(piece) {
      if (walk.shown.length < PAGE || piece + 1 === setting().pronouns.length) await drawPage();
      tell(piece + 1 < setting().pronouns.length ? " …" : "");
    },
    draw() {},
  };
}

async function drawPronouns() {
  walk.asked += 1;
  const {asked} = walk;
  const {place} = state.open || {place: state.document};
  if (Number(FILTERS.document) >= corpus().count) FILTERS.document = "";
  pagedOptions(byId("filter-document"), corpus().count, documentId, FILTERS.document === "" ? place : FILTERS.document, [["", "all"]]);
  for (const name of Object.keys(FILTERS)) byId(`filter-${name}`).value = FILTERS[name];
  await countPronouns([passingCounted], () => asked === walk.asked);
}

async function drawPage() {
  const first = walk.page * PAGE;
  walk.shown = await Promise.all(walk.found.slice(first, first + PAGE).map((_, place) => rowFound(first + place)));
  const head = element("tr", {}, ...["document", "sentence", "pronoun", ...(corpus().has_key ? ["key", "back"] : []), `A ${resolverName(state.a)}`, "", `B ${resolverName(state.b)}`, ""].map((name) => element("th", {scope: "col"}, name)));
  byId("pronoun-table").tHead.replaceChildren(head);
  const side = (row, resolver) => [
    element("td", {}, verdictShown(row.verdicts[resolver]), row.cause(resolver) ? element("div", {class: "cause"}, row.cause(resolver)) : null),
    element("td", {class: "antecedent"}, row.antecedent(resolver)),
  ];
  byId("pronoun-table").tBodies[0].replaceChildren(...walk.shown.map((row, place) => element("tr", {class: first + place === walk.at ? "selected" : ""},
    element("td", {}, documentId(row.place)),
    element("td", {class: "right"}, row.sentence < 0 ? "" : String(row.sentence + 1)),
    element("td", {}, element("button", {type: "button", title: "its candidates", onclick: () => goTo(first + place)}, row.form)),
    ...(corpus().has_key ? [element("td", {class: "antecedent"}, row.key || "–"), element("td", {class: "right"}, row.distance < 0 ? "" : String(row.distance))] : []),
    ...side(row, state.a), ...side(row, state.b))));
  const last = Math.max(1, Math.ceil(walk.found.length / PAGE));
  byId("pronoun-page").textContent = `page ${walk.page + 1} of ${last}`;
  byId("pronouns-back").disabled = walk.page === 0;
  byId("pronouns-on").disabled = walk.page + 1 >= last;
}

/** Open the pronoun at a place of the filtered table. */
async function goTo(place, bring = false) {
  if (place < 0 || place >= walk.found.length) return;
  await showInTable(place);
  await openPronoun(await rowFound(place), bring);
}

async function showInTable(place) {
  walk.at = place;
  walk.page = Math.floor(place / PAGE);
  await drawPage();
}

/** Show a pronoun's candidates, and the pronoun in its document; bring it into view. */
async function openPronoun(row, bring = false) {
  // Who goes step by step does so with the next pronoun too.
  Object.assign(state, {open: row, step: Math.min(state.step, 0), guessed: null});
  const piece = setting().first.findLastIndex((first) => first <= row.place);
  const at = walk.found.indexOf(piece * PLACES + (await rowsOfPiece(piece)).findIndex((each) => isSame(each, row)));
  if (at >= 0 && at !== walk.at) await showInTable(at);
  await showCandidates(row);
  state.document = row.place;
  await drawDocument();
  markPronoun(row.offset, bring);
  remember();
}

function step(by) {
  return goTo(walk.at < 0 ? (by > 0 ? 0 : walk.found.length - 1) : walk.at + by, true);
}

for (const name of Object.keys(FILTERS)) {
  byId(`filter-${name}`).addEventListener(name === "text" ? "input" : "change", (event) => {
    FILTERS[name] = event.target.value;
    drawPronouns();
  });
}
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", (event) => {
  event.preventDefault();
  filterBy({});
});
byId("pronouns-back").addEventListener("click", () => { walk.page -= 1; drawPage(); });
byId("pronouns-on").addEventListener("click", () => { walk.page += 1; drawPage(); });
byId("next-pronoun").addEventListener("click", () => step(1));
byId("previous-pronoun").addEventListener("click", () => step(-1));
document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
  if (event.key === "Escape" && state.open) closeCandidates();
});
// Its first page is shown at once; what comes later waits for no corpus to be gone through.
whenChosen(() => { drawPronouns(); });
whenCounted(filtersCounted);
