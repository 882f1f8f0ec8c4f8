"""Minimum spans: the words of a mention that its head phrases cannot do without, from the key's constituency parse.

Source: Moosavi, Born, Poesio & Strube (2019), as coval computes them; metrics.md, section 18.
"""

from collections.abc import Callable, Iterable, Sequence

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.trees.constituency import Phrase, cut_tree, parse_column

_NOMINAL = frozenset({"NP", "NM", "QP", "NX"})
_BEGINS_NOMINAL = frozenset({"NP", "NM"})
_VERBAL = frozenset({"VP"})
_WORTH = 2
_BRACKETS = frozenset({"-LRB-", "-RRB-"})
_FUNCTION_TAGS = frozenset({"CC", "DT", "IN"})


class KeyParse:
    """The constituency parse of a key, asked about mentions of key and response alike.

    Raises:
        ValueError: it has none.
    """

    def __init__(self, key: Document) -> None:
        self._words = key.words
        self._cells = parse_column(key)
        if not self._cells:
            raise ValueError(
                f"{key.source or 'the key'}: document {key.id!r} has no constituency parse, which --min-spans, "
                "--np-only and are.overlap=min need; expected CoNLL-2012 with the column of parses"
            )

    def minimum_span(self, mention: Mention) -> frozenset[int]:
        """Offsets of the words of the minimum span; all words of the mention where no other rule gives any.

        The tree is cut to the mention. (1) Valid words directly under its root; else (2) of each phrase directly under
        the root with an admissible tag the valid words nearest to it, through phrases with admissible tags; else
        (3) the same from the root. Admissible are NP, NM, QP and NX, or VP, as the root is, or its children are.
        """
        root = self._tree(mention)
        if isinstance(root, int):
            return frozenset({root})
        direct = [child for child in root.children if isinstance(child, int) and self._is_valid(child)]
        if direct:
            return frozenset(direct)
        admissible = _admissible_under(root)
        phrases = [child for child in root.children if isinstance(child, Phrase) and child.tag[:_WORTH] in admissible]
        found: set[int] = set()
        if phrases:
            for phrase in phrases:
                found.update(_nearest(phrase, admissible, self._is_valid))
        else:
            found.update(_nearest(root, None, self._is_valid))
        return frozenset(found or mention.offsets)

    def is_verbal(self, mention: Mention) -> bool:
        """Whether a verb phrase is on top of the mention."""
        root = self._tree(mention)
        return isinstance(root, Phrase) and root.tag[:_WORTH] in _VERBAL

    def _tree(self, mention: Mention) -> Phrase | int:
        return cut_tree(self._cells, mention.offsets)

    def _is_valid(self, offset: int) -> bool:
        word = self._words[offset]
        return any(map(str.isalnum, word.form)) and word.form not in _BRACKETS and word.xpos not in _FUNCTION_TAGS


def without_nested(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions of an entity that lie in no other of it."""
    return [
        mention
        for mention in mentions
        if not any(
            other.contains(mention) and (other.start, other.end) != (mention.start, mention.end)
            for other in mentions
            if other.start >= 0
        )
    ]


def _admissible_under(root: Phrase) -> frozenset[str]:
    tag = root.tag[:_WORTH]
    if tag in _VERBAL:
        return _VERBAL
    if tag in _BEGINS_NOMINAL:
        return _NOMINAL
    below = {child.tag[:_WORTH] for child in root.children if isinstance(child, Phrase)}
    return _VERBAL if below & _VERBAL and not below & _BEGINS_NOMINAL else _NOMINAL


def _nearest(start: Phrase, admissible: frozenset[str] | None, is_valid: Callable[[int], bool]) -> Iterable[int]:
    """The valid words at the smallest depth, through admissible phrases: None for any up to the first NP, NM or VP."""
    level = [start]
    while level:
        words: list[int] = []
        below: list[Phrase] = []
        for phrase in level:
            tag = phrase.tag[:_WORTH]
            if admissible is None and tag in _BEGINS_NOMINAL | _VERBAL:
                admissible = _NOMINAL if tag in _BEGINS_NOMINAL else _VERBAL
            if phrase is start or admissible is None or tag in admissible:
                of_words = admissible is not None and tag in admissible
                words += [child for child in phrase.children if isinstance(child, int) and of_words]
                below += [child for child in phrase.children if isinstance(child, Phrase)]
        valid = [word for word in words if is_valid(word)]
        if valid:
            return valid
        level = below
    return []
