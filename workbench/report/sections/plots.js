"use strict";
// Plots and tables of A against B, all made of the rows of the pronoun table.

const WIDTH = 560;
const HEIGHT = 266;
const LEFT = 34;
const TOP = 14;
const BOTTOM = 60;
const MOST_CLASSES = 14;
const UPRIGHT = 9;
const DISTANCES = [["0", 0, 0], ["1", 1, 1], ["2", 2, 2], ["3–4", 3, 4], ["5–9", 5, 9], ["10+", 10, Infinity]];

const right = (row, resolver) => row.verdicts[resolver] === "r";
const counted = (row, resolver) => isAnaphor(row) && row.verdicts[resolver] !== "x";

function frame(label) {
  const plot = svg("svg", {class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label});
  const pattern = svg("pattern", {id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"});
  pattern.append(svg("line", {class: "hatch", x1: 0, x2: 0, y1: 0, y2: 6}));
  plot.append(svg("defs", {}, pattern));
  for (const value of [0, 25, 50, 75, 100]) {
    plot.append(svg("line", {class: "grid", x1: LEFT, x2: WIDTH, y1: height(value), y2: height(value)}));
    plot.append(svg("text", {x: LEFT - 6, y: height(value) + 4, "text-anchor": "end"}, String(value)));
  }
  return plot;
}

const height = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (100 - value)) / 100;

function legend(plot) {
  plot.append(svg("rect", {class: "bar-a", x: LEFT + 4, y: 0, width: 12, height: 10}));
  plot.append(svg("text", {class: "a", x: LEFT + 20, y: 9}, `A ${resolverName(state.a)}`));
  plot.append(svg("rect", {class: "bar-b", x: LEFT + 204, y: 0.5, width: 12, height: 9}));
  plot.append(svg("text", {class: "b", x: LEFT + 220, y: 9}, `B ${resolverName(state.b)}`));
}

function classOf(row, kind) {
  const of = corpus().documents[row.place];
  return kind === "document" ? of.id : kind === "genre" ? of.genre || "none" : row.form;
}

function drawBars(rows) {
  const kind = byId("bars-by").value;

  const parts = new Map();
  for (const row of rows.filter(isAnaphor)) {
    const name = classOf(row, kind);
    if (!parts.has(name)) parts.set(name, []);
    parts.get(name).push(row);
  }
  const ordered = [...parts].sort((one, other) => other[1].length - one[1].length || (one[0] < other[0] ? -1 : 1));
  // A class left over alone has a name of its own.
  const most = ordered.length <= MOST_CLASSES + 1 ? ordered.length : MOST_CLASSES;
  const shownParts = ordered.slice(0, most);
  const rest = ordered.slice(most).flatMap(([, members]) => members);
  if (rest.length) shownParts.push([`${ordered.length - most} others`, rest]);
  const plot = frame("Success of A and B by class");
  legend(plot);
  const step = (WIDTH - LEFT) / shownParts.length;
  const wide = Math.min(16, step * 0.36);
  shownParts.forEach(([name, members], place) => {
    const middle = LEFT + step * (place + 0.5);
    [[state.a, "bar-a", -wide], [state.b, "bar-b", 1]].forEach(([resolver, style, shift]) => {
      const whole = members.filter((row) => counted(row, resolver));
      const value = whole.length ? (100 * whole.filter((row) => right(row, resolver)).length) / whole.length : 0;
      const bar = svg("rect", {class: style, x: middle + shift, y: height(value), width: wide - 1, height: height(0) - height(value)});
      bar.append(svg("title", {}, `${resolverName(resolver)}, ${name}: ${value.toFixed(1)}% of ${whole.length}`));
      plot.append(bar);
    });
    const long = kind !== "form" || shownParts.length > UPRIGHT;
    const at = long ? {x: middle, y: height(0) + 12, "text-anchor": "end", transform: `rotate(-32 ${middle} ${height(0) + 12})`} : {x: middle, y: height(0) + 14, "text-anchor": "middle"};
    const label = svg("text", {class: "figure", ...at}, long ? `${name.slice(0, 11)} ${members.length}` : name);
    label.append(svg("title", {}, name));
    plot.append(label);
    if (!long) plot.append(svg("text", {x: middle, y: height(0) + 28, "text-anchor": "middle"}, `n=${members.length}`));
  });
  byId("bars").replaceChildren(plot, element("p", {class: "note"}, "The number below a class: its anaphors in the key."));
}

function drawDistance(rows) {
  const plot = frame("Success by distance to the antecedent");
  legend(plot);
  const step = (WIDTH - LEFT) / DISTANCES.length;
  const binned = DISTANCES.map(([, low, high]) => rows.filter((row) => isAnaphor(row) && row.distance >= low && row.distance <= high));
  DISTANCES.forEach(([name], place) => {
    const middle = LEFT + step * (place + 0.5);
    plot.append(svg("text", {class: "figure", x: middle, y: height(0) + 14, "text-anchor": "middle"}, name));
    plot.append(svg("text", {x: middle, y: height(0) + 28, "text-anchor": "middle"}, `n=${binned[place].length}`));
  });
  const others = INDEX.resolvers.map((_, number) => number).filter((resolver) => resolver !== state.a && resolver !== state.b && INDEX.resolvers[resolver].kind !== "oracle");
  for (const resolver of [...others, state.b, state.a]) {
    const side = resolver === state.a ? "a" : resolver === state.b ? "b" : "";
    const points = [];
    binned.forEach((members, place) => {
      const whole = members.filter((row) => counted(row, resolver));
      if (whole.length) points.push([LEFT + step * (place + 0.5), (100 * whole.filter((row) => right(row, resolver)).length) / whole.length, whole.length]);
    });
    const line = svg("polyline", {class: `line ${side}`, points: points.map(([x, value]) => `${x},${height(value)}`).join(" ")});
    line.append(svg("title", {}, resolverName(resolver)));
    plot.append(line);
    if (!side) continue;
    for (const [x, value, number] of points) {
      const dot = svg("circle", {class: `dot ${side}`, cx: x, cy: height(value), r: side === "a" ? 4 : 4.5});
      dot.append(svg("title", {}, `${resolverName(resolver)}: ${value.toFixed(1)}% of ${number}`));
      plot.append(dot);
    }
  }
  byId("distance").replaceChildren(plot, element("p", {class: "note"}, "Thin lines: the other resolvers, without oracles. Anaphors whose antecedent has no position in the text are not counted."));
}

function drawContrast(rows) {
  const anaphors = rows.filter((row) => counted(row, state.a) && counted(row, state.b));
  const cell = (a, b) => anaphors.filter((row) => right(row, state.a) === a && right(row, state.b) === b).length;
  const show = (a, b) => element("td", {}, `${cell(a, b)} `, element("span", {class: "cause"}, `${percent(cell(a, b), anaphors.length)}%`), " ",
    element("button", {type: "button", onclick: () => filterBy({a: a ? "r" : "!r", b: b ? "r" : "!r"})}, "show"));
  byId("contrast").replaceChildren(element("table", {class: "contrast"},
    element("thead", {}, element("tr", {}, element("td"), element("th", {scope: "col"}, `B ${resolverName(state.b)} right`), element("th", {scope: "col"}, "B not right"))),
    element("tbody", {},
      element("tr", {}, element("th", {scope: "row"}, `A ${resolverName(state.a)} right`), show(true, true), show(true, false)),
      element("tr", {}, element("th", {scope: "row"}, "A not right"), show(false, true), show(false, false)))));
}

function drawAgreement(rows) {
  const anaphors = rows.filter(isAnaphor);
  const resolvers = INDEX.resolvers.map((_, number) => number);
  const head = element("tr", {}, element("th"), ...resolvers.map((resolver) => element("th", {scope: "col"}, element("span", {}, resolverName(resolver)))));
  const body = resolvers.map((resolver) => element("tr", {}, element("th", {scope: "row"}, resolverName(resolver)), ...resolvers.map((other) => {
    const same = anaphors.filter((row) => row.chosen[resolver] === row.chosen[other]).length;
    const share = anaphors.length ? same / anaphors.length : 0;
    const is = (resolver === state.a && other === state.b) || (resolver === state.b && other === state.a);
    const button = element("button", {type: "button", title: `${resolverName(resolver)} and ${resolverName(other)}: ${same} of ${anaphors.length}`, onclick: () => choose({a: resolver, b: other})}, resolver === other ? "·" : Math.round(100 * share));
    return element("td", {class: is ? "chosen" : "", style: resolver === other ? "" : `background: rgb(var(--heat) / ${(0.6 * share ** 2).toFixed(2)})`}, button);
  })));
  byId("same-answers").replaceChildren(element("div", {class: "scroll"}, element("table", {class: "heat"}, element("thead", {}, head), element("tbody", {}, ...body))));
}

whenChosen(async () => {
  const rows = await pronounRows();
  drawBars(rows);
  drawDistance(rows);
  drawContrast(rows);
  drawAgreement(rows);
});
byId("bars-by").addEventListener("change", async () => drawBars(await pronounRows()));
