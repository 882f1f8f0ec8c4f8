"""Speech: who says a mention, and whether a pronoun's speaker or hearer is the other mention."""

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, Flags, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import NAME, MentionTable
from anaphora_workbench.resolvers.words import SPEAKER as WHO_SPEAKS


@of_mention("quoted", source="Raghunathan et al. 2010", reason=WHO_SPEAKS, called="in quoted speech")
def quoted(table: MentionTable) -> Flags:
    """Whether it stands in a quotation."""
    return table.quotation >= 0


@of_pair(
    "quotation",
    ("", "one for both", "one for each", "later only", "earlier only"),
    "Lee et al. 2013",
    reason=WHO_SPEAKS,
    called="quoted speech",
)
def quotation(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether both stand in a quotation, in one, or only one of them does."""
    own, other = table.quotation[later], table.quotation[earlier]
    both = np.where(own == other, 1, 2)
    return np.where((own >= 0) & (other >= 0), both, np.where(own >= 0, 3, np.where(other >= 0, 4, 0)))


@of_pair(
    "voice",
    ("", "same", "different"),
    "Lee et al. 2013, speaker",
    reason=WHO_SPEAKS,
    called="person and speaker of both",
)
def voice(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether one person says both: their quotations' speaker or, outside, the speaker of the sentence."""
    voices = table.voice
    known = (voices[later] > 0) | (voices[earlier] > 0)
    return np.where(known, np.where(voices[later] == voices[earlier], 1, 2), 0)


@of_pair(
    "turns",
    ("", "same turn", "next turn", "one between", "several between"),
    "Lee et al. 2013, speaker",
    reason=WHO_SPEAKS,
    called="turns of speech between",
)
def turns(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Changes of speaker between two mentions; nothing in a text without speakers."""
    numbers = table.turn
    between = np.minimum(numbers[later] - numbers[earlier], 3) + 1
    return np.where(numbers[-1] > 0, between, 0) if len(numbers) else between


@of_pair(
    "party",
    ("", "speaker of its quotation", "addressee of its quotation", "says the earlier", "hears the earlier"),
    reason=WHO_SPEAKS,
    called="speaker or addressee",
)
def party(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether one mention names who says, or hears, the quotation around the other: *“I fell,” said Ann*."""
    codes = np.zeros(len(later), dtype=np.intp)
    roles, around = table.roles_in_quotations, table.quotation
    if not roles:
        return codes
    quoted = (around[later] >= 0) | (around[earlier] >= 0)
    for place in np.flatnonzero(quoted).tolist():
        own, other = int(later[place]), int(earlier[place])
        role = roles.get((int(around[own]), other))
        reverse = roles.get((int(around[other]), own))
        if role is not None:
            codes[place] = 1 if role == "speaker" else 2
        elif reverse is not None:
            codes[place] = 3 if reverse == "speaker" else 4
    return codes


@of_pair(
    "who is meant",
    ("", "the same", "somebody else", "one unknown"),
    "Lee et al. 2011, speaker identification",
    reason=WHO_SPEAKS,
    called="who is meant by I and you",
)
def who_is_meant(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether ``speech-pronouns`` takes both for one speaker, hearer or group: *I … me*."""
    codes = np.zeros(len(later), dtype=np.intp)
    meant = table.speaking
    someone = table.once(_somebody)
    for place in np.flatnonzero(someone[later] | someone[earlier]).tolist():
        own, other = meant[later[place]], meant[earlier[place]]
        codes[place] = (1 if own & other else 2) if own and other else 3
    return codes


def _somebody(table: MentionTable) -> Flags:
    return table.flags(map(bool, table.speaking))


@of_pair(
    "named speaker",
    ("", "of the later", "of the earlier"),
    "Lee et al. 2013, speaker",
    reason=WHO_SPEAKS,
    called="named as speaker",
)
def named_speaker(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether a name is that of the other mention's speaker, as the corpus writes speakers."""
    speakers = table.once(_speakers)
    codes = np.zeros(len(later), dtype=np.intp)
    if not any(speakers):
        return codes
    names = table.kind == NAME
    for place in np.flatnonzero(names[later] ^ names[earlier]).tolist():
        own, other = int(later[place]), int(earlier[place])
        if names[other] and speakers[own] and table.content[other] and table.content[other] <= speakers[own]:
            codes[place] = 1
        elif names[own] and speakers[other] and table.content[own] and table.content[own] <= speakers[other]:
            codes[place] = 2
    return codes


def _speakers(table: MentionTable) -> list[frozenset[str]]:
    return [frozenset(_parts(table, position)) for position in range(table.size)]


def _parts(table: MentionTable, position: int) -> list[str]:
    """The words of the speaker's name: *Clara_Voss* has two."""
    speaker = table.discourse.document.speaker_of(int(table.start[position]))
    return speaker.replace("_", " ").replace("-", " ").lower().split()
