"""The mentions of a document as arrays, read once, so that features look at thousands of pairs at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import ADDRESSEE, FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR, SPEAKER
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.speech import speech_of
from anaphora_workbench.resolvers.discourse.telling_words import telling_words
from anaphora_workbench.resolvers.features.feature import Codes, Feature, Flags
from anaphora_workbench.resolvers.nominal.speech_pronouns import SpeechOptions, parties
from anaphora_workbench.resolvers.rules.hobbs import HobbsOptions, Search

_NUMBERS = {SINGULAR: 1, PLURAL: 2}
_GENDERS = {MASCULINE: 1, FEMININE: 2, NEUTER: 4}
T = TypeVar("T")
PERSONAL = frozenset({"personal", "possessive", "reflexive", "reciprocal"})

# What kind of expression a mention is; every table of a learned resolver conjoins with it.
TYPES = (
    "third person pronoun", "first person pronoun", "second person pronoun", "demonstrative pronoun", "other pronoun",
    "name", "definite", "demonstrative", "indefinite", "bare", "coordination",
)  # fmt: skip
(
    THIRD, FIRST, SECOND, DEMONSTRATIVE_PRONOUN, OTHER_PRONOUN,
    NAME, DEFINITE, DEMONSTRATIVE, INDEFINITE, BARE, COORDINATION,
) = range(len(TYPES))  # fmt: skip


class MentionTable:
    """The mentions of a discourse by position in the text; arrays run parallel to ``discourse.mentions``.

    Attributes:
        lexicon: words, lemmas and paths of the document; codes of open features number them. The first is "".
        node: word of the tree that stands for each mention.
        number, gender: possible values as bits: s 1, p 2; m 1, f 2, n 4.
        kind: index in TYPES.
        quotation: number of the innermost quotation around each mention, -1 for none.
        entities: number of each mention's entity by an earlier resolver, for one stacked on it; else each alone.
        premodifiers: lemmas before the head, of the mentions that were asked for (``strings.py``).

    Args:
        paths: those that somebody asks for; None for all. A long text has millions.
    """

    def __init__(self, discourse: Discourse, paths: frozenset[str] | None = None) -> None:
        self.discourse = discourse
        self._paths = paths
        self.lexicon: list[str] = [""]
        self._codes = {"": 0}
        mentions = discourse.mentions
        self.size = len(mentions)
        self.start = self.array(mention.start for mention in mentions)
        self.end = self.array(mention.end for mention in mentions)
        self.head = self.array(mention.head for mention in mentions)
        self.node = self.array(discourse.node)
        self.sentence = self.array(discourse.sentence)
        self.number = self.array(sum(map(_NUMBERS.__getitem__, values)) for values in discourse.number)
        self.gender = self.array(sum(map(_GENDERS.__getitem__, values)) for values in discourse.gender)
        self.person = self.array(mention.person for mention in mentions)
        self.kind = self.array(map(self._type, range(self.size)))
        self.is_pronoun = self.flags(mention.is_pronoun for mention in mentions)
        self.form = self.words(map(discourse.form, range(self.size)))
        self.lemma = self.words(map(discourse.lemma, range(self.size)))
        self.premodifiers: dict[int, frozenset[str]] = {}
        self.entities: Codes = np.arange(self.size, dtype=np.intp)
        # What features of mentions have been worked out, by name.
        self._of_mentions: dict[str, Codes] = {}
        self._worked_out: dict[Callable[[MentionTable], Any], Any] = {}

    def array(self, numbers: Iterable[int]) -> Codes:
        return np.fromiter(numbers, dtype=np.intp, count=-1)

    def flags(self, truths: Iterable[bool]) -> Flags:
        return np.fromiter(truths, dtype=np.bool_, count=-1)

    def word(self, word: str) -> int:
        """Number of a word in the lexicon."""
        code = self._codes.get(word)
        if code is None:
            code = self._codes[word] = len(self.lexicon)
            self.lexicon.append(word)
        return code

    def number_of(self, word: str) -> int:
        """Number of a word that the lexicon has, 0 of any other."""
        return self._codes.get(word, 0)

    def words(self, words: Iterable[str]) -> Codes:
        return self.array(map(self.word, words))

    def path(self, path: str) -> int:
        """Number of a path in the lexicon, 0 if nobody asks for it."""
        return self.word(path) if self._paths is None or path in self._paths else 0

    def once(self, work: Callable[[MentionTable], T]) -> T:
        """What a function says of the whole table, worked out when it is first asked for."""
        if work not in self._worked_out:
            self._worked_out[work] = work(self)
        result: T = self._worked_out[work]
        return result

    def values(self, feature: Feature) -> Codes:
        """The codes of a feature of mentions for all mentions, worked out once."""
        codes = self._of_mentions.get(feature.name)
        if codes is None:
            codes = self._of_mentions[feature.name] = feature.codes(self)
        return codes

    def _type(self, position: int) -> int:
        mention = self.discourse.mentions[position]
        if mention.pronoun_type is not None:
            if mention.pronoun_type in PERSONAL:
                return (FIRST, SECOND, THIRD)[mention.person - 1]
            return DEMONSTRATIVE_PRONOUN if mention.pronoun_type == "demonstrative" else OTHER_PRONOUN
        if mention.kind == "coordination":
            return COORDINATION
        if mention.kind == "proper":
            return NAME
        first = self.discourse.document.words[mention.start].form.lower()
        if mention.start < mention.head and first in self.discourse.language.words("determiners.demonstrative"):
            return DEMONSTRATIVE
        return {"definite": DEFINITE, "indefinite": INDEFINITE}.get(mention.definiteness, BARE)

    @cached_property
    def paragraph(self) -> Codes:
        """The paragraph of each mention."""
        return self.array(self.discourse.paragraph_as_asked)

    @cached_property
    def alike(self) -> dict[tuple[str, int], list[int]]:
        """Positions by a shared property: pronouns of a kind, nouns of one head, nouns of the same words."""
        found: dict[tuple[str, int], list[int]] = {}
        for position in range(self.size):
            for key in self.likeness(position):
                found.setdefault(key, []).append(position)
        return found

    def likeness(self, position: int) -> tuple[tuple[str, int], ...]:
        """The keys of ``alike`` under which a mention stands."""
        if self.is_pronoun[position]:
            return (("kind", int(self.kind[position])),)
        return ("lemma", int(self.lemma[position])), ("form", int(self.bare_form[position]))

    @cached_property
    def clause(self) -> Codes:
        return self.array(self.discourse.clause)

    @cached_property
    def eligible(self) -> Flags:
        """Whether each mention can be an antecedent."""
        return self.flags(not reason for reason in self.discourse.skip)

    @cached_property
    def subjects_before(self) -> Codes:
        """How many subjects stand before each place in the list of mentions, and in all."""
        return self.array(accumulate((mention.function == "SUBJ" for mention in self.discourse.mentions), initial=0))

    @cached_property
    def subtree(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Per mention first and last word below its node in the tree."""
        tree, first, last = self.discourse.tree, [], []
        for node in self.discourse.node:
            below = tree.subtree(node)
            first.append(below[0])
            last.append(below[-1])
        return self.array(first), self.array(last)

    @cached_property
    def quotation(self) -> Codes:
        inside = np.full(self.size, -1, dtype=np.intp)
        for number, positions in enumerate(speech_of(self.discourse).inside):
            inside[positions] = number
        return inside

    @cached_property
    def roles_in_quotations(self) -> dict[tuple[int, int], str]:
        """Role of a mention in a quotation, ``speaker`` or ``addressee``, by the quotation's number and position."""
        return {
            (number, position): role
            for number, parties in enumerate(speech_of(self.discourse).parties)
            for position, role in parties.items()
            if role in (SPEAKER, ADDRESSEE)
        }

    @cached_property
    def voice(self) -> Codes:
        """Who says each mention, as words of the lexicon: who names the quotation around it, else the speaker."""
        document, voices = self.discourse.document, []
        for position, mention in enumerate(self.discourse.mentions):
            number = int(self.quotation[position])
            speaker = document.quotations[number].speaker if number >= 0 else None
            if speaker is not None:
                voices.append(f"\N{LEFT DOUBLE QUOTATION MARK}{document.words[speaker].form.lower()}")
            elif number >= 0:
                voices.append(f"\N{LEFT DOUBLE QUOTATION MARK}{number}")
            else:
                voices.append(document.speaker_of(mention.start))
        return self.words(voices)

    @cached_property
    def turn(self) -> Codes:
        """Number of the speaker's turn that each mention stands in."""
        changes = self.voice[1:] != self.voice[:-1]
        return np.r_[0, np.cumsum(changes)].astype(np.intp)[: self.size]

    @cached_property
    def speaking(self) -> list[frozenset[int]]:
        """Per mention the numbers of the speakers, hearers and groups that ``speech-pronouns`` takes it for."""
        standing: list[set[int]] = [set() for _ in range(self.size)]
        for number, positions in enumerate(parties(self.discourse, SpeechOptions()).values()):
            for position in positions:
                standing[position].add(number)
        return list(map(frozenset, standing))

    @cached_property
    def hobbs(self) -> Search:
        """The naive algorithm's order of proposals."""
        return Search(self.discourse, HobbsOptions())

    @cached_property
    def content(self) -> list[frozenset[str]]:
        """Per mention its words in lower case without determiners and punctuation."""
        return [frozenset(words) for words in self.telling]

    @cached_property
    def bare_form(self) -> Codes:
        """The words of each mention without determiners and punctuation, 0 where nothing is left."""
        return self.words(map(" ".join, self.telling))

    @cached_property
    def telling(self) -> list[list[str]]:
        """Per mention its words in lower case, in order, without determiners and punctuation."""
        return [[form.lower() for form in telling_words(self.discourse, position)] for position in range(self.size)]
