"""The counts of a pair of key and response."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from anaphora_workbench.corpora.document import Document, DocumentPair
from anaphora_workbench.corpora.formats.conll2012.entities import read_entities
from anaphora_workbench.corpora.pairing.heads import with_first_words
from anaphora_workbench.corpora.pairing.moved_spans import moved_of_documents, moved_spans
from anaphora_workbench.corpora.pairing.pairing import DuplicateIdError, FilePair, HasId, Pairing
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.counting.counting import count, count_entities
from anaphora_workbench.evaluation.counting.foreign_metric import MetricError
from anaphora_workbench.evaluation.counting.packed_counts import PackedCounts
from anaphora_workbench.workbench.base.assumptions import assumed, assumed_of_key
from anaphora_workbench.workbench.base.errors import Failure, one_line
from anaphora_workbench.workbench.base.layers import key_layer, response_layer, unanswered_pair
from anaphora_workbench.workbench.scoring.doubled_ids import in_lines
from anaphora_workbench.workbench.scoring.formats import check_formats, entities_suffice
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair, Pair, check_answered, pairing_of, places_of
from anaphora_workbench.workbench.scoring.request import Request, Scored


def score_pair(pair: Pair, request: Request) -> Scored:
    """What a pair of files, or of documents, adds; what is wrong with a document costs only that one.

    A response that cannot be scored counts as empty, so that nobody gains by it.
    """
    try:
        return _scored(pair, request)
    except DuplicateIdError as error:
        failure = Failure(pair.name, in_lines(error))
    except (ValueError, OSError) as error:
        failure = Failure(pair.name, one_line(error))
    try:
        scored = _scored(_unanswered(pair), request) if pair.response else Scored()
    except (ValueError, OSError):
        scored = Scored()
    if not scored.counts or scored.failures:
        return Scored(failures=[failure])
    scored.failures, scored.only_in_key = [failure], []
    scored.failed = dict.fromkeys(scored.counts, failure.reason)
    return scored


def _unanswered(pair: Pair) -> Pair:
    return replace(pair, response=()) if isinstance(pair, DocumentsPair) else replace(pair, response=None)


def _scored(pair: Pair, request: Request) -> Scored:
    check_formats(pair, request)
    if isinstance(pair, FilePair) and entities_suffice(pair, request):
        try:
            return _counted_entities(pair, request)
        except (_OtherWordsError, FormatError):
            pass
    return _counted_documents(pair, request)


class _OtherWordsError(Exception):
    """Key and response have other words: only the full reader can tell which are the same."""


def _counted_documents(pair: Pair, request: Request) -> Scored:
    scored = Scored()
    broken: dict[str, str] = {}
    pairing = pairing_of(pair, request.format, request.language, broken)
    for true, answered in pairing:
        if answered is not None and true.language != answered.language and answered.names_no_language:
            answered = replace(answered, language=true.language)
        _note(scored, true, answered)
        try:
            _add_document(scored, _compared_or_empty(pair, scored, true, answered, request), request)
        except ValueError as error:
            scored.failures.append(_failure(pair, true.id, error))
    _finish(pair, scored, pairing, broken)
    return scored


def _compared_or_empty(
    pair: Pair, scored: Scored, true: Document, answered: Document | None, request: Request
) -> DocumentPair:
    """As ``_compared``; a response that does not fit its key is noted, and an empty one stands for it."""
    key_layer(true)
    try:
        return _compared(scored, true, answered, request)
    except ValueError as error:
        if answered is None:
            raise
        failure = _failure(pair, true.id, error)
        scored.failures.append(failure)
        scored.failed[true.id] = failure.reason
        return _compared(scored, true, None, request)


def _compared(scored: Scored, true: Document, answered: Document | None, request: Request) -> DocumentPair:
    """The key of a document and the response over its words; what of the response was assumed is noted."""
    from anaphora_workbench.corpora.pairing.alignment import align_same_text  # entities alone start faster without

    metrics, options = request.metrics or (), dict(request.options)
    response = answered if answered is not None else unanswered_pair(true).response
    layer = response_layer(response, request.annotator if answered is not None else None)
    aligned = align_same_text(response, true)
    scored.note_alignment(true.id, aligned)
    document, of_key = aligned.document, key_layer(true)
    if answered is None:
        scored.assumed += assumed_of_key(metrics, options, true, of_key)
    else:
        scored.moved += moved_of_documents(true, answered, aligned, (of_key, layer)).of_document(true.id)
        heads = request.errors or "head" in request.by
        document, noted = assumed(metrics, options, true, answered, document, (of_key, layer), heads)
        scored.assumed += noted
    if options.get("heads") == "first":
        true, document = with_first_words(true), with_first_words(document)
    return DocumentPair(true.id, true, of_key, document, layer, answered is None)


def _add_document(scored: Scored, documents: DocumentPair, request: Request) -> None:
    name, options = documents.id, dict(request.options)
    counts = count(documents, request.metrics, options, request.by)
    for column, metric, of_column in request.columns:
        scored.columns.setdefault(column, PackedCounts())[name] = count(documents, [metric], dict(of_column))
    if request.errors:
        from anaphora_workbench.evaluation.statistics.chain_errors import chain_errors  # scores alone start faster

        scored.errors[name] = chain_errors(documents, options)
    scored.counts[name] = counts
    if request.answers:
        how = options.get("match", "head"), options.get("scope", "pronouns")
        scored.answers |= _answers(name, documents, *how)


def _counted_entities(pair: FilePair, request: Request) -> Scored:
    scored = Scored()
    by_head = dict(request.options).get("mention_match", "exact") != "exact"
    pairing = Pairing(
        read_entities(pair.key, by_head),
        read_entities(pair.response, by_head) if pair.response is not None else (),
        places_of(pair),
    )
    assert request.metrics is not None
    for true, answered in pairing:
        _note(scored, true, answered)
        if answered is not None and not answered.has_words_of(true):
            raise _OtherWordsError
        entities = answered.entities if answered is not None else []
        if answered is not None:
            moved = moved_spans(chain.from_iterable(true.entities), chain.from_iterable(entities))
            scored.moved += moved.of_document(true.id)
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


def _answers(name: str, pair: DocumentPair, match: str, scope: str) -> dict[tuple[str, str], bool]:
    from anaphora_workbench.corpora.pairing.shared_words import over_shared_words
    from anaphora_workbench.evaluation.pronouns.anaphora import outcome_of_each

    outcomes = outcome_of_each(over_shared_words(pair), match, scope)
    return {(name, mention.id): bool(outcome.correct) for mention, outcome in outcomes if outcome.anaphors}


def _note(scored: Scored, true: HasId, answered: HasId | None) -> None:
    """Note a document that only the key has, or that is paired with one of another id."""
    if answered is None:
        scored.only_in_key.append(true.id)
    elif answered.id != true.id:
        scored.other_ids[true.id] = answered.id


def _finish(
    pair: Pair, scored: Scored, pairing: Pairing[Any, Any], broken: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Note what only the response has and what is broken in it, and put all into the order of the key.

    Args:
        pairing: at its end, so that it knows all documents of both sides.
        broken: what is wrong with documents of the response that could not be read, "" for the rest of its file.

    Raises:
        ValueError: no document of the key has a response, though there are some to others.
    """
    of_key, of_response = pairing.key, pairing.response
    scored.only_in_response = [name for name in of_response if name not in of_key and name not in pairing.other_ids]
    check_answered(pair, pairing, scored.only_in_key)
    if not (broken or of_response) and isinstance(pair.response, Path):
        broken = {"": f"{pair.response}: no document in it; expected an answer to each of the key"}
    if broken:
        # A document without a name of its own may be any of them.
        rest = broken.get("") or ("" if of_response else next(iter(broken.values())))
        for id in [id for id in scored.only_in_key if rest or id in broken]:
            scored.failed[id] = broken.get(id) or rest or ""
            scored.only_in_key.remove(id)
        scored.failures += [Failure(id or pair.name, reason) for id, reason in broken.items()]
    scored.only_in_key.sort(key=of_key.__getitem__)
    scored.failures.sort(key=lambda failure: of_key.get(failure.where, -1))
    for counts in (scored.counts, *scored.columns.values()):
        counts.sort(of_key)
