"""``python -m benchmarks.complexity``: do measures of complexity tell which genres of GUM are hard?

It writes docs/data/complexity.csv and a part of docs/reproduction.md, in ten minutes of one processor.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scipy.stats import spearmanr

from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.base.signature import shared
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.measuring import measure as measure_difficulty
from benchmarks.columns import columns_of
from benchmarks.data import complete, figures, markdown, remake, sign, write_figures
from benchmarks.reproduction import OTHERS, PAGE, RESOLVERS

NAME = "complexity"
SETTING = Setting("true", "gold")
SIX = (*RESOLVERS, *OTHERS[:3])
MEASURES = {
    "candidates_per_anaphor_after_filter": "candidates that agree (2001)",
    "recency_rank": "place of the right one",
    "recency_entropy": "entropy of the place",
}
_NUMBERS = "; ".join(f"{name} (number)" for name in MEASURES)
_RATES = "; ".join(f"{name} (percent)" for name in SIX)
COLUMNS = columns_of(f"genre; documents (count); anaphors (count); {_NUMBERS}; {_RATES}")


def measure(corpora: Path, cache: Path, jobs: int) -> dict[str, str]:
    """Write the figures of each genre to docs/data; returns the part of the page."""
    gum = tuple(Corpus(corpora / "gum" / part, f"GUM {part}") for part in ("train", "dev"))
    hard = measure_difficulty(gum, RESOLVERS[0], Preprocessing(), cache, jobs)
    experiment = Experiment(gum, SIX, settings=(SETTING,), metrics=("success_rate",), by=("genre",))
    results = complete(run(experiment, cache, jobs))
    rows = []
    for genre, difficulty in hard.by_genre().items():
        told = difficulty.as_json()
        row = {"genre": genre, "documents": told["documents"], "anaphors": told["anaphoric_pronouns"]}
        row |= {name: told[name] for name in MEASURES}
        for resolver in SIX:
            parts = [corpus.settings[SETTING][resolver].parts("genre") for corpus in results.corpora.values()]
            of_genre = [part[genre] for part in parts if genre in part]
            row[resolver] = sum(part.correct for part in of_genre) / sum(part.anaphors for part in of_genre)
        rows.append(row)
    write_figures(NAME, COLUMNS, rows)
    outcomes = [list(corpus.settings[SETTING].values()) for corpus in results.corpora.values()]
    size = f"{hard.total.counts['documents']} documents, {hard.total.counts['anaphoric_pronouns']} anaphors"
    sign(NAME, [("GUM train", size, (), str(shared(outcome.depends_on for outcome in outcomes[0])))])
    return parts()


def parts() -> dict[str, str]:
    """The part of the page, from docs/data: rank correlations over genres."""
    by_genre = figures(NAME)
    rows = []
    for name, says in MEASURES.items():
        row = {"measure": says}
        for resolver in SIX:
            rho, p = spearmanr([float(of[name]) for of in by_genre], [float(of[resolver]) for of in by_genre])
            row[resolver] = f"{rho:.2f}" + "*" * bool(p < 0.05)
        rows.append(row)
    columns = columns_of("; ".join(["measure", *(f"{name} (count)" for name in SIX)]))
    return {
        NAME: markdown(columns, rows, f"Spearman's ρ with the success rate over {len(by_genre)} genres, * p < 0.05")
    }


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
