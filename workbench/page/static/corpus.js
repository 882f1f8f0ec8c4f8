"use strict";
// What is to be compared, and the way to the report.

function checkbox(name, value, text, checked, title, source = "") {
  const box = element("input", {type: "checkbox", name, value});
  box.checked = checked;
  return element("label", {class: "check", title}, box, ` ${text}`, source ? element("span", {class: "features"}, source) : null);
}

byId("corpora").replaceChildren(...INDEX.corpora.map((name, at) => checkbox("corpus", name, name, at === INDEX.corpora.length - 1)));
byId("resolvers").replaceChildren(...INDEX.roles.flatMap(([role, title]) => [
  element("span", {class: "choice-group"}, title),
  ...INDEX.resolvers.filter((resolver) => resolver.role === role).map(({name, about, source}) => checkbox("resolver", name, name, INDEX.first.includes(name), about, role === "algorithm" ? source : about)),
]));
byId("settings").replaceChildren(...Object.entries(INDEX.settings).map(([name, meaning]) => checkbox("setting", name, meaning, name === "system-predicted")));

const inWords = ({begun}) => (begun ? `${begun} documents resolved, by one resolver after the other` : "Reading …");
sendWhenSubmitted(byId("comparison"), "/corpus/ask", inWords, ({told, content}) => {
  const missing = content ? [...content.failures, ...content.left_out] : [];
  if (!missing.length) {
    location.href = `/corpus/${told.report}/`;
    return;
  }
  failed(`Left out: ${missing.join("; ")}`);
  byId("failure").append(" ", element("a", {href: `/corpus/${told.report}/`}, "To the report"));
});
