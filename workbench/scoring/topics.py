"""The documents of a topic as one document of key and of response, for cross-document coreference."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document
from anaphora_workbench.corpora.pairing.alignment import align_same_text
from anaphora_workbench.corpora.pairing.joining import joined, topic_of
from anaphora_workbench.corpora.pairing.pairing import pair_documents
from anaphora_workbench.workbench.base.errors import CommandError, Failure, one_line
from anaphora_workbench.workbench.base.layers import key_layer, response_layer
from anaphora_workbench.workbench.scoring.formats import check_formats, formats_of, formats_with
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair, Pair, documents_of_side
from anaphora_workbench.workbench.scoring.request import Request, Scored

JOINS = ("topic",)
Annotated = tuple[Document, CoreferenceLayer]


@dataclass
class _Topic:
    key: list[Annotated] = field(default_factory=list)
    response: list[Annotated] = field(default_factory=list)


def joined_by_topic(pairs: Iterable[Pair], request: Request) -> tuple[list[DocumentsPair], Scored]:
    """A pair for each topic, and what was noted of the documents on the way.

    A document without a response stands in its topic without any answer.

    Raises:
        CommandError: the request joins documents by something else.
    """
    if request.join not in JOINS:
        raise CommandError(f"nothing joins documents by {request.join!r}; expected {' or '.join(JOINS)}")
    topics: dict[str, _Topic] = {}
    noted = Scored()
    for pair in pairs:
        try:
            check_formats(pair, request)
            _check_entities(pair, request)
            key = documents_of_side(pair.key, request.format, request.language)
            response = list(documents_of_side(pair.response, request.format, request.language))
            matched = pair_documents(key, response)
            paired = {answered.id for _, answered in matched.values() if answered is not None}
            noted.only_in_response += [document.id for document in response if document.id not in paired]
            for name, (true, answered) in matched.items():
                if answered is None:
                    noted.only_in_key.append(name)
                topic = topics.setdefault(topic_of(name), _Topic())
                its_key, its_response = _annotated(name, true, answered, request, noted)
                topic.key.append(its_key)
                topic.response.append(its_response)
        except (ValueError, OSError) as error:
            noted.failures.append(Failure(pair.name, one_line(error)))
    annotator = request.annotator or GOLD_LAYER
    return [
        DocumentsPair(name, (joined(name, topic.key),), (joined(name, topic.response, annotator),))
        for name, topic in topics.items()
    ], noted


def _annotated(
    name: str, true: Document, answered: Document | None, request: Request, noted: Scored
) -> tuple[Annotated, Annotated]:
    if answered is None:
        nothing = Document(true.id, words=true.words, sentences=true.sentences)
        return (true, key_layer(true)), (nothing, CoreferenceLayer(GOLD_LAYER))
    layer = response_layer(answered, request.annotator)
    aligned = align_same_text(answered, true)
    noted.note_alignment(name, aligned)
    return (true, key_layer(true)), (aligned.document, layer)


def _check_entities(pair: Pair, request: Request) -> None:
    """Raise ValueError for a format whose entities have no names that could be the same in two documents."""
    for path, its_format in formats_of(pair, request):
        if not its_format.names_entities:
            able = ", ".join(formats_with("names_entities"))
            raise ValueError(
                f"--join topic: {path} is {its_format.name}, whose entities have no names; expected {able}"
            )
