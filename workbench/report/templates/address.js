"use strict";
// The address holds what is open: #DOCUMENT/sSENTENCE?a=ROW&b=ROW, with word=N in the sentence for another pronoun
// than its first, step=a3 for a step of A, guess=1 for guess first, and with corpus= and setting= where they are not the first.

/** Write the address of what is open. */
function remember() {
  if (!state.documents || state.document >= corpus().count) return;
  const asked = new URLSearchParams({a: resolverName(state.a), b: resolverName(state.b)});
  let place = encodeURIComponent(documentId(state.document));
  if (state.open) {
    place += `/s${state.open.sentence + 1}`;
    const [start] = state.text.sentences[state.open.sentence] || [0];
    const first = [...state.rowOf.values()].filter((row) => row.sentence === state.open.sentence).every((row) => row.offset >= state.open.offset);
    if (state.step >= 0) asked.set("step", `${state.stepped}${state.step + 1}`);
    if (!first) asked.set("word", state.open.offset - start + 1);
  }
  if (state.guess) asked.set("guess", "1");
  if (state.corpus) asked.set("corpus", corpus().name);
  if (state.setting !== Object.keys(corpus().settings)[0]) asked.set("setting", state.setting);
  history.replaceState(null, "", `#${place}?${asked}`);
}

/** Open what the address says; what it names and the report does not have stays as it is. */
async function recall() {
  const [, id, sentence, query] = /^#([^/?]+)(?:\/s(\d+))?(?:\?(.*))?$/.exec(location.hash) || [];
  if (!id || byId(id)) return;
  const asked = new URLSearchParams(query || "");
  const at = (list, wanted, usual) => { const found = list.findIndex(({name}) => name === wanted); return found < 0 ? usual : found; };
  const change = {corpus: at(INDEX.corpora, asked.get("corpus"), 0), a: at(INDEX.resolvers, asked.get("a"), state.a), b: at(INDEX.resolvers, asked.get("b"), state.b), setting: asked.get("setting") || ""};
  const {ids} = await piece(INDEX.corpora[change.corpus].documents);
  change.document = ids.indexOf(decodeURIComponent(id));
  if (change.document < 0) return;
  change.guess = asked.has("guess");
  byId("guess").checked = change.guess;
  await choose(change);
  if (!sentence) return;
  const rows = (await rowsOf(state.document)).filter((row) => row.sentence === Number(sentence) - 1);
  const [start] = (await piece(state.documents.texts[state.document])).sentences[Number(sentence) - 1] || [0];
  const row = rows.find((each) => each.offset - start + 1 === Number(asked.get("word"))) || rows[0];
  state.step = -1;
  if (row) await openPronoun(row, true);
  const [, side, step] = /^([ab])(\d+)$/.exec(asked.get("step") || "") || [];
  if (row && side) await goToStep(Number(step) - 1, side);
}

addEventListener("hashchange", recall);
