"""Words around a mention's head in the dependency tree, and paths of lemmas and forms (Björkelund & Nugues 2011)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.words import ROLE, WORDS_AND_NAMES

_SOURCE = "Björkelund & Nugues 2011"
_NONE = "<none>"
# Paths with more words than this between their ends are one value.
_MOST_STEPS = 4


def _words(table: MentionTable, place_of: Callable[[int], int], say: Callable[[int], str]) -> Codes:
    return table.words(_NONE if (place := place_of(node)) < 0 else say(place) for node in table.node.tolist())


def _form(table: MentionTable) -> Callable[[int], str]:
    return lambda place: table.discourse.document.words[place].form.lower()


def _tag(table: MentionTable) -> Callable[[int], str]:
    words = table.discourse.document.words
    return lambda place: words[place].xpos or words[place].upos


def _relation(table: MentionTable) -> Callable[[int], str]:
    return lambda place: table.discourse.tree.relation[place]


def _itself(table: MentionTable) -> Callable[[int], int]:
    return lambda node: node


def _governor(table: MentionTable) -> Callable[[int], int]:
    return lambda node: table.discourse.tree.head[node]


def _leftmost(table: MentionTable) -> Callable[[int], int]:
    return lambda node: min(_children(table, node), default=-1)


def _rightmost(table: MentionTable) -> Callable[[int], int]:
    return lambda node: max(_children(table, node), default=-1)


def _left_sibling(table: MentionTable) -> Callable[[int], int]:
    def sibling(node: int) -> int:
        above = table.discourse.tree.head[node]
        return max((child for child in _children(table, above) if child < node), default=-1) if above >= 0 else -1

    return sibling


def _children(table: MentionTable, node: int) -> list[int]:
    return table.discourse.tree.children[node]


@of_mention("form of head", None, _SOURCE + ", HDFORM", reason=WORDS_AND_NAMES)
def head_form(table: MentionTable) -> Codes:
    """*lamps* in *the old lamps*."""
    return _words(table, _itself(table), _form(table))


@of_mention("tag of head", None, _SOURCE + ", HDPOS", reason=WORDS_AND_NAMES, called="part of speech")
def head_tag(table: MentionTable) -> Codes:
    """*NNS* of *the old lamps*."""
    return _words(table, _itself(table), _tag(table))


@of_mention("relation of head", None, _SOURCE + ", HDFUN", reason=ROLE, called="dependency relation")
def head_relation(table: MentionTable) -> Codes:
    """The relation of the head to the word above it."""
    return _words(table, _itself(table), _relation(table))


@of_mention("form of leftmost child", None, _SOURCE + ", HDLMCFORM", reason=WORDS_AND_NAMES)
def leftmost_form(table: MentionTable) -> Codes:
    """*the* in *the old lamps*."""
    return _words(table, _leftmost(table), _form(table))


@of_mention("tag of leftmost child", None, _SOURCE + ", HDLMCPOS", reason=WORDS_AND_NAMES)
def leftmost_tag(table: MentionTable) -> Codes:
    """*DT* of *the old lamps*."""
    return _words(table, _leftmost(table), _tag(table))


@of_mention("relation of rightmost child", None, _SOURCE + ", HDRMCFUN", reason=ROLE)
def rightmost_relation(table: MentionTable) -> Codes:
    """The relation of *of* in *the colour of the lamp*."""
    return _words(table, _rightmost(table), _relation(table))


@of_mention("form of left sibling", None, _SOURCE + ", HDLSFORM", reason=WORDS_AND_NAMES)
def left_sibling_form(table: MentionTable) -> Codes:
    """*Tom* for *the lamp* in *Tom lit the lamp*."""
    return _words(table, _left_sibling(table), _form(table))


@of_mention("tag of governor", None, _SOURCE + ", HDGOVPOS", reason=ROLE, called="governing word's part of speech")
def governor_tag(table: MentionTable) -> Codes:
    """*VBD* for *the lamp* in *Tom lit the lamp*."""
    return _words(table, _governor(table), _tag(table))


@of_mention("relation of governor", None, _SOURCE + ", HDGOVFUN", reason=ROLE)
def governor_relation(table: MentionTable) -> Codes:
    """The relation of *lit* for *the lamp* in *Tom lit the lamp*."""
    return _words(table, _governor(table), _relation(table))


@of_pair("path of lemmas", None, "Bergsma & Lin 2006; Björkelund & Nugues 2011, SSBERGSMALINPATH", reason=ROLE)
def path_of_lemmas(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """The lemmas between two mentions of a sentence, their ends as noun, pronoun or reflexive pronoun."""
    codes = np.zeros(len(later), dtype=np.intp)
    for place in np.flatnonzero(table.sentence[later] == table.sentence[earlier]).tolist():
        codes[place] = table.path(_lemmas_between(table, int(later[place]), int(earlier[place])))
    return codes


def _end(table: MentionTable, position: int) -> str:
    if not table.is_pronoun[position]:
        return "noun"
    return "pronoun-self" if table.discourse.mentions[position].pronoun_type == "reflexive" else "pronoun"


def _lemmas_between(table: MentionTable, later: int, earlier: int) -> str:
    tree, words = table.discourse.tree, table.discourse.document.words
    up = list(_upwards(table, later))
    down = list(_upwards(table, earlier))
    step_of = {word: step for step, word in enumerate(down)}
    for step, word in enumerate(up):
        if word in step_of:
            above, below = up[1:step], down[1 : step_of[word]]
            top = [word] if word not in (up[0], down[0]) else []
            if len(above) + len(below) + len(top) > _MOST_STEPS:
                return "<long>"
            steps = [f"{_lemma(words[node])}↑" for node in (*above, *top)]
            steps += [f"{_lemma(words[node])}↓" for node in reversed(below)]
            return " ".join((_end(table, later), *steps, _end(table, earlier)))
    return "<apart>" if tree.head else ""


def _upwards(table: MentionTable, position: int) -> Iterator[int]:
    node = int(table.node[position])
    yield node
    yield from table.discourse.tree.ancestors(node)


def _lemma(word: object) -> str:
    return (getattr(word, "lemma", "") or getattr(word, "form", "")).lower()


@of_pair("path of forms through both roots", None, _SOURCE + ", DSPATHFORM", reason=ROLE)
def path_of_forms(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """The forms from a mention up to the root of its sentence, and down from another root to the other mention."""
    apart = table.sentence[later] != table.sentence[earlier]
    upwards = table.once(_paths_up)
    size = len(table.lexicon)
    pairs, inverse = np.unique(np.where(apart, upwards[later] * size + upwards[earlier], 0), return_inverse=True)
    named = [f"{table.lexicon[pair // size]} ¦ {table.lexicon[pair % size]}" if pair else "" for pair in pairs.tolist()]
    return table.array(map(table.path, named))[inverse]


def _paths_up(table: MentionTable) -> Codes:
    return table.words(_path_up(table, position) for position in range(table.size))


def _path_up(table: MentionTable, position: int) -> str:
    words = table.discourse.document.words
    forms = [words[node].form.lower() for node in _upwards(table, position)][1:]
    return " ".join(forms) if len(forms) <= 2 else "<long>"
