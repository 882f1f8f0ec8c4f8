"""What the conjunctions of ``best`` may ask, by the kind of mention to be resolved.

Which of these are asked, from which value on and in what company, is learnt (``learned/boosting.py``); the lines of
``best_rankers.py`` are the ones that people joined.
"""

from __future__ import annotations

# Of the mention to be resolved and of the candidate alike.
_OF_BOTH = (
    "type",
    "function",
    "number",
    "gender",
    "gender from",
    "embedded",
    "in adjunct",
    "existential",
    "main clause",
    "place in sentence",
    "place in text",
    "length",
    "depth",
    "quoted",
    "renames",
    "semantic class",
    "cannot be antecedent",
    "mentions with its head before",
    "mentions with its words before",
)
_OF_PRONOUNS = ("pronoun type", "pleonastic")
_WORDS = (
    "expression",
    "head",
    "governor",
    "entity type",
    "first word",
    "last word",
    "word before",
    "word after",
    "preposition",
)
_TAGS = ("tag of head", "relation of head", "tag before", "tag after", "tag of governor")
_TAGS_ALONE = (
    "tag before",
    "tag after",
    "tags around",
    "relation of head",
    "tag of governor",
    "relation of governor",
    "form of left sibling",
    "relation of rightmost child",
)
_OF_PAIRS = (
    "number agreement",
    "gender agreement",
    "entity type agreement",
    "sentences",
    "mentions",
    "words",
    "paragraphs",
    "same clause",
    "same form",
    "functions",
    "same governor",
    "containment",
    "renaming",
    "arguments of one verb",
    "quotation",
    "voice",
    "turns",
    "party",
    "who is meant",
    "named speaker",
)
_OF_ENTITIES = ("entity number", "entity gender", "entity size", "entity last mentioned", "entity has")


def _mention(*names: str) -> tuple[str, ...]:
    return tuple(f"mention.{name}" for name in names)


def _candidate(*names: str) -> tuple[str, ...]:
    return tuple(f"candidate.{name}" for name in names)


OF_PRONOUNS = (
    *_mention(*_OF_BOTH, *_OF_PRONOUNS, "pronoun", *_WORDS),
    *_candidate(*_OF_BOTH, *_OF_PRONOUNS, *_WORDS),
    *_OF_PAIRS,
    "person agreement",
    "subjects",
    "agreeing between",
    "binding",
    "arcs",
    "Hobbs rank",
    "no preposition between",
    *_OF_ENTITIES,
    "entity pronouns",
    "entity binding",
    "entity voice",
    "entity party",
    "entity next named",
    "entity named again",
    "entity place",
)
OF_PRONOUNS_ALONE = _mention(*_OF_BOTH, *_OF_PRONOUNS, "pronoun", *_WORDS, *_TAGS_ALONE)
OF_NOUNS = (
    *_mention(*_OF_BOTH),
    *_candidate(*_OF_BOTH, *_WORDS, *_TAGS),
    *_OF_PAIRS,
    "same words",
    "same head",
    "same string of nouns",
    "modifiers",
    "modifiers of one among those of the other",
    "words in common",
    "head among words",
    "one among the words of the other",
    "left substring",
    "right substring",
    "names",
    "alias",
    "one name among the words of the other",
    "names share a word",
    "semantic class agreement",
    *_OF_ENTITIES,
    "entity head",
)
OF_NOUNS_ALONE = _mention(*_OF_BOTH, *_WORDS, *_TAGS)
