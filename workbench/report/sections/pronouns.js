"use strict";
// The table of pronouns: filters, pages, and the walk through it by n and p.

const PAGE = 40;
const FILTERS = {document: "", form: "", a: "", b: "", answers: "", distance: "", cause: "", text: ""};
const walk = {rows: [], at: -1, page: 0};

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

function fillFilters(rows) {
  const counted = (values) => [...values.reduce((counts, value) => counts.set(value, (counts.get(value) || 0) + 1), new Map())];
  const forms = counted(rows.map((row) => row.form)).sort((one, other) => other[1] - one[1]);
  const causes = counted(rows.map((row) => row.cause(state.a)).filter(Boolean)).sort((one, other) => other[1] - one[1]);
  const letters = new Set(rows.flatMap((row) => [...row.verdicts]).filter((letter) => letter !== "-"));
  options(byId("filter-document"), [["", "all"], ...corpus().documents.map(({id}, place) => [place, id])], FILTERS.document);
  options(byId("filter-form"), [["", "all"], ...forms.map(([form, number]) => [form, `${form} (${number})`])], FILTERS.form);
  for (const side of ["a", "b"]) {
    options(byId(`filter-${side}`), [["", "any"], ...(corpus().has_key ? [["!r", "not right"]] : []), ...Object.entries(VERDICTS).filter(([letter]) => letters.has(letter)).map(([letter, verdict]) => [letter, `${verdict.sign} ${verdict.text}`])], FILTERS[side]);
  }
  options(byId("filter-answers"), [["", "any"], ["differ", "differ"], ["agree", "agree"]], FILTERS.answers);
  options(byId("filter-distance"), [["", "any"], ...DISTANCES.map(([name], place) => [place, name])], FILTERS.distance);
  options(byId("filter-cause"), [["", "any"], ...causes.map(([cause, number]) => [cause, `${cause} (${number})`])], FILTERS.cause);
  byId("filter-text").value = FILTERS.text;
  for (const name of ["document", "form", "a", "b", "cause"]) FILTERS[name] = byId(`filter-${name}`).value;
}

async function drawPronouns() {
  const rows = await pronounRows();
  fillFilters(rows);
  walk.rows = rows.filter(passes);
  walk.at = -1;
  walk.page = 0;
  byId("pronoun-count").textContent = `${walk.rows.length} of ${rows.length} pronouns; ${corpus().has_key ? `${walk.rows.filter(isAnaphor).length} are anaphors of the key; ` : ""}A and B differ on ${walk.rows.filter(differs).length}`;
  drawPage();
}

function drawPage() {
  const head = element("tr", {}, ...["document", "sentence", "pronoun", ...(corpus().has_key ? ["key", "back"] : []), `A ${resolverName(state.a)}`, "", `B ${resolverName(state.b)}`, ""].map((name) => element("th", {scope: "col"}, name)));
  byId("pronoun-table").tHead.replaceChildren(head);
  const first = walk.page * PAGE;
  const side = (row, resolver) => [
    element("td", {}, verdictShown(row.verdicts[resolver]), row.cause(resolver) ? element("div", {class: "cause"}, row.cause(resolver)) : null),
    element("td", {}, row.antecedent(resolver)),
  ];
  byId("pronoun-table").tBodies[0].replaceChildren(...walk.rows.slice(first, first + PAGE).map((row, place) => element("tr", {class: first + place === walk.at ? "selected" : ""},
    element("td", {}, corpus().documents[row.place].id),
    element("td", {class: "right"}, row.sentence < 0 ? "" : String(row.sentence + 1)),
    element("td", {}, element("button", {type: "button", title: "its candidates", onclick: () => goTo(first + place)}, row.form)),
    ...(corpus().has_key ? [element("td", {}, row.key || "–"), element("td", {class: "right"}, row.distance < 0 ? "" : String(row.distance))] : []),
    ...side(row, state.a), ...side(row, state.b))));
  const last = Math.max(1, Math.ceil(walk.rows.length / PAGE));
  byId("pronoun-page").textContent = `page ${walk.page + 1} of ${last}`;
  byId("pronouns-back").disabled = walk.page === 0;
  byId("pronouns-on").disabled = walk.page + 1 >= last;
}

/** Open the pronoun at a place of the filtered table. */
async function goTo(place, bring = false) {
  if (place < 0 || place >= walk.rows.length) return;
  walk.at = place;
  walk.page = Math.floor(place / PAGE);
  drawPage();
  await openPronoun(walk.rows[place], bring);
}

/** Show a pronoun's candidates, and the pronoun in its document; bring it into view. */
async function openPronoun(row, bring = false) {
  state.open = row;
  const at = walk.rows.indexOf(row);
  if (at >= 0 && at !== walk.at) {
    walk.at = at;
    walk.page = Math.floor(at / PAGE);
    drawPage();
  }
  await showCandidates(row);
  if (state.document !== row.place) {
    state.document = row.place;
    await drawDocument();
  }
  markPronoun(row.offset, bring);
  remember();
}

function step(by) {
  return goTo(walk.at < 0 ? (by > 0 ? 0 : walk.rows.length - 1) : walk.at + by, true);
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
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
  if (event.key === "Escape") closeCandidates();
});
whenChosen(drawPronouns);
