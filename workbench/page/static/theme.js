"use strict";
// Light and dark, the projector's size, and the list of keys: what every view has.

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
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && isForPage(event)) byId("keys-dialog").showModal();
});
