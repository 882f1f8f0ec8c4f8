"use strict";
// What begins everything when a key is made: keys, clicks, files, and the address.

const ACTS = {
  n: () => step(pronouns(), 1), p: () => step(pronouns(), -1),
  o: () => step(openPronouns(maker.history.key, pronouns()), 1),
  j: () => step([...maker.history.key, ...maker.opened.phrases], 1), k: () => step([...maker.history.key, ...maker.opened.phrases], -1),
  e: longerPhrase, c: makeNewChain, x: removeChosen, s: splitHere, m: beginMerge, h: nextHead, b: moveBoundaries,
  u: undo, U: redo, r: redo, f: save, t: () => byId("text").focus(), Escape: stop,
};
// These mean something else on a button.
const IN_TEXT = {
  Enter: accept, " ": longerPhrase,
  ArrowRight: (shift) => (shift ? extendTo(edge() + 1) : moveTo(maker.chosen ? maker.chosen.end : 0)),
  ArrowLeft: (shift) => (shift ? extendTo(edge() - 1) : moveTo(maker.chosen ? maker.chosen.start - 1 : 0)),
  ArrowDown: () => sentenceStep(1), ArrowUp: () => sentenceStep(-1),
  Home: () => moveTo(0), End: () => moveTo(maker.opened.form.words.length - 1),
};

/** The word at the end of the phrase that is not where it was begun. */
function edge() {
  if (!maker.chosen) return 0;
  const {start, end} = maker.chosen;
  return Math.max(0, maker.anchor === start ? end - 1 : start);
}

document.addEventListener("keydown", (event) => {
  if (!maker.opened || document.querySelector("dialog[open]")) return;
  const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && "zy".includes(event.key.toLowerCase());
  if (isUndo && !event.target.closest("input, textarea")) {
    event.preventDefault();
    (event.key.toLowerCase() === "y" || event.shiftKey ? redo : undo)();
    return;
  }
  if (!isForPage(event)) return;
  const isInText = event.target === byId("text") || event.target === document.body;
  if (isInText && Object.hasOwn(IN_TEXT, event.key)) {
    event.preventDefault();
    IN_TEXT[event.key](event.shiftKey);
  } else if (/^[0-9]$/.test(event.key)) digit(event.key);
  else if (Object.hasOwn(ACTS, event.key)) {
    event.preventDefault();
    ACTS[event.key]();
  }
});

byId("text").addEventListener("click", (event) => {
  const word = event.target.closest(".word");
  if (!word) return;
  const at = Number(word.dataset.at);
  if (event.shiftKey || byId("to-here").getAttribute("aria-pressed") === "true") {
    byId("to-here").setAttribute("aria-pressed", "false");
    extendTo(at);
  } else if (maker.chosen && maker.anchor === at && maker.chosen.start <= at && at < maker.chosen.end) longerPhrase();
  else choose(firstSpanAt(at), at);
});

byId("to-here").addEventListener("click", () => {
  const isOn = byId("to-here").getAttribute("aria-pressed") !== "true";
  byId("to-here").setAttribute("aria-pressed", String(isOn));
  say(isOn ? "Now click the last word of the phrase." : "A click chooses a new phrase.");
});
byId("phrases").addEventListener("change", (event) => { maker.phrases = event.target.checked; drawText(); });
byId("next-open").addEventListener("click", ACTS.o);
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("save").addEventListener("click", save);
byId("score").addEventListener("click", score);
byId("name").addEventListener("change", () => keep());

byId("begin").addEventListener("click", () => (byId("input").value.trim() ? open({text: upToLimit(byId("input").value)[0]}) : failed("There is no text; type or paste one.")));
const openFiles = (files) => openFirst(files, (file) => open({file}));
byId("open-file").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", (event) => {
  if (event.target.files.length) openFiles([...event.target.files]);
  event.target.value = "";
});
for (const type of ["dragover", "drop"]) {
  document.addEventListener(type, (event) => {
    if (![...(event.dataTransfer?.types || [])].includes("Files")) return;
    event.preventDefault();
    if (type === "drop" && event.dataTransfer.files.length) openFiles([...event.dataTransfer.files]);
  });
}
options(byId("sample"), [["", "choose one"], ...INDEX.samples.map((sample) => [sample, sample.replaceAll("_", " ")])], "");
byId("sample").addEventListener("change", (event) => { if (event.target.value) open({sample: event.target.value}); });
byId("document").addEventListener("change", (event) => open({...maker.fields, place: event.target.value}));
options(byId("proposer"), [["", "nobody"], ...INDEX.resolvers.map((name) => [name, name])], INDEX.first);
byId("proposer").addEventListener("change", () => { if (maker.opened) open({key: JSON.stringify(formNow())}, {keepsKey: true}); });
options(byId("format"), INDEX.formats.map((name) => [name, name]), "np-xml");

function readAddress() {
  const id = new URLSearchParams(location.hash.slice(1)).get("draft");
  drawDrafts();
  if (id && id !== maker.draft && !openDraft(id)) failed("This browser does not have the draft of this address; open its file.");
}
addEventListener("hashchange", readAddress);
addEventListener("storage", takeFromOtherTab);
readAddress();
