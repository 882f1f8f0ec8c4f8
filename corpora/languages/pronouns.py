"""Classifies words as pronouns, by their morphology and by the language's closed class.

Source of the types: resolvers.md, 1.1; of the features: the universal features ``PronType``, ``Person``,
``Number``, ``Gender``, ``Poss`` and ``Reflex`` (de Marneffe et al. 2021, section 2.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER, Word
from anaphora_workbench.corpora.support.notation import looked_up

PERSONAL, POSSESSIVE, REFLEXIVE, RECIPROCAL = "personal", "possessive", "reflexive", "reciprocal"
DEMONSTRATIVE, RELATIVE, INTERROGATIVE, INDEFINITE = "demonstrative", "relative", "interrogative", "indefinite"
TYPES = (PERSONAL, POSSESSIVE, REFLEXIVE, RECIPROCAL, DEMONSTRATIVE, RELATIVE, INTERROGATIVE, INDEFINITE)
# Types whose forms are no pronouns where they determine a noun: *that man*, *which lamp*.
ALSO_DETERMINERS = frozenset({DEMONSTRATIVE, INDEFINITE, RELATIVE, INTERROGATIVE})
_NEVER_DETERMINERS = frozenset({PERSONAL, REFLEXIVE, RECIPROCAL})
_NO_PRONOUN_HERE = frozenset({"DET", "SCONJ", "ADV", "NUM", "CCONJ"})
TYPE_OF_PRONTYPE = {
    "Prs": PERSONAL, "Rcp": RECIPROCAL, "Dem": DEMONSTRATIVE, "Rel": RELATIVE, "Int": INTERROGATIVE,
    "Ind": INDEFINITE, "Tot": INDEFINITE, "Neg": INDEFINITE,
}  # fmt: skip
_NUMBERS = {"Sing": "s", "Plur": "p", "Dual": "p"}
_GENDERS = {"Masc": "m", "Fem": "f", "Neut": "n", "Com": "mf"}
# How a row of pronouns.tsv asks for tags: only if so, not if so, only before what is possessed.
_ONLY, _NOT, _POSSESSOR = "=", "!", "possessor"


@dataclass(frozen=True, slots=True)
class Pronoun:
    """Type, person, possible numbers and possible genders of a pronoun.

    Attributes:
        statistics: its class in the statistics of Màrquez et al. (2012, Table 8): ``1u2``, ``3G``, ``3U``; "" for none.
    """

    type: str
    person: int
    number: frozenset[str]
    gender: frozenset[str]
    statistics: str = ""


@dataclass(frozen=True, slots=True)
class PronounRow:
    """A row of ``pronouns.tsv``: what a form tells, and where.

    Attributes:
        tags: as in the file; "" for any.
    """

    form: str
    pronoun: Pronoun
    tags: str = ""


class ClosedClass(Protocol):
    """The part of a language that says which words are pronouns; a Language is one."""

    @property
    def pronouns(self) -> Mapping[str, tuple[PronounRow, ...]]: ...
    @property
    def morphology_first(self) -> bool: ...
    @property
    def possessives_agree(self) -> bool: ...
    def tag_is(self, tag: str, kind: str) -> bool: ...


def row_of(columns: list[str]) -> PronounRow:
    """A row from its columns: form, type, person, numbers, genders, tags, class; the last two may be missing.

    Raises:
        ValueError: too few columns, or one that says what there is not.
    """
    form, kind, person, number, gender, tags = [*columns, *[""] * 6][:6]
    right = len(columns) >= len(("form", "type", "person", "numbers", "genders"))
    right = right and kind in TYPES and person.isdecimal() and ANY_NUMBER.issuperset(number)
    if not (right and ANY_GENDER.issuperset(gender)):
        raise ValueError(f"no row of pronouns: {columns}; expected form, one of {', '.join(TYPES)}, person, sp, mfn")
    statistics = columns[6] if len(columns) > 6 else _class_of(kind, person, gender)
    return PronounRow(form, Pronoun(kind, int(person), frozenset(number), frozenset(gender), statistics), tags)


def _class_of(kind: str, person: str, gender: str) -> str:
    """The class in the statistics of a form for which the table names none: by person, then by gender (*he*, *she*)."""
    if kind not in (PERSONAL, POSSESSIVE, REFLEXIVE):
        return ""
    if person in ("1", "2"):
        return "1u2"
    return "3G" if len(gender) == 1 and gender in "mf" else "3U"


def features(morphology: str) -> dict[str, str]:
    """The features of a CoNLL-U morphology by name."""
    return dict(pair.split("=", 1) for pair in morphology.split("|") if "=" in pair)


def pronoun_of(
    word: Word, language: ClosedClass, before_noun: bool = False, possessor: bool = False, argument: bool = False
) -> Pronoun | None:
    """The features of the word as a pronoun, None if it is not one here.

    Where the language trusts morphology, that comes first and the table fills what it leaves open; else
    (English) a form must stand in the table, and only *who* and *which* ask the morphology.

    Args:
        before_noun: it determines or modifies a noun in the tree, or joins clauses (*that man*): then demonstratives
            and the like are no pronouns.
        possessor: it hangs on a noun as what possesses it.
        argument: it is subject or object of a verb, and so possesses nothing, whatever its tag (*Let her sleep*).
    """
    form = looked_up(word.form)
    holding = (
        row.pronoun for row in language.pronouns.get(form, ()) if _holds(row, word, language, possessor, argument)
    )
    listed = next(holding, None)
    told = features(word.morphology)
    pronoun = listed
    if language.morphology_first:
        pronoun = _from_morphology(told, listed, language.possessives_agree)
        if pronoun is not None and pronoun.type in _NEVER_DETERMINERS and word.upos not in ("", "PRON"):
            # *la* the article, *nos* the preposition: the form is that of a pronoun, too.
            return None
    if pronoun is None:
        return None
    if pronoun.type in ALSO_DETERMINERS and (before_noun or word.upos in _NO_PRONOUN_HERE):
        return None
    if pronoun.type == RELATIVE and told.get("PronType") == "Int":
        # Taggers tell *who left?* from *the man who left*; the form does not.
        return replace(pronoun, type=INTERROGATIVE)
    return pronoun


def _holds(row: PronounRow, word: Word, language: ClosedClass, possessor: bool, argument: bool) -> bool:
    """Whether a row's condition on tags holds for a word."""
    tag, wanted = word.xpos, row.tags
    if not wanted:
        return True
    if wanted == _POSSESSOR:
        return possessor or (not argument and language.tag_is(tag, "possessive"))
    if wanted.startswith(_ONLY):
        return tag in wanted[1:].split(",")
    if wanted.startswith(_NOT):
        return tag not in wanted[1:].split(",")
    return not tag or tag in wanted.split(",")


def _from_morphology(told: Mapping[str, str], listed: Pronoun | None, possessives_agree: bool) -> Pronoun | None:
    """A pronoun by its features, each that is missing taken from the table, else left open; None if neither tells."""
    kinds = [TYPE_OF_PRONTYPE[kind] for kind in told.get("PronType", "").split(",") if kind in TYPE_OF_PRONTYPE]
    if not kinds:
        return None if listed is None else _narrowed(listed, told)
    kind = listed.type if listed is not None and listed.type in kinds else kinds[0]
    if kind == PERSONAL:
        kind = REFLEXIVE if told.get("Reflex") == "Yes" else POSSESSIVE if told.get("Poss") == "Yes" else PERSONAL
    # What a possessive says of its possessor stands in a layer of its own where it agrees with the possessed (*sus*).
    layer = "[psor]" if kind == POSSESSIVE and (possessives_agree or "Number[psor]" in told) else ""
    number = _values(told.get(f"Number{layer}", ""), _NUMBERS)
    gender = _values(told.get(f"Gender{layer}", ""), _GENDERS)
    person = told.get("Person[psor]") or told.get("Person", "")
    return Pronoun(
        kind,
        int(person) if person.isdecimal() and person != "0" else listed.person if listed else 3,
        number or (listed.number if listed else ANY_NUMBER),
        gender or (listed.gender if listed else ANY_GENDER),
        listed.statistics if listed else "",
    )


def _narrowed(listed: Pronoun, told: Mapping[str, str]) -> Pronoun:
    """What a form may be, as far as the number and gender of this word allow (*jos*: of her, or they).

    Those of a possessive may be those of what is possessed.
    """
    if listed.type == POSSESSIVE:
        return listed
    number = listed.number & _values(told.get("Number", ""), _NUMBERS)
    gender = listed.gender & _values(told.get("Gender", ""), _GENDERS)
    return replace(listed, number=number or listed.number, gender=gender or listed.gender)


def _values(told: str, meaning: Mapping[str, str]) -> frozenset[str]:
    return frozenset("".join(meaning.get(value, "") for value in told.split(",")))
