"""``python -m benchmarks.complexity``: do measures of complexity tell which genres of GUM are hard?

It writes docs/data/complexity.csv and a part of docs/reproduction.md, in ten minutes of one processor.
"""

from __future__ import annotations

import sys

from scipy.stats import spearmanr

from anaphora_workbench.evaluation.statistics.significance import holm
from anaphora_workbench.workbench.base.signature import shared
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.measuring import measure as measure_difficulty
from benchmarks.columns import columns_of
from benchmarks.data import figures, markdown, one_signature, sign, write_figures
from benchmarks.reproduction import OTHERS, PAGE, RESOLVERS
from benchmarks.runs import TRUE, Runs, remake

NAME, CORPUS = "complexity", "GUM train and dev"
SIX = (*RESOLVERS, *OTHERS[:3])
MEASURES = {
    "candidates_per_anaphor_after_filter": "candidates that agree (2001)",
    "recency_rank": "place of the right one",
    "recency_entropy": "entropy of the place",
}
COLUMNS = columns_of(
    "; ".join(
        ["corpus; genre; resolver; documents (count); anaphors (count)", *(f"{name} (number)" for name in MEASURES)]
    )
    + "; success_rate (percent)"
)


def measure(runs: Runs) -> dict[str, str]:
    """Write the figures of each genre to docs/data; returns the part of the page."""
    gum = tuple(runs.corpus(f"gum/{part}", f"GUM {part}") for part in ("train", "dev"))
    hard = measure_difficulty(gum, RESOLVERS[0], Preprocessing(), runs.cache, runs.jobs)
    results = runs.compared(gum, SIX, settings=(TRUE,), metrics=("success_rate",), by=("genre",))
    corpora_run = results.corpora.values()
    rows = []
    for genre, difficulty in hard.by_genre().items():
        told = difficulty.as_json()
        row = {"corpus": CORPUS, "genre": genre, **told, "anaphors": told["anaphoric_pronouns"]}
        for resolver in SIX:
            of_corpora = [corpus.settings[TRUE][resolver].parts("genre") for corpus in corpora_run]
            of_genre = [by_genre[genre] for by_genre in of_corpora if genre in by_genre]
            rate = sum(part.correct for part in of_genre) / sum(part.anaphors for part in of_genre)
            rows.append(row | {"resolver": resolver, "success_rate": rate})
    write_figures(NAME, COLUMNS, rows)
    size = f"{hard.total.counts['documents']} documents, {hard.total.counts['anaphoric_pronouns']} anaphors"
    signatures = (shared(of.depends_on for of in corpus.settings[TRUE].values()) for corpus in corpora_run)
    sign(NAME, [(CORPUS, size, (), one_signature([str(signature)] for signature in signatures))])
    return parts()


def parts() -> dict[str, str]:
    """The part of the page, from docs/data: rank correlations over genres."""
    of_resolver = {name: [row for row in figures(NAME) if row["resolver"] == name] for name in SIX}
    found = {
        (name, resolver): spearmanr(*([float(row[key]) for row in rows] for key in (name, "success_rate")))
        for name in MEASURES
        for resolver, rows in of_resolver.items()
    }
    corrected = dict(zip(found, holm([p for _, p in found.values()]), strict=True))
    rows = [
        {"measure": says} | {of: f"{found[name, of][0]:.2f}" + "*" * bool(corrected[name, of] < 0.05) for of in SIX}
        for name, says in MEASURES.items()
    ]
    columns = columns_of("; ".join(["measure", *(f"{name} (count)" for name in SIX)]))
    title = f"Spearman's ρ with the success rate over {len(of_resolver[SIX[0]])} genres, * p < 0.05 (Holm over all)"
    return {NAME: markdown(columns, rows, title)}


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
