"use strict";
// Drafts of keys in the browser's own store: the latest few, each with its text, so that it goes on without the server.

const DRAFTS = "key drafts";
const MOST_DRAFTS = 5;

/** What is kept of each draft: {id, name, words, when}, the latest first. */
function listedDrafts() {
  try { return JSON.parse(keptChoice(DRAFTS) || "[]"); } catch { return []; }
}

function draftOf(id) {
  try { return JSON.parse(keptChoice(`key draft ${id}`) || "null"); } catch { return null; }
}

/** Keep a draft; returns whether the browser did. */
function keepDraft(id, draft) {
  const listed = [{id, name: draft.name, words: draft.opened.form.words.length, when: Date.now()}, ...listedDrafts().filter((other) => other.id !== id)];
  try {
    for (const old of listed.slice(MOST_DRAFTS)) localStorage.removeItem(`key draft ${old.id}`);
    localStorage.setItem(`key draft ${id}`, JSON.stringify(draft));
    localStorage.setItem(DRAFTS, JSON.stringify(listed.slice(0, MOST_DRAFTS)));
    return true;
  } catch {
    return false;
  }
}

function forgetDraft(id) {
  try {
    localStorage.removeItem(`key draft ${id}`);
    localStorage.setItem(DRAFTS, JSON.stringify(listedDrafts().filter((other) => other.id !== id)));
  } catch { /* nothing is kept */ }
}
