"""Quoted speech: a third person in it is neither its speaker nor its addressee (resolvers.md, 2.5)."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from anaphora_workbench.corpora.document import ADDRESSEE, SPEAKER
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


def speech_of(discourse: Discourse) -> Speech:
    """The speech of a discourse; kept with it, as all resolvers ask the same."""
    if discourse.speech is None:
        discourse.speech = Speech(discourse)
    speech: Speech = discourse.speech
    return speech


class Speech:
    """The quotations of one discourse with their mentions.

    Attributes:
        parties: per quotation the positions of the mentions that name its speaker or addressee, each with its role.
        roles: by position of such a mention the numbers of these quotations, each with its role.
    """

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse
        self._quotations = discourse.document.quotations
        headed: dict[int, list[int]] = {}
        for position, mention in enumerate(discourse.mentions):
            headed.setdefault(mention.head, []).append(position)
        self.parties: list[dict[int, str]] = []
        self.roles: dict[int, list[tuple[int, str]]] = {}
        for number, quotation in enumerate(self._quotations):
            heads = ((quotation.speaker, SPEAKER), (quotation.addressee, ADDRESSEE))
            parties = {position: role for head, role in heads if head is not None for position in headed.get(head, ())}
            self.parties.append(parties)
            for position, role in parties.items():
                self.roles.setdefault(position, []).append((number, role))

    @cached_property
    def turns(self) -> Turns:
        """The speaker and addressee of each sentence."""
        return Turns(self._discourse)

    @cached_property
    def around(self) -> dict[int, int]:
        """By position of a mention the number of the innermost quotation that it stands in."""
        mentions = self._discourse.mentions
        starts = [mention.start for mention in mentions]
        around: dict[int, int] = {}
        # The inner overwrites the outer.
        for number, quotation in sorted(enumerate(self._quotations), key=lambda each: (each[1].start, -each[1].end)):
            for position in range(bisect_left(starts, quotation.start), bisect_left(starts, quotation.end)):
                if mentions[position].end <= quotation.end:
                    around[position] = number
        return around

    @cached_property
    def inside(self) -> list[list[int]]:
        """Per quotation the positions of the mentions that stand in it and in no quotation within it."""
        inside: list[list[int]] = [[] for _ in self._quotations]
        for position, number in sorted(self.around.items()):
            inside[number].append(position)
        return inside

    def kept_apart(self, anaphor: int) -> dict[int, str]:
        """Positions of the mentions that a third person pronoun cannot refer to, each with the reason."""
        apart = self._of_its_turn(anaphor)
        if anaphor in self.around:
            parties = self.parties[self.around[anaphor]]
            apart |= {position: f"{role} of its quotation" for position, role in parties.items()}
        for number, role in self.roles.get(anaphor, ()):
            for position in self.inside[number]:
                if self._discourse.mentions[position].person == 3:
                    apart.setdefault(position, f"in the quotation of which it is the {role}")
        apart.pop(anaphor, None)
        return apart

    def _of_its_turn(self, anaphor: int) -> dict[int, str]:
        """The names of who, as the corpus says, speaks the sentence that the pronoun stands in.

        In a sentence with a quotation only the words quoted are the speaker's.
        """
        document, offset = self._discourse.document, self._discourse.mentions[anaphor].start
        speaker = document.speaker_of(offset).lower()
        if not speaker or (anaphor not in self.around and self._quoting[self._discourse.sentence[anaphor]]):
            return {}
        return dict.fromkeys(self._named.get(speaker, ()), "speaker of its turn")

    @cached_property
    def _quoting(self) -> list[bool]:
        """Per sentence whether it has words of a quotation."""
        document = self._discourse.document
        quoting = [False] * max(1, len(document.sentences))
        for quotation in self._quotations:
            first, last = map(document.sentence_number, (quotation.start, quotation.end - 1))
            quoting[first : last + 1] = [True] * (last + 1 - first)
        return quoting

    def named_as(self, speaker: str) -> list[int]:
        """The names in the text that are a speaker's, whose name a corpus may write without spaces: *AnnVoss*."""
        return self._unspaced.get(speaker.lower().replace(" ", ""), [])

    @cached_property
    def _unspaced(self) -> dict[str, list[int]]:
        unspaced: dict[str, list[int]] = {}
        for name, positions in self._named.items():
            unspaced.setdefault(name.replace(" ", ""), []).extend(positions)
        return unspaced

    @cached_property
    def _named(self) -> dict[str, list[int]]:
        """The names in the text, by their words in lower case."""
        named: dict[str, list[int]] = {}
        for position, mention in enumerate(self._discourse.mentions):
            if mention.kind == "proper":
                named.setdefault(self._discourse.form(position), []).append(position)
        return named
