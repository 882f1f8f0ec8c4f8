"""The brackets of ``Entity=`` in CoNLL-U, in which GUM and CorefUD write coreference.

``(FIELDS`` opens a mention, ``ID)`` closes the one of that entity opened last, ``(FIELDS)`` is one of a
single word; ``ID[1/3]`` is the first of three parts of a discontinuous one. What the hyphen-separated
fields are, ``# global.Entity`` says: ``eid-etype-head-other`` in CorefUD,
``GRP-etype-infstat-salience-centering-minspan-link-identity`` in GUM.

Source: CorefUD 1.0 (Nedoluzhko et al. 2022); GUM (Zeldes 2017), its treebank's documentation.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from anaphora_workbench.corpora.document import Document, Entity, Mention, span_order
from anaphora_workbench.corpora.formats.losses import LINE_END
from anaphora_workbench.corpora.formats.parts.files import place_number

COREFUD_FIELDS = "eid-etype-head-other"
ENTITY_FIELDS = ("eid", "GRP")
# What the field ``other`` says of a mention that is a clause (GUM).
CLAUSE = "clause:yes"
LINK_FIELD = "link"
_BRACKET = re.compile(r"\(([^()]*)(\)?)|([^()]+)\)")
_PART = re.compile(r"^(.*)\[(\d+)/(\d+)\]$", re.DOTALL)
_NOT_IN_A_FIELD = re.compile(r"[()|\s\[\]]")
_POSITIONS = re.compile(r"\d{1,9}(?:,\d{1,9})*")


# Mentions that corefer with nothing have a common id that begins so (AnCora).
NO_COREFERENCE = "NOCOREF"
_OWN_NUMBER = re.compile(rf"({NO_COREFERENCE}.*)~\d+", re.DOTALL)


# Entity, fields, parts and line of a mention.
FoundMention = tuple[str, dict[str, str], tuple[tuple[int, int], ...], int]


class BracketError(ValueError):
    """A problem with the brackets, without the place."""


class Fields:
    """The fields of an opening bracket, as ``# global.Entity`` names them."""

    def __init__(self, declaration: str) -> None:
        self.declaration = declaration
        self.names = declaration.split("-")
        if self.names[0] not in ENTITY_FIELDS:
            raise BracketError(
                f"global.Entity begins with {self.names[0]!r}; expected one of {', '.join(ENTITY_FIELDS)}"
            )
        if LINE_END.search(declaration):
            raise BracketError(f"global.Entity has a line end in {declaration!r}; expected fields like eid-etype-head")
        pattern = ""
        for name in reversed(self.names[1:]):
            last = "[^-]*" if pattern else ".*"
            value = r"\d*(?:,\d+)*" if name in ("head", "minspan") else last
            pattern = f"(?:-({value}){pattern})?"
        # The id is matched as short as the rest allows, so it may hold hyphens.
        self._pattern = re.compile(f"(.+?){pattern}", re.DOTALL)

    def split(self, text: str) -> tuple[str, dict[str, str]]:
        """Entity id and the other fields that are there."""
        match = self._pattern.fullmatch(text)
        if match is None:
            raise BracketError(f"cannot read the mention {text!r}; expected the fields {self.declaration}")
        values = match.groups()
        return values[0], {
            name: value for name, value in zip(self.names[1:], values[1:], strict=True) if value is not None
        }


@dataclass(slots=True)
class _Opened:
    """A mention whose first bracket was read."""

    entity: str
    text: str
    fields: dict[str, str]
    total: int
    begun: list[int] = field(default_factory=list)
    parts: list[tuple[int, int]] = field(default_factory=list)
    place: int = 0


class EntityReader:
    """Collects the mentions of one document from the brackets of its words, in text order."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, int, int], list[_Opened]] = {}
        self._unfinished: dict[tuple[str, int], list[_Opened]] = {}
        self._complete: list[_Opened] = []

    def add(self, brackets: str, offset: int, line: int, fields: Fields) -> list[str]:
        """Take the brackets of the word at ``offset``; returns what is wrong with them."""
        wrong = []
        position = 0
        # From place to place: to search for the next one takes quadratic time where there is none.
        while match := _BRACKET.match(brackets, position):
            position = match.end()
            opening, closed, closing = match.groups()
            try:
                if opening is None:
                    self._close(closing, offset)
                else:
                    self._begin(opening, offset, line, fields)
                    if closed:
                        self._close(fields.split(opening)[0], offset)
            except BracketError as error:
                wrong.append(str(error))
        if position != len(brackets):
            wrong.append(f"cannot read {brackets[position:]!r} in Entity={brackets}")
        return wrong

    def finish(self) -> tuple[list[FoundMention], list[tuple[str, int]]]:
        """The mentions, outer before inner; and entity and line of each bracket that is still open."""
        still_open = [opened for waiting in self._open.values() for opened in waiting]
        still_open.extend(opened for waiting in self._unfinished.values() for opened in waiting)
        unclosed = dict.fromkeys((opened.entity, opened.place) for opened in still_open)
        self._complete.sort(key=lambda opened: (opened.parts[0][0], -opened.parts[-1][1]))
        complete = [(opened.entity, opened.fields, tuple(opened.parts), opened.place) for opened in self._complete]
        return complete, sorted(unclosed, key=lambda bracket: bracket[1])

    def _begin(self, text: str, offset: int, line: int, fields: Fields) -> None:
        identifier, values = fields.split(text)
        entity, part, total = _part(identifier)
        if part == 1:
            opened = _Opened(entity, text[len(identifier) :], values, total, place=line)
            if total > 1:
                self._unfinished.setdefault((entity, total), []).append(opened)
        else:
            waiting = self._unfinished.get((entity, total), [])
            ready = [
                candidate for candidate in reversed(waiting) if len(candidate.parts) == len(candidate.begun) == part - 1
            ]
            if not ready:
                raise BracketError(f"part {part} of {total} of entity {entity} does not follow part {part - 1}")
            fitting = next((candidate for candidate in ready if candidate.text == text[len(identifier) :]), None)
            if fitting is None:
                raise BracketError(f"part {part} of {total} of entity {entity} has other fields than part 1")
            opened = fitting
        opened.begun.append(offset)
        self._open.setdefault((entity, part, total), []).append(opened)

    def _close(self, identifier: str, offset: int) -> None:
        key = entity, part, total = _part(identifier)
        waiting = self._open.get(key)
        if not waiting:
            raise BracketError(f"entity {identifier} closes but was never opened")
        opened = waiting.pop()
        opened.parts.append((opened.begun[part - 1], offset + 1))
        if part == total:
            if total > 1:
                self._unfinished[entity, total].remove(opened)
            self._complete.append(opened)


def _part(identifier: str) -> tuple[str, int, int]:
    match = _PART.match(identifier) if identifier.endswith("]") else None
    if match is None:
        return identifier, 1, 1
    entity, part, total = match[1], place_number(match[2]), place_number(match[3])
    if not (entity and 1 <= part <= total):
        raise BracketError(f"{identifier!r} is not part of a mention; expected something like {entity or 'e1'}[1/2]")
    return entity, part, total


def own_id(entity_id: str, number: int) -> str:
    """The id of the entity of its own that a mention without coreference has, the common one of the first.

    Args:
        number: of the mentions with this id so far, from 1.

    >>> own_id("NOCOREF:place", 1), own_id("NOCOREF:place", 2)
    ('NOCOREF:place', 'NOCOREF:place~2')
    """
    return entity_id if number == 1 else f"{entity_id}~{number}"


def common_id(entity_id: str) -> str:
    """The id that is written: without the number of a mention without coreference."""
    numbered = _OWN_NUMBER.fullmatch(entity_id)
    return numbered[1] if numbered else entity_id


def render(document: Document, mentions: list[Mention], entity_of: dict[str, Entity], fields: Fields) -> dict[int, str]:
    """The brackets of each word, by offset: closings of crossing mentions, openings, single words, closings."""
    opening: dict[int, list[str]] = {}
    single: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    closing_first: dict[int, list[str]] = {}
    rest_of = {mention.id: _rest(document, mention, entity_of[mention.id], fields) for mention in mentions}
    ambiguous = {
        entity_of[mention.id].id
        for mention in mentions
        if "-" in (name := _escaped(common_id(entity_of[mention.id].id)))
        and fields.split(name + rest_of[mention.id])[0] != name
    }
    for mention in sorted(mentions, key=span_order):
        entity = entity_of[mention.id]
        parts = mention.stretches
        name = _escaped(common_id(entity.id))
        if entity.id in ambiguous:
            # Its end would be read as the fields behind it.
            name = name.replace("-", "%2D")
        for number, (start, end) in enumerate(parts, 1):
            identifier = name + (f"[{number}/{len(parts)}]" if len(parts) > 1 else "")
            text = "(" + identifier + rest_of[mention.id]
            if end == start + 1:
                single.setdefault(start, []).append(text + ")")
            else:
                opening.setdefault(start, []).append(text)
                closing.setdefault(end - 1, []).insert(0, identifier + ")")
    for offset in closing.keys() & opening.keys():
        closing_first[offset] = closing.pop(offset)
    return {
        offset: "".join(part for group in (closing_first, opening, single, closing) for part in group.get(offset, ()))
        for offset in sorted({*opening, *single, *closing, *closing_first})
    }


def parts_read_back(document: Document, entity_of: dict[str, Entity], fields: Fields) -> bool:
    """Whether each discontinuous mention is read as it is written; of one entity, two that are open at once may not."""
    chosen = [mention for mention in document.mentions if mention.id in entity_of]
    apart = Counter(mention.stretches for mention in chosen if mention.parts)
    if not apart:
        return True
    reader = EntityReader()
    for offset, brackets in render(document, chosen, entity_of, fields).items():
        reader.add(brackets, offset, 0, fields)
    return apart == Counter(parts for _, _, parts, _ in reader.finish()[0] if len(parts) > 1)


def same_brackets(brackets: str, other: str) -> bool:
    """Whether two strings hold the same brackets, in whatever order."""
    return sorted(match[0] for match in _BRACKET.finditer(brackets)) == sorted(
        match[0] for match in _BRACKET.finditer(other)
    )


def _escaped(value: str) -> str:
    """A value, with what would be read as a bracket percent-encoded."""
    return _NOT_IN_A_FIELD.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), value)


def _rest(document: Document, mention: Mention, entity: Entity, fields: Fields) -> str:
    """The fields after the id, up to the last that says something."""
    values: list[str | None] = []
    extra = mention.extra
    for name in fields.names[1:]:
        if name == "etype":
            value = mention.entity_type or extra.get(name)
        elif name == LINK_FIELD:
            value = entity.types.get(mention.id) or extra.get(name)
        elif name == "head":
            value = extra.get(name, "")
            if not _POSITIONS.fullmatch(value):
                # Notes of another format may have the name, too.
                offsets = mention.offsets
                value = str(offsets.index(mention.head) + 1) if mention.head in offsets else ""
        elif name == "other" and mention.is_clause and CLAUSE not in extra.get(name, ""):
            value = f"{CLAUSE}," + extra[name] if extra.get(name) else CLAUSE
        else:
            value = extra.get(name)
        if value:
            value = _escaped(value)
            # A hyphen is harmless only in the last field.
            value = value if len(values) + 2 == len(fields.names) else value.replace("-", "%2D")
        values.append(value)
    while values and values[-1] is None:
        values.pop()
    return "".join("-" + (value or "") for value in values)
