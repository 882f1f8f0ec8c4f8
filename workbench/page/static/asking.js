"use strict";
// A question to the server, and how it goes until it has ended.

const TAB = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
let listening = null;

/** Wait until a job has ended. told is given every state; stillWanted says whether anybody waits. */
function jobEnded(job, told, stillWanted = () => true) {
  return new Promise((resolve, reject) => {
    if (listening) listening.close();
    const events = new EventSource(`/jobs/${job}/events`);
    listening = events;
    byId("cancel").onclick = () => fetch(`/jobs/${job}`, {method: "DELETE"});
    events.onmessage = ({data}) => {
      const state = JSON.parse(data);
      if (!stillWanted()) { events.close(); resolve(); return; }
      told(state);
      if (state.state === "done") { events.close(); resolve(); }
      if (state.state === "failed") { events.close(); reject(new Error(state.reason)); }
      if (state.state === "cancelled") { events.close(); reject(new Error("Cancelled.")); }
    };
    events.onerror = () => { events.close(); reject(new TypeError("the connection was lost")); };
  });
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

const failureInWords = (error) => (error instanceof TypeError ? "The server does not answer; is workbench serve still running?" : error.message);
