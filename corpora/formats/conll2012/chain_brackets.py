"""The coreference column of the CoNLL shared tasks: ``(3``, ``3)``, ``(3)``, with or without ``|`` between.

Source: SemEval-2010 Task 1 (Recasens et al. 2010); CoNLL-2011/2012 (Pradhan et al. 2011, 2012).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, Entity, Mention, span_order
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads

_BRACKET = re.compile(r"\|?(?:\(([^()|\s]+)(\)?)|([^()|\s]+)\))\|?")
# A cell of coreference in a column that is not the last: the ids of corpora are numbers.
CELL = re.compile(r"(?:\(\d+\)?\|?|\d+\)\|?)+")


class ChainReader:
    """Collects the mentions of one document from the brackets of its words, in text order."""

    def __init__(self) -> None:
        self._open: dict[str, list[tuple[int, int, int]]] = {}
        self._found: list[tuple[int, int, str, int]] = []
        self._entities: dict[str, Entity] = {}
        self._opened = 0
        self._as_read: list[tuple[int, str]] = []

    def add(self, brackets: str, offset: int, line: int) -> list[str]:
        """Take the brackets of the word at ``offset``; returns what is wrong with them."""
        wrong = []
        position = 0
        # From place to place: to search for the next one takes quadratic time where there is none.
        while match := _BRACKET.match(brackets, position):
            position = match.end()
            opening, closed, closing = match.groups()
            if opening is not None:
                # The reference scorer keeps a repeated mention in the entity whose first bracket stands first.
                self._entities.setdefault(opening, Entity(opening, []))
                self._opened += 1
            if closed:
                self._found.append((offset, offset + 1, opening, self._opened))
            elif opening is not None:
                self._open.setdefault(opening, []).append((offset, line, self._opened))
            else:
                waiting = self._open.get(closing)
                if not waiting:
                    wrong.append(f"entity {closing} closes but was never opened")
                    continue
                start, _, opened = waiting.pop()
                self._found.append((start, offset + 1, closing, opened))
        if position != len(brackets):
            wrong.append(f"cannot read {brackets!r} as coreference; expected brackets like (1|(2) or 1)")
        self._as_read.append((offset, brackets))
        return wrong

    def finish(self, document: Document, layout: str) -> list[tuple[str, int]]:
        """Give the document its mentions and its gold layer; returns entity and line of what is still open.

        Args:
            layout: key of ``Word.extra`` under which brackets in another order than ours are noted.
        """
        still_open = [(entity, line) for entity, waiting in self._open.items() for _, line, _ in waiting]
        entities = self._entities
        in_order = sorted(self._found, key=lambda bracketed: (bracketed[0], -bracketed[1], bracketed[3]))
        for number, (start, end, entity_id, _) in enumerate(in_order, 1):
            mention = Mention(f"m{number}", start, end, end - 1)
            document.mentions.append(mention)
            entities[entity_id].mentions.append(mention.id)
        layer = CoreferenceLayer(GOLD_LAYER, list(entities.values()))
        document.coreference[GOLD_LAYER] = layer
        set_heads(document)
        regular = render(document.mentions, {mention: entity.id for mention, entity in layer.entity_of().items()})
        for offset, brackets in self._as_read:
            if regular.get(offset) != brackets:
                document.words[offset].extra[layout] = brackets
        return sorted(still_open, key=lambda bracket: bracket[1])


def names_for(layer: CoreferenceLayer | None) -> dict[str, str]:
    """The number to write for the entity of each mention: entity ids if all are numbers, else counted from 0.

    The reference scorers read only numbers.
    """
    if layer is None:
        return {}
    numeric = all(entity.id.isascii() and entity.id.isdecimal() for entity in layer.entities)
    return {
        mention: entity.id if numeric else str(number)
        for number, entity in enumerate(layer.entities)
        for mention in entity.mentions
    }


def in_the_text(document: Document) -> list[Mention]:
    """The mentions without their elided words, which have no line to put a bracket on; none of only such words."""
    words = document.words
    if not any(word.empty for word in words):
        return document.mentions
    kept = []
    for mention in document.mentions:
        inside = [offset for offset in range(mention.start, mention.end) if not words[offset].empty]
        if inside:
            kept.append(replace(mention, start=inside[0], end=inside[-1] + 1))
    return kept


def render(mentions: Iterable[Mention], names: Mapping[str, str]) -> dict[int, str]:
    """The brackets of each word by offset: closings of crossing mentions, openings, single words, closings."""
    opening: dict[int, list[str]] = {}
    single: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for mention in sorted(mentions, key=span_order):
        name = names.get(mention.id)
        if name is None:
            continue
        if mention.end == mention.start + 1:
            single.setdefault(mention.start, []).append(f"({name})")
        else:
            opening.setdefault(mention.start, []).append(f"({name}")
            closing.setdefault(mention.end - 1, []).insert(0, f"{name})")
    closing_first = {offset: closing.pop(offset) for offset in closing.keys() & opening.keys()}
    groups = (closing_first, opening, single, closing)
    return {
        offset: "|".join(bracket for group in groups for bracket in group.get(offset, ()))
        for offset in {*opening, *single, *closing, *closing_first}
    }


def as_read_or(regular: str, as_read: str | None) -> str:
    """The brackets in the order in which they were read, if they are still the same ones."""
    return as_read if as_read is not None and _pieces(as_read) == _pieces(regular) else regular


def _pieces(brackets: str) -> list[str]:
    return sorted(match[0].strip("|") for match in _BRACKET.finditer(brackets))
