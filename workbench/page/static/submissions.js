"use strict";
// Submissions: what is wrong in each, and the leaderboard of the others.

byId("no-key").hidden = INDEX.has_key;
byId("rank").disabled = !INDEX.has_key;
options(byId("preset"), [["", "every metric that applies"], ...INDEX.presets], "");

sendWhenSubmitted(byId("submissions"), "/submissions/ask", () => "Checking and scoring …", ({content}) => {
  drawBoard(content);
  drawTeams(content.submissions);
  return content.leaderboard ? `${content.leaderboard.rows.length} of ${content.submissions.length} submissions ranked.` : "No submission could be ranked.";
}, () => { for (const part of ["board", "teams"]) byId(part).hidden = true; });

// As many columns as a window of 1280 pixels holds; the measures after them have a table of their own.
const FIRST_COLUMNS = 12;

function drawBoard({leaderboard, data_sets: dataSets, warnings}) {
  byId("board").hidden = !leaderboard;
  if (!leaderboard) return;
  const places = leaderboard.headings.map((_, at) => at);
  const more = places.slice(FIRST_COLUMNS);
  byId("board").replaceChildren(
    element("h2", {}, "Leaderboard"),
    boardOf(leaderboard, "Leaderboard", places.slice(0, FIRST_COLUMNS)),
    ...(more.length ? [element("details", {class: "measures"}, element("summary", {}, "more measures"), boardOf(leaderboard, "More measures", [0, ...more]))] : []),
    ...(dataSets ? [element("details", {class: "measures"}, element("summary", {}, dataSets.title), boardOf(dataSets, "Data sets", dataSets.headings.map((_, at) => at)))] : []),
    ...[...leaderboard.notes, ...warnings].map((note) => element("p", {class: "note"}, note)));
}

function boardOf({headings, rows}, label, places) {
  const align = (at) => (headings[at].right ? "right" : "");
  return scrolling(label, element("table", {class: "cards"},
    element("thead", {}, element("tr", {}, ...places.map((at) => element("th", {scope: "col", class: align(at)}, headings[at].text)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...places.map((at) => element(at ? "td" : "th", at ? {class: align(at), "data-label": headings[at].text} : {scope: "row"}, row[at])))))));
}

function drawTeams(submissions) {
  byId("teams").hidden = false;
  byId("teams").replaceChildren(element("h2", {}, "Each submission"), ...submissions.map(({name, problems, unranked, notes, report}) => {
    const errors = problems.filter((problem) => problem.error).length;
    const why = errors ? `${errors} ${errors === 1 ? "error" : "errors"}` : unranked;
    const state = why ? `✗ not ${report ? "ranked" : "scored"}: ${why}` : "✓ scored";
    return element("article", {class: "team"},
      element("h3", {}, name, " ", element("span", {class: `verdict ${why ? "wrong" : "right"}`}, state)),
      problems.length ? element("ul", {}, ...problems.map(({line, error, what}) => element("li", {}, element("strong", {}, line === null ? "file" : `line ${line}`), ` ${error ? "error" : "warning"}: ${what}`))) : null,
      ...notes.map((note) => element("p", {class: "note"}, note)),
      report ? element("button", {type: "button", onclick: () => download(name, report)}, `Download the report of ${name}`) : null);
  }));
}

/** The figures of one team, over all and by document, as score --format json prints them. */
function download(name, report) {
  const link = element("a", {download: `${name}.json`, href: URL.createObjectURL(new Blob([JSON.stringify(report, null, 1)], {type: "application/json"}))});
  link.click();
  URL.revokeObjectURL(link.href);
}
