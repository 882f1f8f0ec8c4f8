"""The document of another tool's file, built of its words and of the spans of its chains."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.sentence_ends import note_sentence_ends
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.formats.parts.tokenizer import words_of

# Whose chains are not known to be a key.
PREDICTED = "predicted"
Stretches = tuple[tuple[int, int], ...]
# A blank line ends one, as in plain text.
_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n(?![ \t]*\n)[^\n]+)*")


def joined(stretches: Iterable[tuple[int, int]]) -> Stretches:
    """Stretches in text order, those that no word stands between as one.

    >>> joined([(0, 1), (1, 3), (4, 5)])
    ((0, 3), (4, 5))
    """
    whole: list[tuple[int, int]] = []
    for start, end in stretches:
        if whole and whole[-1][1] == start:
            start = whole.pop()[0]
        whole.append((start, end))
    return tuple(whole)


class ToolDocument:
    """Builds a document; a span that a layer has twice becomes two mentions.

    Args:
        name: its id, None where the file has none.
        place: of the document in its file, from 1; 0 where a file holds one.

    Attributes:
        document: complete after :meth:`finish`.
        text: that spans of characters are counted in.
    """

    def __init__(self, name: str | None, path: Path, place: int = 0) -> None:
        given = name if name is not None else f"{path.stem}-{place}" if place else path.stem
        self.document = Document(given, source=str(path), named=name is not None)
        self.document.paragraphs.append(Paragraph())
        self._mention_at: dict[tuple[Stretches, int], Mention] = {}
        self._seen: dict[str, Counter[Stretches]] = defaultdict(Counter)
        self._stated: dict[str, int] = {}
        self.text = ""
        self._starts: dict[int, int] = {}
        self._ends: dict[int, int] = {}

    def add_sentence(self, words: Iterable[Word], speaker: str = "") -> Sentence:
        """Add words as a sentence of the last paragraph."""
        document = self.document
        start = len(document.words)
        document.words.extend(words)
        sentence = Sentence(start, len(document.words), len(document.paragraphs) - 1, speaker=speaker)
        document.sentences.append(sentence)
        return sentence

    def add_text(
        self, text: str, spans: Iterable[tuple[int, int]], tokens: Iterable[tuple[int, int]] | None = None
    ) -> None:
        """Add a text whose sentences are not known; its words end wherever a span does.

        Args:
            spans, tokens: start and end, exclusive, of characters; without tokens the text is split.
        """
        document = self.document
        document.sentences_known = False
        document.paragraphs.clear()
        self.text = text
        edges = {edge for span in spans for edge in self._trimmed(*span)}
        given = sorted(tokens) if tokens is not None else None
        for match in _PARAGRAPH.finditer(text):
            start, end = match.span()
            inside = words_of(text, start, end, edges) if given is None else (
                token for token in given if start <= token[0] < end
            )  # fmt: skip
            document.paragraphs.append(Paragraph())
            words: list[Word] = []
            for first, last in inside:
                offset = len(document.words) + len(words)
                self._starts[first], self._ends[last] = offset, offset + 1
                words.append(Word(text[first:last], space_after=last >= len(text) or text[last].isspace()))
            self.add_sentence(words)

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A span of characters without the blanks at its edges."""
        inside = self.text[start:end]
        return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())

    def is_word(self, start: int, end: int) -> bool:
        """Whether a span of characters is one word."""
        return start in self._starts and self._ends.get(end) == self._starts[start] + 1

    def words_at(self, start: int, end: int) -> tuple[int, int]:
        """The words of a span of characters of the text; blanks at its edges do not count.

        Raises:
            ValueError: it is not of the text, or does not begin and end with a word.
        """
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"characters {start} to {end} of a text of {len(self.text)}")
        first, last = self._trimmed(start, end)
        if first not in self._starts or last not in self._ends or first >= last:
            raise ValueError(f"characters {start} to {end} ({self.text[start:end]!r}) are not whole words")
        return self._starts[first], self._ends[last]

    def add_layer(self, annotator: str) -> CoreferenceLayer:
        """The layer of an annotator, an empty one where there is none yet."""
        return self.document.coreference.setdefault(annotator, CoreferenceLayer(annotator))

    def mention(self, annotator: str, stretches: Stretches, head: int | None = None, type: str = "") -> Mention:
        """A mention of a layer.

        Args:
            stretches: start and end, exclusive, of each continuous part, in text order.
            head: offset of the head that the file states.
            type: of the entity.
        """
        seen = self._seen[annotator]
        copy = seen[stretches]
        seen[stretches] += 1
        mention = self._mention_at.get((stretches, copy))
        if mention is None:
            (start, _), (_, end) = stretches[0], stretches[-1]
            parts = stretches if len(stretches) > 1 else ()
            name = "+".join(f"{first}-{last}" for first, last in parts) or f"{start}-{end}"
            name += f"#{copy + 1}" if copy else ""
            mention = self._mention_at[stretches, copy] = Mention(name, start, end, start, parts, entity_type=type)
        if head is not None:
            self._stated[mention.id] = head
        return mention

    def add_entity(self, annotator: str, name: str, mentions: Iterable[Mention]) -> None:
        """Add an entity of these mentions to the layer of an annotator; nothing where there are none."""
        members = list(mentions)
        if len(members) > 1:
            members.sort(key=span_order)
        if members:
            self.add_layer(annotator).entities.append(Entity(name, [mention.id for mention in members]))

    def add_chains(self, annotator: str, chains: Mapping[str, Iterable[Mention]]) -> None:
        """Add a layer with the mentions of each entity, by its name."""
        self.add_layer(annotator)
        for name, mentions in chains.items():
            self.add_entity(annotator, name, mentions)

    def finish(self) -> Document:
        """The document, its mentions in text order and with heads."""
        document = self.document
        note_sentence_ends(document)
        document.genre = document.genre or genre_by_id(document.id)
        document.mentions = sorted(self._mention_at.values(), key=span_order)
        set_heads(document, self._stated)
        return document
