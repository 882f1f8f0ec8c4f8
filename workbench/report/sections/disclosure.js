"use strict";
// What became of every pronoun, form by form, for A.

async function drawDisclosure() {
  const {headings, counts} = await sectionData("disclosure");
  if (!corpus().has_key) return;
  const forms = counts[corpus().name][state.setting][resolverName(state.a)] || {};
  const total = headings.map((_, place) => Object.values(forms).reduce((sum, counts) => sum + counts[place], 0));
  const row = (name, counts) => element("tr", {}, element("td", {}, name), ...counts.map((count) => element("td", {class: "right"}, String(count))),
    element("td", {class: "right"}, percent(counts[5] + counts[6], counts[4] + counts[3])));
  byId("disclosed").replaceChildren(scrolling("What became of every pronoun", element("table", {},
    element("thead", {}, element("tr", {}, ...["pronoun", ...headings, "resolution rate"].map((name, place) => element("th", {scope: "col", class: place ? "right" : ""}, name)))),
    element("tbody", {}, ...Object.entries(forms).map(([form, counts]) => row(form, counts))),
    element("tbody", {}, row("all", total)))));
}

whenChosen(drawDisclosure);
