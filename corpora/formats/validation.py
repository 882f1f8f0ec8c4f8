"""All problems of a corpus file at once: what its reader complains of, and what contradicts itself.

An error makes a file unfit; a warning names what is legal but seldom meant, such as mentions that cross.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from anaphora_workbench.corpora.document import FUNCTIONS, PRONOUN_TYPES, Document, Entity, Mention, Word
from anaphora_workbench.corpora.document.sentence_ends import remarks_on_words
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.losses import crossing
from anaphora_workbench.corpora.formats.requirements import layer_contradictions
from anaphora_workbench.corpora.languages import pronoun_of, tables_for
from anaphora_workbench.corpora.support.errors import Complaints, FormatError, UnexpectedError, collecting

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Problem:
    """Something wrong in a file.

    Attributes:
        line: number of the line, None where no one line is to blame.
    """

    path: Path
    line: int | None
    severity: Severity
    what: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else str(self.path)
        return f"{place}: {self.what}"


# Problems of a file after which no more are looked for.
MOST = 1000


def problems(path: Path, its_format: Format, most: int = MOST) -> list[Problem]:
    """The problems of one file, in order of lines as far as they have any.

    Args:
        most: problems after which no more are looked for.
    """
    problems: dict[Problem, None] = {}
    sound: list[Document] = []
    with collecting(most) as complaints:
        documents = iter(its_format.read(path))
        try:
            before = 0
            while (document := next(documents, None)) is not None:
                # Only what nothing was complained of can contradict itself.
                if not (len(complaints.errors) if its_format.one_document else complaints.since(document, before)):
                    sound.append(document)
                before = len(complaints.errors)
        except FormatError as error:
            # What was complained of before may lead a reader anywhere.
            if not (complaints.errors and isinstance(error, UnexpectedError)):
                complaints.errors.append(error)
    for complaint in complaints.errors:
        what = complaint.wrong + (f"; {complaint.expected}" if complaint.expected else "")
        problems[Problem(Path(complaint.path), complaint.line, "error", what)] = None
    for place_of_remark, line, what in complaints.remarks:
        problems[Problem(Path(place_of_remark), line, "warning", what)] = None
    for document in sound:
        for severity, thing, what in islice(_contradictions(document), max(0, most - len(problems))):
            place = _place(document, thing, complaints) or (path, None)
            problems[Problem(Path(place[0]), place[1], severity, f"{document.id}: {what}")] = None
    seen: set[str] = set()
    for document in sound:
        if document.id in seen:
            place = complaints.place_of(document) or (path, None)
            named = ", the name of the file" if document.id == path.stem else ""
            what = f"duplicate document id {document.id!r}{named}; expected unique ids"
            problems[Problem(Path(place[0]), place[1], "error", what)] = None
        seen.add(document.id)
    return sorted(problems, key=lambda problem: (problem.path != path, problem.line is None, problem.line or 0))


_Contradiction = tuple[Severity, Word | Mention | Entity | None, str]


def _place(
    document: Document, thing: Word | Mention | Entity | None, read: Complaints
) -> tuple[str | Path, int | None] | None:
    """Where a word or mention stands; a mention without a place of its own where its first word does."""
    place = read.place_of(thing)
    if place is None and isinstance(thing, Mention) and 0 <= thing.start < len(document.words):
        place = read.place_of(document.words[thing.start])
    return place or read.place_of(document)


def _contradictions(document: Document) -> Iterator[_Contradiction]:
    for odd in remarks_on_words(document):
        yield "warning", None, odd
    for check in (_structure, _trees, _mentions, _noun_phrases, _chains, _answers):
        yield from check(document)


def _structure(document: Document) -> Iterator[_Contradiction]:
    position = 0
    for number, sentence in enumerate(document.sentences, 1):
        word = document.words[sentence.start] if 0 <= sentence.start < len(document.words) else None
        if sentence.start != position or sentence.end < sentence.start:
            yield (
                "error",
                word,
                f"sentence {number} covers words {sentence.start} to {sentence.end} after word {position}",
            )
        if sentence.start == sentence.end:
            yield "warning", word, f"sentence {number} has no words"
        if document.paragraphs and not 0 <= sentence.paragraph < len(document.paragraphs):
            yield "error", word, f"sentence {number} is in paragraph {sentence.paragraph}, which does not exist"
        position = sentence.end
    if document.sentences and position > len(document.words):
        yield "error", None, f"sentence {len(document.sentences)} ends at {position} of {len(document.words)} words"
    elif document.sentences and position != len(document.words):
        yield "error", None, f"{len(document.words) - position} words are in no sentence"


def _trees(document: Document) -> Iterator[_Contradiction]:
    words = document.words
    for sentence in document.sentences:
        state: dict[int, int] = {}
        for offset in range(sentence.start, sentence.end):
            path = []
            while 0 <= offset < len(words) and offset not in state:
                state[offset] = 1
                path.append(offset)
                offset = words[offset].head
            if state.get(offset) == 1:
                yield "error", words[offset], f"the heads from word {words[offset].form!r} on run in a circle"
            for done in path:
                state[done] = 2


def _mentions(document: Document) -> Iterator[_Contradiction]:
    named = _naming(document)
    seen: set[str] = set()
    for mention in document.mentions:
        if mention.id in seen:
            yield "error", mention, f"duplicate mention id {mention.id!r}"
        seen.add(mention.id)
    placed = [mention for mention in document.mentions if mention.start >= 0]
    for mention in placed:
        if not mention.start <= mention.head < mention.end:
            yield "error", mention, f"the head of mention {named(mention)} lies outside it"
        if document.words and mention.end > len(document.words):
            yield "error", mention, f"mention {mention.id} ends after the last word"
        elif document.sentences and document.sentence_number(mention.start) != document.sentence_number(
            mention.end - 1
        ):
            yield "warning", mention, f"mention {named(mention)} spans a sentence break"
    for first, second in crossing(mention for mention in placed if mention.source == "true"):
        yield "warning", second, f"mentions {named(first)} and {named(second)} cross"


def _noun_phrases(document: Document) -> Iterator[_Contradiction]:
    """Features that resolvers ask for, of mentions as any parser may have described them."""
    named = _naming(document)
    ids = document.mention_by_id()
    for mention in document.mentions:
        if mention.pronoun_type is not None and not mention.is_pronoun:
            wrong = f"is a pronoun ({mention.pronoun_type}) and of kind {mention.kind}; expected kind pronoun"
            yield "error", mention, f"mention {named(mention)} {wrong}"
        if mention.is_pronoun and mention.pronoun_type is None and not _tells(document, mention):
            wrong = "is a pronoun without a type, which no resolver resolves; expected a pronoun-type"
            yield "warning", mention, f"mention {named(mention)} {wrong}"
        for what, value, known in (
            ("pronoun type", mention.pronoun_type, PRONOUN_TYPES),
            ("function", mention.function, FUNCTIONS),
        ):
            if value is not None and value not in known:
                wrong = f"has the {what} {value!r}, which no resolver knows; expected {', '.join(sorted(known))}"
                yield "warning", mention, f"mention {named(mention)} {wrong}"
        for what in ("embedded_in", "apposition_of", "predicate_of"):
            other = getattr(mention, what)
            if other is not None and other not in ids:
                wrong = f"is {what.replace('_', ' ')} {other!r}, which is not a mention"
                yield "error", mention, f"mention {named(mention)} {wrong}"


def _tells(document: Document, mention: Mention) -> bool:
    """Whether the form of a pronoun tells its type, which may then be left out."""
    words, language = document.words[max(mention.start, 0) : mention.end], tables_for(document)
    forms = tuple(word.form.lower() for word in words)
    return forms in language.reciprocals or any(
        pronoun_of(word, language) is not None for word in document.words[max(mention.head, 0) : mention.head + 1]
    )


def _chains(document: Document) -> Iterator[_Contradiction]:
    named = _naming(document)
    by_id = document.mention_by_id()
    for layer in document.coreference.values():
        for name, what in layer_contradictions(layer, lambda name: named(by_id[name]) if name in by_id else repr(name)):
            yield "error", by_id.get(name or ""), what
        spans: dict[tuple[object, ...], str] = {}
        for entity in layer.entities:
            if not entity.mentions:
                yield "error", entity, f"entity {entity.id} has no mentions"
            for member in entity.mentions:
                mention = by_id.get(member)
                if mention is None:
                    yield "error", entity, f"entity {entity.id} has a mention {member!r}, which does not exist"
                    continue
                span = (mention.start, mention.end, mention.parts)
                if mention.start >= 0 and span in spans:
                    other = spans[span]
                    where = (
                        "twice in entity " + entity.id if other == entity.id else f"in entities {other} and {entity.id}"
                    )
                    yield "warning", mention, f"the span of mention {named(mention)} is {where}"
                spans[span] = entity.id


def _answers(document: Document) -> Iterator[_Contradiction]:
    mention_of = document.mention_by_id()
    chained = {name for layer in document.coreference.values() for name in layer.entity_of()}
    for name in document.anaphors or ():
        mention = mention_of.get(name)
        if mention is None:
            yield "error", None, f"the pronoun to resolve {name!r} is not a mention"
        elif mention.start < 0 and not mention.text and not mention.upos and name not in chained:
            yield "error", None, f"the pronoun to resolve {name!r} is in no chain, and nothing else is said of it"
    for layer in document.coreference.values():
        answered: set[str] = set()
        for decision in layer.decisions or ():
            if decision.anaphor in answered:
                yield "error", None, f"{layer.annotator} answers {decision.anaphor!r} twice; expected one answer"
            answered.add(decision.anaphor)
            for answer in (decision.anaphor, decision.antecedent, *decision.candidates_before, *decision.candidates):
                if answer is not None and answer not in mention_of:
                    yield "error", None, f"{layer.annotator} answers with {answer!r}, which is not a mention"
        bridged = [name for bridge in layer.bridges for name in (bridge.anaphor, bridge.antecedent) if name is not None]
        deictic = [name for entity in layer.discourse_deixis for name in entity.mentions]
        for what, names in (("bridging", bridged), ("discourse deixis", deictic), ("reference", layer.non_referring)):
            for name in names:
                if name not in mention_of:
                    yield "error", None, f"the {what} of {layer.annotator} names {name!r}, which is not a mention"


def _naming(document: Document) -> Callable[[Mention], str]:
    def name_of(mention: Mention) -> str:
        if mention.start < 0 or not document.words:
            return mention.id
        text = document.mention_text(mention)
        return f"{mention.id} ({text if len(text) <= 40 else text[:39] + '…'})"

    return name_of
