"""Words that are written as one: *du* for *de* and *le*."""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Word

# Where CoNLL-U keeps the number of the words, and the form of what is written.
_JOINED = "conllu:joined"


def written_together(words: Iterable[Word]) -> list[str]:
    """The full words as they stand in the text, where several are one: *du* and nothing for *de* and *le*."""
    forms: list[str] = []
    left = 0
    for word in words:
        if word.empty:
            continue
        number, _, form = word.extra.get(_JOINED, "").partition(" ")
        if number:
            left = int(number)
        forms.append(form if number else "" if left > 0 else word.form)
        left -= 1
    return forms
