"""The features of Denis & Baldridge (2008, Table 2) that no other paper here has: tags around, person, substrings."""

import numpy as np

from anaphora_workbench.corpora.document import Word
from anaphora_workbench.resolvers.features.feature import Codes, Flags, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.words import AGREEMENT, ROLE, WORDS_AND_NAMES

_SOURCE = "Denis & Baldridge 2008"
_PERSONS = (
    "", "first singular", "second singular", "third singular", "first plural", "second plural", "third plural",
)  # fmt: skip
_PLURAL = 2
_START, _END = "<start>", "<end>"
# Longer noun phrases are a part of nothing.
_LONGEST = 12


def _tag(word: Word) -> str:
    return word.xpos or word.upos


def _tags(table: MentionTable) -> tuple[list[str], list[str]]:
    """The tags before and after each mention."""
    words = table.discourse.document.words
    before = [_tag(words[start - 1]) if start else _START for start in table.start.tolist()]
    return before, [_tag(words[end]) if end < len(words) else _END for end in table.end.tolist()]


@of_mention("tag before", None, _SOURCE + ", left_pos", reason=ROLE, called="part of speech before it")
def tag_before(table: MentionTable) -> Codes:
    """*the lamp* in *lit the lamp*: VBD."""
    return table.words(_tags(table)[0])


@of_mention("tag after", None, _SOURCE + ", right_pos", reason=ROLE, called="part of speech after it")
def tag_after(table: MentionTable) -> Codes:
    """The tag of the word that stands behind a mention."""
    return table.words(_tags(table)[1])


@of_mention("tags around", None, _SOURCE + ", surr_pos", reason=ROLE)
def tags_around(table: MentionTable) -> Codes:
    """Both: *VBD …  .*"""
    return table.words(f"{before} … {after}" for before, after in zip(*_tags(table), strict=True))


@of_mention("person", _PERSONS, _SOURCE, reason=AGREEMENT)
def person(table: MentionTable) -> Codes:
    """*we*: first plural."""
    return np.where(table.person > 0, table.person + 3 * (table.number == _PLURAL), 0)


@of_pair("left substring", source=_SOURCE + ", left_substr", reason=WORDS_AND_NAMES)
def left_substring(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Clara Voss … Clara*: one begins with the other."""
    return _edge_of(table, later, earlier, _edges(table, from_end=False))


@of_pair("right substring", source=_SOURCE + ", right_substr", reason=WORDS_AND_NAMES)
def right_substring(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Clara Voss … Voss*: one ends with the other."""
    return _edge_of(table, later, earlier, _edges(table, from_end=True))


def _edges(table: MentionTable, from_end: bool) -> Codes:
    """Per mention, without its determiner, the number of its first or last 1, 2, 3 … words; 0 where it has no more."""
    edges = np.zeros((table.size, _LONGEST + 1), dtype=np.intp)
    for position, code in enumerate(table.bare_form.tolist()):
        words = table.lexicon[code].split()[:: -1 if from_end else 1]
        for length in range(1, min(len(words), _LONGEST) + 1):
            edges[position, length] = table.word(" ".join(words[:length]))
    return edges


def _edge_of(table: MentionTable, later: Codes, earlier: Codes, edges: Codes) -> Flags:
    lengths = (edges > 0).sum(axis=1)
    shorter = np.minimum(lengths[later], lengths[earlier])
    return (edges[later, shorter] == edges[earlier, shorter]) & (shorter > 0)
