"""Numbers the finite clauses of a document, in the order of their first words."""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import DependencyTree
from anaphora_workbench.corpora.document import Document


def number_clauses(document: Document, tree: DependencyTree) -> None:
    """Set ``Word.clause`` of every word (resolvers.md, 9.4).

    A sentence without a verb, a heading for one, is one clause. Words that no verb governs
    belong to the clause of the word before them in the sentence.
    """
    numbers: dict[tuple[int, int], int] = {}
    for index, sentence in enumerate(document.sentences):
        verbs = [tree.finite_clause(offset) for offset in range(sentence.start, sentence.end)]
        current = next((verb for verb in verbs if verb is not None), -1)
        for offset, verb in enumerate(verbs, start=sentence.start):
            current = current if verb is None else verb
            document.words[offset].clause = numbers.setdefault((index, current), len(numbers))
