"use strict";
// Submissions: what is wrong in each, and the leaderboard of the others.

byId("no-key").hidden = INDEX.has_key;
byId("rank").disabled = !INDEX.has_key;

sendWhenSubmitted(byId("submissions"), "/submissions/ask", () => "Checking and scoring …", ({content}) => {
  drawBoard(content);
  drawTeams(content.submissions);
  return content.leaderboard ? `${content.leaderboard.rows.length} of ${content.submissions.length} submissions ranked.` : "No submission could be scored.";
});

function drawBoard({leaderboard, warnings}) {
  byId("board").hidden = !leaderboard;
  if (!leaderboard) return;
  const align = (at) => (leaderboard.headings[at].right ? "right" : "");
  byId("board").replaceChildren(
    element("h2", {}, "Leaderboard"),
    scrolling("Leaderboard", element("table", {},
      element("thead", {}, element("tr", {}, ...leaderboard.headings.map(({text}, at) => element("th", {scope: "col", class: align(at)}, text)))),
      element("tbody", {}, ...leaderboard.rows.map((row) => element("tr", {}, ...row.map((cell, at) => element(at ? "td" : "th", at ? {class: align(at)} : {scope: "row"}, cell))))))),
    ...[...leaderboard.notes, ...warnings].map((note) => element("p", {class: "note"}, note)));
}

function drawTeams(submissions) {
  byId("teams").hidden = false;
  byId("teams").replaceChildren(element("h2", {}, "Each submission"), ...submissions.map(({name, problems, notes, report}) => {
    const errors = problems.filter((problem) => problem.error).length;
    const state = errors ? `✗ not scored: ${errors} ${errors === 1 ? "error" : "errors"}` : report ? "✓ scored" : "✗ not scored";
    return element("article", {class: "team"},
      element("h3", {}, name, " ", element("span", {class: `verdict ${errors || !report ? "wrong" : "right"}`}, state)),
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
