"""The words of a noun phrase that tell one thing from another, *the old pump's* is *old*, *pump*; acronyms of names.

Source: what string matches leave off, after Soon, Ng & Lim (2001, STR_MATCH) and Lee et al. (2013); resolvers.md, 7.1.
"""

from functools import lru_cache
from itertools import dropwhile

from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.resolvers.discourse.discourse import Discourse


@lru_cache(maxsize=8)
def determiners(language: Language) -> frozenset[str]:
    """The determiners that do not tell one thing from another."""
    kinds = ("definite_article", "indefinite_article", "demonstrative", "possessive", "unstressed")
    return frozenset().union(*(language.words(f"determiners.{kind}") for kind in kinds))


def telling_words(discourse: Discourse, position: int) -> list[str]:
    """The words of a mention, as written, without determiners, possessive *'s* and punctuation."""
    mention, left_out = discourse.mentions[position], _telling_nothing(discourse.language)
    forms = (word.form for word in discourse.document.words[mention.start : mention.end] if not word.empty)
    return [form for form in forms if form.lower() not in left_out and any(letter.isalnum() for letter in form)]


@lru_cache(maxsize=8)
def _telling_nothing(language: Language) -> frozenset[str]:
    """Determiners and possessive marks."""
    marks = language.words("possessive_marks.straight") | language.words("possessive_marks.curly")
    return determiners(language) | marks


# What follows the name of a firm, without full stops.
_AFTER_A_FIRM = frozenset({"corp", "inc", "ltd", "co", "plc", "llc", "gmbh", "ag", "sa"})
_FEWEST = 2


def initials(discourse: Discourse, position: int) -> list[str]:
    """The acronyms that a name of several words may have; a determiner that opens it gives no letter.

    *The British Broadcasting Corp.*: BBC, BB. *Vitamin A*: VA. ALIAS of Soon, Ng & Lim (2001, 2.2) leaves off what
    follows the name of a firm; Raghunathan et al. (2010, 4.2.2) and Lee et al. (2013) take the capitals of all.
    """
    mention, left_out = discourse.mentions[position], determiners(discourse.language)
    if mention.kind != "proper":
        return []
    forms = (word.form for word in discourse.document.words[mention.start : mention.end] if not word.empty)
    capitalised = [form for form in dropwhile(lambda form: form.lower() in left_out, forms) if form[:1].isupper()]
    firm = list(capitalised)
    while firm and firm[-1].lower().replace(".", "") in _AFTER_A_FIRM:
        firm.pop()
    of_either = dict.fromkeys("".join(form[0] for form in kept) for kept in (capitalised, firm))
    return [letters for letters in of_either if len(letters) >= _FEWEST]


def as_acronym(discourse: Discourse, position: int) -> str:
    """The letters of a name that may be an acronym, "" for any other: one word of capitals, with full stops or without.

    *the N.P.C.*: NPC.
    """
    if discourse.mentions[position].kind != "proper":
        return ""
    words = telling_words(discourse, position)
    letters = words[0].replace(".", "") if len(words) == 1 else ""
    return letters if letters.isupper() and len(letters) >= _FEWEST else ""
