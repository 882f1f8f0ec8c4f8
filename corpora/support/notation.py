"""One notation of a text, in which its spellings are equal: by case, accents, quotation marks or pieces of words.

Systems return a text as their tokenisers left it: in lower case, without accents, with letters composed or apart, cut
into the sub-words of WordPiece (``##``), of byte-level BPE (``Ġ``, each byte a letter) or of SentencePiece (``▁``).
The notation has no blanks and keeps where each word begins and ends.

Source: Unicode Standard Annex 15 (normalisation); Radford et al. (2019), for the letters of bytes; Kudo & Richardson
(2018); Devlin et al. (2019); Penn Treebank brackets and quotes (Marcus et al. 1993).
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

# What stands for a word, or a character, that a vocabulary lacks.
UNKNOWN = "\ufffd"
# Marks of sub-words that stand for no word.
_NO_WORDS = frozenset(
    {"[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>", "<cls>", "<sep>", "<bos>", "<eos>", "<|endoftext|>"}
)
_UNKNOWN_WORDS = frozenset({"[UNK]", "<unk>"})
_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_BRACKETS = {"-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}"}
_OF_SEVERAL = re.compile(r"-[lr][rsc]b-|''|-(?:-(?![lr][rsc]b-))+")
_ALIKE = {
    **dict.fromkeys("“”„‟«»＂", '"'), **dict.fromkeys("‘’‚‛`´ʼ＇", "'"), **dict.fromkeys("‐‑‒–—―−", "-"),
    "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h", "Ħ": "h", "ı": "i",
    "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "▁": "", UNKNOWN: UNKNOWN,
}  # fmt: skip
# Soft hyphen, zero-width space, word joiner, byte order mark: no part of how a word is spelt.
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


class Notation(NamedTuple):
    """A text in one notation.

    Attributes:
        text: without blanks.
        edges: where each word begins in it, and where the last one ends.
    """

    text: str
    edges: list[int]

    def words(self) -> list[str]:
        """What each word is in it."""
        return [self.text[start:end] for start, end in zip(self.edges, self.edges[1:], strict=False)]


def composed(text: str) -> str:
    """A text with its letters composed (NFC), without soft hyphens and marks of no width.

    >>> composed("Jose\\u0301 co\\u00adop")
    'José coop'
    """
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFC", text))


def looked_up(form: str) -> str:
    """A form as tables have it: composed, in lower case, with a straight apostrophe."""
    return form.lower() if form.isascii() else composed(form).lower().replace("’", "'")


# Which marks of several characters (``-LRB-``, ``''``, ``--``) are one: none, those that are words, all.
NONE, WORDS, ALL = LEVELS = range(3)


def noted(words: Sequence[str], several: int = ALL) -> Notation:
    """Words in the notation.

    Args:
        several: of LEVELS.
    """
    forms = [form.translate(_TABLE) for form in words]
    if several == WORDS:
        forms = [_mark(form) if _OF_SEVERAL.fullmatch(form) else form for form in forms]
    text, edges = "".join(forms), [0, *accumulate(map(len, forms))]
    return _with_marks_alike(text, edges) if several == ALL and _OF_SEVERAL.search(text) else Notation(text, edges)


def spellings(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """What the words may stand for: themselves, then words put together from the pieces that they are marked as."""
    yield words
    told = ["" if word in _NO_WORDS else UNKNOWN if word in _UNKNOWN_WORDS else word for word in words]
    if any(map(_BYTE.fullmatch, told)):
        told = _of_bytes(told)
    if any(len(word) > 2 and word.startswith("##") for word in told):
        told = [word[2:] if len(word) > 2 and word.startswith("##") else word for word in told]
    if told != words:
        yield told
    of_letters = _of_letters(told)
    if of_letters is not None:
        yield of_letters


def _of_bytes(words: Sequence[str]) -> list[str]:
    """The words with the characters of ``<0xE2>``, the bytes of SentencePiece; each stands where its last byte is."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return [decoder.decode(bytes.fromhex(byte[1])) if (byte := _BYTE.fullmatch(word)) else word for word in words]


def _of_letters(words: Sequence[str]) -> list[str] | None:
    """The words that letters of bytes spell, each character where its last byte is; None if they spell nothing."""
    text = "".join(words).replace(UNKNOWN, "")
    if text.isascii() or not _BYTE_OF.keys() >= set(text):
        return None
    try:
        bytes(map(_BYTE_OF.__getitem__, text)).decode()
    except UnicodeDecodeError:
        return None
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return [word if word == UNKNOWN else decoder.decode(bytes(map(_BYTE_OF.__getitem__, word))) for word in words]


def _bytes_by_letter() -> dict[str, int]:
    """The byte of each letter of byte-level BPE: printable characters of Latin-1 are themselves, others from Ā on."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = (byte for byte in range(256) if byte not in printable)
    return {chr(byte): byte for byte in printable} | {chr(256 + number): byte for number, byte in enumerate(others)}


_BYTE_OF = _bytes_by_letter()


class _Table(dict[int, str]):
    """The notation of each character, made when it is first met: decomposed, without accents, in lower case."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        plain = _ALIKE.get(character)
        if plain is None:
            apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
            kept = "".join(part for part in apart if unicodedata.category(part)[0] not in "MCZ" and not part.isspace())
            plain = "".join(_ALIKE.get(part, part) for part in kept)
            if not plain and unicodedata.category(character)[0] not in "MCZ":
                # An accent that stands alone is all that there is.
                plain = character
        self[code] = plain
        return plain


_TABLE: Mapping[int, str] = _Table()


def _mark(mark: str) -> str:
    return _BRACKETS.get(mark, '"' if mark[0] == "'" else "-")


def _with_marks_alike(text: str, edges: Sequence[int]) -> Notation:
    """A text whose brackets, quotation marks and dashes of several characters are one; inside them no word begins."""
    pieces, position, at, moved = [], 0, 0, []
    length = 0
    for mark in _OF_SEVERAL.finditer(text):
        start, end = mark.span()
        while at < len(edges) and edges[at] <= start:
            moved.append(length + edges[at] - position)
            at += 1
        pieces.append(text[position:start])
        length += start - position
        while at < len(edges) and edges[at] < end:
            moved.append(length)
            at += 1
        pieces.append(_mark(mark[0]))
        length += 1
        position = end
    pieces.append(text[position:])
    moved += [length + edge - position for edge in edges[at:]]
    return Notation("".join(pieces), moved)
