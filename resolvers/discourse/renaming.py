"""Noun phrases that rename another one: how resolvers treat appositions and predicate nominals.

*Tom Brown, a doctor* and *Tom is a doctor* name one person twice. The two share their features, and the noun or
subject stands for both, because a key may leave the other out; but *this is a file* is a file, not *this*.
Source: resolvers.md, 1.8.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anaphora_workbench.corpora.document import FEMININE, MASCULINE, Mention

APPOSITIVE, PREDICATE = "apposition", "predicate nominal"
DEMONSTRATIVE = "demonstrative"
WORDS = {
    APPOSITIVE: "an apposition; its noun is the candidate",
    PREDICATE: "a predicate nominal; its subject is the candidate",
}
_SEXES = frozenset({MASCULINE, FEMININE})


@dataclass(frozen=True, slots=True)
class Renaming:
    """The noun phrases that rename another in one document, by position.

    Attributes:
        number, gender: possible values of each mention, shared by those that rename each other.
        behind: why an appositive or predicate nominal is no candidate: the mention that it renames stands for it.
        predicate: the predicate nominal that stands for a demonstrative subject.
        demonstrative: the same the other way round.
    """

    number: list[frozenset[str]]
    gender: list[frozenset[str]]
    behind: Mapping[int, str] = field(default_factory=dict)
    predicate: Mapping[int, int] = field(default_factory=dict)
    demonstrative: Mapping[int, int] = field(default_factory=dict)


def renaming(mentions: Sequence[Mention], position: Mapping[str, int]) -> Renaming:
    """Finds the mentions of a document that rename another.

    Args:
        position: place of each mention by its id.
    """
    number = [mention.number for mention in mentions]
    gender = [mention.gender for mention in mentions]
    behind: dict[int, str] = {}
    predicate: dict[int, int] = {}
    for place, mention in enumerate(mentions):
        other = position.get(mention.apposition_of or mention.predicate_of or "")
        if other is None or other == place:
            continue
        named = mentions[other]
        if named.kind == "proper" and gender[place] | gender[other] <= _SEXES:
            # *Alex Reed is a waitress*: a noun tells more than a list of names.
            gender[other] = gender[place]
        common = number[place] & number[other], gender[place] & gender[other]
        if not all(common):
            # *The problem is the pumps. They …*: each stands for itself.
            continue
        if named.pronoun_type in (None, DEMONSTRATIVE):
            number[place], gender[place] = number[other], gender[other] = common
        if named.pronoun_type == DEMONSTRATIVE:
            predicate[other] = place
        else:
            behind[place] = APPOSITIVE if mention.apposition_of else PREDICATE
    return Renaming(number, gender, behind, predicate, {noun: this for this, noun in predicate.items()})


def no_renaming(mentions: Sequence[Mention]) -> Renaming:
    """Every mention names for itself."""
    return Renaming([mention.number for mention in mentions], [mention.gender for mention in mentions])
