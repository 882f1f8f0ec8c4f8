"use strict";
// What is to be compared, and the way to the report.

const ROLES = [["algorithm", "Algorithms"], ["baseline", "Baselines"], ["oracle", "With the key"]];

function checkbox(name, value, text, checked, title) {
  const box = element("input", {type: "checkbox", name, value});
  box.checked = checked;
  return element("label", {class: "check", title}, box, ` ${text}`);
}

byId("corpora").replaceChildren(...INDEX.corpora.map((name, at) => checkbox("corpus", name, name, at === INDEX.corpora.length - 1)));
byId("resolvers").replaceChildren(...ROLES.flatMap(([role, title]) => [
  element("span", {class: "choice-group"}, title),
  ...INDEX.resolvers.filter((resolver) => resolver.role === role).map(({name, about}) => checkbox("resolver", name, name, INDEX.first.includes(name), about)),
]));
byId("settings").replaceChildren(...Object.entries(INDEX.settings).map(([name, meaning]) => checkbox("setting", name, meaning, name === "system-predicted")));

byId("comparison").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  form.set("tab", TAB);
  failed("");
  working("Sending …", true);
  try {
    const taken = await fetch("/corpus/ask", {method: "POST", body: form});
    const told = await taken.json();
    if (!taken.ok) throw new Error(told.reason);
    if (told.job) {
      await jobEnded(told.job, (state) => working(state.state === "waiting" ? waitingInWords(state) : state.begun ? `${state.begun} documents resolved, by one resolver after the other` : "Reading …", true));
      const {failures, left_out: leftOut} = await (await fetch(`/jobs/${told.job}`)).json();
      const missing = [...failures, ...leftOut];
      if (missing.length) {
        working("", false);
        failed(`Left out: ${missing.join("; ")}`);
        byId("failure").append(" ", element("a", {href: `/corpus/${told.report}/`}, "To the report"));
        return;
      }
    }
    location.href = `/corpus/${told.report}/`;
  } catch (error) {
    failed(failureInWords(error));
  }
  working("", false);
});

function working(words, busy) {
  byId("status").textContent = words;
  byId("cancel").hidden = !busy;
  byId("compare").disabled = busy;
}
