"""A stage of anaphoricity: leaves non-anaphoric pronouns unanswered.

A pleonastic pronoun is told when the text is preprocessed; this stage comes after the filters, so it sees which
candidates are left. Any resolver takes one with the option ``anaphoricity``; a stage is an entry point of the group
``anaphora_workbench.anaphoricity``. Source: resolvers.md, 1.9.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import PLURAL
from anaphora_workbench.corpora.support.plugins import Registry, instance_of
from anaphora_workbench.corpora.trees.labels import OBJECT
from anaphora_workbench.resolvers.contract.case import LEFT_ALONE, Case

NO_STAGE = "none"
NOT_ANAPHORIC = LEFT_ALONE


@dataclass(frozen=True)
class Anaphoricity:
    """A stage that tells which pronouns are left without an answer.

    Attributes:
        name: of the entry point and of the value of the option.
        description: one line.
        source: paper and section.
        reason: why the pronoun of a case is not anaphoric, "" if it is. The case has its candidates and the verdicts
            of the filters on them.
    """

    name: str
    description: str
    source: str
    reason: Callable[[Case[Any]], str]


STAGES: Registry[Anaphoricity] = Registry(
    "anaphora_workbench.anaphoricity",
    "stage of anaphoricity",
    instance_of(Anaphoricity, "an Anaphoricity (resolvers.stages)"),
)


def stage_named(name: str) -> Anaphoricity | None:
    """The stage of a name, None for ``none``.

    Raises:
        ValueError: there is none of that name; the message lists those there are.
    """
    return None if name == NO_STAGE else STAGES.named([name])[name]


# Sentences back, as in Mitkov (1998, section 2).
_NEAR = 2
_PLURAL = frozenset({PLURAL})


def _reason(case: Case[Any]) -> str:
    discourse = case.discourse
    near = [candidate.position for candidate in case.left if case.distance(candidate.position) <= _NEAR]
    if case.pronoun.number == _PLURAL:
        plural = any(case.mention(position).number == _PLURAL for position in near)
        return "" if plural else f"no plural within {_NEAR} sentences"
    if (
        discourse.form(case.anaphor) not in discourse.language.neuter_pronouns
        or case.pronoun.pronoun_type != "personal"
    ):
        return ""
    if not near:
        return f"nothing that agrees within {_NEAR} sentences"
    tree, node = discourse.tree, discourse.node[case.anaphor]
    above = tree.head[node]
    idiomatic = discourse.language.words("idioms.verbs_with_it")
    if above >= 0 and tree.stands_as(node, OBJECT) and (tree.words[above].lemma or "").lower() in idiomatic:
        return "part of an idiom"
    return ""


RULES = Anaphoricity(
    "rules", "no answer if no plural, or no agreeing noun phrase, is near", "our own, after Müller (2006)", _reason
)
