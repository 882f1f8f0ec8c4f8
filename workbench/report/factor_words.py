"""What a factor is called, and what it says of a candidate, in words that follow *it*: why it gains, why it loses.

Sources of the names: Kennedy & Boguraev (1996), Lappin & Leass (1994), Mitkov (1998), Mitkov, Evans & Orăsan (2002);
what each measures is in resolvers.md. A factor that is not listed goes by its name.
"""

from __future__ import annotations

from collections.abc import Mapping

_RECENT = ("was mentioned lately", "")
_SUBJECT = ("is a subject", "")
_EXISTENTIAL = ("is introduced as being there", "")
_OBJECT = ("is a direct object", "")
_FREE = ("is not inside another noun phrase", "")
_SAME_ROLE = ("has the same role as the pronoun", "")
_LATER = ("", "comes after the pronoun")

FACTORS: Mapping[str, tuple[str, str]] = {
    "SENT-S": _RECENT,
    "CNTX-S": ("belongs to the current topic", ""),
    "SUBJ-S": _SUBJECT,
    "EXST-S": _EXISTENTIAL,
    "POSS-S": ("is a possessor", ""),
    "ACC-S": _OBJECT,
    "DAT-S": ("is an indirect object", ""),
    "OBLQ-S": ("is the object of a preposition", ""),
    "HEAD-S": _FREE,
    "ARG-S": ("is not in an adjunct", ""),
    "SENT": _RECENT,
    "SUBJ": _SUBJECT,
    "EXIST": _EXISTENTIAL,
    "ACC": _OBJECT,
    "IND-OBL": ("is an indirect object or the object of a preposition", ""),
    "HEAD": _FREE,
    "NON-ADV": ("is not in an adverbial set off by a comma", ""),
    "parallelism": _SAME_ROLE,
    "cataphora": _LATER,
    "locality HEAD-S": ("is embedded, but in the pronoun's own clause", ""),
    "locality ARG-S": ("is in an adjunct, but in the pronoun's own clause", ""),
    "definiteness": ("is definite", "is indefinite"),
    "indefiniteness": ("is definite", "is indefinite"),
    "givenness": ("is the first noun phrase of its sentence", ""),
    "indicating verbs": ("follows a verb that introduces a topic", ""),
    "lexical reiteration": ("is repeated in the paragraph", ""),
    "section heading": ("is in the heading", ""),
    "non-prepositional": ("", "is in a prepositional phrase"),
    "prepositional NP": ("", "is in a prepositional phrase"),
    "collocation": ("occurs with the pronoun's verb elsewhere", ""),
    "collocation match": ("occurs with the pronoun's verb elsewhere", ""),
    "immediate reference": ("was just acted upon: do this to it, then do that to it", ""),
    "sequential instructions": ("is what the instruction before was about", ""),
    "referential distance": ("is near", "is far away"),
    "term preference": ("is a term of the text's subject", ""),
    "obliqueness": ("has a prominent role in its sentence", "has no prominent role in its sentence"),
    "boost pronoun": ("is a pronoun itself", ""),
    "syntactic parallelism": _SAME_ROLE,
    "frequent candidates": ("is among the three that compete most often", ""),
}
# Only factors whose names in the papers are no words; reference/resolvers.md has both names of each.
NAMES: Mapping[str, str] = {
    "SENT-S": "recency",
    "CNTX-S": "current topic",
    "SUBJ-S": "subject",
    "EXST-S": "existential",
    "POSS-S": "possessor",
    "ACC-S": "direct object",
    "DAT-S": "indirect object",
    "OBLQ-S": "prepositional object",
    "HEAD-S": "not embedded",
    "ARG-S": "not in adjunct",
    "SENT": "recency",
    "SUBJ": "subject",
    "EXIST": "existential",
    "ACC": "direct object",
    "IND-OBL": "indirect or oblique object",
    "HEAD": "not embedded",
    "NON-ADV": "not adverbial",
    "locality HEAD-S": "locally not embedded",
    "locality ARG-S": "locally not in adjunct",
}
VALUES: Mapping[str, Mapping[str, str]] = {
    "number": {"s": "singular", "p": "plural"},
    "gender": {"m": "masculine", "f": "feminine", "n": "neuter"},
    "person": {"1": "first", "2": "second", "3": "third"},
}


def factor_name(factor: str) -> str:
    """A factor in words; one that nobody has words for goes by its own name."""
    return NAMES.get(factor, factor)
