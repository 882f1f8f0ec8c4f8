"""The metrics that apply to key and response if none is named."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from anaphora_workbench.corpora.document import Document, DocumentPair
from anaphora_workbench.corpora.formats.conll2012.entities import read_entities
from anaphora_workbench.corpora.pairing.pairing import DuplicateIdError, FilePair
from anaphora_workbench.evaluation.counting.counting import applicable, would_guess
from anaphora_workbench.evaluation.counting.registry import available_metrics, get_metric
from anaphora_workbench.workbench.base.errors import CommandError, one_line
from anaphora_workbench.workbench.base.layers import key_layer, response_layer, unanswered_pair
from anaphora_workbench.workbench.scoring.doubled_ids import in_lines
from anaphora_workbench.workbench.scoring.formats import OF_ENTITIES, both_conll2012
from anaphora_workbench.workbench.scoring.pairs import Pair, check_answered, documents_of_side, pairing_of
from anaphora_workbench.workbench.scoring.request import Request


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
        broken: dict[str, str] = {}
        try:
            if (
                isinstance(pair, FilePair)
                and both_conll2012(pair, request.format)
                and not any(entities.tagged for path in (pair.key, pair.response) for entities in read_entities(path))
            ):
                return tuple(name for name, metric in available_metrics().items() if metric.needs in OF_ENTITIES)
            pairing = pairing_of(pair, request.format, request.language, broken)
            unanswered: list[Document] = []
            layers = _with_layers(pairing, request.annotator, unanswered)
            first = next(layers, None)
            if first is not None:
                names = applicable(chain([first], layers))
                unanswered += _unanswered_files(pairs, request)
                return tuple(name for name in names if not any(_would_guess(name, true) for true in unanswered))
            reason = reason or next(iter(broken.values()), "")
            check_answered(pair, pairing, unanswered)
        except DuplicateIdError as error:
            reason = reason or in_lines(error)
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
        return would_guess(get_metric(metric), unanswered_pair(true))
    return False
