"use strict";
// Drafts of keys in the browser's own store: the latest few, each with its text, so that it goes on without the server.

const DRAFTS = "key drafts";
const MOST_DRAFTS = 5;

/** What is kept of each draft: {id, name, words, when, isNew}, the latest first; of a new one nothing has been made yet. */
function listedDrafts() {
  try { return JSON.parse(keptChoice(DRAFTS) || "[]"); } catch { return []; }
}

function draftOf(id) {
  try { return JSON.parse(keptChoice(`key draft ${id}`) || "null"); } catch { return null; }
}

/** The latest few of some drafts; who only looks at texts must not lose what was made of another one. */
function latestDrafts(listed) {
  const kept = [...listed];
  while (kept.length > MOST_DRAFTS) {
    const at = kept.findLastIndex(({isNew}, place) => isNew && place > 0);
    kept.splice(at > 0 ? at : kept.length - 1, 1);
  }
  return kept;
}

/** Keep a draft; returns whether the browser did. */
function keepDraft(id, draft, isChanged = true) {
  const before = listedDrafts();
  const there = before.find((other) => other.id === id);
  const isNew = !isChanged && (!there || Boolean(there.isNew));
  const listed = [{id, name: draft.name, words: draft.opened.form.words.length, when: Date.now(), isNew}, ...before.filter((other) => other.id !== id)];
  const kept = latestDrafts(listed);
  try {
    for (const old of listed) if (!kept.includes(old)) localStorage.removeItem(`key draft ${old.id}`);
    localStorage.setItem(`key draft ${id}`, JSON.stringify(draft));
    localStorage.setItem(DRAFTS, JSON.stringify(kept));
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
