"""Pronoun forms for measures of anaphora and mention classes; the forms stand in the language's table."""

from anaphora_workbench.corpora.document import Word
from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.corpora.languages.pronouns import POSSESSIVE, REFLEXIVE, RELATIVE, pronoun_of

# Classes of the statistics of Màrquez et al. (2012, Table 8).
FIRST_OR_SECOND, GENDERED, UNGENDERED = "1u2", "3G", "3U"
# The types whose third person metrics.md, section 16, counts as the anaphors of a key.
ANAPHORIC_TYPES = frozenset({"personal", "possessive", "reflexive"})


def statistics_class(form: str, language: Language) -> str:
    """The class in the statistics of a lower-case form, "" for none: *us* first or second person, *her* gendered."""
    rows = language.pronouns.get(form, ())
    return rows[-1].pronoun.statistics if rows else ""


def is_third_person(form: str, language: Language) -> bool:
    """Whether a lower-case form is a personal, possessive or reflexive pronoun of the third person."""
    return statistics_class(form, language) in (GENDERED, UNGENDERED)


def can_be_pronoun(word: Word, language: Language) -> bool:
    """Whether the tag of a word leaves it a pronoun, if its form is one's: *la*, the French article, is none."""
    return not language.morphology_first or pronoun_of(word, language) is not None


def person_of(form: str, language: Language) -> int | None:
    """1 or 2 for a lower-case form of the first or second person, None for others."""
    if statistics_class(form, language) != FIRST_OR_SECOND:
        return None
    return language.pronouns[form][-1].pronoun.person


def numbers_of(form: str, language: Language) -> frozenset[str] | None:
    """The numbers a lower-case form can have, ``s`` and ``p``; None for words that are no pronouns."""
    rows = language.pronouns.get(form)
    return frozenset().union(*(row.pronoun.number for row in rows)) if rows else None


def genders_of(form: str, language: Language) -> frozenset[str] | None:
    """The genders a lower-case form can have, ``m``, ``f`` and ``n``; None for words that are no pronouns."""
    rows = language.pronouns.get(form)
    return frozenset().union(*(row.pronoun.gender for row in rows)) if rows else None


def is_pronoun(forms: tuple[str, ...], language: Language) -> bool:
    """Whether lower-case words are a pronoun by their form alone, also one of several words (*each other*)."""
    return " ".join(forms) in language.pronouns


def type_of(form: str, tag: str, language: Language) -> str | None:
    """personal, possessive, reflexive or relative, as a lower-case form and its tag tell; None for other words."""
    rows = language.pronouns.get(form, ())
    kind = rows[-1].pronoun.type if rows else ""
    if kind == RELATIVE:
        return RELATIVE
    if not statistics_class(form, language):
        return None
    if kind == REFLEXIVE:
        return REFLEXIVE
    return POSSESSIVE if kind == POSSESSIVE or language.tag_is(tag, "possessive") else "personal"


def is_determiner(form: str, language: Language, upos: str = "", xpos: str = "") -> bool:
    """Whether a word is a determiner by its tags, or by its lower-case form where it has none."""
    if upos or xpos:
        return upos == "DET" or language.tag_is(xpos, "determiner")
    kinds = ("definite_article", "indefinite_article", "demonstrative")
    return any(form in language.words(f"determiners.{kind}") for kind in kinds)
