"""Contrast: noun phrases of one head that are two things, by a number, a word or a title of which one thing has one.

Of pairs that a mention forms with the nearest one before it that contrasts with it, the keys of GUM train and LitBank
have in one entity:

==================================  ========================================  ============
contrast                            example                                   one entity
==================================  ========================================  ============
numbers                             *Apollo 11 … Apollo 13*                   5 of 217
words of a kind                     *the left engine … the right engine*      5 of 108
colours                             *the black cat … the white cat*           3 of 16
opposites                           *the rich man … the poor man*             0 of 10
peoples                             *the French team … the German team*       2 of 14
another one                         *a car … another car*                     5 of 134
titles of a man and a woman         *Mr. Voss … Mrs. Voss*                    3 of 98
possessors, *I* and who is told     *my hair … your hair*                     1 of 41
possessors, nouns                   *Tom's mother … Ann's mother*             3 of 17
names of things but for last words  *Oxford University … York University*     0 of 122
first names that are listed         *John Smith … Robert Smith*               13 of 40
==================================  ========================================  ============

Twelve of the last 13 are *Buck* and *Malachi Mulligan*. Source: our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from anaphora_workbench.corpora.dependencies import NOUN_MODIFIER, POSSESSOR
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import FIRST, NAME, SECOND
from anaphora_workbench.resolvers.short_names import NICKNAMES
from anaphora_workbench.resolvers.telling_words import telling_words

OTHER_NUMBER = "another number"
OTHER_WORD_OF_A_KIND = "another one of a kind"
OTHER_TITLE = "a title of the other sex"
OTHER_POSSESSOR = "of somebody else"
OTHER_NAME = "another name with the same last word"
OTHER_ONE = "another one by its own words"
# Lists of words of a kind in the language's grammar.
_KINDS = tuple(f"contrasts.{kind}" for kind in ("ordinal", "compass", "side", "age", "colour"))
_OPPOSITES, _OTHERS = ("contrasts.one", "contrasts.opposite"), "contrasts.others"
_PERSON, _PEOPLE, _LISTED = "PERSON", "NORP", "name list"
_TITLES = ("surface_titles.masculine", "surface_titles.feminine")
_OTHER_TITLES = ("surname_titles.words", "kinds.title")

_NUMBER = re.compile(r"\d+(?:\.\d+)?")

# What a mention says of something of which one thing has one: why others that say another contrast with it, and what.
Telling = tuple[tuple[str, frozenset[str]], ...]


@dataclass(frozen=True)
class _Contrasts:
    """What tells the mentions of a table apart.

    Attributes:
        telling: of each mention, None for nothing.
        names: of each mention the capitalised words before the last one, of names that have any.
        possessors: position of what possesses each mention and is first or second person, -1 for none.
        others: whether each mention says that it is another one: *the other car*.
    """

    telling: list[Telling | None]
    names: list[list[str]]
    possessors: list[int]
    others: list[bool]


def contrast(table: MentionTable, later: int, earlier: int) -> str:
    """What tells two noun phrases apart that have their head in common, or are names with a word in common; "" nothing.

    Args:
        later, earlier: their positions.
    """
    of = table.once(_contrasts)
    own, other = of.telling[later], of.telling[earlier]
    same_head = table.lemma[later] == table.lemma[earlier]
    names = table.kind[later] == NAME and table.kind[earlier] == NAME
    if own and other and (same_head or (names and not table.content[later].isdisjoint(table.content[earlier]))):
        for (why, words), (_, of_other) in zip(own, other, strict=True):
            if words and of_other and words.isdisjoint(of_other):
                return why
    if of.names[later] and of.names[earlier] and _are_other_names(table, later, earlier):
        return OTHER_NAME
    mine, yours = of.possessors[later], of.possessors[earlier]
    if same_head and min(mine, yours) >= 0 and {int(table.kind[mine]), int(table.kind[yours])} == {FIRST, SECOND}:
        return OTHER_POSSESSOR if table.voice[mine] == table.voice[yours] else ""
    return ""


def can_contrast(table: MentionTable, position: int) -> bool:
    """Whether a mention has anything by which it could be told apart from another."""
    of = table.once(_contrasts)
    told = of.telling[position] or of.names[position] or of.possessors[position] >= 0 or of.others[position]
    return not table.is_pronoun[position] and bool(told)


def other_than(table: MentionTable, later: int, members: Iterable[int]) -> int | None:
    """The last mention of an entity that a noun phrase says it is another one than, None for none.

    *Another car* is no car before it, but may be *the other car* behind it.

    Args:
        later: position of the noun phrase. members: those of the entity.
    """
    others = table.once(_contrasts).others
    if not others[later]:
        return None
    alike = [member for member in members if member != later and table.lemma[member] == table.lemma[later]]
    return None if any(others[member] for member in alike) else max(alike, default=None)


def _are_other_names(table: MentionTable, later: int, earlier: int) -> bool:
    """Whether two names have the same last word, and no other words that could be variants of each other.

    *Larry Voss* may be *Lawrence Voss*, *Professor Voss* is *Clara Voss*: of persons both must have a first name that
    is listed, and no title; *Bob Voss* may be *Robert Voss*.
    """
    if table.telling[later][-1] != table.telling[earlier][-1]:
        return False
    own, other = (table.discourse.mentions[position] for position in (later, earlier))
    if own.entity_type != other.entity_type:
        return False
    if own.entity_type == _PERSON and {own.gender_from, other.gender_from} != {_LISTED}:
        return False
    full_name = table.discourse.language.paired(*NICKNAMES)
    # *Bob* begins as *Robert* does.
    initials = (
        {letter for word in names for letter in (word[0], *full_name.get(word.lower(), "")[:1].upper())}
        for names in (table.once(_contrasts).names[later], table.once(_contrasts).names[earlier])
    )
    return next(initials).isdisjoint(next(initials))


def _contrasts(table: MentionTable) -> _Contrasts:
    language = table.discourse.language
    kinds = [language.words(kind) for kind in _KINDS]
    kinds += [frozenset(pair) for pair in language.paired(*_OPPOSITES).items()]
    sexed = list(zip("mf", map(language.words, _TITLES), strict=True))
    telling: list[Telling | None] = []
    for content, owner, peoples in zip(table.content, _owners(table), _peoples(table), strict=True):
        words = frozenset(word.removesuffix(".") for word in content)
        numbers = frozenset(number for word in words for number in _NUMBER.findall(word.replace(",", "")))
        sexes = frozenset(sex for sex, of_sex in sexed if words & of_sex)
        of_kinds = ((OTHER_WORD_OF_A_KIND, words & kind) for kind in kinds)
        of_mention = (
            (OTHER_NUMBER, numbers),
            *of_kinds,
            (OTHER_WORD_OF_A_KIND, peoples),
            (OTHER_TITLE, sexes),
            (OTHER_POSSESSOR, owner),
        )
        telling.append(of_mention if any(said for _, said in of_mention) else None)
    return _Contrasts(telling, list(_names(table)), list(_possessors(table)), list(_others(table)))


def _others(table: MentionTable) -> Iterator[bool]:
    mentions, words = table.discourse.mentions, table.discourse.document.words
    listed = table.discourse.language.words(_OTHERS)
    for position, mention in enumerate(mentions):
        before = (words[place].form.lower() for place in range(mention.start, mention.head))
        yield not table.is_pronoun[position] and not listed.isdisjoint(before)


def _peoples(table: MentionTable) -> Iterator[frozenset[str]]:
    """Of each mention whose people its adjectives say it is: *the French team* is not *the German team*."""
    mentions, words = table.discourse.mentions, table.discourse.document.words
    for position, mention in enumerate(mentions):
        before = words[mention.start : mention.head] if table.kind[position] != NAME else ()
        yield frozenset(word.lemma.lower() for word in before if word.entity_type == _PEOPLE and word.upos == "ADJ")


def _owners(table: MentionTable) -> Iterator[frozenset[str]]:
    """Of each mention the words of the noun that possesses it: *Tom Reed's mother* is not *Ann's mother*."""
    tree = table.discourse.tree
    for node in table.node.tolist():
        owners = [word for word in tree.dependents(node, POSSESSOR) if tree.is_nominal(word) and not tree.pronoun(word)]
        parts = (part for owner in owners for part in (owner, *tree.dependents(owner, NOUN_MODIFIER)))
        yield frozenset(tree.words[part].lemma.lower() for part in parts)


def _names(table: MentionTable) -> Iterator[list[str]]:
    titles = frozenset().union(*map(table.discourse.language.words, (*_TITLES, *_OTHER_TITLES)))
    for position in range(table.size):
        words = telling_words(table.discourse, position)[:-1] if table.kind[position] == NAME else []
        bare = [(word, word.removesuffix(".")) for word in words if word[0].isupper()]
        entitled = any(name.lower() in titles for _, name in bare)
        yield [] if entitled else [word for word, name in bare if len(name) > 1]


def _possessors(table: MentionTable) -> Iterator[int]:
    speech = {
        node: position
        for position, node in enumerate(table.node.tolist())
        if table.kind[position] in (FIRST, SECOND) and table.discourse.mentions[position].pronoun_type == "possessive"
    }
    for node in table.node.tolist():
        yield next((speech[word] for word in table.discourse.tree.dependents(node, POSSESSOR) if word in speech), -1)
