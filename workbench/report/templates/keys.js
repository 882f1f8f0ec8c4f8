"use strict";
// Which keys are meant for the page. Those of one character can be turned off: speech input types them (WCAG 2.2, 2.1.4).

const keptChoice = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const keepChoice = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private windows keep nothing */ } };

byId("single-keys").checked = keptChoice("single keys") !== "off";
byId("single-keys").addEventListener("change", (event) => keepChoice("single keys", event.target.checked ? "on" : "off"));

/** Whether a key is meant for the page and not for what is being filled in. */
function isForPage(event) {
  if (event.key.length === 1 && !byId("single-keys").checked) return false;
  return !(event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.closest("input:not([type=checkbox]), select, textarea"));
}
