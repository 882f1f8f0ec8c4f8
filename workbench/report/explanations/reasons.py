"""The names of traces in sentences: rules, conditions, reasons for no answer. The words are those of the resolvers.

What has no words goes by its name.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.resolvers import LINKED, VALUES, Words
from anaphora_workbench.resolvers.contract.case import AGREEMENT, NO_CANDIDATE, PASSED_BY, PLEONASTIC

NONE_OF_THEM = "the resolver takes none of the candidates that are left"

# What the filter of agreement writes of a candidate: ``gender f∩m``, ``person 1``.
_CLASH = re.compile(r"\b(number|gender) (\w+∩\w+)")
_OTHER_PERSON = re.compile(r"\bperson ([12])$")

# Features of which a document keeps what tells them.
TOLD = ("number", "gender")

# A mention by its id, as a person reads it: ``Tom Reed (s7)``.
Named = Callable[[str], str]


def rule_in_words(rule: str, words: Words) -> str:
    """``by`` and the rule that decided, with what it says where the name alone does not."""
    return f"by {rule}" + (f" ({words.rules[rule]})" if rule in words.rules else "")


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


def no_answer_in_words(decision: dict[str, Any], words: Words, left: bool = False) -> str:
    """A sentence for an answer that was not given.

    Args:
        left: candidates are left that no filter excludes, as where a walk through the tree proposes none of them.
    """
    if decision["rule"] == NO_CANDIDATE and left:
        return f"no answer: {NONE_OF_THEM}"
    if decision["rule"] == PLEONASTIC:
        pattern = decision.get("pattern")
        return "no answer: it refers to nothing" + (f" (pattern: {pattern})" if pattern else "")
    return f"no answer: {words.no_answer.get(decision['rule'], decision['rule'])}"


def tried_in_words(rule: str, why: str, words: Words, named: Named) -> str:
    """Why a rule did not fire, with the entities that it found, each by a mention."""
    found = re.fullmatch(r"(\d+) candidates: (.*?)( within .*)?", why)
    centre = re.fullmatch(r"Cb (\S+) is not possible", why)
    if found:
        entities = ", ".join(id if id == "…" else named(id) for id in found[2].split(","))
        why = f"{found[1]} possible antecedents{found[3] or ''}: {entities}"
    elif centre:
        why = f"the Cb is {named(centre[1])}, which is not possible"
    meaning = f" ({words.rules[rule]})" if rule in words.rules else ""
    return f"not by {rule}{meaning}: {words.tried.get(why, why)}"


def condition_in_words(candidate: dict[str, Any], verdict: str, words: Words, understood: bool, named: Named) -> str:
    """Why a filter excludes a candidate, itself or for another mention (``linked_to``).

    Args:
        understood: the condition holds through a subject that the words do not have, which is a reading of the parse.
    """
    other = candidate.get("linked_to")
    beginning = next((each for each in words.of_others if verdict.startswith(each)), "")
    condition = verdict.removeprefix(LINKED)
    said = words.conditions.get(condition, condition)
    if understood:
        said = words.understood.get(condition, said)
    if other and beginning:
        return f"{words.of_others[beginning][0]} {named(other)}, {said.removeprefix(beginning)}"
    if condition != verdict:
        return f"linked to {said}"
    # *condition 1: co-argument* says by its name what the words say.
    return verdict if said == verdict else f"{verdict.partition(': ')[0]} ({said})"


def walk_in_words(step: str, words: Words, named: Named) -> str:
    """A step of a walk through the tree, mentions with their words: ``step 3: Tom Reed (s7): gender``."""
    place, _, rest = step.partition(": ")
    id, _, verdict = rest.partition(" ")
    if rest.startswith("X = "):
        return step
    verdict, _, why = verdict.partition(f"{PASSED_BY}: ")
    return f"{place}: {named(id)}: {f'{PASSED_BY}: {words.skipped.get(why, why)}' if why else verdict}"


def clash(operands: str) -> bool:
    """Whether an intersection written ``mf∩n`` is empty."""
    of_candidate, _, of_pronoun = operands.partition("∩")
    return not set(of_candidate) & set(of_pronoun)


def told_of_clash(mention: Mention, candidate: dict[str, Any]) -> str:
    """What tells the features in which a noun does not agree: of itself, or of its entity so far."""
    if mention.is_pronoun:
        return ""
    verdict = candidate["filters"].get(AGREEMENT, {})
    clashing = [feature for feature in TOLD if feature in verdict and clash(str(verdict[feature]))]
    own = [feature for feature in clashing if set(verdict[feature].split("∩")[0]) == getattr(mention, feature)]
    of_entity = [f"{feature} from its entity" for feature in clashing if feature not in own]
    return ", ".join(filter(None, (told_by(mention, own), *of_entity)))


def told_by(mention: Mention, features: Iterable[str]) -> str:
    """What tells features of a noun, in words; "" for a pronoun, whose form does."""
    sources = {feature: getattr(mention, f"{feature}_from") for feature in features}
    told = [f"{feature} from {source}" for feature, source in sources.items() if source]
    return "" if mention.is_pronoun else ", ".join(told)
