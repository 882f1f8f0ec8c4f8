"""The sentences of the text in which a pronoun and what was chosen for it are marked."""

from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.corpora.document import ELIDED, Document, Mention

_MOST_SENTENCES = 3


def marked_sentences(document: Document, mention_of: Mapping[str, Mention], trace: dict[str, Any]) -> Iterator[str]:
    """The sentences from the choice to the pronoun, at most a few, with ``»it«`` and ``[the choice]`` marked."""
    anaphor = mention_of[trace["anaphor"]["id"]]
    chosen = mention_of.get(trace["decision"]["antecedent"] or "")
    opens = {anaphor.start: "»"}
    closes = {anaphor.end - 1: "«"}
    last = document.sentence_number(anaphor.start)
    first = last
    if chosen is not None:
        opens[chosen.start] = "[" + opens.get(chosen.start, "")
        closes[chosen.end - 1] = closes.get(chosen.end - 1, "") + "]"
        first = min(last, max(document.sentence_number(chosen.start), 0))
        last = max(last, document.sentence_number(chosen.end - 1))
    numbers = list(range(first, last + 1))
    if len(numbers) > _MOST_SENTENCES:
        numbers = [numbers[0], -1, *numbers[-_MOST_SENTENCES + 1 :]]
    for number in numbers:
        if number < 0:
            yield "…"
            continue
        sentence = document.sentences[number]
        text = ""
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if word.empty and (offset in opens or offset in closes):
                text += opens.get(offset, "") + ELIDED + closes.get(offset, "") + " "
            elif not word.empty:
                text += opens.get(offset, "") + word.form + closes.get(offset, "") + " " * word.space_after
        yield text.strip()
