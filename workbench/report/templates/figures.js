"use strict";
// Figures of more than one case: a text side by side, two decisions beside each other, and a tree with the walk through it.

/** Buttons that save a figure, and its alternative text. A figure has file, alt, and svg and latex, which make its files. */
function figureRow(label, {file, alt, svg, latex}) {
  const kinds = [
    ["SVG", async () => save(`${file}.svg`, new Blob([svg()], {type: "image/svg+xml"}))],
    ["PNG", async () => save(`${file}.png`, await asPng(svg()))],
    ["LaTeX", async () => save(`${file}.tex`, new Blob([latex()], {type: "text/plain"}))],
  ];
  return element("div", {class: "as-figure"},
    element("p", {}, `${label}: `, ...kinds.flatMap(([kind, act], at) => [at ? " " : "", element("button", {type: "button", "data-figure": kind, onclick: act}, kind)])),
    element("details", {}, element("summary", {}, "Alternative text"), element("p", {class: "note"}, alt)));
}

const asFileName = (name) => name.replace(/[^\w-]+/g, "-");

/** The figure of one case. */
function caseFigure(found, who) {
  const what = figureOf(found, who);
  const alt = altOfCase(what);
  return {file: figureName(found, who), alt, svg: () => asSvg([what], alt), latex: () => asLatex(what, alt)};
}

const altOfCase = ({title, sentence}) => `The candidates for ${title}: ${sentence}`;

/** Two cases of one pronoun beside each other. */
function bothFigure(cases) {
  const both = cases.map(([found, who]) => figureOf(found, who));
  const [[first, one], [, other]] = cases;
  const alt = `The decisions of ${one} and ${other} on ${both[0].title.replace(/, by .*$/, "")}: ${both.map(({sentence}, at) => `${cases[at][1]}: ${sentence.replace(/\.$/, "")}`).join("; ")}.`;
  return {file: figureName(first, `${one}-${other}`), alt, svg: () => asSvg(both, alt), latex: () => both.map((each) => asLatex(each, alt)).join("\n")};
}

/** The rows of buttons for a case: alone, next to that of another column, and its tree where it has walked through one. */
function figureRows(found, who, others) {
  const rows = [figureRow("As a figure", caseFigure(found, who))];
  for (const [other, name] of others.slice(0, 1)) rows.push(figureRow(`Next to ${name}`, bothFigure([[found, who], [other, name]])));
  if (Object.keys(found.trace.j?.trees || {}).length) rows.push(figureRow("The tree and the walk", treeFigure(found, who)));
  return rows;
}

// --- a text side by side ----------------------------------------------------------------------------------------------

const TEXT_FIGURE = {column: 340, letter: 6.2, most: 60};

/** A colour of a chain on paper, as six digits. */
function hexOfHue(hue) {
  const [saturation, light] = [0.62, 0.26];
  const part = (shift) => {
    const at = (shift + hue / 30) % 12;
    const value = light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(255 * value).toString(16).padStart(2, "0");
  };
  return `${part(0)}${part(8)}${part(4)}`;
}

/** A sentence as pieces between blanks, each a row of {text, color, small, bold}. */
function piecesOf(text, number, marks, signAt) {
  const [start, end] = text.sentences[number];
  const pieces = [[]];
  for (let at = start; at < end; at += 1) {
    const last = pieces[pieces.length - 1];
    const open = marks.filter((mark) => Math.max(mark.start, start) === at && mark.end > at).sort((one, other) => other.end - one.end);
    const closed = marks.filter((mark) => Math.min(mark.end, end) === at + 1 && mark.start <= at).sort((one, other) => other.start - one.start);
    last.push(...open.map(({chain}) => ({text: "[", color: hexOfHue(chain.hue)})));
    const sign = signAt(at);
    last.push({text: text.words[at], bold: sign !== null}, ...(sign ? [{text: sign, small: true}] : []));
    for (const {chain} of closed) last.push({text: "]", color: hexOfHue(chain.hue)}, {text: chain.label, color: hexOfHue(chain.hue), small: true});
    if (text.space[at] === "1") pieces.push([]);
  }
  return pieces.filter((piece) => piece.length);
}

/** The figure of a text; columns have a name, chains, and signAt: what stands behind the word at an offset, null for no pronoun. */
function textFigure(title, file, text, numbers, columns) {
  const shown = numbers.slice(0, TEXT_FIGURE.most);
  const cut = shown.length < numbers.length ? `, its first ${shown.length} sentences` : "";
  const labels = new Set(columns.flatMap(({chains}) => chains.map(({label}) => label)));
  const alt = `The text ${title}${cut} in ${columns.length === 1 ? "a column" : `${columns.length} columns`}, ${columns.map(({name: column}) => column).join(", ")}, with ${labels.size} ${labels.size === 1 ? "chain" : "chains"} in brackets with numbers.`;
  const rows = () => shown.map((number) => [number, columns.map(({chains, signAt}) => piecesOf(text, number, stretches(chains), signAt))]);
  return {file: asFileName(`${file}-side-by-side`), alt, svg: () => textAsSvg(`${title}${cut}`, columns, rows(), alt), latex: () => textAsLatex(`${title}${cut}`, columns, rows(), alt)};
}

function textAsSvg(title, columns, rows, alt) {
  const {margin, line} = FIGURE;
  const {column: width, letter} = TEXT_FIGURE;
  const left = (at) => margin + 30 + at * (width + 20);
  const parts = [`<text x="${margin}" y="${margin + 6}" font-weight="700" font-size="15">${inMarkup(title)}</text>`];
  let y = margin + 6 + 1.6 * line;
  columns.forEach(({name: column}, at) => parts.push(`<text x="${left(at)}" y="${y}" font-weight="700">${inMarkup(column)}</text>`));
  parts.push(`<line x1="${margin}" x2="${left(columns.length) - 20}" y1="${y + 6}" y2="${y + 6}" stroke="#444"/>`);
  y += 1.5 * line;
  const span = ({text, color, small, bold}) => `<tspan${color ? ` fill="#${color}"` : ""}${small ? ' font-size="9" font-weight="700"' : bold || color ? ' font-weight="700"' : ""}>${inMarkup(text)}</tspan>`;
  const lengthOf = (piece) => piece.reduce((sum, {text, small}) => sum + text.length * (small ? 0.7 : 1), 0);
  for (const [number, cells] of rows) {
    parts.push(`<text x="${margin + 18}" y="${y}" text-anchor="end" font-size="11" fill="#444">${number + 1}</text>`);
    const lines = cells.map((pieces) => {
      const broken = [[]];
      let length = 0;
      for (const piece of pieces) {
        const more = lengthOf(piece) + 1;
        if (length && (length + more) * letter > width) { broken.push([]); length = 0; }
        broken[broken.length - 1].push(piece);
        length += more;
      }
      return broken;
    });
    lines.forEach((broken, at) => broken.forEach((pieces, row) => parts.push(`<text x="${left(at)}" y="${y + row * line}" font-family="Georgia, serif">${pieces.map((piece) => piece.map(span).join("")).join(" ")}</text>`)));
    y += line * Math.max(...lines.map((broken) => broken.length)) + 5;
  }
  return svgFile(left(columns.length) - 20 + margin, y, title, alt, parts);
}

function textAsLatex(title, columns, rows, alt) {
  const piece = ({text, color, small, bold}) => {
    const written = small ? `\\textsubscript{${inLatex(text)}}` : bold ? `\\textbf{${inLatex(text)}}` : inLatex(text);
    return color ? `\\textcolor[HTML]{${color.toUpperCase()}}{${written}}` : written;
  };
  const width = (0.92 / columns.length - 0.02).toFixed(2);
  return [
    "% needs \\usepackage{booktabs,longtable,amssymb,xcolor}",
    `% alternative text: ${alt}`,
    `\\begin{longtable}{r${columns.map(() => `p{${width}\\linewidth}`).join("")}}`,
    `  \\caption{${inLatex(title)}} \\\\`,
    "  \\toprule",
    `  & ${columns.map(({name: column}) => inLatex(column)).join(" & ")} \\\\`,
    "  \\midrule \\endhead",
    ...rows.map(([number, cells]) => `  ${number + 1} & ${cells.map((pieces) => pieces.map((each) => each.map(piece).join("")).join(" ")).join(" & ")} \\\\`),
    "  \\bottomrule",
    "\\end{longtable}",
    "",
  ].join("\n");
}

// --- a tree with the walk through it ----------------------------------------------------------------------------------

// level, letter and gap in units of an SVG; unit of these in a centimetre, and widest of a page, in LaTeX.
const TREE_FIGURE = {level: 42, letter: 7.2, gap: 16, unit: 45, widest: 15};

/** The tree of a sentence with places to draw its nodes, in units of an SVG; what a head and its N-bar alone would say twice is one. */
function laidOut(nodes, visits) {
  const made = nodes.map(([kind, word], number) => ({kind, word, number, below: [], visits: visits.get(number) || []}));
  const above = [];
  nodes.forEach(([, , depth], number) => {
    if (depth) above[depth - 1].below.push(made[number]);
    above[depth] = made[number];
  });
  const leaf = (word) => ({kind: "leaf", word, below: [], visits: []});
  // From the leaves up, without recursion: a sentence may be a tree as deep as it is long.
  for (const node of [...made].reverse()) {
    if (node.kind === "word" && !node.below.length) Object.assign(node, {kind: "leaf"});
    else if (node.word >= 0 && !node.below.some((child) => child.word === node.word)) {
      const before = node.below.filter((child) => (child.word < 0 ? child.first : child.word) < node.word).length;
      node.below.splice(before, 0, leaf(node.word));
    }
    node.first = Math.min(node.word < 0 ? Infinity : node.word, ...node.below.map((child) => child.first ?? child.word));
    const [only] = node.below;
    if (node.below.length === 1 && only.kind === "N-bar" && !only.visits.length) node.below = only.below;
    node.below = node.below.filter((child) => child.kind !== "leaf" || child.visits.length || /[\p{L}\p{N}]/u.test(state.text.words[child.word]));
  }
  const order = [];
  const waiting = [[made[0], 0]];
  while (waiting.length) {
    const [node, depth] = waiting.pop();
    order.push(Object.assign(node, {depth}));
    for (const child of [...node.below].reverse()) waiting.push([child, depth + 1]);
  }
  let x = 0;
  const labelOf = (node) => (node.kind === "leaf" ? state.text.words[node.word] : node.kind === "word" ? "" : node.kind);
  for (const node of order) {
    node.label = labelOf(node);
    if (node.below.length) continue;
    const width = Math.max(18, node.label.length * TREE_FIGURE.letter);
    Object.assign(node, {x: x + width / 2, width});
    x += width + TREE_FIGURE.gap;
  }
  for (const node of [...order].reverse()) if (node.below.length) node.x = (node.below[0].x + node.below[node.below.length - 1].x) / 2;
  return {order, width: x - TREE_FIGURE.gap, depth: Math.max(...order.map(({depth}) => depth))};
}

/** The figure of a walk: the trees that it goes through, each node with the numbers of its steps. */
function treeFigure(found, who) {
  const {trace, row} = found;
  const trees = Object.keys(trace.j.trees).map(Number).sort((one, other) => one - other).map((sentence) => {
    const visits = new Map();
    trace.j.nodes.forEach(([of, node], step) => { if (of === sentence && node >= 0) visits.set(node, [...(visits.get(node) || []), step + 1]); });
    return {sentence, ...laidOut(trace.j.trees[sentence], visits)};
  });
  const last = trace.w.length;
  const taken = found.winner ? ` and takes ${found.winner.words}` : " and takes none";
  const title = `“${state.text.words[row.offset]}” in sentence ${row.sentence + 1}: the walk of ${who}`;
  const alt = `The walk of ${who} for “${state.text.words[row.offset]}” in sentence ${row.sentence + 1} through the ${trees.length === 1 ? "tree of its sentence" : `trees of ${trees.length} sentences`} visits ${last} ${last === 1 ? "node" : "nodes"}${taken}.`;
  const steps = trace.w.map((move, at) => `${at + 1}. ${walkInWords(move)}`);
  const isTaken = (node) => Boolean(found.winner) && node.visits.includes(last);
  return {file: figureName(found, `${who}-tree`), alt, svg: () => treeAsSvg(title, trees, steps, isTaken, alt), latex: () => treeAsLatex(title, trees, steps, isTaken, alt)};
}

function treeAsSvg(title, trees, steps, isTaken, alt) {
  const {margin, line} = FIGURE;
  const parts = [`<text x="${margin}" y="${margin + 6}" font-weight="700" font-size="15">${inMarkup(title)}</text>`];
  let y = margin + 2 * line;
  for (const {sentence, order, depth} of trees) {
    parts.push(`<text x="${margin}" y="${y}" fill="#444">sentence ${sentence + 1}</text>`);
    const [left, top] = [margin + 10, y + 2 * line];
    const at = (node) => [left + node.x, top + node.depth * TREE_FIGURE.level];
    for (const node of order) {
      for (const child of node.below) {
        const [[x1, y1], [x2, y2]] = [at(node), at(child)];
        parts.push(`<line x1="${x1}" y1="${y1 + 5}" x2="${x2}" y2="${y2 - 13}" stroke="#888"/>`);
      }
    }
    for (const node of order) {
      const [x, its] = at(node);
      const style = node.kind === "leaf" ? ' font-family="Georgia, serif"' : ' font-weight="700"';
      if (node.visits.length) {
        const half = Math.max(14, node.label.length * 4.2 + 5);
        parts.push(`<rect x="${x - half}" y="${its - 14}" width="${2 * half}" height="20" rx="4" fill="${isTaken(node) ? "#cfe3f7" : "#fff"}" stroke="#0b5cad" stroke-width="${isTaken(node) ? 2.5 : 1.2}"/>`,
          `<text x="${x + half + 3}" y="${its - 6}" font-size="10" font-weight="700" fill="#0b5cad">${node.visits.join(", ")}</text>`);
      }
      parts.push(`<text x="${x}" y="${its}" text-anchor="middle"${style}>${inMarkup(node.label)}</text>`);
    }
    y = top + depth * TREE_FIGURE.level + 2 * line;
  }
  for (const step of steps) {
    parts.push(`<text x="${margin}" y="${y}">${inMarkup(step)}</text>`);
    y += line;
  }
  const longest = Math.max(title.length * 8.4, ...steps.map((step) => step.length * 7));
  return svgFile(Math.max(longest, ...trees.map(({width}) => width + 40)) + 2 * margin, y, title, alt, parts);
}

function treeAsLatex(title, trees, steps, isTaken, alt) {
  const place = (node) => `(${(node.x / TREE_FIGURE.unit).toFixed(2)}, ${(-node.depth * 0.9).toFixed(2)})`;
  const picture = ({sentence, order, width}) => {
    // What is wider than a page shrinks to its width.
    const [before, after] = width / TREE_FIGURE.unit > TREE_FIGURE.widest ? ["\\resizebox{\\linewidth}{!}{%", "}"] : ["", ""];
    const name = new Map(order.map((node, at) => [node, `n${at}`]));
    const style = (node) => (isTaken(node) ? "[draw, very thick] " : node.visits.length ? "[draw] " : "");
    const label = (node) => `${node.kind === "leaf" ? `\\emph{${inLatex(node.label)}}` : inLatex(node.label)}${node.visits.length ? `\\textsuperscript{${node.visits.join(",")}}` : ""}`;
    return [
      `  Sentence ${sentence + 1}:\\par`,
      `  ${before}\\begin{tikzpicture}[every node/.style={inner sep=2pt, font=\\small}]`,
      ...order.map((node) => `    \\node ${style(node)}(${name.get(node)}) at ${place(node)} {${label(node)}};`),
      ...order.flatMap((node) => node.below.map((child) => `    \\draw (${name.get(node)}) -- (${name.get(child)});`)),
      `  \\end{tikzpicture}${after}\\par`,
    ];
  };
  return ["% needs \\usepackage{tikz}", `% alternative text: ${alt}`, "\\begin{figure}", "  \\centering", ...trees.flatMap(picture), `  \\caption{${inLatex(title)}. ${inLatex(steps.join("; "))}.}`, "\\end{figure}", ""].join("\n");
}
