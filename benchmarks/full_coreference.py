"""``python -m benchmarks.full_coreference``: measures every figure of docs/full-coreference.md and writes it.

Rows are the systems of full coreference that are installed. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.report.comparison import comparison_tables
from anaphora_workbench.workbench.report.contents import ReportTables
from anaphora_workbench.workbench.report.sections import breakdowns_needed
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown
from anaphora_workbench.workbench.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.runs.workers import processors
from anaphora_workbench.workbench.settings import Annotation, Setting
from benchmarks.details_of_tables import WithoutTraces
from benchmarks.exchanged_genders import exchanged_table, known_table
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
    "best",
)
# Those that say something of names; the others would take longer here than on all the other corpora.
ON_GAP = (
    "parallelism",
    "kennedy-boguraev+head-match",
    "ranking-pronouns+head-match",
    "sieve",
    "reconcile",
    "berkeley",
    "best",
)
METRICS = ("conll", "lea", "success_rate", "mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc")
WITH_INTERVALS = ("conll", "lea", "success_rate", "muc", "b_cubed", "ceaf_m", "blanc")
# Of the 80 files of LitBank, sorted by name, these are development: the 4th, 8th, 12th …
EVERY = 4

_INTRODUCTION = """\
# Full coreference

Written by `python -m benchmarks.full_coreference`, which measures every figure. All scores in %. *95%* is the
interval of the figure before it, by Student's t over documents. Systems are described in
[resolvers.md](reference/resolvers.md). Published figures stand in [published.md](reference/published.md): they are of
other corpora, and no contest.

Corpora: GUM dev (30 documents, singletons kept), OntoGUM dev (the same texts by the rules of OntoNotes, singletons
dropped on both sides), LitBank dev (every fourth of the 80 files by name). The key of LitBank has mentions of six
types only, so precision with system mentions is low there.
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
_ORDER_NOTE = (
    "Published: Màrquez et al. 2012, Table 7, on a part of OntoNotes with singletons; the best system first. Where "
    "another one is first here: the three classes of mentions in which it leads the published first most, in points "
    "of F1. What ours lack of the papers' is in resolvers.md, 8.7, 8.10 and 8.11."
)
_GAP = """\
## GAP

Two names and a pronoun in each snippet ([results.md](results.md) has the resolvers of pronouns alone). In
`true-predicted` the pronoun is one of two names or neither, in `system-predicted` the names are found in the entities
of all noun phrases. *bias*: feminine F1 / masculine F1. `best` has learnt its weights between names from the validation
part, too; what they ask was chosen there, with the figures of the development part in view, so those may be a little
optimistic.
"""
_GAP_PARTS = ("development", "validation")
_EXCHANGED = """\
### Whose bias it is

The same snippets with all genders exchanged (`benchmarks/exchanged_genders.py`): *she* is *he*, and every mention that
was feminine is masculine. A bias of a resolver would stay as it was, one of the texts turns round.
"""
_TRAINING = (
    "Seconds of workbench train for the shipped models, with documents that are preprocessed, as "
    "python -m benchmarks.models last wrote them to training-seconds.tsv; in one process, on one core."
)
_TIMES = "Seconds of resolving for 1,000 mentions, after preprocessing; they depend on the machine, their ratios less."


def main() -> int:
    """Measure and write; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    assert cache is not None
    with tempfile.TemporaryDirectory() as scratch:
        litbank = litbank_dev(corpora / "litbank", Path(scratch))
        named = (
            (Corpus(corpora / "gum" / "dev", "GUM dev"), "keep"),
            (Corpus(corpora / "ontogum" / "dev", "OntoGUM dev"), "drop"),
            (Corpus(litbank, "LitBank dev"), "keep"),
        )
        parts = (
            *_page(named, corpora / "gap", cache, processors()),
            *_by_gender(corpora / "gap", Path(scratch), cache),
        )
        text = "\n".join(parts)
    write_text(DOCS / "full-coreference.md", text)
    return 0


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


def _page(named: tuple[tuple[Corpus, str], ...], gap: Path, cache: Path, jobs: int) -> Iterator[str]:
    systems, missing = installed()
    yield _INTRODUCTION
    if missing:
        yield f"Without a row: {', '.join(missing)}.\n"
    for corpus, singletons in named:
        yield f"## {corpus.name}\n"
        experiment = Experiment(
            (corpus,),
            (*BASELINES, *systems),
            metrics=METRICS,
            metric_options={"singletons": singletons},
            by=breakdowns_needed(),
        )
        results = run(experiment, cache, jobs, details=WithoutTraces())
        if results.failures:
            raise ValueError(f"{len(results.failures)} documents without result: {results.failures[0].reason}")
        tables = ReportTables(results)
        yield from (as_markdown(table) for table in tables.named("marquez") if _says_something(table, singletons))
        yield from map(as_markdown, _with_intervals(results))
        yield from map(as_markdown, tables.named("classes"))
        yield from map(as_markdown, orders(results.corpora[corpus.name], corpus))
        yield as_markdown(times(results.corpora[corpus.name], corpus, systems, cache))
    yield as_markdown(training_times())
    yield _GAP
    for part in _GAP_PARTS:
        corpus = Corpus(gap / f"gap-{part}.tsv", f"GAP {part}")
        results = run(Experiment((corpus,), ON_GAP, metrics=("gap",)), cache, jobs)
        yield from map(as_markdown, comparison_tables(results))


def _by_gender(gap: Path, scratch: Path, cache: Path) -> Iterator[str]:
    yield _EXCHANGED
    prepared = PreparedDocuments(Preprocessor(), cache)
    for part in _GAP_PARTS:
        yield as_markdown(exchanged_table(gap, part, prepared, scratch, cache, processors()))
        yield as_markdown(known_table(gap, part, prepared))


def _says_something(table: Table, singletons: str) -> bool:
    """Without singletons an answer does not show all the mentions that were found."""
    return singletons == "keep" or not table.title.startswith("Mention detection")


def _with_intervals(results: Results) -> list[Table]:
    """The comparison of each setting, its systems ranked by CoNLL F1."""
    shown = {"resolver", *WITH_INTERVALS, *(f"{name}_interval" for name in WITH_INTERVALS)}
    return [
        Table(table.title, [c for c in table.columns if c.key in shown], table.rows, table.groups, table.notes)
        for table in comparison_tables(results)
    ]


def orders(results: CorpusResults, corpus: Corpus) -> list[Table]:
    """The order of the three systems of Màrquez et al. by each metric, published and here; none if one is missing."""
    rows: list[Row] = []
    for setting, by_name in results.settings.items():
        published = COMPARED.get(str(setting), {})
        if not published or not published.keys() <= by_name.keys():
            continue
        for place, (metric, label) in enumerate(_OF_COMPARED.items()):
            there = {name: figures[place] for name, figures in published.items()}
            here = {name: 100 * by_name[name].scores[metric].figure for name in published}
            row = {"setting": str(setting), "metric": label, "there": _ordered(there), "here": _ordered(here)}
            first, published_first = _by_score(here)[0], _by_score(there)[0]
            rows.append(row | {"leads": _leads(by_name[first], by_name[published_first], metric)})
    headings = {
        "setting": "setting",
        "metric": "metric",
        "there": "published",
        "here": "here",
        "leads": "the first here leads in",
    }
    columns = [Column(key, heading) for key, heading in headings.items()]
    return [Table(f"{corpus.name}: order of three systems", columns, rows, notes=[_ORDER_NOTE])] if rows else []


def _leads(first: Outcome, second: Outcome, metric: str) -> str:
    """``CN_P +34.2, P_REL +33.0``: the three classes of mentions in which a system leads another most."""
    first_of, second_of = first.parts("mention-class"), second.parts("mention-class")
    ahead = {
        name: 100 * (of_class.scores[metric].figure - second_of[name].scores[metric].figure)
        for name, of_class in first_of.items()
        if name in second_of and metric in of_class.scores and metric in second_of[name].scores
    }
    most = sorted((name for name in ahead if ahead[name] > 0), key=lambda name: (-ahead[name], name))
    return ", ".join(f"{name} {ahead[name]:+.1f}" for name in most[:3])


def _ordered(scores: Mapping[str, float]) -> str:
    """``relaxcor 77.5, reconcile 73.9``: the highest first."""
    return ", ".join(f"{name} {scores[name]:.1f}" for name in _by_score(scores))


def _by_score(scores: Mapping[str, float]) -> list[str]:
    """Names, the highest score first, equal ones by name."""
    return sorted(scores, key=lambda name: (-scores[name], name))


def times(results: CorpusResults, corpus: Corpus, systems: tuple[str, ...], cache: Path) -> Table:
    """How long each system takes for 1,000 mentions in each setting."""
    given = _mentions(corpus, tuple(results.settings), cache)
    rows: list[Row] = [
        {
            "resolver": name,
            **{str(s): 1000 * by_name[name].seconds / given[s] for s, by_name in results.settings.items()},
        }
        for name in systems
    ]
    columns = [Column("resolver", "resolver"), *(Column(str(s), str(s), "number") for s in results.settings)]
    return Table(f"{corpus.name}: decoding time", columns, rows, notes=[_TIMES])


def training_times() -> Table:
    """How long the training of each shipped model took."""
    rows: list[Row] = [{"resolver": name, "seconds": round(taken)} for name, taken in seconds_of_training().items()]
    return Table(
        "Training time", [Column("resolver", "resolver"), Column("seconds", "s", "count")], rows, notes=[_TRAINING]
    )


def _mentions(corpus: Corpus, settings: tuple[Setting, ...], cache: Path) -> dict[Setting, int]:
    """How many mentions systems are given in each setting."""
    prepared = PreparedDocuments(Preprocessor(), cache)
    given = dict.fromkeys(settings, 0)
    annotations: dict[Annotation, list[Setting]] = {}
    for setting in settings:
        annotations.setdefault(setting.annotation, []).append(setting)
    for document in read(corpus.path):
        for annotation, of_annotation in annotations.items():
            sources = [mention.source for mention in prepared.get(document, annotation).mentions]
            for setting in of_annotation:
                given[setting] += sources.count(setting.mentions)
    return given


if __name__ == "__main__":
    sys.exit(main())
