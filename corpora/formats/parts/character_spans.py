"""Documents from formats that mark spans of a text by characters."""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Document, Mention, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of
from anaphora_workbench.corpora.formats.parts.tokenizer import words_of


class CharacterDocument:
    """A document of one paragraph made of a text, with words that end at all given places.

    Attributes:
        document: its sentences are not known; preprocessing finds them.
    """

    def __init__(self, name: str, text: str, edges: Iterable[int], source: str) -> None:
        self.text = text
        self.document = document = Document(name, source=source, sentences_known=False)
        self._start: dict[int, int] = {}
        self._end: dict[int, int] = {}
        for offset, (start, end) in enumerate(words_of(text, 0, len(text), edges)):
            self._start[start], self._end[end] = offset, offset + 1
            document.words.append(Word(text[start:end], space_after=end >= len(text) or text[end].isspace()))
        self._full_words = full_words_of(document)
        document.paragraphs.append(Paragraph())
        document.sentences.append(Sentence(0, len(document.words)))

    def add_mention(self, name: str, start: int, end: int) -> Mention:
        """A mention of characters ``start`` to ``end``, which must have been among the edges.

        Raises:
            ValueError: a blank stands at an edge.
        """
        if start not in self._start or end not in self._end:
            raise ValueError(f"{self.text[start:end]!r} does not begin and end with a word")
        mention = Mention(name, self._start[start], self._end[end], self._start[start])
        mention.head = self._full_words.last([(mention.start, mention.end)])
        self.document.mentions.append(mention)
        return mention
