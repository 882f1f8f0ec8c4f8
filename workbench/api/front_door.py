"""``score``, ``compare``, ``difficulty`` and ``significance`` in Python: what the commands of these names do.

Each goes the road of its command and returns what that prints, as objects with fields.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.pronouns.anaphora import MATCH
from anaphora_workbench.workbench.analysis.verdicts import VerdictDetails
from anaphora_workbench.workbench.base.corpus import Corpus, corpora_at
from anaphora_workbench.workbench.base.descriptions import described
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.experiment import NO_RESOLVERS, Experiment
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.experiments.responses import Response
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.rankings.differences import Differences, differences
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.measuring import CorpusDifficulty, measure
from anaphora_workbench.workbench.runs.pairwise import PairedTest, paired_tests
from anaphora_workbench.workbench.scoring.metric_choice import metrics_for
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair, file_pairs
from anaphora_workbench.workbench.scoring.presets import preset_named, request_of
from anaphora_workbench.workbench.scoring.request import Request
from anaphora_workbench.workbench.scoring.scores import Pairs, Scores, scores_of

if TYPE_CHECKING:
    from anaphora_workbench.workbench.api.resolved import Resolved

Place = str | Path
Side: TypeAlias = "Place | Document | Resolved | Sequence[Document | Resolved]"


def score(
    key: Side,
    response: Side,
    metrics: Iterable[str] = (),
    *,
    intervals: bool = False,
    by: Iterable[str] = (),
    format: str | None = None,
    annotator: str | None = None,
    answers: bool = False,
    errors: bool = False,
    join: str | None = None,
    language: str | None = None,
    jobs: int = 1,
    preset: str | None = None,
    **options: Any,
) -> Scores:
    """Score a response against a key, as ``workbench score`` does.

    Args:
        key, response: files, folders whose files are paired by name, or Documents and answers of ``resolve``, which are
            paired by id, also with those of files.
        metrics: names, or one name; none for all that apply.
        intervals: 95% t-intervals over documents are part of ``Scores.as_json``.
        by: breakdowns, or one, see ``evaluation.breakdown``.
        format: of files; None to recognise it.
        annotator: whose annotation of the response to score, if it has several.
        answers: note which anaphors were resolved rightly, for McNemar's test in :func:`significance`.
        errors: say what is wrong with the chains, in ``Scores.errors``.
        join: ``"topic"`` to score the documents of each topic, named by their ids, as one.
        language: code of the language of documents that name none; None for English.
        jobs: worker processes.
        preset: name of a shared task to score as, ``"crac24"`` and the like; it sets metrics and options.
        options: of the metrics, as ``twinless="all"``.

    Raises:
        ValueError: an unknown metric or option, or nothing that can be scored.
        TypeError: a side that is neither path nor Documents.

    >>> import anaphora_workbench as aw
    >>> scores = aw.score("samples/news_bridge.conllu", "samples/news_bridge.conllu", ["muc", "b_cubed"])
    >>> scores["muc"].f1
    1.0
    """
    unpaired: list[Path] = []
    pairs: Pairs
    if isinstance(key, (str, Path)) and isinstance(response, (str, Path)):
        key, response = Path(key), Path(response)
        pairs, unpaired = file_pairs(key, response, format)
        names = (key.name, response.name)
    else:
        both = _documents(key, format), _documents(response, format)
        pairs, names = [DocumentsPair("documents", *both)], ("key", "response")
    if language is not None:
        language_named(language)
    request = Request(
        by=tuple(dict.fromkeys(_names(by))),
        format=format,
        annotator=annotator,
        answers=answers,
        errors=errors,
        join=join,
        language=language,
    )
    task = preset_named(preset) if preset is not None else None
    if task is not None:
        option_values(registry.metrics_named(task.metrics).values(), options)
        request = request_of(task, request, _names(metrics), options)
    else:
        wanted = tuple(dict.fromkeys(_names(metrics))) or metrics_for(pairs, request)
        option_values(registry.metrics_named(wanted).values(), options)
        request = replace(request, metrics=wanted, options=tuple(options.items()), named=bool(metrics))
    scores = scores_of(pairs, unpaired, request, names, jobs, preset=task)
    if not scores.documents:
        raise ValueError(scores.failures[0].reason if scores.failures else "nothing to score")
    scores.with_intervals = intervals
    return scores


def compare(
    corpus: Place | Sequence[Place],
    resolvers: Iterable[str] | None = None,
    settings: Iterable[str | Setting] = (),
    metrics: Iterable[str] = (),
    *,
    by: Iterable[str] = (),
    responses: Mapping[str, Place] | None = None,
    format: str | None = None,
    cache: Place | None = None,
    jobs: int = 1,
    **described_by: Any,
) -> Results:
    """Compare resolvers on identical input, as ``workbench compare`` does.

    Args:
        corpus: one or several files or folders with a key.
        resolvers: names, or one name; None for our algorithms for pronouns, baselines and oracles, ``[]`` for
            responses alone.
        settings: ``"true-gold"`` and the like; none for all that each document allows.
        metrics: names, or one name; none for all that apply.
        by: breakdowns, or one, see ``evaluation.breakdown``.
        responses: files or folders of other systems' answers, by the names of their rows.
        format: of the corpus; None to recognise it.
        cache: folder of preprocessed documents; None keeps none.
        jobs: worker processes.
        described_by: further fields of ``workbench.runs.experiment.Experiment``, as ``seed=7``,
            ``resolver_options={"mitkov": {"window": 1}}`` or ``preprocessing={"model": "en_core_web_trf"}``.

    Raises:
        ValueError: a field, resolver, metric or option that does not exist, or no document has a result.

    >>> import anaphora_workbench as aw
    >>> results = aw.compare("samples/news_bridge.conllu", ["mitkov"], ["true-predicted"], ["muc"])
    >>> round(results.of("mitkov").scores["success_rate"].figure, 3)
    0.659
    """
    fields = described_by | {
        "corpora": _corpora(corpus, format),
        "resolvers": () if resolvers is None else _names(resolvers) or NO_RESOLVERS,
        "settings": _names(settings),
        "metrics": _names(metrics),
        "by": _names(by),
        "responses": tuple(Response(name, Path(path)) for name, path in (responses or {}).items()),
    }
    experiment = described(Experiment, fields).completed()
    match = experiment.metric_options.get("match", MATCH.default)
    results = run(experiment, Path(cache) if cache is not None else None, jobs, details=VerdictDetails(match))
    if not results.corpora:
        raise ValueError(results.failures[0].reason if results.failures else "no document to compare on")
    return results


def difficulty(
    corpus: Place | Sequence[Place],
    resolver: str = "mitkov",
    *,
    format: str | None = None,
    cache: Place | None = None,
    jobs: int = 1,
    **preprocessing: Any,
) -> CorpusDifficulty:
    """Say how large corpora are, how they corefer and how hard their pronouns are, as ``workbench difficulty`` does.

    Args:
        corpus: one or several files or folders with a key.
        resolver: whose candidates are counted.
        format: of the corpus; None to recognise it.
        cache: folder of preprocessed documents; None keeps none.
        jobs: worker processes.
        preprocessing: fields of ``workbench.runs.preprocessing.Preprocessing``, as ``model="en_core_web_trf"``.

    Raises:
        ValueError: an unknown resolver or field, or no document has a key.

    >>> import anaphora_workbench as aw
    >>> aw.difficulty("samples/news_bridge.conllu").as_json()["sentences"]
    25
    """
    corpora, made_by = _corpora(corpus, format), described(Preprocessing, preprocessing)
    measures = measure(corpora, resolver, made_by, Path(cache) if cache is not None else None, jobs)
    if not measures.corpora:
        raise ValueError(measures.failures[0].reason if measures.failures else "no document to measure")
    return measures


@dataclass(frozen=True)
class SettingTests:
    """The tests of all pairs of rows on one corpus in one setting.

    Attributes:
        tests: the best rows first; empty where there are fewer than two documents to resample.
    """

    corpus: str
    setting: Setting
    tests: list[PairedTest]


@overload
def significance(results: Results, other: None = None) -> list[SettingTests]: ...
@overload
def significance(results: Scores, other: Scores) -> Differences: ...
def significance(results: Results | Scores, other: Scores | None = None) -> list[SettingTests] | Differences:
    """Which differences are more than chance.

    Args:
        results: of :func:`compare`: the resolvers and the best baseline are tested pair by pair, oracles left out, with
            Holm's correction for the number of pairs;
            or of :func:`score`, to be tested against another response to the same key.
        other: scores of that response.

    Raises:
        ValueError: scores without others to compare with, or of other documents.

    >>> import anaphora_workbench as aw
    >>> key = "samples/news_bridge.conllu"
    >>> first, second = aw.score(key, key, ["muc"]), aw.score(key, key, ["muc"])
    >>> aw.significance(first, second)["muc"].difference
    0.0
    """
    if not isinstance(results, Scores | Results):
        raise ValueError(f"expected what compare returns, or two that score returns; got {type(results).__name__}")
    if isinstance(results, Scores):
        if other is None:
            raise ValueError("the scores of one response; expected those of another to compare with")
        return differences(results, other)
    return [
        SettingTests(name, setting, paired_tests(outcomes, results.experiment.seed))
        for name, corpus in results.corpora.items()
        for setting, outcomes in corpus.settings.items()
    ]


def _names(given: Iterable[Any]) -> tuple[Any, ...]:
    """Names that were given, or the only one."""
    return (given,) if isinstance(given, str) else tuple(given)


def _corpora(given: Place | Sequence[Place], format: str | None) -> tuple[Corpus, ...]:
    places = given if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    wrong = next((place for place in places if not isinstance(place, str | Path)), None)
    if wrong is not None or not places:
        got = type(wrong).__name__ if places else "none"
        raise ValueError(f"expected files or folders with a key; got {got}; write() makes files of Documents")
    return corpora_at([Path(place) for place in places], format)


def _documents(side: Side, format: str | None) -> tuple[Document, ...]:
    """The documents of a side: as they are, read from files, or answered by ``resolve``."""
    if isinstance(side, str | Path):
        return tuple(read(side, format))
    given = side if isinstance(side, Iterable) else (side,)
    documents: tuple[Any, ...] = tuple(getattr(each, "response", each) for each in given)
    for document in documents:
        if not isinstance(document, Document):
            wrong = f"a {type(document).__name__} to score"
            raise TypeError(
                f"{wrong}; expected a path, Documents as read() returns them, or evaluate() for bare chains"
            )
    return documents
