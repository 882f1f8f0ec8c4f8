"""The head word of each mention that a corpus gives as a bare span."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.trees.tree import DependencyTree

# What CorefUD calls the field of a mention that states its head, as a position among its words, from 1.
HEAD_FIELD = "head"
# What Universal Anaphora calls the words of a mention that a response must have.
MINIMUM_FIELD = "Min"
_WORDS = re.compile(r"(\d{1,9})(?:,(\d{1,9}))?(?:,\d{1,9})*")
_POSITION = re.compile(r"(\d+)(?:,\d+)*")


def stated_head(mention: Mention) -> int | None:
    """Offset of the word that the corpus states as the head, whatever a parse makes of it; None where it states none.

    Source: CorefUD 1.0 (Nedoluzhko et al. 2022), field ``head``.
    """
    match = _POSITION.fullmatch(mention.extra.get(HEAD_FIELD, ""))
    if match is None or mention.start < 0:
        return None
    offsets = mention.offsets
    position = int(match[1])
    return offsets[position - 1] if 1 <= position <= len(offsets) else None


def with_head_restated(moved: Mention, given: Mention, new_of: Callable[[int], int | None]) -> Mention:
    """A mention over other words than it was given with, that states the same words as its head.

    Args:
        moved: the mention where it is now; what it states still counts the words of ``given``.
        new_of: the offset now of a word that was at an offset, None for one that is gone.
    """
    if stated_head(given) is None:
        return moved
    then, now = given.offsets, moved.offsets
    positions = [int(position) for position in given.extra[HEAD_FIELD].split(",")]
    heads = [new_of(then[position - 1]) for position in positions if 1 <= position <= len(then)]
    told = ",".join(str(now.index(head) + 1) for head in heads if head is not None and head in now)
    if told == given.extra[HEAD_FIELD]:
        return moved
    others = {name: value for name, value in moved.extra.items() if name != HEAD_FIELD}
    return replace(moved, extra=moved.extra | {HEAD_FIELD: told} if told else others)


def head_of(mention: Mention) -> int:
    """Offset of the head: the word that the corpus states, else that of the parse."""
    stated = stated_head(mention)
    return mention.head if stated is None else stated


def is_zero(mention: Mention, document: Document) -> bool:
    """Whether its head is an empty node."""
    return bool(document.words) and mention.start >= 0 and document.words[head_of(mention)].empty


def minimum_words(mention: Mention, document: Document) -> tuple[int, ...]:
    """Offsets of the words that a mention cannot do without, as its file states them; empty where it states none.

    Source: Universal Anaphora, field ``Min``: first and last word, numbers in the document without empty nodes, from 1;
    scorer 2.0 ignores further numbers.
    """
    match = _WORDS.fullmatch(mention.extra.get(MINIMUM_FIELD, ""))
    if match is None or mention.start < 0:
        return ()
    first, last = int(match[1]), int(match[2] or match[1])
    before = sum(not word.empty for word in document.words[: mention.start])
    numbered = (offset for offset in range(mention.start, mention.end) if not document.words[offset].empty)
    return tuple(offset for number, offset in enumerate(numbered, before + 1) if first <= number <= last)


def set_heads(document: Document, stated: Mapping[str, int] | None = None) -> None:
    """Set ``Mention.head`` of all mentions of a document.

    The head is the topmost word of the span in the parse; without a parse the one that the corpus
    states (``stated``, offset by mention id), else the last word of the span with a letter or digit. A dropped
    subject is the head only of a span that has no other word.
    """
    # A parse in other labels than UD's and CLEAR's still tells which word is on top.
    parsed = document.relations or any(word.head >= 0 for word in document.words)
    tree = DependencyTree(document) if parsed else None
    full_words = full_words_of(document)
    for mention in document.mentions:
        if tree is not None:
            mention.head = topmost(tree, mention)
        elif stated and mention.id in stated:
            mention.head = stated[mention.id]
        else:
            mention.head = full_words.last(mention.stretches)


class FullWords:
    """Finds words with a letter or digit; a thousand marks are looked at once, however many mentions end in them.

    Args:
        form_of: gives the form of a word, which does not change, by its offset.
    """

    def __init__(self, form_of: Callable[[int], str]) -> None:
        self._form_of = form_of
        # Of words without, where to look next.
        self._before: dict[int, int] = {}

    def last(self, stretches_in_order: Sequence[tuple[int, int]]) -> int:
        """Offset of the last word with a letter or digit in some stretches, or simply the last."""
        for start, end in reversed(stretches_in_order):
            offset, passed = end - 1, []
            while offset >= start and not self._is_full(offset):
                passed.append(offset)
                offset = self._before.get(offset, offset - 1)
            for mark in passed:
                self._before[mark] = offset
            if offset >= start:
                return offset
        return stretches_in_order[-1][1] - 1

    def _is_full(self, offset: int) -> bool:
        if offset in self._before:
            return False
        form = self._form_of(offset)
        return form.isalnum() or any(map(str.isalnum, form))


def full_words_of(document: Document) -> FullWords:
    """The full words of a document, which may get more words."""
    words = document.words
    return FullWords(lambda offset: words[offset].form)


def topmost(tree: DependencyTree, mention: Mention) -> int:
    """Offset of the topmost word of a mention; where it has gaps, of that of its stretches which is topmost."""
    roots = [tree.span_root(start, end) for start, end in mention.stretches]
    if len(roots) == 1:
        return roots[0]
    return min(roots, key=lambda root: (tree.is_dropped(root), sum(1 for _ in tree.ancestors(root))))
