"""The names of traces in words: rules, conditions, reasons for no answer. What is not listed goes by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from anaphora_workbench.resolvers import binding, cogniac_rules, hobbs
from anaphora_workbench.resolvers.case import AROUND, NO_CANDIDATE, NOT_GIVEN, OUT_OF_SCOPE, PLEONASTIC
from anaphora_workbench.resolvers.renaming import APPOSITIVE, PREDICATE
from anaphora_workbench.resolvers.stages.quotations import SAME_NAME
from anaphora_workbench.workbench.report.factor_words import VALUES

CONDITIONS = {
    binding.ARGUMENT_DOMAIN: "a co-argument",
    binding.ADJUNCT_DOMAIN: "an argument of the verb that the pronoun's phrase is an adjunct of",
    binding.CONTAINED: "inside what the pronoun is an argument of",
    binding.NP_DOMAIN: "the possessor of the noun that the pronoun belongs to",
    binding.POSSESSOR: "in the noun phrase that the pronoun possesses",
    binding.CONTAINMENT: "one with a phrase around the pronoun",
    binding.CONDITION_1: "a co-argument",
    binding.CONDITION_2: "a noun that the pronoun precedes and commands",
    binding.CONDITION_3: "a phrase around the pronoun",
}
_NUMBERED = (binding.CONDITION_1, binding.CONDITION_2, binding.CONDITION_3)
_COGNIAC = {
    cogniac_rules.UNIQUE_IN_DISCOURSE: "the text so far has a single possible antecedent",
    cogniac_rules.REFLEXIVE: "a reflexive is bound in its sentence",
    cogniac_rules.UNIQUE_IN_CURRENT_AND_PRIOR: "a single one in the prior sentence and this one so far",
    cogniac_rules.POSSESSIVE_PRO: "the same possessive occurs once in the prior sentence",
    cogniac_rules.UNIQUE_CURRENT_SENTENCE: "a single one in this sentence so far",
    cogniac_rules.UNIQUE_SUBJECT: "the pronoun is a subject, and the prior sentence's subject holds a single one",
    cogniac_rules.CB_PICKING: "the backward-looking centre (Cb) of this clause is possible",
    cogniac_rules.PICK_MOST_RECENT: "the most recent one",
    cogniac_rules.SEARCH_BACK: "a single one within 3 sentences, or within 8, 12, 16, 20",
    cogniac_rules.SUBJECT_SAME_CLAUSE: "the subject of this clause",
}
RULES = {
    **_COGNIAC,
    "max-salience": "the most salient entity",
    "most-recent": "the most recent candidate",
}
NO_ANSWER = {
    NO_CANDIDATE: "nothing is left that it could refer to",
    NOT_GIVEN: "what it takes up was not given",
    OUT_OF_SCOPE: "the resolver does not answer such pronouns",
    "abstain": "no rule found exactly one possible antecedent",
    "below-threshold": "what is left has faded from salience",
    "not-anaphoric": "it does not refer to an earlier noun phrase",
}
NONE_OF_THEM = "the resolver takes none of the candidates that are left"
SKIPPED = {
    "time": "a time or quantity",
    "pleonastic": "refers to nothing",
    "relative": "a relative pronoun",
    "interrogative": "an interrogative pronoun",
    AROUND: "contains the pronoun",
    hobbs.OUT_OF_REACH: "out of reach of the window, or the pronoun precedes it",
    APPOSITIVE: "an apposition, for which its noun stands",
    PREDICATE: "a predicate nominal, for which its subject stands",
}
_WHY = {
    "no reflexive": "the pronoun is not a reflexive",
    "no possessive": "the pronoun is not a possessive",
    "no subject": "the pronoun is not a subject",
    "no candidate": "no possible antecedent",
    "no Cb": "no pronoun of this clause takes up the clause before",
}

# What the filter of agreement writes of a candidate: ``gender f∩m``, ``person 1``.
_CLASH = re.compile(r"\b(number|gender) (\w+∩\w+)")
_OTHER_PERSON = re.compile(r"\bperson ([12])$")

# A mention by its id, as a person reads it: ``Tom Reed (s7)``.
Named = Callable[[str], str]


def rule_in_words(rule: str) -> str:
    """``by`` and the rule that decided, with what it says where the name alone does not."""
    return f"by {rule}" + (f" ({RULES[rule]})" if rule in RULES else "")


def clash_in_words(feature: str, operands: str) -> str:
    """In what a candidate and the pronoun do not agree.

    Args:
        operands: letters of both, as in ``f∩m``.

    >>> clash_in_words("gender", "f∩mn")
    'gender: feminine against masculine or neuter'
    """
    words = VALUES.get(feature, {})
    own, _, of_pronoun = operands.partition("∩")
    told = (" or ".join(words.get(letter, letter) for letter in letters) for letters in (own, of_pronoun))
    return f"{feature}: {' against '.join(told)}"


def clashes_in_words(detail: str) -> str:
    """What agreement says of a candidate that it rejects, in words; any other detail as it is.

    >>> clashes_in_words("number p∩s, person 1")
    'number: plural against singular, person: first against third'
    >>> clashes_in_words("rank 2: 3 against 5")
    'rank 2: 3 against 5'
    """
    detail = _CLASH.sub(lambda clash: clash_in_words(clash[1], clash[2]), detail)
    return _OTHER_PERSON.sub(lambda person: clash_in_words("person", f"{person[1]}∩3"), detail)


def no_answer_in_words(decision: dict[str, Any], left: bool = False) -> str:
    """A sentence for an answer that was not given.

    Args:
        left: candidates are left that no filter excludes, as where Hobbs' walk proposes none of them.
    """
    if decision["rule"] == NO_CANDIDATE and left:
        return f"no answer: {NONE_OF_THEM}"
    if decision["rule"] == PLEONASTIC:
        pattern = decision.get("pattern")
        return "no answer: it refers to nothing" + (f" (pattern: {pattern})" if pattern else "")
    return f"no answer: {NO_ANSWER.get(decision['rule'], decision['rule'])}"


def tried_in_words(rule: str, why: str, named: Named) -> str:
    """Why a rule did not fire, with the entities that it found, each by a mention."""
    found = re.fullmatch(r"(\d+) candidates: (.*?)( within .*)?", why)
    centre = re.fullmatch(r"Cb (\S+) is not possible", why)
    if found:
        entities = ", ".join(id if id == "…" else named(id) for id in found[2].split(","))
        why = f"{found[1]} possible antecedents{found[3] or ''}: {entities}"
    elif centre:
        why = f"the Cb is {named(centre[1])}, which is not possible"
    return f"not by {rule}" + (f" ({RULES[rule]})" if rule in RULES else "") + f": {_WHY.get(why, why)}"


def condition_in_words(candidate: dict[str, Any], verdict: str, understood: bool, named: Named) -> str:
    """Why a syntactic filter excludes a candidate, itself or what it is one entity with.

    Args:
        understood: the condition holds through a subject that the words do not have, which is a reading of the parse.
    """
    linked = verdict.removeprefix("linked: ")
    words = CONDITIONS.get(linked, linked)
    if linked == binding.ARGUMENT_DOMAIN and understood:
        words = "a co-argument by control or through a relative clause, which is a reading of the parse"
    other = candidate.get("linked_to")
    if other and linked.startswith(SAME_NAME) and linked == verdict:
        return f"of the same name as {named(other)}, {linked.removeprefix(SAME_NAME)}"
    if linked == verdict:
        # *condition 1: co-argument* says by its name what the words say.
        name = verdict.partition(": ")[0] if verdict in _NUMBERED else verdict
        return verdict if words == verdict else f"{name} ({words})"
    return f"same entity as {named(other)}, {words}" if other else f"linked to {words}"


def walk_in_words(step: str, named: Named) -> str:
    """A step of a walk through the tree, mentions with their words: ``step 3: Tom Reed (s7): gender``."""
    place, _, rest = step.partition(": ")
    id, _, verdict = rest.partition(" ")
    if rest.startswith("X = "):
        return step
    verdict, _, why = verdict.partition(f"{hobbs.NO_CANDIDATE}: ")
    return f"{place}: {named(id)}: {f'{hobbs.NO_CANDIDATE}: {SKIPPED.get(why, why)}' if why else verdict}"
