"use strict";
// Light and dark, the projector's size, and the list of keys: what every view has.

const keptChoice = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const keepChoice = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private windows keep nothing */ } };

function setProjector(on) {
  document.documentElement.classList.toggle("projector", on);
  byId("projector").setAttribute("aria-pressed", String(on));
}

if (keptChoice("theme")) document.documentElement.dataset.theme = keptChoice("theme");
setProjector(keptChoice("projector") === "true");
byId("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  keepChoice("theme", document.documentElement.dataset.theme);
});
byId("projector").addEventListener("click", () => {
  setProjector(byId("projector").getAttribute("aria-pressed") !== "true");
  keepChoice("projector", byId("projector").getAttribute("aria-pressed"));
});
byId("keys").addEventListener("click", () => byId("keys-dialog").showModal());
// What speech input types would be taken for keys (WCAG 2.2, 2.1.4).
byId("single-keys").checked = keptChoice("single keys") !== "off";
byId("single-keys").addEventListener("change", (event) => keepChoice("single keys", event.target.checked ? "on" : "off"));

/** Whether a key is meant for the page and not for what is being filled in. */
function isForPage(event) {
  if (event.key.length === 1 && !byId("single-keys").checked) return false;
  return !(event.ctrlKey || event.metaKey || event.altKey || byId("keys-dialog").open || event.target.closest("input:not([type=checkbox]), select, textarea"));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && isForPage(event)) byId("keys-dialog").showModal();
});
