"""``python -m benchmarks.full_coreference``: measures every figure of docs/full-coreference.md and writes it.

Rows are the systems of full coreference that are installed. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.tables import Column, Row
from benchmarks.columns import columns_of
from benchmarks.data import figures, markdown, of_corpus, write_comparison, write_figures
from benchmarks.models import seconds_of_training
from benchmarks.places import DOCS
from benchmarks.runs import RAW, TRUE, WITHOUT_TREES, Runs, remake

PAGE = DOCS / "full-coreference.md"
CORPORA = ("GUM dev", "OntoGUM dev", "LitBank dev")
BASELINES = ("singletons", "all-in-one", "oracle")
SYSTEMS = (
    "head-match-literal-pronouns", "kennedy-boguraev+head-match", "kennedy-boguraev+head-match+speech-pronouns",
    "sieve", "soon", "ng-cardie", "reconcile", "ims", "ranking", "ranking-pronouns+head-match+speech-pronouns",
    "berkeley", "cistell", "relaxcor", "neural",
)  # fmt: skip
METRICS = ("conll", "lea", "success_rate", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc")
SCORES = columns_of(
    "conll: CoNLL (percent); conll_interval: 95% (interval); lea: LEA (percent); success_rate: success (percent); "
    "success_rate_interval: 95% (interval); muc_recall: MUC R (percent); muc_precision: MUC P (percent); "
    "muc: MUC (percent); b_cubed_recall: B³ R (percent); b_cubed_precision: B³ P (percent); b_cubed: B³ (percent); "
    "ceaf_m: CEAF-m (percent); ceaf_e: CEAF-e (percent); blanc: BLANC (percent)"
)
TIMES = columns_of("resolver; training: training, s (count); resolving: 1,000 mentions, s (seconds)")
# Of the 80 files of LitBank, sorted by name, these are development: the 4th, 8th, 12th …
EVERY = 4

# Màrquez et al. (2012, Table 7), by setting and system CEAF, MUC, B³ and BLANC.
COMPARED = {
    "true-gold": {
        "relaxcor": (82.98, 66.43, 88.09, 76.86),
        "reconcile": (77.16, 43.43, 85.39, 65.24),
        "cistell": (72.73, 45.17, 79.34, 65.69),
    },
    "system-predicted": {
        "relaxcor": (77.47, 46.02, 84.79, 65.89),
        "reconcile": (73.90, 24.46, 84.05, 55.01),
        "cistell": (72.00, 38.83, 80.07, 62.00),
    },
}
_OF_COMPARED = {"ceaf_m": "CEAF", "muc": "MUC", "b_cubed": "B³", "blanc": "BLANC"}


def measure(runs: Runs) -> dict[str, str]:
    """Write the figures of the page to docs/data; returns the parts of the page.

    A system that is not installed has no row, which is said.
    """
    systems, missing = installed()
    if missing:
        print(f"warning: without a row: {', '.join(missing)}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        named = (
            (runs.corpus("gum/dev", CORPORA[0]), TRUE, "keep"),
            (runs.corpus("ontogum/dev", CORPORA[1]), TRUE, "drop"),
            (Corpus(litbank_dev(runs.corpora / "litbank", Path(scratch)), CORPORA[2]), WITHOUT_TREES, "keep"),
        )
        compared = []
        for corpus, true, singletons in named:
            counted = {"metrics": METRICS, "metric_options": {"singletons": singletons}}
            compared.append(runs.compared(corpus, (*BASELINES, *systems), settings=(true, RAW), **counted))
        write_comparison("full-coreference", SCORES, compared)
        write_figures("times", TIMES, times(compared[0], systems, runs))
    return parts()


def parts() -> dict[str, str]:
    """The parts of the page, from docs/data."""
    made = {corpus: of_corpus("full-coreference", corpus, SCORES[:4]) for corpus in CORPORA}
    columns = [Column(key, key) for key in ("setting", "metric", "published", "here")]
    of_gum = (row for row in figures("full-coreference") if row["corpus"] == CORPORA[0])
    return made | {"order": markdown(columns, orders(of_gum)), "times": markdown(TIMES, figures("times"))}


def installed(systems: tuple[str, ...] = SYSTEMS) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The systems all of whose parts are installed and have the model they need, and the others, each with why."""
    rows, missing = [], []
    for name in systems:
        try:
            get_resolver(name)
        except ValueError as error:
            missing.append(f"{name} ({str(error).partition(';')[0]})")
        else:
            rows.append(name)
    return tuple(rows), tuple(missing)


def litbank_dev(litbank: Path, scratch: Path) -> Path:
    """A folder with the development files of LitBank, next to their annotation as in the corpus."""
    folder = scratch / "litbank" / "conll"
    folder.mkdir(parents=True)
    (scratch / "litbank" / "tsv").symlink_to((litbank / "tsv").resolve())
    for file in sorted((litbank / "conll").glob("*.conll"))[EVERY - 1 :: EVERY]:
        (folder / file.name).symlink_to(file.resolve())
    return folder


def orders(rows: Iterable[Mapping[str, str]]) -> Iterator[dict[str, str]]:
    """The order of the three systems of Màrquez et al. by each metric, published and here; none if one is missing.

    Args:
        rows: scores on one corpus.
    """
    scored = {(row["setting"], row["resolver"]): row for row in rows}
    for setting, published in COMPARED.items():
        if not all((setting, name) in scored for name in published):
            continue
        for place, (metric, label) in enumerate(_OF_COMPARED.items()):
            there = {name: of_name[place] for name, of_name in published.items()}
            here = {name: float(scored[setting, name][metric]) for name in published}
            yield {"setting": setting, "metric": label, "published": _ordered(there), "here": _ordered(here)}


def _ordered(scores: Mapping[str, float]) -> str:
    """``relaxcor 77.5, reconcile 73.9``: the highest first, equal ones by name."""
    names = sorted(scores, key=lambda name: (-scores[name], name))
    return ", ".join(f"{name} {scores[name]:.1f}" for name in names)


def times(results: Results, systems: tuple[str, ...], runs: Runs) -> Iterator[Row]:
    """How long each system took to train, and takes for 1,000 mentions."""
    (corpus,) = results.corpora.values()
    prepared = runs.prepared()
    documents = (prepared.get(document, RAW.annotation) for document in read(results.experiment.corpora[0].path))
    given = sum(mention.source == RAW.mentions for document in documents for mention in document.mentions)
    training = seconds_of_training()
    for name in systems:
        learnt = training.get(name.partition("+")[0])
        seconds = corpus.settings[RAW][name].seconds
        yield {
            "resolver": name,
            "training": None if learnt is None else round(learnt),
            "resolving": 1000 * seconds / given,
        }


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
