"""First and second person pronouns, linked by who speaks to whom.

Source: after the speaker identification of Lee et al. (2011, pass 1), from memory; the readings are ours
(resolvers.md, 7.8).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from anaphora_workbench.corpora.document import ADDRESSEE, SPEAKER, Document
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse, is_speech
from anaphora_workbench.resolvers.discourse.speech import Speech, speech_of
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.words import Words

FIRST, SECOND = 1, 2
_PLURAL = frozenset("p")
TURN, GROUP = "turn", "group"
NARRATOR, READER, AUDIENCE = "narrator", "reader", "audience"
WRITER = "writer"
_SAID_AND_HEARD = {SPEAKER: ADDRESSEE, TURN: AUDIENCE, NARRATOR: READER}
_ACROSS = _SAID_AND_HEARD | {hears: says for says, hears in _SAID_AND_HEARD.items()}
# What decided, in a trace.
SAME_PARTY, FIRST_OF_PARTY, NOBODY_TOLD = "same speaker or hearer", "first of its speaker or hearer", "nobody told"

WORDS = Words(
    rules_on_page={SAME_PARTY: "speaker and addressee make both the same person"},
    no_answer_on_page={
        FIRST_OF_PARTY: "nothing before it is the same speaker or hearer",
        NOBODY_TOLD: "the text does not say who speaks or is addressed",
    },
)

# Who is meant: a role, and the quotation or the name of the turn in which somebody has it.
Party = tuple[str, int | str]


@dataclass(frozen=True, kw_only=True)
class SpeechOptions(ResolverOptions):
    """Options of ``speech-pronouns``."""

    we: str = option(
        "speaker",
        "reading of we: one group for each speaker, one for the document outside quotations, or none",
        ("speaker", "document", "none"),
    )
    readers: bool = option(True, "a you addressed to nobody is the reader or the audience, one for each speaker")
    names: bool = option(True, "link a speaker's name in the text to the speaker's I")


class SpeechPronouns(Resolver):
    """*I*, *we* and *you* by speaker and addressee of turns and quotations; third persons get no answer."""

    name = "speech-pronouns"
    description = "links I, we and you by who speaks to whom; for joining, as in mitkov+head-match+speech-pronouns"
    role = "nominal"
    answers_nouns = False
    source = "after Lee et al. 2011"
    words = WORDS
    Options = SpeechOptions

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        ids, found = discourse.ids, parties(discourse, self.parameters)
        tables["parties"] = [
            {"role": role, "place": who, "mentions": [ids[position] for position in positions]}
            for (role, who), positions in found.items()
        ]
        for position in discourse.pronouns():
            yield self.trace(discourse, position, rule=OUT_OF_SCOPE)
        yield from self._speech_cases(discourse, found)

    def _speech_cases(self, discourse: Discourse, found: Mapping[Party, Sequence[int]]) -> Iterator[Case[Any]]:
        """The traces of first and second persons, and of the names of who speaks and is spoken to."""
        parties_of: dict[int, list[Party]] = {}
        before: dict[int, int] = {}
        for party, positions in found.items():
            for place, position in enumerate(positions):
                parties_of.setdefault(position, []).append(party)
                if place:
                    before[position] = max(before.get(position, 0), positions[place - 1])
        for position, mention in enumerate(discourse.mentions):
            if position in parties_of and not discourse.in_scope(position):
                rule = SAME_PARTY if position in before else FIRST_OF_PARTY
                meant = " and ".join(_in_words(party, discourse, position) for party in parties_of[position])
                yield self.trace_of_link(discourse, position, before.get(position), rule, f"stands for {meant}")
            elif is_speech(mention):
                yield self.trace(discourse, position, rule=NOBODY_TOLD)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        return speech_links(discourse, self.parameters)


def speech_links(discourse: Discourse, options: SpeechOptions | None = None) -> list[Link]:
    """Links of first and second persons, (later, earlier) by position."""
    return [
        (later, earlier)
        for positions in parties(discourse, options or SpeechOptions()).values()
        for earlier, later in pairwise(positions)
    ]


def parties(discourse: Discourse, options: SpeechOptions) -> dict[Party, list[int]]:
    """Who speaks and is spoken to, each with the mentions that stand for them in text order.

    A mention may stand for several: *Ann* in *“I know,” said Ann. “I see,” said Ann to Tom.* for the speakers of both.
    """
    found = _Parties(discourse, options)
    standing: dict[Party, set[int]] = {}
    for position, mention in enumerate(discourse.mentions):
        if is_speech(mention):
            party = found.meant_by(position)
            if party is not None:
                if party not in standing:
                    standing[party] = set(found.named(party))
                standing[party].add(position)
    return {party: sorted(positions) for party, positions in standing.items()}


def across(party: Party, speakers: Iterable[str]) -> frozenset[Party]:
    """Those who are not that party: who hears what it says or says what it hears, or has another turn.

    A speaker may be called by a part of the name, too: *Dr. Voss*, then *Voss*.

    Args:
        speakers: all who have turns.
    """
    role, who = party
    others = {(TURN, other) for other in speakers if not isinstance(who, int) and role == TURN and _differ(who, other)}
    return frozenset(others | {(_ACROSS[role], who)} if role in _ACROSS else others)


def _differ(speaker: str, other: str) -> bool:
    """Whether each of two names has a word that the other lacks."""
    words, others = set(speaker.split()), set(other.split())
    return not (words <= others or others <= words)


def _in_words(party: Party, discourse: Discourse, position: int) -> str:
    """Who is meant by a mention, and where that is told: *the speaker of quotation 2, named Ann (s4)*."""
    role, who = party
    of_one = role.removeprefix(f"{GROUP} of ")
    called = of_one
    if not isinstance(who, int) and of_one == TURN:
        turns = speech_of(discourse).turns
        # Who reads a letter may have written another one.
        reads = who == turns.heard_by[discourse.sentence[position]] or who not in turns.speakers
        called = SPEAKER if not turns.of_letters else READER if reads else WRITER
    words = ("the group of " if of_one != role else "") + f"the {called}"
    if not isinstance(who, int):
        return words + (f" {who}" if of_one == TURN else f" of {who}" if who else "")
    named = [position for position, part in speech_of(discourse).parties[who].items() if part == of_one]
    texts = [f"{discourse.document.mention_text(discourse.mentions[n])} ({discourse.ids[n]})" for n in named]
    return f"{words} of quotation {who + 1}, {'named ' + ' and '.join(texts) if texts else 'whom nobody names'}"


class _Parties:
    """Whom the first and second persons of a discourse stand for."""

    def __init__(self, discourse: Discourse, options: SpeechOptions) -> None:
        self._discourse, self._options = discourse, options
        self._speech: Speech = speech_of(discourse)
        self._turns = self._speech.turns

    def meant_by(self, position: int) -> Party | None:
        """The party that a first or second person stands for, None where nothing tells."""
        mention, quotation = self._discourse.mentions[position], self._speech.around.get(position)
        turn = self._turns.said_by[self._discourse.sentence[position]]
        if mention.person == SECOND:
            return self._addressee(position, quotation, turn)
        speaker = self._speaker(quotation, turn)
        if mention.number != _PLURAL:
            return speaker
        if self._options.we == "none":
            return None
        role, who = (NARRATOR, "") if self._options.we == "document" and quotation is None else speaker
        return f"{GROUP} of {role}", who

    def named(self, party: Party) -> list[int]:
        """The positions of the noun phrases that name a party."""
        role, who = party
        if isinstance(who, int):
            return [position for position, part in self._speech.parties[who].items() if part == role]
        if role != TURN or not self._options.names:
            return []
        return sorted({*self._speech.named_as(who), *self._turns.named.get(who, ())})

    def _speaker(self, quotation: int | None, turn: str) -> Party:
        """Who says *I*: in a quotation who its tag names, else whose turn it is, else the narrator."""
        if quotation is not None and (not turn or SPEAKER in self._speech.parties[quotation].values()):
            return SPEAKER, quotation
        return (TURN, turn) if turn else (NARRATOR, "")

    def _addressee(self, position: int, quotation: int | None, turn: str) -> Party | None:
        """Who is *you*: in a quotation who its tag names, else who has the other turn, else who reads or listens."""
        if quotation is not None and (not turn or ADDRESSEE in self._speech.parties[quotation].values()):
            return ADDRESSEE, quotation
        other = self._other_turn(self._discourse.sentence[position], turn)
        if other is not None:
            return TURN, other
        if not self._options.readers:
            return None
        return (AUDIENCE, turn) if turn else (READER, "")

    def _other_turn(self, sentence: int, turn: str) -> str | None:
        """Who alone hears a sentence, else who spoke last before somebody's turn or first after it; None for nobody."""
        turns = self._turns.said_by
        if self._turns.heard_by[sentence]:
            return self._turns.heard_by[sentence]
        if not turn or len(self._turns.speakers) < 2:
            return None
        # Nearly always the sentence next to somebody's turn tells, so no part of a long text is copied.
        places = chain(range(sentence - 1, -1, -1), range(sentence + 1, len(turns)))
        return next((turns[place] for place in places if turns[place] not in ("", turn)), None)
