"""Anaphoricity by rules: a pronoun that nothing near agrees with is left without an answer.

*Tom slept. They say that it will rain*: no plural is near. Source: our own, on GUM train; that *they*, *it* without a
near antecedent are often generic or vague is in Müller (2006); resolvers.md, 1.9.
"""

from __future__ import annotations

from typing import Any

from anaphora_workbench.corpora.document import PLURAL
from anaphora_workbench.corpora.trees import OBJECT
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import Anaphoricity

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
    "rules",
    "no answer if no plural, or no agreeing noun phrase, is near",
    "our own, after Müller (2006)",
    _reason,
)
