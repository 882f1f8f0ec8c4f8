"""Turns: who says each sentence of a text, and to whom."""

from __future__ import annotations

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.letters import GREETINGS, letters


class Turns:
    """Who says the sentences of a discourse, as the source names speakers; where it names none, as its letters tell.

    Attributes:
        said_by: per sentence who says it, in lower case, "" for nobody known.
        heard_by: per sentence who alone hears it: who is greeted, or the other of two speakers.
        named: positions of the mentions that are greeted or sign, by whom they name.
        speakers: all who say something, in the order in which they begin.
        of_letters: whether letters tell.
    """

    def __init__(self, discourse: Discourse) -> None:
        sentences = discourse.document.sentences
        self.said_by = [sentence.speaker.lower() for sentence in sentences] or [""]
        self.heard_by = [""] * len(self.said_by)
        self.named: dict[str, list[int]] = {}
        speakers = self._in_order()
        self.of_letters = not speakers
        if not speakers:
            self._read_letters(discourse)
        elif len(speakers) == 2:
            other = dict(zip(speakers, reversed(speakers), strict=True))
            self.heard_by = [other.get(speaker, "") for speaker in self.said_by]
        self.speakers = self._in_order()

    def _in_order(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, self.said_by)))

    def _read_letters(self, discourse: Discourse) -> None:
        for letter in letters(discourse):
            writer, reader = (self._name(discourse, party) for party in (letter.writer, letter.reader))
            # *Dear Eva … Eva*: names alone cannot tell the two apart, so only who signs is known.
            parties = ((letter.writer, writer, self.said_by), (letter.reader, reader, self.heard_by))
            for party, name, sentences in parties if writer != reader else parties[:1]:
                if party is not None:
                    self.named.setdefault(name, []).append(party)
                    sentences[letter.first : letter.end] = [name] * (letter.end - letter.first)

    @staticmethod
    def _name(discourse: Discourse, party: int | None) -> str:
        """The words of a name without what greets, "" for nobody."""
        greetings = discourse.language.words(GREETINGS)
        return (
            " ".join(word for word in discourse.form(party).split() if word not in greetings)
            if party is not None
            else ""
        )
