"""Chains in the last column of CoNLL-U that do not stand in ``Entity=``.

* Stanza 1.7 to 1.10: ``coref_chains=start-repr-id0,unit-id3``, each ``unit``, ``start``, ``middle`` or ``end`` of a
  mention of chain 0 or 3; ``repr`` marks the mention that names the entity best.
* CorefUD 0.1 and 0.2: ``ClusterId=c1|MentionSpan=1-2,4`` on the head of a mention, the words by their numbers in the
  sentence; several mentions of one head have ``ClusterId[1]``, ``MentionSpan[1]`` ….

Source: Stanza, utils/conll.py (Qi et al. 2020); CorefUD 0.1 (Nedoluzhko et al. 2021), its documentation of the format.
"""

import re
from collections.abc import Mapping
from itertools import pairwise

from anaphora_workbench.corpora.formats.conllu.entity_brackets import FoundMention

_STANZA = "coref_chains"
# How their keys begin.
KEYS = (_STANZA, "ClusterId", "MentionSpan")
_COREFUD = re.compile(r"(ClusterId|MentionSpan)(\[\d+\])?")
_POSITION = re.compile(r"(unit|start|middle|end)-(?:repr-)?id(\w+)")
_Wrong = tuple[int, str]


class MiscChains:
    """Collects the mentions of one document, word by word."""

    def __init__(self) -> None:
        self._found: list[FoundMention] = []
        self._open: dict[str, list[tuple[int, int]]] = {}
        self._of_sentence: dict[tuple[int, str], tuple[int, dict[str, str]]] = {}
        self._wrong: list[_Wrong] = []

    def take(self, key: str, value: str, offset: int, line: int) -> bool:
        """Whether an item of the last column is of a chain, and taken."""
        if key == _STANZA:
            for position in value.split(","):
                self._take_position(position, offset, line)
            return True
        match = _COREFUD.fullmatch(key)
        if match is not None:
            values = self._of_sentence.setdefault((offset, match[2] or ""), (line, {}))[1]
            values[match[1]] = value
        return match is not None

    def _take_position(self, text: str, offset: int, line: int) -> None:
        match = _POSITION.fullmatch(text)
        if match is None:
            self._wrong.append((line, f"cannot read {text!r} in {_STANZA}"))
            return
        where, chain = match.groups()
        start = offset, line
        if where == "start":
            self._open.setdefault(chain, []).append(start)
        elif where == "end" and not self._open.get(chain):
            self._wrong.append((line, f"a mention of chain {chain} ends but never began"))
        elif where in ("unit", "end"):
            first, begun = self._open[chain].pop() if where == "end" else start
            self._found.append((chain, {}, ((first, offset + 1),), begun))

    def end_sentence(self, offset_of: Mapping[str, int]) -> None:
        """Place the mentions whose words are given by their numbers in the sentence that ends."""
        for (offset, _), (line, values) in self._of_sentence.items():
            name = values.get("ClusterId")
            offsets = {offset}
            if "MentionSpan" in values:
                offsets = _offsets(values["MentionSpan"], offset_of)
            if name is None or offset not in offsets:
                told = "|".join(f"{key}={value}" for key, value in values.items())
                self._wrong.append((line, f"{told}, which is no mention with this word as its head"))
                continue
            inside = sorted(offsets)
            edges = [
                inside[0],
                *(edge for pair in pairwise(inside) if pair[1] > pair[0] + 1 for edge in pair),
                inside[-1],
            ]
            parts = tuple((first, last + 1) for first, last in zip(edges[::2], edges[1::2], strict=True))
            self._found.append((name, {"head": str(inside.index(offset) + 1)}, parts, line))
        self._of_sentence.clear()

    def finish(self) -> tuple[list[FoundMention], list[_Wrong]]:
        """The mentions, outer before inner, and by line what is wrong."""
        for chain, starts in self._open.items():
            self._wrong += [(line, f"a mention of chain {chain} begins but never ends") for _, line in starts]
        self._found.sort(key=lambda found: (found[2][0][0], -found[2][-1][1]))
        return self._found, self._wrong


def _offsets(span: str, offset_of: Mapping[str, int]) -> set[int]:
    """The words of ``1-2,4.1``; none where a number is no word."""
    offsets: set[int] = set()
    for part in span.split(","):
        first, _, last = part.partition("-")
        start, end = offset_of.get(first, -1), offset_of.get(last or first, -1)
        if not 0 <= start <= end:
            return set()
        offsets.update(range(start, end + 1))
    return offsets
