"""Scoring files: which belong together, and what each pair adds to the counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document
from anaphora_workbench.corpora.formats import conll2012
from anaphora_workbench.corpora.formats.conll2012_entities import read_entities
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.evaluation.counting import Counts, applicable, count, count_entities
from anaphora_workbench.evaluation.metric import Needs
from anaphora_workbench.evaluation.registry import available_metrics, get_metric
from anaphora_workbench.workbench.errors import CommandError, Failure, one_line

_FAST = (Needs.PARTITIONS, Needs.ORDER)
_BEGINNING = 4096
_SHOWN = 3


@dataclass(frozen=True)
class FilePair:
    """A file of the key and the file of the response of the same name, None where there is none."""

    name: str
    key: Path
    response: Path | None


@dataclass(frozen=True)
class Request:
    """What to count.

    Attributes:
        metrics: names; None for all that apply to the first documents.
        options: of the metrics, by name.
        by: breakdowns.
        format: of key and response; None to recognise it.
        annotator: the layer of the response to score; None where there is only one to choose.
        answers: note which anaphors were resolved rightly.
    """

    metrics: tuple[str, ...] | None = None
    options: tuple[tuple[str, Any], ...] = ()
    by: tuple[str, ...] = ()
    format: str | None = None
    annotator: str | None = None
    answers: bool = False


@dataclass
class Scored:
    """What a pair of files added.

    Attributes:
        counts: by document.
        only_in_key: documents without a response, which count as not answered.
        only_in_response: documents that the key does not have, which do not count.
        other_ids: of documents that are paired though their ids differ, each being the only one of its file: the
            response's id by the key's.
        unaligned: mentions that have no counterpart in the words of the key, by document.
        answers: whether each anaphor was resolved rightly, by document and id.
    """

    counts: dict[str, Counts] = field(default_factory=dict)
    only_in_key: list[str] = field(default_factory=list)
    only_in_response: list[str] = field(default_factory=list)
    other_ids: dict[str, str] = field(default_factory=dict)
    unaligned: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    answers: dict[tuple[str, str], bool] = field(default_factory=dict)


def file_pairs(key: Path, response: Path, format: str | None = None) -> tuple[list[FilePair], list[Path]]:
    """The files of key and response that belong together, and the files of the response that the key has not.

    Two files belong together; of two folders the files of the same name, whatever their endings.

    Raises:
        CommandError: one is a file and the other a folder, or no name is on both sides.
        FormatError: there is nothing at a path.
    """
    if key.is_file() and response.is_file():
        return [FilePair(key.name.split(".")[0], key, response)], []
    from anaphora_workbench.corpora import find

    if key.exists() and response.exists() and key.is_dir() != response.is_dir():
        one, other = ("folder", "file") if key.is_dir() else ("file", "folder")
        raise CommandError(f"{response}: a {other} where the key is a {one}; expected two files or two folders")
    of_key, of_response = (_by_name(folder, find(folder, format)) for folder in (key, response))
    if not of_key.keys() & of_response.keys():
        raise CommandError(
            f"{response}: no file is named like one of the key's ({_some(of_key)}); found {_some(of_response)}"
        )
    pairs = [FilePair(name, path, of_response.get(name)) for name, path in of_key.items()]
    return pairs, [path for name, path in of_response.items() if name not in of_key]


def ids_of(path: Path, format: str | None) -> list[str]:
    """The ids of the documents of a file; its name where it cannot be read."""
    try:
        return [document.id for document in _read(path, format)]
    except (ValueError, OSError):
        return [path.name]


def score_files(pair: FilePair, request: Request) -> Scored:
    """What the documents of a pair of files add; what is wrong with one costs only that one."""
    scored = Scored()
    try:
        if _is_fast(pair, request):
            _count_entities(pair, request, scored)
        else:
            _count_documents(pair, request, scored)
    except (ValueError, OSError) as error:
        scored.failures.append(Failure(pair.name, one_line(error)))
    return scored


def metrics_for(pairs: Iterable[FilePair], request: Request) -> tuple[str, ...]:
    """All metrics that apply to the documents of the first pair of files that can be read.

    Raises:
        CommandError: none can be read; the reason is that of the first.
    """
    reason = "no document to score"
    for pair in pairs:
        if pair.response is None:
            continue
        try:
            if _both_conll2012(pair, request.format):
                key, response = read_entities(pair.key), read_entities(pair.response)
                if not any(one.tagged for one in (*key, *response)):
                    return tuple(name for name, metric in available_metrics().items() if metric.needs in _FAST)
            matched = _matched(_read(pair.key, request.format), _read(pair.response, request.format))
            layers = [
                DocumentPair(one.id, one, _key_layer(one), other, response_layer(other, request.annotator))
                for one, other in matched.values()
                if other is not None
            ]
            if layers:
                return tuple(applicable(layers))
        except (ValueError, OSError) as error:
            reason = one_line(error) if reason == "no document to score" else reason
    raise CommandError(reason)


def response_layer(document: Document, annotator: str | None = None) -> CoreferenceLayer:
    """The layer of a response that is scored: the one named, else the only one beside the key, else the key's.

    Raises:
        ValueError: there is none, or there are several to choose from.
    """
    layers = document.coreference
    if annotator is not None:
        if annotator not in layers:
            raise ValueError(
                f"{document.source}: document {document.id!r} has no annotation by {annotator!r}; "
                f"there are: {', '.join(layers) or 'none'}"
            )
        return layers[annotator]
    others = [layer for name, layer in layers.items() if name != GOLD_LAYER]
    if len(others) > 1:
        names = ", ".join(layer.annotator for layer in others)
        raise ValueError(
            f"{document.source}: document {document.id!r} has annotation by {names}; choose one with --annotator"
        )
    if not layers:
        raise ValueError(f"{document.source}: document {document.id!r} has no coreference; expected chains or links")
    return others[0] if others else layers[GOLD_LAYER]


def _key_layer(document: Document) -> CoreferenceLayer:
    if document.key is not None:
        return document.key
    if len(document.coreference) == 1:
        return next(iter(document.coreference.values()))
    raise ValueError(f"{document.source}: document {document.id!r} has no key; expected gold coreference")


def _count_documents(pair: FilePair, request: Request, scored: Scored) -> None:
    from anaphora_workbench.corpora.alignment import align_same_text

    key = _read(pair.key, request.format)
    response = _read(pair.response, request.format) if pair.response is not None else []
    matched = _matched(key, response)
    _note_sides(pair, scored, matched.items(), [one.id for one in response], [one.id for one, _ in matched.values()])
    for name, (true, answered) in matched.items():
        try:
            if answered is None:
                answered = Document(true.id, words=true.words, sentences=true.sentences)
                answered.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, decisions=[])
            layer = response_layer(answered, request.annotator if answered.source else None)
            aligned = align_same_text(answered, true)
            if aligned.unaligned:
                scored.unaligned[name] = len(aligned.unaligned)
            documents = DocumentPair(true.id, true, _key_layer(true), aligned.document, layer)
            scored.counts[name] = count(documents, request.metrics, dict(request.options), request.by)
            if request.answers:
                scored.answers |= _answers(name, documents, dict(request.options).get("match", "head"))
        except ValueError as error:
            scored.failures.append(Failure(name, _placed(pair, name, error)))


def _count_entities(pair: FilePair, request: Request, scored: Scored) -> None:
    key = read_entities(pair.key)
    response = read_entities(pair.response) if pair.response is not None else []
    matched = _matched(key, response)
    _note_sides(pair, scored, matched.items(), [one.id for one in response], [one.id for one, _ in matched.values()])
    assert request.metrics is not None
    for name, (true, answered) in matched.items():
        try:
            if answered is not None and answered.words != true.words:
                # Other words: only the full reader can tell which are the same.
                _count_documents(pair, request, scored)
                return
            found = answered.entities if answered is not None else []
            scored.counts[name] = count_entities(
                true.id, true.entities, found, request.metrics, dict(request.options), request.by
            )
        except ValueError as error:
            scored.failures.append(Failure(name, _placed(pair, name, error)))


def _placed(pair: FilePair, name: str, error: ValueError) -> str:
    reason = one_line(error)
    return reason if str(pair.key) in reason or str(pair.response) in reason else f"{pair.key}: {name}: {reason}"


def _answers(name: str, pair: DocumentPair, match: str) -> dict[tuple[str, str], bool]:
    from anaphora_workbench.evaluation.anaphora import outcome_of_each

    outcomes = outcome_of_each(pair, match)
    return {(name, mention.id): bool(outcome.correct) for mention, outcome in outcomes if outcome.anaphors}


def _note_sides(
    pair: FilePair,
    scored: Scored,
    matched: Collection[tuple[str, tuple[Any, Any]]],
    of_response: Sequence[str],
    of_key: Sequence[str],
) -> None:
    scored.only_in_key = [name for name, (_, answered) in matched if answered is None]
    scored.other_ids = {
        name: answered.id for name, (_, answered) in matched if answered is not None and answered.id != name
    }
    if not (len(of_key) == len(of_response) == 1):
        known = set(of_key)
        scored.only_in_response = [name for name in of_response if name not in known]
    if pair.response is not None and len(scored.only_in_key) == len(of_key) and of_response:
        raise ValueError(
            f"{pair.response}: no document of the key, like {of_key[0]!r}; its first is {of_response[0]!r}"
        )


def _matched(key: Sequence[Any], response: Sequence[Any]) -> dict[str, tuple[Any, Any]]:
    """Documents of the key with those of the response by id, whatever the ids if each side has just one."""
    if len(key) == len(response) == 1:
        return {key[0].id: (key[0], response[0])}
    of_response: dict[str, Any] = {}
    for side, known in ((key, {}), (response, of_response)):
        for document in side:
            if document.id in known:
                raise ValueError(f"document {document.id!r} stands twice in a file; expected ids to differ")
            known[document.id] = document
    return {document.id: (document, of_response.get(document.id)) for document in key}


def _is_fast(pair: FilePair, request: Request) -> bool:
    """Whether entities alone are enough: files of columns, exact spans, and metrics that ask nothing else."""
    options: dict[str, Any] = dict(request.options)
    return (
        request.metrics is not None
        and all(get_metric(name).needs in _FAST for name in request.metrics)
        and set(request.by) <= {"document"}
        and options.get("mention_match", "exact") == "exact"
        and options.get("mention_credit", "strict") == "strict"
        and options.get("arcs_rules", "paper") != "scripts"
        and not request.answers
        and request.annotator is None
        and _both_conll2012(pair, request.format)
    )


def _both_conll2012(pair: FilePair, format: str | None) -> bool:
    if format is not None:
        return format == conll2012.FORMAT.name
    return all(_is_conll2012(path) for path in (pair.key, pair.response) if path is not None)


def _is_conll2012(path: Path) -> bool:
    with path.open("rb") as file:
        return conll2012.recognises(path.name.lower(), file.read(_BEGINNING))


def _read(path: Path, format: str | None) -> list[Document]:
    from anaphora_workbench.corpora import read

    return list(read(path, format))


def _by_name(folder: Path, found: Sequence[tuple[Path, Any]]) -> dict[str, Path]:
    by_name: dict[str, Path] = {}
    for path, _ in found:
        name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
        stem = name[: name.index(".", name.rfind("/") + 2)] if "." in name[name.rfind("/") + 2 :] else name
        if stem in by_name:
            raise CommandError(
                f"{folder}: {by_name[stem].name} and {path.name} have one name; expected one file for it"
            )
        by_name[stem] = path
    return by_name


def _some(by_name: dict[str, Path]) -> str:
    shown = ", ".join(path.name for path in list(by_name.values())[:_SHOWN])
    return shown + (", …" if len(by_name) > _SHOWN else "")


@dataclass(frozen=True)
class Scorer:
    """Makes the function that scores a pair of files, for worker processes."""

    request: Request

    def __call__(self) -> Callable[[FilePair], Scored]:
        return lambda pair: score_files(pair, self.request)
