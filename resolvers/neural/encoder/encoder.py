"""A frozen encoder of the shape of BERT (Devlin et al. 2019) or MPNet (Song et al. 2020): states of words in context.

Its weights are a file of tensors, the products in four bits; onnxruntime runs them. A text is cut at sentence ends into
windows of at most 384 word pieces.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.neural.encoder.quantisation import restored
from anaphora_workbench.resolvers.neural.encoder.shape import Shape
from anaphora_workbench.resolvers.neural.encoder.word_pieces import WordPieces

if TYPE_CHECKING:
    from anaphora_workbench.resolvers.neural.encoder.graph import Graph

Floats = NDArray[np.float32]
LARGEST_WINDOW = 384


class Encoder:
    """States after some layers at the words of sentences.

    Args:
        shape: of the encoder.
        tensors: by name; ``NAME.values`` and ``NAME.scales`` are a matrix in four bits.
        layers: after which the states are taken.
        threads: cores that it may use.
        graph: how products are computed; None for whole numbers.

    Attributes:
        numbers: in the states of one word.
    """

    def __init__(
        self,
        shape: Shape,
        tensors: Mapping[str, NDArray[Any]],
        layers: Sequence[int],
        threads: int = 1,
        graph: type[Graph] | None = None,
    ) -> None:
        # From 1.24 on it would tell its makers of each use, and leave a file behind.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime

        from anaphora_workbench.resolvers.neural.encoder.graph import Graph

        self.shape, self.layers = shape, tuple(layers)
        self.numbers = len(self.layers) * shape.width
        vocabulary = tensors["vocabulary"].tobytes().decode("utf-8").split("\n")
        self.word_pieces = WordPieces(vocabulary, shape.uncased, *shape.pieces)
        self._tensors = tensors
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        made = (graph or Graph)(shape, tensors).of(self.layers)
        self._session = onnxruntime.InferenceSession(made, options, providers=["CPUExecutionProvider"])
        self._window = min(LARGEST_WINDOW, shape.positions - shape.offset)
        self._bias = relative_bias(shape, tensors, self._window)

    def states(self, sentences: Sequence[Sequence[str]]) -> Iterator[tuple[Floats, NDArray[np.intp]]]:
        """States of windows, one after another.

        Args:
            sentences: words of each.

        Returns:
            States (pieces, layers × width), and for each word of the window its first and last piece: (words, 2).
        """
        for pieces, places in self.windows(sentences):
            yield self.states_of(pieces), np.array(places, dtype=np.intp)

    def states_of(self, pieces: Sequence[int]) -> Floats:
        """States of a window by the numbers of its pieces, (pieces, layers × width)."""
        given = {"embedded": self._embedded(pieces)[None]}
        if self._bias is not None:
            given["bias"] = np.ascontiguousarray(self._bias[:, :, : len(pieces), : len(pieces)])
        layers = self._session.run(None, given)
        states: Floats = np.concatenate([layer[0] for layer in layers], axis=1)
        return states

    def windows(self, sentences: Sequence[Sequence[str]]) -> Iterator[tuple[list[int], list[tuple[int, int]]]]:
        """Pieces of each window with the places of its words; a sentence longer than a window is cut."""
        first, last = self.word_pieces.first, self.word_pieces.last
        pieces: list[int] = [first]
        places: list[tuple[int, int]] = []
        for sentence in sentences:
            of_words = [self.word_pieces.of_word(word) for word in sentence]
            whole = sum(map(len, of_words))
            if places and len(pieces) + whole + 1 > self._window:
                yield [*pieces, last], places
                pieces, places = [first], []
            for of_word in of_words:
                if len(pieces) + len(of_word) + 1 > self._window:
                    yield [*pieces, last], places
                    pieces, places = [first], []
                places.append((len(pieces), len(pieces) + len(of_word) - 1))
                pieces += of_word
        if places:
            yield [*pieces, last], places

    def _embedded(self, pieces: Sequence[int]) -> Floats:
        tensors, numbers = self._tensors, np.array(pieces)
        offset = self.shape.offset
        words = restored(tensors["words.values"][numbers], tensors["words.scales"][numbers])
        places: Floats = tensors["places"][offset : offset + len(pieces)].astype(np.float32)
        return words + places


def relative_bias(shape: Shape, tensors: Mapping[str, NDArray[Any]], size: int) -> Floats | None:
    """What a distance adds to attention: (1, heads, size, size); half the buckets for each direction, far ones by
    logarithm up to 128 (Raffel et al. 2020, 2.1, as MPNet has it)."""
    if not shape.buckets:
        return None
    places = np.arange(size)
    distance = places[:, None] - places[None, :]
    half = shape.buckets // 2
    bucket = np.where(distance < 0, half, 0)
    size_of = np.abs(distance)
    exact = half // 2
    with np.errstate(divide="ignore"):
        far = exact + (np.log(size_of / exact) / math.log(128 / exact) * (half - exact)).clip(0, 1e6).astype(np.intp)
    bucket = bucket + np.where(size_of < exact, size_of, np.minimum(far, half - 1))
    bias: Floats = tensors["distances"].astype(np.float32)[bucket].transpose(2, 0, 1)[None]
    return np.ascontiguousarray(bias)
