"""Cataphora: a pronoun in an introductory phrase or clause may precede the subject that it refers to.

*When she came home, Mary was tired.* Only a pronoun that nothing before can be the antecedent of looks ahead, and only
to the subject of the clause that its own phrase introduces. Source: Carden (1982); Reinhart (1983), 2.3; resolvers.md,
2.8.
"""

from anaphora_workbench.corpora.document import PLURAL
from anaphora_workbench.resolvers.discourse.binding import disjoint_of
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.pronouns.stages.agreement import agreeing

CATAPHORA = "cataphora"
_CONDITIONS = PronounOptions()
AHEAD = "cataphora: subject ahead"


def subject_ahead(discourse: Discourse, anaphor: int) -> int | None:
    """Position of the subject that an introductory phrase around a pronoun precedes, if it agrees; else None."""
    mention = discourse.mentions[anaphor]
    if not discourse.parsed or mention.pleonastic or mention.pronoun_type in LEXICAL_ANAPHORS:
        return None
    tree, top = discourse.tree, discourse.node[anaphor]
    climbed: set[int] = set()
    while (adjunct := tree.adjunct(top)) is not None and adjunct not in climbed:
        climbed.add(adjunct)
        verb = tree.head[adjunct]
        if verb < 0:
            return None
        subject = tree.subject(verb)
        if subject is not None and subject >= mention.end and adjunct < subject:
            return _named_by(discourse, subject, anaphor)
        top = verb
    return None


def _named_by(discourse: Discourse, subject: int, anaphor: int) -> int | None:
    """The agreeing noun phrase that a subject is the head of: a whole coordination for a plural."""
    # *Near him Dan saw a snake*: introduced or not, an adjunct holds nothing that its verb's subject binds.
    disjoint = disjoint_of(discourse, anaphor, _CONDITIONS, "dep")
    there = [
        position
        for position in discourse.mentions_at.get(subject, ())
        if discourse.can_be_antecedent(position)
        and not discourse.mentions[position].is_pronoun
        and disjoint.rule(position) is None
    ]
    fitting = [candidate.position for candidate in agreeing(discourse, anaphor, there) if not candidate.rejected_by]
    if discourse.number[anaphor] == frozenset(PLURAL):
        fitting = [place for place in fitting if discourse.mentions[place].kind == "coordination"] or fitting
    return fitting[-1] if fitting else None
