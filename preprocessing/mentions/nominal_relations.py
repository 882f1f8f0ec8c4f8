"""Noun phrases that rename another one: appositions and predicate nominals.

Source: Huddleston & Pullum (2002, chapter 15, 5 and chapter 4, 5.2); resolvers.md, 1.8.
"""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.corpora.trees.labels import APPOSITION, ATTRIBUTE, EXPLETIVE
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.mentions.noun_phrases import OPENING_BRACKETS


def relate(mentions: Iterable[Mention], tree: DependencyTree) -> None:
    """Set ``apposition_of`` and ``predicate_of`` of each mention.

    Args:
        mentions: all of one source.
    """
    at: dict[int, Mention] = {}
    listed = list(mentions)
    for mention in listed:
        # A coordination shares its head with its first conjunct, but is another thing.
        if mention.kind != "coordination":
            at.setdefault(mention.head, mention)
    for mention in listed:
        if mention.kind in ("pronoun", "coordination"):
            continue
        renamed, described = at.get(_renamed(tree, mention)), at.get(_described(tree, mention.head))
        if renamed is not None and _may_rename(mention, renamed):
            mention.apposition_of = renamed.id
        if described is not None and not described.pleonastic and not described.contains(mention):
            mention.predicate_of = described.id


def _may_rename(mention: Mention, renamed: Mention) -> bool:
    """Whether an appositive agrees with its noun, and not both are names: *Paris, Texas* is no apposition."""
    return (
        renamed.kind != "pronoun"
        and not (mention.kind == renamed.kind == "proper")
        and not renamed.contains(mention)
        and bool(mention.number & renamed.number)
        and bool(mention.gender & renamed.gender)
    )


def _renamed(tree: DependencyTree, mention: Mention) -> int:
    """The noun that an appositive stands beside, -1 for none; in brackets stand references and examples."""
    above = tree.head[mention.head]
    bracketed = mention.start > 0 and tree.words[mention.start - 1].form in OPENING_BRACKETS
    beside = tree.stands_as(mention.head, APPOSITION) and above >= 0 and tree.is_nominal(above) and not bracketed
    return above if beside else -1


def _described(tree: DependencyTree, head: int) -> int:
    """The subject of which a noun is the predicate, -1 for none; what is denied is none."""
    verb = tree.head[head]
    if not tree.stands_as(head, ATTRIBUTE) or verb < 0 or tree.dependents(verb, EXPLETIVE):
        return -1
    denied = tree.language.words("negations.words")
    if any(tree.words[word].form.lower() in denied for word in (*tree.children[verb], *tree.children[head])):
        return -1
    subject = tree.subject(verb)
    return -1 if subject is None or subject > head else subject
