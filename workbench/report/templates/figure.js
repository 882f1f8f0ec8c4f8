"use strict";
// A pronoun and its candidates as a figure of its own: SVG, PNG and LaTeX, made of the case that is shown.

const FIGURE = {width: 760, margin: 16, line: 19, letters: 114};
const plain = (parts) => parts.flat(Infinity).filter(Boolean).map((part) => (typeof part === "string" ? part : part.textContent)).join("");

/** What the figure says; who is the resolver in words. */
function figureOf(found, who) {
  const {row, listed, ranked, winner, removed, factors, trace} = found;
  const [start, end] = state.text.sentences[row.sentence];
  const scored = ranked.length > 0 && factors.length > 0;
  return {
    title: `“${state.text.words[row.offset]}” in sentence ${row.sentence + 1}, by ${who}`,
    context: [row.sentence > 0 ? running(state.text, ...state.text.sentences[row.sentence - 1]) : "", running(state.text, start, row.offset), state.text.words[row.offset] + (state.text.space[row.offset] === "1" ? " " : ""), running(state.text, row.offset + 1, end).trimEnd()],
    sentence: plain(choiceInWords(found)),
    scored,
    candidates: listed.map((candidate) => ({
      words: candidate.after ? `${candidate.words} (after the pronoun)` : candidate.words, back: candidate.back, chosen: candidate === winner,
      points: scored && (candidate.weighed || candidate.score !== undefined) ? figure(candidate.points) : "",
      parts: scored ? madeOf(factors, candidate.values, trace).map(({words, value}) => `${words} ${figure(value)}`).join(", ") : "",
    })),
    removed: removed.filter((candidate) => !candidate.stood).map(({words, reason}) => ({words, reason})),
  };
}

/** A text in lines of at most so many letters. */
function inLines(text, letters = FIGURE.letters) {
  const lines = [""];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > letters) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

const inMarkup = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** An SVG file, of fixed colours: paper is white. */
const svgFile = (width, height, title, alt, parts) => `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#111">
<title>${inMarkup(title)}</title>
<desc>${inMarkup(alt)}</desc>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;

/** Figures beside each other as an SVG file. */
function asSvg(figures, alt) {
  const drawn = figures.map(drawnCase);
  const parts = drawn.flatMap(([inside], at) => (at ? [`<g transform="translate(${at * FIGURE.width})">`, ...inside, "</g>"] : inside));
  return svgFile(FIGURE.width * figures.length, Math.max(...drawn.map(([, height]) => height)), figures[0].title, alt, parts);
}

/** The parts of a figure in SVG, and its height. */
function drawnCase({title, context, sentence, scored, candidates, removed}) {
  const parts = [];
  let y = FIGURE.margin + 6;
  const write = (text, {x = FIGURE.margin, style = "", newLine = true} = {}) => {
    parts.push(`<text x="${x}" y="${y}"${style}>${inMarkup(text)}</text>`);
    if (newLine) y += FIGURE.line;
  };
  write(title, {style: ' font-weight="700" font-size="15"'});
  y += 4;
  // The pronoun is marked by brackets, which survive every font and every change of line.
  for (const line of inLines(`${context[0]} ${context[1]}»${context[2].trimEnd()}«${context[2].endsWith(" ") ? " " : ""}${context[3]}`)) write(line, {style: ' font-family="Georgia, serif"'});
  y += 4;
  for (const line of inLines(sentence)) write(line);
  y += 8;
  const rule = () => { parts.push(`<line x1="${FIGURE.margin}" x2="${FIGURE.width - FIGURE.margin}" y1="${y - 13}" y2="${y - 13}" stroke="#444"/>`); y += 4; };
  const cell = (text, x, style = "") => write(text, {x, style, newLine: false});
  const [at, back, points, made] = [FIGURE.margin + 20, 290, 350, 370];
  const right = ' text-anchor="end"';
  cell("candidate", at, ' fill="#444"');
  cell("back", back, `${right} fill="#444"`);
  if (scored) { cell("points", points, `${right} fill="#444"`); cell("made of", made, ' fill="#444"'); }
  y += FIGURE.line;
  rule();
  for (const candidate of candidates) {
    const style = candidate.chosen ? ' font-weight="700"' : "";
    if (candidate.chosen) cell("→", FIGURE.margin, style);
    const words = inLines(candidate.words, 32);
    const made_of = inLines(candidate.parts, 54);
    cell(String(candidate.back), back, right);
    if (scored) cell(candidate.points, points, right + style);
    for (let line = 0; line < Math.max(words.length, made_of.length); line += 1) {
      if (words[line]) cell(words[line], at, style);
      if (made_of[line]) cell(made_of[line], made, ' font-size="12"');
      y += FIGURE.line;
    }
  }
  if (removed.length) rule();
  for (const {words, reason} of removed) {
    const lines = inLines(words, 32);
    const reasons = inLines(reason, 58);
    for (let line = 0; line < Math.max(lines.length, reasons.length); line += 1) {
      if (lines[line]) cell(lines[line], at, ' text-decoration="line-through" fill="#6b2f2a"');
      if (reasons[line]) cell(reasons[line], back + 20, ' fill="#6b2f2a"');
      y += FIGURE.line;
    }
  }
  return [parts, y + FIGURE.margin - FIGURE.line + 8];
}

const ESCAPES = {"\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%", "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "−": "$-$", "→": "$\\rightarrow$", "“": "``", "”": "''", "‘": "`", "’": "'", "…": "\\dots{}", "–": "--", "—": "---", "✓": "$\\checkmark$", "✗": "$\\times$", "∅": "$\\emptyset$", "·": "$\\cdot$", "<": "\\textless{}", ">": "\\textgreater{}"};
const inLatex = (text) => text.replace(/[\\{}$&#%_^~−→“”‘’…–—<>✓✗∅·]/g, (letter) => ESCAPES[letter]);

/** The figure as a table for LaTeX with booktabs. */
function asLatex({title, context, sentence, scored, candidates, removed}, alt) {
  const [before, opening, pronoun, ending] = context.map(inLatex);
  const columns = scored ? "llrrp{0.45\\linewidth}" : "llr";
  const heads = ["", "candidate", "back", ...(scored ? ["points", "made of"] : [])];
  const rows = candidates.map((candidate) => [candidate.chosen ? "$\\rightarrow$" : "", inLatex(candidate.words), String(candidate.back), ...(scored ? [inLatex(candidate.points), inLatex(candidate.parts)] : [])]);
  const out = removed.map(({words, reason}) => ["", inLatex(words), `\\multicolumn{${columns.startsWith("llrr") ? 3 : 1}}{l}{ruled out: ${inLatex(reason)}}`]);
  const asRow = (cells) => `    ${cells.join(" & ")} \\\\`;
  return [
    "% needs \\usepackage{booktabs}",
    `% alternative text: ${alt}`,
    "\\begin{table}",
    "  \\centering\\small",
    `  \\caption{${inLatex(title)}. \\emph{${before}${opening}\\textbf{${pronoun.trimEnd()}}${pronoun.endsWith(" ") ? " " : ""}${ending}} ${inLatex(sentence)}}`,
    `  \\begin{tabular}{${columns}}`,
    "    \\toprule",
    asRow(heads),
    "    \\midrule",
    ...rows.map(asRow),
    ...(out.length ? ["    \\midrule", ...out.map(asRow)] : []),
    "    \\bottomrule",
    "  \\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}

function save(file, content) {
  const link = element("a", {download: file, href: URL.createObjectURL(content)});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The picture of an SVG, twice as large as it says. */
async function asPng(markup) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await picture.decode();
  const canvas = element("canvas", {width: 2 * picture.naturalWidth, height: 2 * picture.naturalHeight});
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/** What the files of a case are called; of two pronouns of one form in a sentence also by the number of the word. */
function figureName({row}, who) {
  const alike = [...state.rowOf.values()].filter(({sentence, form}) => sentence === row.sentence && form === row.form);
  const [start] = state.text.sentences[row.sentence] || [0];
  const word = alike.length > 1 ? `-word-${row.offset - start + 1}` : "";
  return `${state.text.words[row.offset]}-sentence-${row.sentence + 1}${word}-${who}`.replace(/[^\w-]+/g, "-");
}
