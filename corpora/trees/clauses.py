"""Clauses as mentions: what *it* and *that* take up where they mean an event or what is said (resolvers.md, 9.4).

Any dependency parse tells them. They are made on request only: whoever does not ask never sees one.
"""

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.trees.labels import CONJUNCT, CONJUNCTION, PARENTHESIS, VERB_CLAUSE
from anaphora_workbench.corpora.trees.tree import DependencyTree


def heads_clause(tree: DependencyTree, word: int) -> bool:
    """Whether a word is the verb of a clause, finite, infinitive or gerund; a noun made of a verb stays a noun."""
    return tree.is_verb(word) and tree.stands_as(word, VERB_CLAUSE)


def clause_mentions(document: Document, tree: DependencyTree) -> list[Mention]:
    """A mention for each clause, in text order; ids are ``c1``, ``c2`` … or, where these are taken, ``cc1`` …"""
    heads = [
        word
        for sentence in document.sentences
        for word in range(sentence.start, sentence.end)
        if heads_clause(tree, word)
    ]
    taken, prefix = {mention.id for mention in document.mentions}, "c"
    while any(f"{prefix}{number}" in taken for number in range(1, len(heads) + 1)):
        prefix += "c"
    return [_mention(tree, head, f"{prefix}{number}") for number, head in enumerate(heads, start=1)]


def _mention(tree: DependencyTree, head: int, id: str) -> Mention:
    start, end = _span(tree, head)
    word = tree.words[head]
    return Mention(
        id,
        start,
        end,
        head,
        lemma=word.lemma,
        upos=word.upos,
        xpos=word.xpos,
        kind="clause",
        number=frozenset("s"),
        gender=frozenset("n"),
        function=tree.function(head),
        source="system",
        is_clause=True,
    )


def _span(tree: DependencyTree, head: int) -> tuple[int, int]:
    """All that hangs on a verb without a break, but for clauses joined to it and what only joins it to others."""
    apart = frozenset(
        child
        for child in tree.children[head]
        if tree.stands_as(child, PARENTHESIS | CONJUNCTION)
        or (tree.stands_as(child, CONJUNCT) and tree.subject(child) is not None)
    )
    below = set(tree.subtree(head, without=apart)) - apart
    start = end = head
    while start - 1 in below:
        start -= 1
    while end + 1 in below:
        end += 1
    while tree.words[start].upos == "PUNCT":
        start += 1
    while tree.words[end].upos == "PUNCT":
        end -= 1
    return start, end + 1
