"""Where sequences of words stand in a text that grows while it is read."""

from bisect import bisect_left
from collections.abc import Sequence

from anaphora_workbench.corpora.document import Word


class Sequences:
    """An index of a text's words; nested spans are not looked through one by one.

    Args:
        words: which may grow but not change.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = words
        self._forms: list[str] = []
        self._places: dict[str, list[int]] = {}
        self._found: dict[tuple[str, ...], tuple[int, list[int]]] = {}

    def first(self, wanted: tuple[str, ...], start: int, end: int) -> int | None:
        """Offset of the first of some lower-case words that stand one after the other in a span; None if nowhere."""
        if not wanted:
            return None
        starts = self._starts(wanted)
        place = bisect_left(starts, start)
        return starts[place] if place < len(starts) and starts[place] + len(wanted) <= end else None

    def _starts(self, wanted: tuple[str, ...]) -> list[int]:
        """Where the words begin, as far as the text has been read."""
        for offset in range(len(self._forms), len(self._words)):
            form = self._words[offset].form.lower()
            self._forms.append(form)
            self._places.setdefault(form, []).append(offset)
        searched, starts = self._found.get(wanted, (0, []))
        forms = self._forms
        if searched < len(forms):
            places = [self._places.get(form, []) for form in wanted]
            rarest = min(range(len(wanted)), key=lambda number: len(places[number]))
            # What begins earlier and ends in what was searched before is known.
            begin = max(0, searched - len(wanted) + 1)
            for place in places[rarest][bisect_left(places[rarest], begin + rarest) :]:
                at = place - rarest
                if tuple(forms[at : at + len(wanted)]) == wanted:
                    starts.append(at)
            self._found[wanted] = len(forms), starts
        return starts
