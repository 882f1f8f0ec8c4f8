"""The closed class: what each English pronoun form tells of itself.

Forms are looked up before any tag, because taggers are not to be trusted with them (resolvers.md, 9.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER, Word

MALE, FEMALE, NEUTER = frozenset("m"), frozenset("f"), frozenset("n")
PERSONAL_GENDER = frozenset("mf")
SINGULAR, PLURAL = frozenset("s"), frozenset("p")


@dataclass(frozen=True, slots=True)
class Pronoun:
    """Type, person, possible numbers and possible genders of a pronoun form."""

    type: str
    person: int
    number: frozenset[str]
    gender: frozenset[str]


def _forms(kind: str, person: int, number: frozenset[str], gender: frozenset[str], forms: str) -> dict[str, Pronoun]:
    return {form: Pronoun(kind, person, number, gender) for form in forms.split()}


PRONOUNS: dict[str, Pronoun] = {
    **_forms("personal", 3, SINGULAR, MALE, "he him 'im"),
    **_forms("personal", 3, SINGULAR, FEMALE, "she her 'er"),
    **_forms("personal", 3, SINGULAR, NEUTER, "it 't"),
    **_forms("personal", 3, PLURAL, ANY_GENDER, "they them 'em em"),
    **_forms("possessive", 3, SINGULAR, MALE, "his"),
    **_forms("possessive", 3, SINGULAR, FEMALE, "hers"),
    **_forms("possessive", 3, SINGULAR, NEUTER, "its"),
    **_forms("possessive", 3, PLURAL, ANY_GENDER, "their theirs"),
    **_forms("reflexive", 3, SINGULAR, MALE, "himself"),
    **_forms("reflexive", 3, SINGULAR, FEMALE, "herself"),
    **_forms("reflexive", 3, SINGULAR, NEUTER, "itself"),
    **_forms("reflexive", 3, PLURAL, ANY_GENDER, "themselves"),
    **_forms("reflexive", 3, ANY_NUMBER, PERSONAL_GENDER, "themself oneself"),
    **_forms("personal", 1, SINGULAR, PERSONAL_GENDER, "i me"),
    **_forms("personal", 1, PLURAL, ANY_GENDER, "we us 's"),
    **_forms("possessive", 1, SINGULAR, PERSONAL_GENDER, "my mine"),
    **_forms("possessive", 1, PLURAL, ANY_GENDER, "our ours"),
    **_forms("reflexive", 1, SINGULAR, PERSONAL_GENDER, "myself"),
    **_forms("reflexive", 1, PLURAL, ANY_GENDER, "ourselves"),
    **_forms("personal", 2, ANY_NUMBER, PERSONAL_GENDER, "you ya thou thee ye"),
    **_forms("possessive", 2, ANY_NUMBER, PERSONAL_GENDER, "your yours thy thine"),
    **_forms("reflexive", 2, SINGULAR, PERSONAL_GENDER, "yourself thyself"),
    **_forms("reflexive", 2, PLURAL, PERSONAL_GENDER, "yourselves"),
    **_forms("demonstrative", 3, SINGULAR, NEUTER, "this that"),
    **_forms("demonstrative", 3, PLURAL, ANY_GENDER, "these those"),
    **_forms(
        "indefinite",
        3,
        ANY_NUMBER,
        PERSONAL_GENDER,
        "someone somebody anyone anybody everyone everybody nobody no-one whoever whomever",
    ),
    **_forms("indefinite", 3, SINGULAR, NEUTER, "something anything everything nothing"),
    **_forms(
        "indefinite", 3, ANY_NUMBER, ANY_GENDER, "none one some any many few several both all each either neither"
    ),
    **_forms("relative", 3, ANY_NUMBER, PERSONAL_GENDER, "who whom"),
    **_forms("relative", 3, ANY_NUMBER, ANY_GENDER, "which whose"),
    **_forms("interrogative", 3, ANY_NUMBER, NEUTER, "what whatever"),
}
RECIPROCALS = frozenset({("each", "other"), ("one", "another")})
RECIPROCAL = Pronoun("reciprocal", 3, PLURAL, ANY_GENDER)
POSSESSIVE_HER = Pronoun("possessive", 3, SINGULAR, FEMALE)
# Forms that are pronouns only where the tagger says so: *that man*, *one lamp*, *let 's* against *Tom 's*.
_NEED_TAG = {
    "'s": {"PRP"},
    "'t": {"PRP"},
    "'er": {"PRP", "PRP$"},
    "'im": {"PRP"},
    "mine": {"PRP", "PRP$", "JJ", "NN"},
    "i": {"PRP"},
}
_NOT_BEFORE_NOUN = ("demonstrative", "indefinite", "relative", "interrogative")


def pronoun_of(word: Word, relation: str = "") -> Pronoun | None:
    """What the word tells as a pronoun, None if it is none here.

    Args:
        word: the token.
        relation: its label in a DependencyTree; a determiner (*that man*) is no pronoun.
    """
    form = word.form.lower().replace("’", "'")
    found = PRONOUNS.get(form)
    if found is None:
        return None
    if form in _NEED_TAG and word.xpos and word.xpos not in _NEED_TAG[form]:
        return None
    if form == "her" and (word.xpos == "PRP$" or relation == "poss"):
        return POSSESSIVE_HER
    if found.type in _NOT_BEFORE_NOUN and (
        relation in ("det", "advmod", "mark", "quantmod", "nummod", "amod", "predet", "cc", "preconj")
        or word.upos in ("DET", "SCONJ", "ADV", "NUM", "CCONJ")
    ):
        return None
    if form == "that" and word.xpos in ("WDT", "IN"):
        return Pronoun("relative", 3, ANY_NUMBER, ANY_GENDER) if word.xpos == "WDT" else None
    if form in ("who", "whom", "which", "whose") and "PronType=Int" in word.morphology:
        return Pronoun("interrogative", found.person, found.number, found.gender)
    return found
