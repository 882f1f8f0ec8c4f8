"""The pronoun forms that measures of anaphora and mention classes speak of."""

from __future__ import annotations

FIRST_OR_SECOND = frozenset(
    {"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves", "you", "your", "yours", "yourself",
     "yourselves", "thou", "thee", "thy", "thine", "thyself", "ye"}
)  # fmt: skip
GENDERED = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself", "'im", "'er"})
UNGENDERED = frozenset(
    {"it", "its", "itself", "they", "them", "their", "theirs", "themselves", "themself", "'em", "em"}
)
RELATIVE = frozenset({"who", "whom", "whose", "which", "that"})
THIRD_PERSON = GENDERED | UNGENDERED
# The types whose third person readings.md counts as the anaphors of a key.
ANAPHORIC_TYPES = frozenset({"personal", "possessive", "reflexive"})
_POSSESSIVE = frozenset(
    {"my", "mine", "our", "ours", "your", "yours", "thy", "thine", "his", "hers", "its", "their", "theirs"}
)
_DETERMINERS = frozenset({"the", "a", "an", "this", "that", "these", "those"})


def type_of(form: str, tag: str = "") -> str | None:
    """personal, possessive, reflexive or relative, as a lower-case form and its tag tell; None for other words."""
    if form in RELATIVE and form != "that":
        return "relative"
    if form not in THIRD_PERSON and form not in FIRST_OR_SECOND:
        return None
    if form.endswith(("self", "selves")):
        return "reflexive"
    return "possessive" if form in _POSSESSIVE or tag == "PRP$" else "personal"


def is_determiner(form: str, upos: str = "", xpos: str = "") -> bool:
    """Whether a word is a determiner by its tags, or by its lower-case form where it has none."""
    if upos or xpos:
        return upos == "DET" or xpos in ("DT", "PDT", "WDT")
    return form in _DETERMINERS
