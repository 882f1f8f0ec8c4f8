"""Scoring files: which belong together, and what each pair adds to the counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document
from anaphora_workbench.corpora.formats import conll2012
from anaphora_workbench.corpora.formats.conll2012_entities import read_entities
from anaphora_workbench.corpora.packaged import packaged
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.corpora.pairing import (
    FilePair,
    HasId,
    Pairing,
    files_by_name,
    pair_files,
    without_endings,
)
from anaphora_workbench.evaluation.counting import applicable, count, count_entities, would_guess
from anaphora_workbench.evaluation.foreign_metric import MetricError
from anaphora_workbench.evaluation.metric import Needs
from anaphora_workbench.evaluation.packed_counts import PackedCounts
from anaphora_workbench.evaluation.registry import available_metrics, get_metric
from anaphora_workbench.workbench.assumed import Assumed, assumed, assumed_of_key
from anaphora_workbench.workbench.errors import CommandError, Failure, one_line

if TYPE_CHECKING:
    from anaphora_workbench.evaluation.chain_errors import ChainErrors

_FAST = (Needs.PARTITIONS, Needs.ORDER)
_BEGINNING = 4096
_SHOWN = 3
# Options that only some formats have a place for: option, its value, as a flag, and the format's attribute.
_OF_FORMATS = (
    ("zero_match", "dependent", "--zero-match dependent", "has_enhanced", "enhanced dependencies"),
    ("discourse_deixis", True, "--discourse-deixis", "has_deixis", "discourse deixis"),
)


@dataclass(frozen=True)
class DocumentsPair:
    """Documents of a key and of a response that belong together, read already."""

    name: str
    key: tuple[Document, ...]
    response: tuple[Document, ...]

    @property
    def place(self) -> Path:
        """What messages name."""
        return Path(self.name)


Pair = FilePair | DocumentsPair


@dataclass(frozen=True)
class Request:
    """What to count.

    Attributes:
        metrics: names; None for all that apply to the first documents.
        named: somebody has asked for the metrics by name; else those of plug-ins that fail are left out.
        options: of the metrics, by name.
        by: breakdowns.
        format: of key and response; None to recognise it.
        annotator: the layer of the response to score; None where there is only one to choose.
        answers: note which anaphors were resolved rightly.
        columns: further options to count some metrics with: name, metric, options.
        errors: note what is wrong with the chains.
        join: ``topic`` to score the documents of each topic as one; None for none.
        language: code of the language of documents that name none; None for English.
        preset: that set the metrics and options; None for none.
    """

    metrics: tuple[str, ...] | None = None
    options: tuple[tuple[str, Any], ...] = ()
    by: tuple[str, ...] = ()
    format: str | None = None
    annotator: str | None = None
    answers: bool = False
    columns: tuple[tuple[str, str, tuple[tuple[str, Any], ...]], ...] = ()
    errors: bool = False
    join: str | None = None
    language: str | None = None
    preset: str | None = None
    named: bool = True


@dataclass
class Scored:
    """What a pair of files, or of documents, added.

    Attributes:
        counts: by document.
        only_in_key: documents without a response, which count as not answered.
        only_in_response: documents that the key does not have, which do not count.
        other_ids: of documents that are paired though their ids differ, as parts of one name or each being the only
            one of its file: the response's id by the key's.
        unaligned: mentions that have no counterpart in the words of the key, by document.
        answers: whether each anaphor was resolved rightly, by document and id.
        columns: counts by column of the request and document.
        errors: what is wrong with the chains, by document.
        assumed: what was assumed of the response.
    """

    counts: PackedCounts[str] = field(default_factory=PackedCounts)
    only_in_key: list[str] = field(default_factory=list)
    only_in_response: list[str] = field(default_factory=list)
    other_ids: dict[str, str] = field(default_factory=dict)
    unaligned: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    answers: dict[tuple[str, str], bool] = field(default_factory=dict)
    columns: dict[str, PackedCounts[str]] = field(default_factory=dict)
    errors: dict[str, ChainErrors] = field(default_factory=dict)
    assumed: Assumed = field(default_factory=Assumed)


def file_pairs(key: Path, response: Path, format: str | None = None) -> tuple[list[FilePair], list[Path]]:
    """The files of key and response that belong together, and the files of the response that the key lacks.

    Two files belong together; of two folders the files of the same name up to its first dot or, where that is not
    enough to tell them apart, up to its last ending.

    Raises:
        CommandError: one is a file and the other a folder, or no name is on both sides.
        FormatError: there is nothing at a path.
    """
    key, response = packaged(key), packaged(response)
    if key.is_file() and response.is_file():
        return [FilePair(without_endings(key.name), key, response)], []
    # Two files start faster without.
    from anaphora_workbench.corpora import find
    from anaphora_workbench.corpora.formats.registry import without_ending

    if key.exists() and response.exists() and key.is_dir() != response.is_dir():
        ours, theirs = ("folder", "file") if key.is_dir() else ("file", "folder")
        raise CommandError(
            f"{response}: a {theirs} where the key is a {ours}; expected two files or two folders, "
            "or compare --response, which pairs documents by their ids"
        )
    files = [(folder, [file for file, _ in find(folder, format)]) for folder in (key, response)]
    try:
        of_key, of_response = (files_by_name(folder, inside, without_endings) for folder, inside in files)
    except ValueError:
        try:
            of_key, of_response = (files_by_name(folder, inside, without_ending) for folder, inside in files)
        except ValueError as error:
            raise CommandError(str(error)) from None
    if not of_key.keys() & of_response.keys():
        raise CommandError(
            f"{response}: no file is named like one of the key's ({_some_names(of_key)}); "
            f"found {_some_names(of_response)}; compare --response pairs documents by their ids"
        )
    return pair_files(of_key, of_response)


def ids_of(path: Path, format: str | None) -> list[str]:
    """The ids of the documents of a file; its name where it cannot be read."""
    try:
        return [document.id for document in documents_of_side(path, format)]
    except (ValueError, OSError):
        return [path.name]


def score_pair(pair: Pair, request: Request) -> Scored:
    """What a pair of files, or of documents, adds; what is wrong with one costs only that one."""
    try:
        check_formats(pair, request)
        if isinstance(pair, FilePair) and _is_fast(pair, request):
            try:
                return _counted_entities(pair, request)
            except _OtherWordsError:
                pass
        return _counted_documents(pair, request)
    except (ValueError, OSError) as error:
        return Scored(failures=[Failure(pair.name, one_line(error))])


def metrics_for(pairs: Iterable[Pair], request: Request) -> tuple[str, ...]:
    """All metrics that apply to the documents of the first pair of files that can be read.

    Parts of speech may be the response's alone: what needs them does not apply where a document has no response.

    Raises:
        CommandError: none can be read; the reason is that of the first.
    """
    pairs = list(pairs)
    reason = ""
    for pair in pairs:
        if pair.response is None:
            continue
        try:
            if (
                isinstance(pair, FilePair)
                and _both_conll2012(pair, request.format)
                and not any(entities.tagged for path in (pair.key, pair.response) for entities in read_entities(path))
            ):
                return tuple(name for name, metric in available_metrics().items() if metric.needs in _FAST)
            pairing = Pairing(
                documents_of_side(pair.key, request.format, request.language),
                documents_of_side(pair.response, request.format, request.language),
                _places(pair),
            )
            unanswered: list[Document] = []
            layers = _with_layers(pairing, request.annotator, unanswered)
            first = next(layers, None)
            if first is not None:
                names = applicable(chain([first], layers))
                unanswered += _unanswered_files(pairs, request)
                return tuple(name for name in names if not any(_would_guess(name, true) for true in unanswered))
            _check_answered(pair, pairing, unanswered)
        except (ValueError, OSError) as error:
            reason = reason or one_line(error)
    raise CommandError(reason or "no document to score")


def _with_layers(
    pairing: Iterable[tuple[Document, Document | None]], annotator: str | None, unanswered: list[Document]
) -> Iterator[DocumentPair]:
    """The documents that have a response; those that have none are added to the unanswered."""
    for true, answered in pairing:
        if answered is None:
            unanswered.append(true)
        else:
            yield DocumentPair(true.id, true, key_layer(true), answered, response_layer(answered, annotator))


def _unanswered_files(pairs: Iterable[Pair], request: Request) -> Iterator[Document]:
    """The documents of the key's files without a response; what cannot be read is said when it is scored."""
    for pair in pairs:
        if pair.response is None:
            with suppress(ValueError, OSError):
                yield from documents_of_side(pair.key, request.format, request.language)


def _would_guess(metric: str, true: Document) -> bool:
    with suppress(ValueError):  # that a document has no key is said when it is scored
        return would_guess(get_metric(metric), _unanswered(true))
    return False


def _unanswered(true: Document) -> DocumentPair:
    """A document of the key with a response that answers nothing."""
    empty = Document(true.id, words=true.words, sentences=true.sentences)
    empty.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, decisions=[])
    return DocumentPair(true.id, true, key_layer(true), empty, empty.coreference[GOLD_LAYER], missing=True)


def check_formats(pair: Pair, request: Request) -> None:
    """Raise ValueError where an option asks for what the format of a file has no place for."""
    options = dict(request.options)
    needed = [(flag, has, what) for name, value, flag, has, what in _OF_FORMATS if options.get(name) == value]
    if request.metrics and all(get_metric(name).needs is Needs.BRIDGING for name in request.metrics):
        needed.append((f"--metric {request.metrics[0]}", "has_bridging", "bridging"))
    if not needed:
        return
    of_preset = f"--preset {request.preset} with its " if request.preset is not None else ""
    from anaphora_workbench.corpora.formats import available, get_format, recognise

    for path in (pair.key, pair.response):
        if not isinstance(path, Path):
            continue
        its_format = get_format(request.format) if request.format is not None else recognise(path)
        for flag, has, what in needed:
            if its_format is not None and not getattr(its_format, has):
                able = [name for name, other in available().items() if getattr(other, has)]
                raise ValueError(
                    f"{of_preset}{flag}: {path} is {its_format.name}, which has no {what}; expected {' or '.join(able)}"
                )


def response_layer(document: Document, annotator: str | None = None) -> CoreferenceLayer:
    """The layer of a response that is scored: the one named, else the only one besides the key, else the key's.

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


def key_layer(document: Document) -> CoreferenceLayer:
    """The layer of a key: the gold one, else the only one. Raises ValueError where there is none."""
    if document.key is not None:
        return document.key
    if len(document.coreference) == 1:
        return next(iter(document.coreference.values()))
    raise ValueError(f"{document.source}: document {document.id!r} has no key; expected gold coreference")


class _OtherWordsError(Exception):
    """Key and response have other words: only the full reader can tell which are the same."""


def _counted_documents(pair: Pair, request: Request) -> Scored:
    from anaphora_workbench.corpora.alignment import align_same_text

    scored = Scored()
    pairing = Pairing(
        documents_of_side(pair.key, request.format, request.language),
        documents_of_side(pair.response, request.format, request.language) if pair.response is not None else (),
        _places(pair),
    )
    for true, answered in pairing:
        name = true.id
        if answered is not None and true.language != answered.language and answered.names_no_language:
            answered = replace(answered, language=true.language)
        _note(scored, true, answered)
        try:
            missing = answered is None
            annotator = None if missing else request.annotator
            if answered is None:
                answered = _unanswered(true).response
            layer = response_layer(answered, annotator)
            aligned = align_same_text(answered, true)
            if aligned.unaligned:
                scored.unaligned[name] = len(aligned.unaligned)
            layers = key_layer(true), layer
            document = aligned.document
            if missing:
                scored.assumed += assumed_of_key(request.metrics or (), dict(request.options), true, layers[0])
            else:
                document, noted = assumed(
                    request.metrics or (), dict(request.options), true, answered, document, layers
                )
                scored.assumed += noted
            documents = DocumentPair(true.id, true, layers[0], document, layer, missing)
            counts = count(documents, request.metrics, dict(request.options), request.by)
            for column, metric, options in request.columns:
                of_column = scored.columns.setdefault(column, PackedCounts())
                of_column[name] = count(documents, [metric], dict(options))
            if request.errors:
                from anaphora_workbench.evaluation.chain_errors import chain_errors  # scores alone start faster

                scored.errors[name] = chain_errors(documents, dict(request.options))
            scored.counts[name] = counts
            if request.answers:
                scored.answers |= _answers(name, documents, dict(request.options).get("match", "head"))
        except ValueError as error:
            scored.failures.append(_failure(pair, name, error))
    _finish(pair, scored, pairing)
    return scored


def _counted_entities(pair: FilePair, request: Request) -> Scored:
    scored = Scored()
    by_head = dict(request.options).get("mention_match", "exact") != "exact"
    pairing = Pairing(
        read_entities(pair.key, by_head),
        read_entities(pair.response, by_head) if pair.response is not None else (),
        _places(pair),
    )
    assert request.metrics is not None
    for true, answered in pairing:
        _note(scored, true, answered)
        if answered is not None and answered.words != true.words:
            raise _OtherWordsError
        entities = answered.entities if answered is not None else []
        heads = (true.heads, answered.heads if answered is not None else {}) if by_head else None
        try:
            scored.counts[true.id] = count_entities(
                true.id, true.entities, entities, request.metrics, dict(request.options), request.by, heads
            )
        except ValueError as error:
            scored.failures.append(_failure(pair, true.id, error))
    _finish(pair, scored, pairing)
    return scored


def _failure(pair: Pair, name: str, error: ValueError) -> Failure:
    """A document without a score, and the metric of a plug-in whose failure it is."""
    reason = one_line(error)
    named = any(str(place) in reason for place in (pair.key, pair.response) if isinstance(place, Path))
    metric = error.metric if isinstance(error, MetricError) else ""
    return Failure(name, reason if named else f"{pair.place}: {name}: {reason}", metric=metric)


def _places(pair: Pair) -> tuple[object, object]:
    """What messages call key and response: their files, where they are some."""
    return (
        pair.key if isinstance(pair.key, Path) else "the key",
        pair.response if isinstance(pair.response, Path) else "the response",
    )


def _answers(name: str, pair: DocumentPair, match: str) -> dict[tuple[str, str], bool]:
    from anaphora_workbench.corpora.shared_words import over_shared_words
    from anaphora_workbench.evaluation.anaphora import outcome_of_each

    outcomes = outcome_of_each(over_shared_words(pair), match)
    return {(name, mention.id): bool(outcome.correct) for mention, outcome in outcomes if outcome.anaphors}


def _note(scored: Scored, true: HasId, answered: HasId | None) -> None:
    """Note a document that only the key has, or that is paired with one of another id."""
    if answered is None:
        scored.only_in_key.append(true.id)
    elif answered.id != true.id:
        scored.other_ids[true.id] = answered.id


def _finish(pair: Pair, scored: Scored, pairing: Pairing[Any, Any]) -> None:
    """Note what only the response has, and put all into the order of the key; raise as ``_check_answered`` does."""
    of_key, of_response = pairing.key, pairing.response
    scored.only_in_response = [name for name in of_response if name not in of_key and name not in pairing.other_ids]
    _check_answered(pair, pairing, scored.only_in_key)
    scored.only_in_key.sort(key=of_key.__getitem__)
    scored.failures.sort(key=lambda failure: of_key[failure.where])
    for counts in (scored.counts, *scored.columns.values()):
        counts.sort(of_key)


def _check_answered(pair: Pair, pairing: Pairing[Any, Any], unanswered: Sequence[object]) -> None:
    """Raise ValueError where there are responses, but none to a document of the key; the pairing is at its end."""
    of_key, of_response = pairing.key, pairing.response
    if pair.response is not None and len(unanswered) == len(of_key) and of_response:
        raise ValueError(
            f"{_places(pair)[1]}: no document of the key, like {next(iter(of_key))!r}; "
            f"its first is {next(iter(of_response))!r}"
        )


def _is_fast(pair: FilePair, request: Request) -> bool:
    """Whether entities alone are enough: files of columns, and metrics that ask nothing else."""
    options: dict[str, Any] = dict(request.options)
    return (
        request.metrics is not None
        and all(get_metric(name).needs in _FAST for name in request.metrics)
        and set(request.by) <= {"document"}
        and options.get("mention_credit", "strict") == "strict"
        and options.get("arcs_rules", "paper") != "scripts"
        and not request.answers
        and not request.columns
        and not request.errors
        and not any(options.get(name) for name in ("min_spans", "np_only", "remove_nested", "discourse_deixis"))
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


def documents_of_side(
    side: Path | tuple[Document, ...], format: str | None, language: str | None = None
) -> Iterable[Document]:
    """The documents of a file, one after the other, or those that were given.

    An np-xml file may say that it was made of another one; messages are to name the file that was given.

    Args:
        language: of documents that name none; None for English.
    """
    documents: Iterable[Document] = side if not isinstance(side, Path) else ()
    if isinstance(side, Path):
        from anaphora_workbench.corpora import read  # columns alone start faster without

        documents = (replace(document, source=str(side)) for document in read(side, format))
    if language is None:
        return documents
    return (replace(document, language=language) if document.names_no_language else document for document in documents)


def _some_names(by_name: dict[str, Path]) -> str:
    names = ", ".join(path.name for path in list(by_name.values())[:_SHOWN])
    return names + (", …" if len(by_name) > _SHOWN else "")


@dataclass(frozen=True)
class Scorer:
    """Makes the function that scores a pair, for worker processes."""

    request: Request

    def __call__(self) -> Callable[[Pair], Scored]:
        return lambda pair: score_pair(pair, self.request)
