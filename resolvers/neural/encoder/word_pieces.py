"""WordPiece (Schuster & Nakajima 2012; Devlin et al. 2019, 3): a word is cut into the longest known pieces."""

import unicodedata
from collections.abc import Sequence

CONTINUED = "##"
# A word takes so many pieces at most, so that no single word fills a window.
MOST_PIECES = 20
_LONGEST = 100
# What BERT and MPNet call a hidden piece.
_MASKS = ("[MASK]", "<mask>")


class WordPieces:
    """The word pieces of a vocabulary.

    Args:
        vocabulary: pieces by number.
        uncased: words are lower-cased and lose their accents first.
        first, last, unknown: pieces that open and close a window, and that stand for a word of other letters.

    Attributes:
        mask: number of the piece that stands for a word that is hidden.
    """

    def __init__(
        self, vocabulary: Sequence[str], uncased: bool, first: str = "<s>", last: str = "</s>", unknown: str = "[UNK]"
    ) -> None:
        self._number = {piece: number for number, piece in enumerate(vocabulary)}
        self._uncased = uncased
        self.first, self.last, self._unknown = (self._number[piece] for piece in (first, last, unknown))
        masks = (self._number[piece] for piece in _MASKS if piece in self._number)
        self.mask = next(masks, self._unknown)
        self._known: dict[str, list[int]] = {}

    def of_word(self, word: str) -> list[int]:
        """Numbers of the pieces of a word; at least one, at most MOST_PIECES."""
        if word not in self._known:
            pieces = [number for token in _tokens(word, self._uncased) for number in self._longest_first(token)]
            self._known[word] = pieces[:MOST_PIECES] or [self._unknown]
        return self._known[word]

    def _longest_first(self, token: str) -> list[int]:
        if len(token) > _LONGEST:
            return [self._unknown]
        pieces, start = [], 0
        while start < len(token):
            for end in range(len(token), start, -1):
                number = self._number.get((CONTINUED if start else "") + token[start:end])
                if number is not None:
                    break
            else:
                return [self._unknown]
            pieces.append(number)
            start = end
        return pieces


def _tokens(word: str, uncased: bool) -> list[str]:
    """A word's stretches of letters and digits, and its marks one by one."""
    if uncased:
        word = "".join(
            letter for letter in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(letter) != "Mn"
        )
    tokens, open_token = [], False
    for letter in word:
        kind = unicodedata.category(letter)
        if kind.startswith("P") or (letter.isascii() and kind.startswith("S")) or "\u4e00" <= letter <= "\u9fff":
            tokens.append(letter)
            open_token = False
        elif letter.isspace() or kind.startswith("C"):
            open_token = open_token and not letter.isspace()
        elif open_token:
            tokens[-1] += letter
        else:
            tokens.append(letter)
            open_token = True
    return tokens
