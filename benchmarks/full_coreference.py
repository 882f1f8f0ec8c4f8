"""``python -m benchmarks.full_coreference``: measures every figure of docs/full-coreference.md and writes it.

Rows are the systems of full coreference that are installed. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.report.tables import Column, Row
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.runs.workers import processors
from anaphora_workbench.workbench.settings import Setting
from benchmarks.data import beside, figures, in_settings, markdown, notes_of, write_comparison, write_figures
from benchmarks.models import seconds_of_training
from benchmarks.places import DOCS, corpora_folder

BASELINES = ("singletons", "all-in-one", "oracle")
SYSTEMS = (
    "head-match-literal-pronouns",
    "kennedy-boguraev+head-match",
    "kennedy-boguraev+head-match+speech-pronouns",
    "sieve",
    "soon",
    "ng-cardie",
    "reconcile",
    "ims",
    "ranking",
    "ranking-pronouns+head-match+speech-pronouns",
    "berkeley",
    "cistell",
    "relaxcor",
)
METRICS = ("conll", "lea", "success_rate", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc")
SCORES = (
    Column("conll", "CoNLL", "percent"),
    Column("conll_interval", "95%", "interval"),
    Column("lea", "LEA", "percent"),
    Column("success_rate", "success", "percent"),
    Column("success_rate_interval", "95%", "interval"),
    Column("muc_recall", "MUC R", "percent"),
    Column("muc_precision", "MUC P", "percent"),
    Column("muc", "MUC", "percent"),
    Column("b_cubed_recall", "B³ R", "percent"),
    Column("b_cubed_precision", "B³ P", "percent"),
    Column("b_cubed", "B³", "percent"),
    Column("ceaf_m", "CEAF-m", "percent"),
    Column("ceaf_e", "CEAF-e", "percent"),
    Column("blanc", "BLANC", "percent"),
)
TIMES = (
    Column("resolver", "resolver"),
    Column("training", "training, s", "count"),
    Column("resolving", "1,000 mentions, s", "seconds"),
)
TRUE, RAW = Setting("true", "gold"), Setting("system", "predicted")
# Of the 80 files of LitBank, sorted by name, these are development: the 4th, 8th, 12th …
EVERY = 4
_SHOWN = (*SCORES[:2], SCORES[2], SCORES[3])

_INTRODUCTION = """\
# Full coreference

`python -m benchmarks.full_coreference` measures every figure, writes it to
[full-coreference.csv](data/full-coreference.csv), which has MUC, B³, CEAF and BLANC too, and lays out this page. All
scores are percentages. *95%* is the interval of the figure before it, by Student's t over documents.
[signatures.csv](data/signatures.csv) names all that a score depends on.

The tables are ranked by CoNLL from raw text (`system-predicted`). With the mentions of the key (`true-gold`,
`true-predicted`) every system is far better, as no mention is missed or spurious. Learned systems come with models
trained on GUM train and LitBank ([models.md](models.md)); each is described in [resolvers.md](reference/resolvers.md).
Figures that the papers print are in [published.md](reference/published.md); they are of other corpora and cannot be
compared.
"""
_CORPORA = {
    "GUM dev": """\
## GUM dev

Thirty documents of fifteen genres, singletons kept. From raw text a good resolver of pronouns, joined with
`head-match` and `speech-pronouns`, does as well as any learned system of full coreference. With the mentions of the key
`ranking` and `berkeley` are ahead of it, but not in success on pronouns.
""",
    "OntoGUM dev": """\
## OntoGUM dev

The same texts by the rules of OntoNotes, singletons dropped on both sides: a mention that is rightly left alone earns
nothing.
""",
    "LitBank dev": """\
## LitBank dev

Twenty novels, every fourth of the 80 files by name. The key has mentions of six types only, so precision with system
mentions is low. There is no gold annotation, so `true-predicted` stands for `true-gold`.
""",
}
_ORDER = """\
## Order of three systems

The best first, by the figures of Màrquez et al. (2012, Table 7) on a part of OntoNotes with singletons, and here on GUM
dev. The published first, `relaxcor`, is never first here; resolvers.md, 8.7, 8.10 and 8.11, says what ours lack.
"""
_TIMES = """\
## Time

Seconds of `workbench train` on one core, as `python -m benchmarks.models` last measured them, and seconds of resolving
on GUM dev from raw text, both after preprocessing ([times.csv](data/times.csv)). They depend on the machine, their
ratios less.
"""
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


def main() -> int:
    """Measure and write; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    assert cache is not None
    measure(corpora, cache, processors())
    write_text(DOCS / "full-coreference.md", page())
    return 0


def measure(corpora: Path, cache: Path, jobs: int) -> None:
    """Write the figures of the page to docs/data; a system that is not installed has no row, which is said."""
    systems, missing = installed()
    if missing:
        print(f"warning: without a row: {', '.join(missing)}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        named = (
            (Corpus(corpora / "gum" / "dev", "GUM dev"), TRUE, "keep"),
            (Corpus(corpora / "ontogum" / "dev", "OntoGUM dev"), TRUE, "drop"),
            (
                Corpus(litbank_dev(corpora / "litbank", Path(scratch)), "LitBank dev"),
                Setting("true", "predicted"),
                "keep",
            ),
        )
        compared = []
        for corpus, true, singletons in named:
            experiment = Experiment(
                (corpus,),
                (*BASELINES, *systems),
                settings=(true, RAW),
                metrics=METRICS,
                metric_options={"singletons": singletons},
            )
            compared.append(run(experiment, cache, jobs))
        write_comparison("full-coreference", SCORES, compared)
        write_figures("times", TIMES, times(compared[0], systems, cache))


def page() -> str:
    """The text of docs/full-coreference.md, from docs/data."""
    return "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    yield _INTRODUCTION
    scores = figures("full-coreference")
    for corpus, text in _CORPORA.items():
        yield text
        of_corpus = [row for row in scores if row["corpus"] == corpus]
        settings = tuple(dict.fromkeys(row["setting"] for row in of_corpus))
        yield markdown(in_settings(settings, *_SHOWN), beside(of_corpus, settings))
        yield from notes_of("full-coreference", corpus)
    yield _ORDER
    columns = [Column(key, key) for key in ("setting", "metric", "published", "here")]
    yield markdown(columns, orders(row for row in scores if row["corpus"] == "GUM dev"))
    yield _TIMES
    yield markdown(TIMES, figures("times"))


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


def times(results: Results, systems: tuple[str, ...], cache: Path) -> Iterator[Row]:
    """How long each system took to train, and takes for 1,000 mentions."""
    (corpus,) = results.corpora.values()
    prepared = PreparedDocuments(Preprocessor(), cache)
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
    sys.exit(main())
