"""Writing files of the Anaphora Resolution Exercise: the counterpart of are.py, which describes them."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import attrgetter
from pathlib import Path

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention
from anaphora_workbench.corpora.formats.json.chains_json import chains_of
from anaphora_workbench.corpora.formats.losses import BLANK_ID, CROSSING, OTHER_CHAINS, PARTS, crossing, losses, lost
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.nesting import nested, require_text
from anaphora_workbench.corpora.formats.parts.tokenizer import lost_in_text
from anaphora_workbench.corpora.formats.parts.xml_safety import UnwritableError, plain
from anaphora_workbench.corpora.support.errors import FormatError

NODES = "are:nodes"
ANSWER_LAYER = "answer"
TASKS = (1, 2, 3, 4)
_HELD = frozenset(
    {
        "line ends in ids", "words", "sentences unknown", "spacing", "language", "layers", "annotator",
        "loose mentions", "anaphors", "decisions", "mention texts",
    }
)  # fmt: skip


def write(documents: Iterable[Document], path: Path) -> None:
    """Write the one document with its text, pronouns to resolve, key and answers to one file.

    Words have nodes where they had them when read; else mentions are marked in the text, and must nest.

    Raises:
        FormatError: mentions cross, which the error names.
    """
    (document,) = documents
    try:
        text = _everything(document, path)
    except UnwritableError as error:
        raise FormatError(path, None, f"document {document.id}: {error}") from error
    with TextWriter(path) as file:
        file.write(text)


def _everything(document: Document, path: Path) -> str:
    _require_names(document, path)
    by_nodes = has_nodes(document)
    task = 3 if by_nodes else 1
    pieces = [*_input(document, task, path)] if document.words else [_head(document)]
    if by_nodes and document.anaphors is not None:
        pieces.extend(_pronouns(document, task))
    chained, answered = _written(document)
    if chained is not None:
        pieces.extend(_chains(document, chained, task))
    if answered is not None:
        pieces.extend(_answers(document, answered, task))
    if not document.words and len(pieces) == 1:
        wrong = f"document {document.id} has no words, chains or answers"
        raise FormatError(path, None, wrong, "expected a text, a key or an answer")
    return "".join(pieces) + "</document>\n"


def _require_names(document: Document, path: Path) -> None:
    """Raise FormatError for a mention or node that a reader could not name, and for a pronoun answered twice."""
    _, answered = _written(document)
    if "" in _named(document) or ("" in document.mention_by_id() and not has_nodes(document)):
        raise FormatError(path, None, f"document {document.id}: a mention without an id", "expected an id for each")
    dashed = next((name for name in _named(document) if name.startswith("-") or name.endswith("-")), None)
    if has_nodes(document) and dashed is not None:
        wrong = f"document {document.id}: {dashed!r} does not say its first and last node"
        raise FormatError(path, None, wrong, "expected FIRST-LAST")
    if document.words and has_nodes(document) and len(set(_nodes(document))) < len(document.words):
        raise FormatError(path, None, f"document {document.id}: two nodes of one name", "expected names to differ")
    seen: set[str] = set()
    for decision in (answered.decisions if answered else None) or ():
        if decision.anaphor in seen:
            wrong = f"document {document.id}: {decision.anaphor!r} is answered twice"
            raise FormatError(path, None, wrong, "expected one answer for each")
        seen.add(decision.anaphor)


def _written(document: Document) -> tuple[CoreferenceLayer | None, CoreferenceLayer | None]:
    """The layer written as chains, which is the key or else the first without answers, and the one as answers."""
    layers = list(document.coreference.values())
    chained = document.key or next((layer for layer in layers if layer.decisions is None), None)
    return chained, next((layer for layer in layers if layer.decisions is not None), None)


def input_xml(document: Document, task: int, path: Path) -> str:
    """The input of a task: what a system is given.

    Raises:
        FormatError: tasks 1 and 2 want mentions that nest, and these cross; ``path`` is named in it.
    """
    return "".join(_input(document, task, path)) + "</document>\n"


def key_xml(document: Document, task: int) -> str:
    """The key of a task: the chains, and in tasks 1 and 3 the pronouns to resolve.

    Raises:
        ValueError: the document has no key.
    """
    if document.key is None:
        raise ValueError(f"document {document.id} has no key")
    pieces = [*_chains(document, document.key, task)]
    if task in (1, 3) and document.anaphors is not None:
        pieces = [*_pronouns(document, task), *pieces]
    return _head(document) + "".join(pieces) + "</document>\n"


def answer_xml(document: Document, layer: CoreferenceLayer, task: int) -> str:
    """An answer to a task: for each pronoun its antecedent (1 and 3), or chains (2 and 4)."""
    pieces = _answers(document, layer, task) if task in (1, 3) else _chains(document, layer, task)
    return _head(document) + "".join(pieces) + "</document>\n"


def has_nodes(document: Document) -> bool:
    """Whether a document was read with nodes between its words, as in tasks 3 and 4."""
    return NODES in document.extra


def _head(document: Document) -> str:
    language = f' language="{plain(document.language)}"' if document.language != Document("").language else ""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<document id="{plain(document.id)}"{language}>\n'


def _input(document: Document, task: int, path: Path) -> Iterator[str]:
    yield _head(document) + "<text>\n"
    marked: list[Mention] = list(document.mentions) if task in (1, 2) else []
    if task == 2 and document.key is not None:
        chained = document.key.entity_of()
        marked = [mention for mention in marked if mention.id in chained]
    nodes = _nodes(document)
    breaks = {sentence.start: sentence.paragraph for sentence in document.sentences}
    pairs = pairwise(document.sentences)
    ends = [after.start for before, after in pairs if after.paragraph != before.paragraph]
    opening, closing = nested(document, marked, path, ends)
    require_text(document, [mention for mention in marked if mention.start >= 0], path)
    paragraph: int | None = None
    for offset, word in enumerate(document.words):
        if breaks.get(offset, paragraph) != paragraph or paragraph is None:
            yield "<p>" if paragraph is None else "</p>\n<p>"
            paragraph = breaks.get(offset, 0)
        for mention in opening.get(offset, ()):
            yield f'<entity id="{plain(mention.id)}">'
        node = f'<node id="{plain(nodes[offset])}"/>' if task in (3, 4) else ""
        yield node + plain(word.form) + "</entity>" * closing.get(offset, 0) + (" " if word.space_after else "")
    yield ("" if paragraph is None else "</p>\n") + "</text>\n"
    if task == 1 and document.anaphors is not None:
        yield from _pronouns(document, task)


def _nodes(document: Document) -> list[str]:
    """The node before each word: as read, else numbered from 1."""
    read = document.extra[NODES].split(" ") if NODES in document.extra else []
    return read if len(read) == len(document.words) else [str(offset + 1) for offset in range(len(document.words))]


def _pronouns(document: Document, task: int) -> Iterator[str]:
    by_id = document.mention_by_id()
    nodes = _nodes(document)
    yield "<anaphoric_pronouns>\n"
    for name in document.anaphors or ():
        mention = by_id.get(name)
        yield f"<pronoun {_place(name, mention, task, nodes)}{_value(document, mention)}/>\n"
    yield "</anaphoric_pronouns>\n"


def _chains(document: Document, layer: CoreferenceLayer, task: int) -> Iterator[str]:
    by_id = document.mention_by_id()
    nodes = _nodes(document)
    for entity in filter(attrgetter("mentions"), layer.entities):
        yield f'<chain id="{plain(entity.id)}">\n'
        for name in entity.mentions:
            mention = by_id.get(name)
            yield f"<node {_place(name, mention, task, nodes)}{_value(document, mention)}/>\n"
        yield "</chain>\n"


def _answers(document: Document, layer: CoreferenceLayer, task: int) -> Iterator[str]:
    by_id = document.mention_by_id()
    nodes = _nodes(document)
    for decision in layer.decisions or ():
        place = _place(decision.anaphor, by_id.get(decision.anaphor), task, nodes)
        antecedent = ""
        if decision.antecedent is not None:
            mention = by_id.get(decision.antecedent)
            antecedent = f' antecedent="{plain(decision.antecedent)}"'
            if task in (3, 4) and mention is not None and mention.start >= 0:
                first, last = plain(nodes[mention.start]), plain(nodes[mention.end - 1])
                antecedent = f' antecedent_start="{first}" antecedent_end="{last}"'
        yield f"<pronoun {place}{antecedent}/>\n"


def _place(name: str, mention: Mention | None, task: int, nodes: list[str]) -> str:
    if task in (3, 4) and mention is not None and mention.start >= 0:
        return f'start="{plain(nodes[mention.start])}" end="{plain(nodes[mention.end - 1])}"'
    first, dash, last = name.partition("-")
    if task in (3, 4) and dash:
        return f'start="{plain(first)}" end="{plain(last)}"'
    return f'id="{plain(name)}"'


def _value(document: Document, mention: Mention | None) -> str:
    if mention is None:
        return ""
    text = document.mention_text(mention) if mention.start >= 0 else mention.text
    return f' value="{plain(text)}"' if text else ""


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that the files of the exercise cannot hold."""
    held = _HELD | {"sentences"} if not document.sentences_known else _HELD
    if all(paragraph.kind == "body" for paragraph in document.paragraphs):
        held = held | {"paragraphs"}
    chained, answered = _written(document)
    in_the_text = bool(document.words) and not has_nodes(document)
    if not in_the_text and _named(document) < {mention.id for mention in document.mentions}:
        held = held - {"loose mentions", "mention texts"}
    if not document.words and not has_nodes(document):
        held = held - {"anaphors"}
    if answered is not None and not answered.decisions:
        held = held - {"decisions"}
    others = sum(layer is not chained and layer is not answered for layer in document.coreference.values())
    unlike = (chained and chained is not document.key) or (answered and answered.annotator != ANSWER_LAYER)
    placed = any(mention.start >= 0 for mention in document.mentions)
    other_chains = False
    if answered is not None and answered is not chained:
        links = {frozenset(chain) for chain in chains_of(answered.decisions or ())}
        other_chains = links != {frozenset(entity.mentions) for entity in answered.entities}
    missing = losses(document, held) + lost({
        PARTS["layers"][0]: others,
        PARTS["annotator"][0]: bool(unlike),
        OTHER_CHAINS: other_chains,
        BLANK_ID: not document.id,
        "places of mentions of a missing text": not document.words and placed,
    })  # fmt: skip
    if in_the_text:
        edges = {place for mention in document.mentions for place in (mention.start, mention.end)}
        missing += lost_in_text(document, edges | {sentence.start for sentence in document.sentences})
    return missing + lost({CROSSING: not has_nodes(document) and any(True for _ in crossing(document.mentions))})


def _named(document: Document) -> set[str]:
    """Ids of the mentions that stand in a list of pronouns, a chain or an answer."""
    chained, answered = _written(document)
    names = set(document.anaphors or ()) if has_nodes(document) else set()
    names |= set(chained.entity_of() if chained else ())
    for decision in (answered.decisions if answered else None) or ():
        names |= {decision.anaphor, decision.antecedent or decision.anaphor}
    return names
