"""Scores by part: which part each mention falls into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.mention_classes import classes
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts

Label = Callable[[Hashable], str | None]
NO_GENRE = NO_TYPE = "none"
NOUN = "NOUN"
UNKNOWN = "unknown"
_NUMBERS = {"s": "singular", "p": "plural"}
_GENDERS = {"m": "masculine", "f": "feminine", "n": "neuter"}


def part_of_document(breakdown: str, id: str, key: Document | None) -> str | None:
    """The part that a whole document falls into; None for a breakdown of mentions.

    Args:
        key: the document, None where only its entities were read.

    Raises:
        ValueError: the genre is asked for and there is no document.
    """
    if breakdown == "document":
        return id
    if breakdown != "genre":
        return None
    if key is None:
        raise ValueError("entities alone have no genre; expected documents")
    return key.genre or NO_GENRE


def labels(breakdown: str, comparison: Comparison, singletons: bool = False) -> Label:
    """The part of each mention, None for a mention that falls into none; for breakdowns of mentions.

    Args:
        singletons: they are a class of mentions, for a metric that scores them.

    Source: Màrquez, Recasens & Sapena (2012, Table 8) for mention classes; Tuggener (2014, Tables 3 and 4)
    for parts of speech and pronouns.

    Raises:
        ValueError: there is no such breakdown.
    """
    if breakdown == "mention-class":
        return classes(comparison, singletons)
    if breakdown in _OF_MENTIONS:
        return _OF_MENTIONS[breakdown](comparison)
    raise ValueError(f"no breakdown {breakdown!r}; {there_are(BREAKDOWNS, breakdown)}")


def _noun_or_tag(comparison: Comparison) -> Label:
    """NOUN for what the option ``nominal`` takes for a noun, else the tag."""
    by_script = comparison.options.get("nominal") == "script"

    def label(mention: Hashable) -> str | None:
        facts = comparison.documents.facts(mention)
        return NOUN if (facts.script_nominal if by_script else facts.nominal) else facts.tag or None

    return label


def _entity_type(comparison: Comparison) -> Label:
    facts, of_entity = comparison.documents.facts, _types_of_entities(comparison)
    # Where a corpus has no types at all there is nothing to tell apart.
    default = NO_TYPE if of_entity else None
    return lambda mention: facts(mention).entity_type or of_entity.get(mention, default)


def _only(names: Mapping[str, str], possible: frozenset[str]) -> str:
    """The name of the one value that is possible."""
    return names[next(iter(possible))] if len(possible) == 1 else UNKNOWN


def _of_facts(told: Callable[[MentionFacts], str | None]) -> Callable[[Comparison], Label]:
    return lambda comparison: lambda mention: told(comparison.documents.facts(mention))


def _types_of_entities(comparison: Comparison) -> dict[Hashable, str]:
    """By mention of the key the type that most mentions of its entity have: what a pronoun without type refers to."""
    types: dict[Hashable, str] = {}
    for entity in comparison.key:
        counted = Counter(filter(None, (comparison.documents.facts(mention).entity_type for mention in entity)))
        if counted:
            types |= dict.fromkeys(entity, counted.most_common(1)[0][0])
    return types


_OF_MENTIONS: dict[str, Callable[[Comparison], Label]] = {
    "pos": _of_facts(lambda facts: facts.tag or None),
    "noun-or-pos": _noun_or_tag,
    "entity-type": _entity_type,
    "pronoun": _of_facts(lambda facts: facts.head_form or None if facts.kind == "pronoun" else None),
    "number": _of_facts(lambda facts: _only(_NUMBERS, facts.number)),
    "gender": _of_facts(lambda facts: _only(_GENDERS, facts.gender)),
    "lemma": _of_facts(lambda facts: facts.lemma or None),
    "head": _of_facts(lambda facts: facts.head_form or None),
}
# Whole documents are in one part.
OF_DOCUMENTS = ("document", "genre")
BREAKDOWNS = (*OF_DOCUMENTS, "mention-class", *_OF_MENTIONS)
