"""Writing np-xml: the counterpart of np_xml.py."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path

from anaphora_workbench.corpora.document import (
    ANY_GENDER,
    ANY_NUMBER,
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.known import flags
from anaphora_workbench.corpora.formats.parts.xml_safety import escaped, escaped_list
from anaphora_workbench.corpora.support.errors import FormatError

_YES, _NO = "yes", "no"
# The attributes of a mention in order.
_IN_ORDER = (
    "lemma", "upos", "xpos", "kind", "pronoun-type", "number", "gender", "animacy", "number-from", "gender-from",
    "animacy-from", "person", "definiteness", "function", "verb", "preposition", "sentence", "embedded-in",
    "apposition-of", "predicate-of", "adjunct", "existential", "entity-type", "pleonastic", "source", "other-heads",
    "text", "in-sentence", "in-clause", "is-clause", "reference", "pleonastic-pattern",
)  # fmt: skip
# Those that are a field of it as it stands, by its name; what a mention has anyway is not written.
FIELDS = {
    name: name.removeprefix("in-").replace("-", "_")
    for name in _IN_ORDER
    if name not in ("number", "gender", "animacy", "verb", "sentence", "other-heads")
}
_FIELDS_OF = attrgetter(*FIELDS.values())
_PLAIN = Mention("", -1, -1, -1)


def write(documents: Iterable[Document], path: Path) -> None:
    """Write the one document to a file. Raises FormatError for one that contradicts itself."""
    (document,) = documents
    try:
        lines = list(_lines(document))
    except _ContradictionError as error:
        raise FormatError(path, None, f"document {document.id}: {error}") from error
    with TextWriter(path) as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        file.writelines(lines)


class _ContradictionError(ValueError):
    """The document contradicts itself."""


def _lines(document: Document) -> Iterator[str]:
    _check_names(document)
    yield _open(
        "np-document",
        ("version", "1"),
        ("id", document.id),
        ("language", document.language),
        ("annotation", document.annotation),
        ("relations", document.relations or None),
        ("tool", document.tool or None),
        ("source", document.source or None),
        ("genre", document.genre or None),
        ("sentences", None if document.sentences_known else "unknown"),
        *((name.removesuffix("_known"), None if known else "unknown") for name, known in flags(document).items()),
        ("annotated", None if document.annotated == "mentions" else document.annotated),
        ("held-out-start", None if document.held_out is None else str(document.held_out[0])),
        ("held-out-end", None if document.held_out is None else str(document.held_out[1])),
        ("raw-text", document.raw_text or None),
    )
    yield from _notes(document.extra, "  ")
    yield from _text(document)
    for quotation in document.quotations:
        heads = (("speaker", quotation.speaker), ("addressee", quotation.addressee))
        yield _closed(
            "quotation",
            *_span(document, quotation.start, quotation.end),
            *((role, None if head is None else _word_id(document, head)) for role, head in heads),
            ("inferred", " ".join(sorted(quotation.inferred, reverse=True)) or None),
            indent="  ",
        )
    starts = [sentence.start for sentence in document.sentences]
    for mention in document.mentions:
        yield from _mention(document, mention, starts)
    if document.anaphors is not None:
        yield f'  <anaphors mentions="{escaped_list(document.anaphors)}"/>\n'
    for name, layer in document.coreference.items():
        yield from _layer(name, layer)
    yield "</np-document>\n"


def _text(document: Document) -> Iterator[str]:
    """Paragraphs, sentences and words; sentences stand outside where they are not in the paragraphs' order."""
    sentences = document.sentences
    numbers = [sentence.paragraph for sentence in sentences]
    nested = numbers == sorted(numbers) and all(0 <= number < len(document.paragraphs) for number in numbers)
    position = written = 0
    for number, paragraph in enumerate(document.paragraphs):
        yield "  " + _open("p", ("kind", None if paragraph.kind == "body" else paragraph.kind))
        yield from _notes(paragraph.extra, "    ")
        while nested and written < len(sentences) and sentences[written].paragraph == number:
            yield from _sentence(document, sentences[written], position, None)
            position = sentences[written].end
            written += 1
        yield "  </p>\n"
    for sentence in sentences[written:]:
        yield from _sentence(document, sentence, position, str(sentence.paragraph))
        position = sentence.end
    for offset in range(position, len(document.words)):
        yield from _word(document, document.words[offset], offset)


def _check_names(document: Document) -> None:
    """Raise _ContradictionError for a layer, or the pronouns to resolve, that name a mention that is not there."""
    mentions = {mention.id for mention in document.mentions}

    def check(where: str, names: Iterable[str | None]) -> None:
        unknown = next((name for name in names if name is not None and name not in mentions), None)
        if unknown is not None:
            raise _ContradictionError(f"{where} names {unknown!r}, which is not a mention of it")

    check("the list of anaphors", document.anaphors or ())
    for name, layer in document.coreference.items():
        for entity in (*layer.entities, *layer.discourse_deixis):
            check(f"entity {entity.id!r} of {name!r}", (*entity.mentions, *entity.types, entity.dominant))
        for bridge in layer.bridges:
            check(f"a bridge of {name!r}", (bridge.anaphor, bridge.antecedent))
        check(f"the list of non-referring mentions of {name!r}", layer.non_referring)
        for decision in layer.decisions or ():
            named = (decision.anaphor, decision.antecedent, *decision.candidates_before, *decision.candidates)
            check(f"a decision of {name!r}", named)


def _sentence(document: Document, sentence: Sentence, position: int, paragraph: str | None) -> Iterator[str]:
    if not position <= sentence.start <= sentence.end <= len(document.words):
        raise _ContradictionError(
            f"a sentence of words {sentence.start} to {sentence.end} after one that ends at {position}"
        )
    for offset in range(position, sentence.start):
        yield from _word(document, document.words[offset], offset)
    yield "    " + _open(
        "s", ("id", sentence.id or None), ("paragraph", paragraph), ("speaker", sentence.speaker or None)
    )
    yield from _notes(sentence.extra, "      ")
    for offset in range(sentence.start, sentence.end):
        yield from _word(document, document.words[offset], offset)
    yield "    </s>\n"


def _word(document: Document, word: Word, offset: int) -> Iterator[str]:
    tag = f'      <w id="w{offset + 1}" form="{escaped(word.form)}"'
    if word.lemma:
        tag += f' lemma="{escaped(word.lemma)}"'
    if word.upos:
        tag += f' upos="{escaped(word.upos)}"'
    if word.xpos:
        tag += f' xpos="{escaped(word.xpos)}"'
    if word.morphology:
        tag += f' morphology="{escaped(word.morphology)}"'
    if word.head != -1:
        tag += f' head="{_word_id(document, word.head)}"'
    if word.relation:
        tag += f' relation="{escaped(word.relation)}"'
    if word.entity_type:
        tag += f' entity-type="{escaped(word.entity_type)}"'
    if not word.space_after:
        tag += ' space="no"'
    if word.clause is not None:
        tag += f' clause="{word.clause}"'
    if word.segment is not None:
        tag += f' segment="{word.segment}"'
    if word.empty:
        tag += ' empty="yes"'
    if word.speaker is not None:
        tag += f' speaker="{escaped(word.speaker)}"'
    if word.enhanced:
        tag += f' enhanced="{escaped(word.enhanced)}"'
    if not word.extra:
        yield tag + "/>\n"
        return
    yield tag + ">\n"
    yield from _notes(word.extra, "        ")
    yield "      </w>\n"


def _mention(document: Document, mention: Mention, starts: list[int]) -> Iterator[str]:
    place: tuple[tuple[str, str | None], ...] = ()
    sentence = None
    if (mention.start, mention.end, mention.head) != (-1, -1, -1):
        place = (*_span(document, mention.start, mention.end), ("head", _word_id(document, mention.head)))
        if starts and mention.start >= starts[0]:
            sentence = str(bisect_right(starts, mention.start))
    told: dict[str, str | None] = {
        "number": None if mention.number == ANY_NUMBER else _values(mention, mention.number, "sp"),
        "gender": None if mention.gender == ANY_GENDER else _values(mention, mention.gender, "mfn"),
        "animacy": mention.animacy,
        "verb": None if mention.verb is None else _word_id(document, mention.verb),
        "sentence": sentence,
        "other-heads": " ".join(_word_id(document, head) for head in mention.other_heads) or None,
    }
    for name, value, plain in zip(FIELDS, _FIELDS_OF(mention), _FIELDS_OF(_PLAIN), strict=True):
        if value != plain:
            told[name] = _YES if value is True else str(value)
    attributes = (("id", mention.id), *place, *((name, told[name]) for name in _IN_ORDER if name in told))
    if not (mention.extra or mention.parts):
        yield _closed("mention", *attributes, indent="  ")
        return
    yield "  " + _open("mention", *attributes)
    for start, end in mention.parts:
        yield _closed("part", *_span(document, start, end), indent="    ")
    yield from _notes(mention.extra, "    ")
    yield "  </mention>\n"


def _values(mention: Mention, values: frozenset[str], order: str) -> str:
    if not values or values - set(order):
        raise _ContradictionError(
            f"mention {mention.id} has the values {sorted(values)}; expected some of {', '.join(order)}"
        )
    return "".join(value for value in order if value in values)


def _layer(name: str, layer: CoreferenceLayer) -> Iterator[str]:
    yield "  " + _open(
        "coreference", ("annotator", layer.annotator), ("name", None if name == layer.annotator else name)
    )
    yield from _notes(layer.extra, "    ")
    for entity in layer.entities:
        yield from _entity(entity)
    if layer.decisions is not None:
        yield "    <decisions>\n"
        yield from map(_decision, layer.decisions)
        yield "    </decisions>\n"
    for bridge in layer.bridges:
        yield from _bridge(bridge)
    if layer.non_referring:
        yield f'    <non-referring mentions="{escaped_list(layer.non_referring)}"/>\n'
    if layer.discourse_deixis:
        yield "    <discourse-deixis>\n"
        for entity in layer.discourse_deixis:
            yield from _entity(entity)
        yield "    </discourse-deixis>\n"
    yield "  </coreference>\n"


def _bridge(bridge: Bridge) -> Iterator[str]:
    attributes = (
        ("anaphor", bridge.anaphor),
        ("antecedent", bridge.antecedent),
        ("entity", bridge.entity or None),
        ("relation", bridge.relation or None),
    )
    if not bridge.extra:
        yield _closed("bridge", *attributes, indent="    ")
        return
    yield "    " + _open("bridge", *attributes)
    yield from _notes(bridge.extra, "      ")
    yield "    </bridge>\n"


def _entity(entity: Entity) -> Iterator[str]:
    tag = f'    <entity id="{escaped(entity.id)}" mentions="{escaped_list(entity.mentions)}"'
    if entity.dominant is not None:
        tag += f' dominant="{escaped(entity.dominant)}"'
    if entity.split_antecedent:
        tag += f' split-antecedent="{escaped_list(entity.split_antecedent)}"'
    if not (entity.types or entity.extra):
        yield tag + "/>\n"
        return
    yield tag + ">\n"
    for mention, value in entity.types.items():
        yield f'      <type mention="{escaped(mention)}" value="{escaped(value)}"/>\n'
    yield from _notes(entity.extra, "      ")
    yield "    </entity>\n"


def _decision(decision: Decision) -> str:
    tag = f'      <decision anaphor="{escaped(decision.anaphor)}"'
    if decision.antecedent is not None:
        tag += f' antecedent="{escaped(decision.antecedent)}"'
    if decision.candidates_before:
        tag += f' before="{escaped_list(decision.candidates_before)}"'
    if decision.candidates:
        tag += f' candidates="{escaped_list(decision.candidates)}"'
    if not decision.identified:
        tag += f' identified="{_NO}"'
    if decision.excluded:
        tag += f' excluded="{_YES}"'
    return tag + "/>\n"


def _notes(extra: dict[str, str], indent: str) -> list[str]:
    return [f'{indent}<note name="{escaped(name)}" value="{escaped(value)}"/>\n' for name, value in extra.items()]


def _span(document: Document, start: int, end: int) -> tuple[tuple[str, str], tuple[str, str]]:
    if not 0 <= start < end or (document.words and end > len(document.words)):
        raise _ContradictionError(f"a span of words {start} to {end} in a text of {len(document.words)}")
    return ("first", _word_id(document, start)), ("last", _word_id(document, end - 1))


def _word_id(document: Document, offset: int) -> str:
    if offset >= 0 and not document.words:
        return f"#{offset}"
    if not 0 <= offset < len(document.words):
        raise _ContradictionError(f"word {offset} is named in a text of {len(document.words)}")
    return f"w{offset + 1}"


def _tag(name: str, attributes: tuple[tuple[str, str | None], ...]) -> str:
    return f"<{name}" + "".join([f' {key}="{escaped(value)}"' for key, value in attributes if value is not None])


def _open(name: str, *attributes: tuple[str, str | None]) -> str:
    return _tag(name, attributes) + ">\n"


def _closed(name: str, *attributes: tuple[str, str | None], indent: str) -> str:
    return indent + _tag(name, attributes) + "/>\n"
