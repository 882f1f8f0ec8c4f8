"""Tables for a paper: names as papers print them, the best in bold, marks of significance, and all figures tidy."""

import csv
import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tiny_corpus import TOM, Run, conllu

WORDS = (
    "compare", "c", "-s", "true-gold", "-r", "mitkov", "-r", "kennedy-boguraev", "-r", "singletons", "-r", "oracle",
)  # fmt: skip
METRICS = ("-m", "success_rate", "-m", "muc")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Twelve documents, in each of which *his* and *It* are found by all but the one that links nothing."""
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "toms.conllu").write_text("".join(conllu(f"tom{number}", TOM) for number in range(12)), encoding="utf-8")
    return folder


def test_a_table_for_a_paper(run: Run, corpus: Path) -> None:
    lines = run(*WORDS, *METRICS, "--table", "paper", "--format", "latex").out.splitlines()
    rows = {line.partition(" & ")[0]: line for line in lines if " & " in line}
    # Of twelve documents all differ: p is at most some 2 · 2^-12.
    best = r"\textbf{100.0\ddag{}} & \textbf{100.0\ddag{}} \\"
    assert rows["Mitkov (1998)"] == rf"Mitkov (1998) & {best}"
    assert rows[r"Kennedy \& Boguraev (1996)"].endswith(best)
    assert rows["singletons"] == r"singletons & 0.0 & 0.0 \\"
    assert rows["oracle"] == r"oracle & 100.0 & 100.0 \\"
    assert r"\label{tab:c-true-gold}" in lines
    text = run(*WORDS, *METRICS, "--table", "paper", "--baseline", "mitkov").out
    assert re.search(r"Kennedy & Boguraev \(1996\) +100\.0 +100\.0\n", text)
    assert re.search(r"singletons +0\.0‡ +0\.0‡\n", text)
    assert "--baseline mitkof: no such row; there are: " in run(*WORDS, "--table", "paper", "--baseline", "mitkof").err


def test_latex_compiles_the_file_of_each_setting_and_table(run: Run, corpus: Path, tmp_path: Path) -> None:
    assert run(*WORDS, *METRICS, "-m", "blanc", "--tables", "T").status == 0
    files = sorted((tmp_path / "T").glob("*.tex"))
    # MUC has an F, BLANC a score of its own (Màrquez et al. 2012, Table 5).
    assert "MUC F" in (of_marquez := (tmp_path / "T" / "marquez.tex").read_text())
    assert "BLANC score" in of_marquez
    file = tmp_path / "T" / "paper-c-true-gold.tex"
    assert file in files
    assert file.read_text().count(r"\begin{table}") == 1
    assert re.search(r"\\caption\[.*\]\{.*\\ddag\{\} p \$<\$ 0\.01, \\dag\{\} p \$<\$ 0\.05", file.read_text())
    labels = [label for each in files for label in re.findall(r"\\label\{.*\}", each.read_text())]
    assert len(labels) == len({*labels}) > 1
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex; apt-get install texlive-latex-base brings it")
    document = tmp_path / "paper.tex"
    # The package is in texlive-latex-recommended; without it plain rules stand for those of its names.
    rules = r"\let\toprule\hline\let\midrule\hline\let\bottomrule\hline"
    document.write_text(
        rf"\documentclass{{article}}\usepackage{{graphicx}}\IfFileExists{{booktabs.sty}}{{\usepackage{{booktabs}}}}{{{rules}}}"
        "\n\\begin{document}\n"
        + "".join(f"\\input{{{each}}}\\clearpage\n" for each in files)
        + "Table \\ref{tab:c-true-gold}\n\\end{document}\n"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", document.name]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert "Missing character" not in ran.stdout
    assert "Overfull" not in ran.stdout


def test_all_figures_one_to_a_line(run: Run, corpus: Path) -> None:
    words = ("-s", "true-predicted", *METRICS, "--table", "tidy", "--format", "csv")
    of_both = list(csv.DictReader(io.StringIO(run(*WORDS, *words).out)))
    assert (next(iter(of_both[0])), {row["setting"] for row in of_both}) == ("corpus", {"true-gold", "true-predicted"})
    out = run(*WORDS, *METRICS, "--table", "tidy", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert out.splitlines()[0] == "corpus,setting,documents,anaphors,resolver,metric,value,low,high"
    values = {(row["resolver"], row["metric"]): float(row["value"]) for row in rows}
    assert values["mitkov", "success_rate"] == 1
    assert values["singletons", "muc.recall"] == 0
    assert {(row["documents"], row["anaphors"]) for row in rows} == {("12", "24")}
    # Of fewer than twenty documents that are all alike there is no interval.
    assert {row["low"] for row in rows} == {""}
