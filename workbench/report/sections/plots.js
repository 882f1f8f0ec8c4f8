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
  return kind === "document" ? documentId(row.place) : kind === "genre" ? state.documents.genres[row.place] || "none" : row.form;
}

/** How many of some anaphors a row of the page looked at, and how many of those it answered rightly. */
function countSuccess(success, row, resolver) {
  success.whole += counted(row, resolver);
  success.right += right(row, resolver);
}

const noSuccess = () => ({whole: 0, right: 0});
const rate = ({whole, right: number}) => (whole ? 100 * (number / whole) : 0);

function barsCounted() {
  const kind = byId("bars-by").value;
  const parts = new Map();
  return {
    add(row) {
      if (!isAnaphor(row)) return;
      const name = classOf(row, kind);
      if (!parts.has(name)) parts.set(name, {number: 0, a: noSuccess(), b: noSuccess()});
      const part = parts.get(name);
      part.number += 1;
      countSuccess(part.a, row, state.a);
      countSuccess(part.b, row, state.b);
    },
    draw: () => drawBars(kind, parts),
  };
}

const together = (one, other) => ({whole: one.whole + other.whole, right: one.right + other.right});

function drawBars(kind, parts) {
  const ordered = [...parts].sort((one, other) => other[1].number - one[1].number || (one[0] < other[0] ? -1 : 1));
  // A class left over alone has a name of its own.
  const most = ordered.length <= MOST_CLASSES + 1 ? ordered.length : MOST_CLASSES;
  const shownParts = ordered.slice(0, most);
  const rest = ordered.slice(most).map(([, part]) => part);
  if (rest.length) shownParts.push([`${rest.length} others`, rest.reduce((one, other) => ({number: one.number + other.number, a: together(one.a, other.a), b: together(one.b, other.b)}))]);
  const plot = frame("Success of A and B by class");
  legend(plot);
  const step = (WIDTH - LEFT) / shownParts.length;
  const wide = Math.min(16, step * 0.36);
  shownParts.forEach(([name, part], place) => {
    const middle = LEFT + step * (place + 0.5);
    [[state.a, part.a, "bar-a", -wide], [state.b, part.b, "bar-b", 1]].forEach(([resolver, success, style, shift]) => {
      const value = rate(success);
      const bar = svg("rect", {class: style, x: middle + shift, y: height(value), width: wide - 1, height: height(0) - height(value)});
      bar.append(svg("title", {}, `${resolverName(resolver)}, ${name}: ${inTenths(value)}% of ${success.whole}`));
      plot.append(bar);
    });
    const long = kind !== "form" || shownParts.length > UPRIGHT;
    const at = long ? {x: middle, y: height(0) + 12, "text-anchor": "end", transform: `rotate(-32 ${middle} ${height(0) + 12})`} : {x: middle, y: height(0) + 14, "text-anchor": "middle"};
    const label = svg("text", {class: "figure", ...at}, long ? `${name.slice(0, 11)} ${part.number}` : name);
    label.append(svg("title", {}, name));
    plot.append(label);
    if (!long) plot.append(svg("text", {x: middle, y: height(0) + 28, "text-anchor": "middle"}, `n=${part.number}`));
  });
  byId("bars").replaceChildren(plot, element("p", {class: "note"}, "The number below a class: its anaphors in the key."));
}

function distancesCounted() {
  const bins = DISTANCES.map(() => ({number: 0, rows: INDEX.resolvers.map(noSuccess)}));
  return {
    add(row) {
      if (!isAnaphor(row)) return;
      DISTANCES.forEach(([, low, high], place) => {
        if (row.distance < low || row.distance > high) return;
        bins[place].number += 1;
        bins[place].rows.forEach((success, resolver) => countSuccess(success, row, resolver));
      });
    },
    draw: () => drawDistance(bins),
  };
}

function drawDistance(bins) {
  const plot = frame("Success by distance to the antecedent");
  legend(plot);
  const step = (WIDTH - LEFT) / DISTANCES.length;
  DISTANCES.forEach(([name], place) => {
    const middle = LEFT + step * (place + 0.5);
    plot.append(svg("text", {class: "figure", x: middle, y: height(0) + 14, "text-anchor": "middle"}, name));
    plot.append(svg("text", {x: middle, y: height(0) + 28, "text-anchor": "middle"}, `n=${bins[place].number}`));
  });
  const others = INDEX.resolvers.map((_, number) => number).filter((resolver) => resolver !== state.a && resolver !== state.b && INDEX.resolvers[resolver].kind !== "oracle");
  for (const resolver of [...others, state.b, state.a]) {
    const side = resolver === state.a ? "a" : resolver === state.b ? "b" : "";
    const points = [];
    bins.forEach(({rows}, place) => {
      if (rows[resolver].whole) points.push([LEFT + step * (place + 0.5), rate(rows[resolver]), rows[resolver].whole]);
    });
    const line = svg("polyline", {class: `line ${side}`, points: points.map(([x, value]) => `${x},${height(value)}`).join(" ")});
    line.append(svg("title", {}, resolverName(resolver)));
    plot.append(line);
    if (!side) continue;
    for (const [x, value, number] of points) {
      const dot = svg("circle", {class: `dot ${side}`, cx: x, cy: height(value), r: side === "a" ? 4 : 4.5});
      dot.append(svg("title", {}, `${resolverName(resolver)}: ${inTenths(value)}% of ${number}`));
      plot.append(dot);
    }
  }
  byId("distance").replaceChildren(plot, element("p", {class: "note"}, "Thin lines: the other resolvers, without oracles. Anaphors whose antecedent has no position in the text are not counted."));
}

function contrastCounted() {
  const cells = {};
  return {
    add(row) {
      if (!counted(row, state.a) || !counted(row, state.b)) return;
      const name = `${right(row, state.a)} ${right(row, state.b)}`;
      cells[name] = (cells[name] || 0) + 1;
    },
    draw: () => drawContrast((a, b) => cells[`${a} ${b}`] || 0),
  };
}

function drawContrast(cell) {
  const anaphors = cell(true, true) + cell(true, false) + cell(false, true) + cell(false, false);
  const show = (a, b) => element("td", {}, `${cell(a, b)} `, element("span", {class: "cause"}, `${percent(cell(a, b), anaphors)}%`), " ",
    element("button", {type: "button", onclick: () => filterBy({a: a ? "r" : "!r", b: b ? "r" : "!r"})}, "show"));
  byId("contrast").replaceChildren(element("table", {class: "contrast"},
    element("thead", {}, element("tr", {}, element("td"), element("th", {scope: "col"}, `B ${resolverName(state.b)} right`), element("th", {scope: "col"}, "B not right"))),
    element("tbody", {},
      element("tr", {}, element("th", {scope: "row"}, `A ${resolverName(state.a)} right`), show(true, true), show(true, false)),
      element("tr", {}, element("th", {scope: "row"}, "A not right"), show(false, true), show(false, false)))));
}

function agreementCounted() {
  const resolvers = INDEX.resolvers.map((_, number) => number);
  const same = resolvers.map(() => resolvers.map(() => 0));
  let anaphors = 0;
  return {
    add(row) {
      if (!isAnaphor(row)) return;
      anaphors += 1;
      for (const resolver of resolvers) for (const other of resolvers) same[resolver][other] += row.chosen[resolver] === row.chosen[other];
    },
    draw: () => drawAgreement(resolvers, same, anaphors),
  };
}

function drawAgreement(resolvers, same, anaphors) {
  const head = element("tr", {}, element("th"), ...resolvers.map((resolver) => element("th", {scope: "col"}, element("span", {}, resolverName(resolver)))));
  const body = resolvers.map((resolver) => element("tr", {}, element("th", {scope: "row"}, resolverName(resolver)), ...resolvers.map((other) => {
    const share = anaphors ? same[resolver][other] / anaphors : 0;
    const is = (resolver === state.a && other === state.b) || (resolver === state.b && other === state.a);
    const button = element("button", {type: "button", title: `${resolverName(resolver)} and ${resolverName(other)}: ${same[resolver][other]} of ${anaphors}`, onclick: () => choose({a: resolver, b: other})}, resolver === other ? "·" : Math.round(100 * share));
    return element("td", {class: is ? "chosen" : "", style: resolver === other ? "" : `background: rgb(var(--heat) / ${(0.6 * share ** 2).toFixed(2)})`}, button);
  })));
  byId("same-answers").replaceChildren(scrolling("Agreement", element("table", {class: "heat"}, element("thead", {}, head), element("tbody", {}, ...body))));
}

for (const begin of [barsCounted, distancesCounted, contrastCounted, agreementCounted]) whenCounted(begin);
byId("bars-by").addEventListener("change", () => countPronouns([barsCounted]));
