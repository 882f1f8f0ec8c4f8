"""Heads of the mentions of a response, from one place for every way of matching.

A mention with the words of one of the key's has the key's head, unless both state heads. Any other one keeps the head
that its response says; of a response that says none it is the topmost word in the parse of the key, and where that has
none the last word with a letter or digit, a guess.
"""

from dataclasses import dataclass, replace

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.formats.parts.mention_heads import HEAD_FIELD, full_words_of, stated_head, topmost
from anaphora_workbench.corpora.trees.tree import DependencyTree


@dataclass(frozen=True)
class Headed:
    """A response with heads.

    Attributes:
        guesses: how many of them are guesses.
    """

    document: Document
    guesses: int


def says_heads(response: Document, aligned: Document, key: Document) -> bool:
    """Whether a response tells which word of a mention is its head: by a parse, or by a head that is not the last word.

    Args:
        response: as it was read; its mentions are spans of its own words, or of the key's where it has none.
        aligned: the same over the words of the key, where a mention of one word may have several.
    """
    if has_parse(response) or not key.words:
        return True
    if not any(mention.end - mention.start > 1 for mention in (*response.mentions, *aligned.mentions)):
        return True
    full_words = full_words_of(response if response.words else key)
    return any(
        stated_head(mention) is not None or mention.head != full_words.last(mention.stretches)
        for mention in response.mentions
        if mention.end - mention.start > 1
    )


def has_parse(document: Document) -> bool:
    """Whether some word has a governor, whatever the relations."""
    return bool(document.relations) or any(word.head >= 0 for word in document.words)


def knows_heads(document: Document) -> bool:
    """Whether the heads of its mentions are known: by a parse, or as its file states them."""
    return has_parse(document) or any(stated_head(mention) is not None for mention in document.mentions)


def with_first_words(document: Document) -> Document:
    """A document in which each mention without a head of its own is headed by its first word, as the CorefUD scorer."""
    mentions = [
        replace(mention, head=mention.start, extra=mention.extra | {HEAD_FIELD: "1"})
        if mention.start >= 0 and stated_head(mention) is None
        else mention
        for mention in document.mentions
    ]
    return replace(document, mentions=mentions)


def with_heads(response: Document, key: Document, own: bool) -> Headed:
    """A response over the words of its key, with the heads by which its mentions are matched.

    Args:
        own: it says heads itself (``says_heads``).
    """
    same = {mention.stretches: mention for mention in reversed(key.mentions) if mention.start >= 0}
    tree = DependencyTree(key) if not own and has_parse(key) else None
    full_words = full_words_of(key)
    guesses = 0
    mentions: list[Mention] = []
    for mention in response.mentions:
        equal = same.get(mention.stretches) if mention.start >= 0 else None
        if equal is not None:
            mention = _headed_like(mention, equal)
        elif not own and mention.end - mention.start > 1:
            head = topmost(tree, mention) if tree is not None else full_words.last(mention.stretches)
            guesses += tree is None
            mention = mention if mention.head == head else replace(mention, head=head)
        mentions.append(mention)
    return Headed(replace(response, mentions=mentions), guesses)


def _headed_like(mention: Mention, of_key: Mention) -> Mention:
    stated, told = of_key.extra.get(HEAD_FIELD), mention.extra.get(HEAD_FIELD)
    if (stated and told) or (mention.head == of_key.head and stated == told):
        return mention
    extra = {name: value for name, value in mention.extra.items() if name != HEAD_FIELD}
    return replace(mention, head=of_key.head, extra=extra | ({HEAD_FIELD: stated} if stated else {}))
