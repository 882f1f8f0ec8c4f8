"""Which clauses a pronoun can take up, in the order in which they are tried.

Source: the context ranking of Eckert & Strube (1999, figure 3), after the right frontier of Webber (1991): what was
said last, and what it hangs on; resolvers.md, 7.10.
"""

from collections.abc import Iterator

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.trees.clauses import heads_clause
from anaphora_workbench.corpora.trees.labels import CONJUNCT
from anaphora_workbench.corpora.trees.tree import DependencyTree

JOINED, LEFT, SENTENCE_BEFORE = "joined", "to the left", "sentence before"


def ranked(document: Document, tree: DependencyTree, pronoun: int) -> Iterator[tuple[str, int]]:
    """Steps with the verbs of the clauses that they offer; nothing where no clause stands before the pronoun.

    In its sentence the clause that its own is joined to, else those to the left that do not hold it, the nearest
    first; then the last main clause of the nearest sentence before that has one.
    """
    number = document.sentence_number(pronoun)
    sentence = document.sentences[number]
    around = {pronoun, *tree.ancestors(pronoun)}
    for word in (pronoun, *tree.ancestors(pronoun)):
        above = tree.head[word]
        joined = tree.stands_as(word, CONJUNCT) and 0 <= above < pronoun
        if joined and heads_clause(tree, word) and heads_clause(tree, above):
            yield JOINED, above
    for word in range(pronoun - 1, sentence.start - 1, -1):
        if word not in around and heads_clause(tree, word):
            yield LEFT, word
    for before in reversed(document.sentences[:number]):
        main = _last_main_clause(tree, before.start, before.end)
        if main is not None:
            yield SENTENCE_BEFORE, main
            return


def _last_main_clause(tree: DependencyTree, start: int, end: int) -> int | None:
    """The verb at the root of a sentence, or the last that is joined to it; None without one."""
    root = tree.root(start, end)
    if root is None or not heads_clause(tree, root):
        return None
    return [word for word in tree.conjuncts(root) if heads_clause(tree, word)][-1]
