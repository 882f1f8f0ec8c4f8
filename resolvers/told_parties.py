"""*I* and *you* in a quotation whose tag tells who speaks, or to whom: *“I know,” said Ann*; *“You know,” he told Tom*.

Source: after the speaker identification of Lee et al. (2011, pass 1), from memory; what words tell, and no more: who
speaks in turn, or went on speaking, is inferred, and weights decide there.
"""

from __future__ import annotations

from anaphora_workbench.corpora.document import ADDRESSEE, PLURAL, SPEAKER
from anaphora_workbench.resolvers.discourse import Discourse, is_speech
from anaphora_workbench.resolvers.speech import speech_of

_ROLE_OF_PERSON = {1: SPEAKER, 2: ADDRESSEE}


def told_parties(discourse: Discourse) -> dict[int, int]:
    """First and second persons in quotations, each with the mention that names its speaker or hearer, by position.

    That mention stands before or after. *We* stands for others as well, and what names several persons for each of
    them, so neither is linked.
    """
    speech, mentions, quotations = speech_of(discourse), discourse.mentions, discourse.document.quotations
    links: dict[int, int] = {}
    for position, numbers in sorted(speech.around.items()):
        mention, innermost = mentions[position], numbers[-1]
        role = _ROLE_OF_PERSON.get(mention.person or 0)
        if role is None or not is_speech(mention) or mention.number == {PLURAL}:
            continue
        if role in quotations[innermost].inferred:
            continue
        named = [
            place
            for place, part in speech.parties[innermost].items()
            if part == role and mentions[place].number != {PLURAL} and place != position
        ]
        if named:
            links[position] = named[0]
    return links
