"""The pronoun forms that measures of anaphora and mention classes speak of."""

from __future__ import annotations

FIRST_OR_SECOND = frozenset(
        {"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves", "you", "your", "yours",
     "yourself", "yourselves", "thou", "thee", "thy", "thine", "thyself", "ye"}
)  # fmt: skip
GENDERED = frozenset(
    {"he", "him", "his", "himself", "she", "her", "hers", "herself"}
)  # fmt: skip
UNGENDERED = frozenset(
    {"it", "its", "itself", "they", "them", "their", "theirs", "themselves", "themself", "'em"}
)  # fmt: skip
RELATIVE = frozenset(
    {"who", "whom", "whose", "which", "that"}
)  # fmt: skip
THIRD_PERSON = GENDERED | UNGENDERED
# The types whose third person readings.md counts as the anaphors of a key.
ANAPHORIC_TYPES = frozenset({"personal", "possessive", "reflexive"})
