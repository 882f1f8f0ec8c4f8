"""What tells the number and gender of a noun, in words."""

from collections.abc import Iterable
from typing import Any

from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.resolvers.contract.case import AGREEMENT

# Features of which a document keeps what tells them.
TOLD = ("number", "gender")


def clash(operands: str) -> bool:
    """Whether an intersection written ``mf∩n`` is empty."""
    of_candidate, _, of_pronoun = operands.partition("∩")
    return not set(of_candidate) & set(of_pronoun)


def _clashing(candidate: dict[str, Any]) -> list[str]:
    """The features in which a candidate does not agree, of those that a document tells the origin of."""
    verdict = candidate["filters"].get(AGREEMENT, {})
    return [feature for feature in TOLD if feature in verdict and clash(str(verdict[feature]))]


def told_of_clash(mention: Mention, candidate: dict[str, Any]) -> str:
    """What tells the features in which a noun does not agree: of itself, or of its entity so far."""
    if mention.is_pronoun:
        return ""
    clashing = _clashing(candidate)
    verdict = candidate["filters"].get(AGREEMENT, {})
    own = [feature for feature in clashing if set(verdict[feature].split("∩")[0]) == getattr(mention, feature)]
    of_entity = [f"{feature} from its entity" for feature in clashing if feature not in own]
    return ", ".join(filter(None, (told_by(mention, own), *of_entity)))


def told_by(mention: Mention, features: Iterable[str]) -> str:
    """What tells features of a noun, in words; "" for a pronoun, whose form does."""
    sources = {feature: getattr(mention, f"{feature}_from") for feature in features}
    told = [f"{feature} from {source}" for feature, source in sources.items() if source]
    return "" if mention.is_pronoun else ", ".join(told)
