"use strict";
// A question to the server, and how it goes until it has ended.

const TAB = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const listening = new Map();

class LostError extends Error {}

/** What the server answers, as data. */
async function answerTo(path, question) {
  let answer;
  try {
    answer = await fetch(path, question);
  } catch {
    throw question?.signal?.aborted ? new Error("Cancelled.") : new LostError();
  }
  const content = await contentOf(answer);
  if (!answer.ok) throw Object.assign(new Error(content.reason), {status: answer.status});
  return content;
}

/** The data of an answer; what is refused before the page looks at it is told in plain text. */
async function contentOf(answer) {
  const text = await answer.text();
  if ((answer.headers.get("content-type") || "").startsWith("application/json")) return JSON.parse(text);
  return {reason: text};
}

/** What ends the sending of a question when its reader cancels it; there is no job to be ended yet. */
function cancelSignal() {
  const sending = new AbortController();
  byId("cancel").onclick = () => sending.abort();
  return sending.signal;
}

/** Wait until a job has ended. told is given every state; stillWanted says whether anybody waits; of one kind one is waited for. */
function jobEnded(job, kind, told, stillWanted) {
  return new Promise((resolve, reject) => {
    if (listening.has(kind)) listening.get(kind).close();
    const events = new EventSource(`/jobs/${job}/events`);
    listening.set(kind, events);
    byId("cancel").onclick = () => fetch(`/jobs/${job}`, {method: "DELETE"});
    events.onmessage = ({data}) => {
      const state = JSON.parse(data);
      if (!stillWanted()) { events.close(); resolve(); return; }
      told(state);
      if (state.state === "done") { events.close(); resolve(); }
      if (state.state === "failed") { events.close(); reject(new Error(state.reason)); }
      if (state.state === "cancelled") { events.close(); reject(new Error("Cancelled.")); }
    };
    events.onerror = () => { events.close(); reject(new LostError()); };
  });
}

function working(words, busy) {
  byId("status").textContent = words;
  byId("cancel").hidden = !busy;
}

/** Send a form and wait for what becomes of its job; inWords tells a state of it that works. */
async function sent(path, form, inWords, stillWanted = () => true) {
  form.set("tab", TAB);
  failed("");
  working("Sending …", true);
  const told = await answerTo(path, {method: "POST", body: form, signal: cancelSignal()});
  if (!told.job || !stillWanted()) return {told, content: null};
  await jobEnded(told.job, path, (state) => working(state.state === "waiting" ? waitingInWords(state) : inWords(state), true), stillWanted);
  if (!stillWanted()) return {told, content: null};
  const content = await answerTo(`/jobs/${told.job}`);
  return {told, content};
}

/** Send a form of the page whenever it is submitted; take is given what sent gives, and forget hides the last of it. */
function sendWhenSubmitted(form, path, inWords, take, forget = () => {}) {
  const button = form.querySelector("button.main");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    let last = "";
    try {
      last = take(await sent(path, new FormData(form), inWords)) || "";
    } catch (error) {
      forget();
      failed(failureInWords(error));
    }
    working(last, false);
    button.disabled = false;
  });
}

/** Open the first of the files that were chosen or dropped, and say which ones are not shown; open gives a promise. */
async function openFirst([file, ...others], open) {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    failed(`${file.name} cannot be read; expected a file, and no folder.`);
    return;
  }
  await open(file);
  const left = others.length ? `Only one file is shown at a time: ${file.name}, not ${others.map(({name}) => name).join(", ")}.` : "";
  if (left) failed([byId("failure").textContent, left].filter(Boolean).join(" "));
}

/** A text that was typed or pasted, as far as it is sent, and what is said of the rest, "" for nothing. */
function upToLimit(text) {
  const [length, longest] = [text.length, INDEX.longest];
  if (length <= longest) return [text, ""];
  const kept = text.slice(0, text.slice(0, longest).search(/\s\S*$/));
  return [kept, `The text has ${length} characters; the first ${kept.length} are taken.`];
}

/** A job that waits, in words. */
const waitingInWords = ({ready, place}) => (!ready ? "Loading the language model …" : place > 0 ? `Waiting: place ${place}` : "Waiting");

/** A short name of a text that says nothing of it. */
async function nameOf(text) {
  // Browsers give digests to pages of this machine only, not to those that --host serves.
  if (!crypto.subtle) return [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9007199254740881, 7).toString(16);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].slice(0, 6).map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function failed(words) {
  byId("failure").textContent = words;
  byId("failure").hidden = !words;
}

function failureInWords(error) {
  if (error instanceof LostError) return "The server does not answer; is workbench serve still running?";
  if (error.constructor !== Error) reportError(error);
  return error.message;
}
