"""Splitting plain English into words, where annotation by characters must become annotation by words.

Only formats that come as characters need it; text without annotation is split by the parser's own tokenizer.
Words are split as in OntoNotes: clitics (*do n't*, *Tom 's*) and hyphens between letters apart, addresses,
paths, numbers and abbreviations whole.
"""

import re
from collections.abc import Iterable, Iterator

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.losses import SPLIT, UNSEEN, lost
from anaphora_workbench.corpora.support.notation import composed

_WORD = re.compile(
    r"""
      (?:https?|ftp|news|mailto):[^\s<>"]*[\w/]            # addresses
    | www\.[^\s<>"]*[\w/]
    | [\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+                     # a longer name than RFC 5321 allows is none
    | ~?(?:/[\w.+-]*\w)+/?                                  # paths
    | (?:[A-Za-z]\.){2,}                                    # U.S., e.g.
    | (?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|vs|etc|Ph\.D)\.(?=\s|[,;:)]|$)
    | \d+(?:[.,:]\d+)+                                      # 1,000 and 3.14
    | [^\W\d_]+(?=n['’]t\b)                                 # do n't
    | n['’]t\b
    | ['’](?:s|re|ve|ll|d|m|em)\b
    | \w+(?:[._+]\w+)*\+*                                   # words, names of files, C++
    | \.{2,} | -{2,} | ``|''
    | \S
    """,
    re.VERBOSE | re.IGNORECASE,
)


def words_of(text: str, start: int, end: int, boundaries: Iterable[int] = ()) -> Iterator[tuple[int, int]]:
    """Start and end of each word between two places of a text.

    Args:
        boundaries: places where a word must end, such as the edges of annotated spans.
    """
    edges = sorted({place for place in boundaries if start < place < end} | {end})
    for edge in edges:
        for match in _WORD.finditer(text, start, edge):
            yield match.span()
        start = edge


def lost_in_text(document: Document, edges: Iterable[int]) -> list[str]:
    """What is lost of words that are written as running text: how they are split, and those that nobody sees.

    Args:
        edges: offsets of words that a tag stands before, so that no word goes over them.
    """
    places: list[int] = []
    pieces: list[str] = []
    length = 0
    for word in document.words:
        places.append(length)
        pieces.append(word.form + (" " if word.space_after else ""))
        length += len(pieces[-1])
    text = "".join(pieces)
    apart = sorted({offset for offset in edges if 0 < offset < len(places)})
    read = set(words_of(text, 0, len(text), [places[offset] for offset in apart]))
    ends = (start + len(word.form) for start, word in zip(places, document.words, strict=True))
    split = sum((start, end) not in read for start, end in zip(places, ends, strict=True))
    return lost({SPLIT: split}) + lost_from_sight(document)


def lost_from_sight(document: Document) -> list[str]:
    """What is lost of words of nothing but marks of no width, which running text does not show."""
    unseen = sum(bool(word.form) and not word.empty and not composed(word.form).strip() for word in document.words)
    return lost({UNSEEN: unseen})
