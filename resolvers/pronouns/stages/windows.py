"""Windows: where a resolver looks for the candidates of a pronoun, and which kinds of mentions are among them."""

from bisect import bisect_left
from typing import Any

from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse

# The nearest mentions that a pronoun may look back to, wherever sentences end. No text needs more;
# without a bound a damaged one (all in one sentence) would take time and memory of its length squared.
FARTHEST = 500


def preceding(case: Case[Any], positions: list[int]) -> list[int]:
    """Mentions before the pronoun, as far back as the option ``window`` lets it look.

    Source: Lappin & Leass (1994), 2.2; resolvers.md, 1.2 (order) and 1.3 (candidates).
    """
    shared = case.memory.shared
    window, times, containing = case.memory.window, shared.time_candidates, shared.containing
    return positions + before(case.discourse, case.anaphor, window, times, containing)


def before(
    discourse: Discourse, anaphor: int, window: int | None, times: bool = False, containing: bool = False
) -> list[int]:
    """Positions of the candidates before a pronoun, most recent first.

    A mention that contains the pronoun is not one, unless the pronoun stands in its relative or
    participial clause (*the woman who lost her keys*).

    Args:
        window: sentences to look back, None for no limit.
        times: let times, dates and quantities be candidates.
        containing: let noun phrases with the pronoun in an adjunct be candidates (*a man in his car*).
    """
    mentions, sentence = discourse.mentions, discourse.sentence[anaphor]
    first = 0 if window is None else discourse.sentence_start[discourse.sentence_back(sentence, window)]
    first = max(first, anaphor - FARTHEST)
    # Only what begins in the pronoun's sentence can contain it, unless a mention runs over its sentence's end.
    here = max(first, discourse.sentence_start[sentence])
    pronoun = mentions[anaphor]
    if here > first and discourse.last_end[here - 1] >= pronoun.end:
        here = first
    eligible = discourse.eligible(times)
    far, near, end = (bisect_left(eligible, position) for position in (first, here, anaphor))
    hosts: set[int] | None = None
    positions: list[int] = []
    for position in reversed(eligible[near:end]):
        mention = mentions[position]
        if mention.end >= pronoun.end and mention.contains(pronoun):
            if mention.start == pronoun.start:
                continue
            hosts = discourse.hosts(anaphor, containing) if hosts is None else hosts
            if discourse.node[position] not in hosts:
                continue
        positions.append(position)
    positions += reversed(eligible[far:near])
    return positions


def following(case: Case[Any], positions: list[int]) -> list[int]:
    """Nouns that follow the pronoun in its sentence, nearest first, where the option ``cataphora`` lets it look ahead.

    *Before he left, Sam paid.* What a parser calls both a pronoun and a noun is none.

    Source: Lappin & Leass (1994), section 4, which gives their penalty.
    """
    if not case.memory.parameters.cataphora:
        return positions
    discourse = case.discourse
    end = min(discourse.sentence_start[discourse.sentence[case.anaphor] + 1], case.anaphor + FARTHEST)
    eligible = discourse.eligible(case.memory.shared.time_candidates)
    first, last = bisect_left(eligible, case.anaphor + 1), bisect_left(eligible, end)
    return positions + [
        position
        for position in eligible[first:last]
        if not discourse.mentions[position].is_pronoun
        and discourse.mentions[position].pronoun_type is None
        and discourse.mentions[position].start >= case.pronoun.end
    ]


def embedded_too(case: Case[Any], positions: list[int]) -> list[int]:
    """Noun phrases inside noun phrases among the candidates (option ``embedded``), or outer ones alone.

    *the pump* in *the lid of the pump.*

    Source: a choice of the baselines; Mitkov (1998), section 3, does not say which noun phrases are recent.
    """
    if case.memory.parameters.embedded:
        return positions
    return [position for position in positions if case.discourse.embedded_in[position] < 0]


def pronouns_too(case: Case[Any], positions: list[int]) -> list[int]:
    """Pronouns among the candidates (option ``pronoun_candidates``), or noun phrases alone.

    The first *it* for the second in *Rinse it before it dries out.*

    Source: a choice; Mitkov (1998), section 2.1, speaks of noun phrases.
    """
    if case.memory.parameters.pronoun_candidates:
        return positions
    return [position for position in positions if not case.discourse.mentions[position].is_pronoun]


def heading_nouns(case: Case[Any], positions: list[int]) -> list[int]:
    """The noun phrases of the section's heading, however far back it is (option ``heading_candidates``).

    *the filter* of the heading *Cleaning the filter* in *Rinse it well.*

    Source: Mitkov, Evans & Orăsan (2002).
    """
    discourse = case.discourse
    sentence = discourse.sentence[case.anaphor]
    heading = discourse.heading_of[sentence]
    if not case.memory.parameters.heading_candidates or heading < 0 or heading >= sentence:
        return positions
    of_heading = range(discourse.sentence_start[heading + 1] - 1, discourse.sentence_start[heading] - 1, -1)
    times = case.memory.shared.time_candidates
    return positions + [
        position
        for position in of_heading
        if position not in positions and discourse.can_be_antecedent(position, times)
    ]


def within_paragraph(case: Case[Any], positions: list[int]) -> list[int]:
    """Noun phrases of the pronoun's paragraph alone, where the option ``within_paragraph`` asks for it.

    *The pump* of the paragraph before, in *Rinse it well.*

    Source: Mitkov, Evans & Orăsan (2002), as others tell it.
    """
    if not case.memory.parameters.within_paragraph:
        return positions
    paragraph = case.discourse.paragraph_as_asked
    return [position for position in positions if paragraph[position] == paragraph[case.anaphor]]


def within_section(case: Case[Any], positions: list[int]) -> list[int]:
    """Nothing before the heading of the section that the pronoun stands in (option ``stop_at_heading``).

    Not *the pump* of the section before *Cleaning the filter* in *Rinse it well.*

    Source: a choice after Mitkov (1998), section 2.1, who takes the noun phrases of the section.
    """
    discourse = case.discourse
    sentence = discourse.sentence[case.anaphor]
    heading = discourse.heading_of[sentence]
    if not case.memory.parameters.stop_at_heading or heading >= sentence:
        return positions
    return [position for position in positions if discourse.sentence[position] > heading]
