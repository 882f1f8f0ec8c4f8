"""The encoder: word pieces, four bits, and states that are those of BERT's and MPNet's own equations."""

import math
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="the extra neural is not installed: pip install '.[neural]' ./models")

from scipy.special import erf

from anaphora_workbench.resolvers.neural.encoder.encoder import LARGEST_WINDOW, Encoder
from anaphora_workbench.resolvers.neural.encoder.encoder_file import published_encoder, read_encoder, write_encoder
from anaphora_workbench.resolvers.neural.encoder.quantisation import GROUP, quantised, restored
from anaphora_workbench.resolvers.neural.encoder.word_pieces import MOST_PIECES, WordPieces
from tiny_encoders import HEADS, PIECES, WIDTH, tiny_encoder

PIECES_OF = WordPieces(PIECES, uncased=True)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("Teachers", ["teacher", "##s"]),
        ("unaffable", ["un", "##a", "##ffa", "##ble"]),
        ("Café", ["cafe"]),
        ("Cafe\u0301", ["cafe"]),
        ("she's", ["she", "'", "[UNK]"]),
        ("xyz", ["[UNK]"]),
        ("a" * 101, ["[UNK]"]),
        ("", ["[UNK]"]),
        ("\u200b", ["[UNK]"]),
        ("a.b", ["a", ".", "b"]),
        ("." * 30, ["."] * MOST_PIECES),
    ],
)
def test_words_are_cut_into_the_longest_pieces(word, pieces):
    assert [PIECES[number] for number in PIECES_OF.of_word(word)] == pieces


def test_four_bits_keep_each_number_within_half_a_step():
    matrix = np.random.default_rng(0).standard_normal((7, 4 * GROUP)).astype(np.float32)
    packed, scales = quantised(matrix)
    assert (packed.shape, packed.dtype, scales.shape) == ((7, 2 * GROUP), np.uint8, (7, 4))
    error = np.abs(restored(packed, scales) - matrix).reshape(7, 4, GROUP)
    largest = np.abs(matrix).reshape(7, 4, GROUP).max(axis=2)
    # A step is a seventh of the largest number at most; what lies beyond a shrunk scale is cut to its end.
    assert (error <= largest[:, :, None] * 0.31).all()
    assert error.mean() < 0.08


def test_zeros_and_numbers_of_sixteen_steps_come_back_as_they_were():
    exact = np.tile(np.arange(-8, 8, dtype=np.float32), 2).reshape(1, GROUP) * 0.25
    matrix = np.concatenate([exact, np.zeros((1, GROUP), dtype=np.float32)])
    assert (restored(*quantised(matrix)) == matrix).all()


def reference(shape, tensors, pieces):
    """States after each layer by the equations of the papers, in floats, from the restored weights."""

    def weights(name):
        return restored(tensors[f"{name}.values"], tensors[f"{name}.scales"]), tensors[f"{name}.bias"].astype(float)

    def product(name, given):
        matrix, bias = weights(name)
        return given @ matrix.T + bias

    def norm(name, given):
        centred = given - given.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + shape.epsilon)
        return scaled * tensors[f"{name}.weight"].astype(float) + tensors[f"{name}.bias"].astype(float)

    words = restored(tensors["words.values"], tensors["words.scales"])
    state = words[pieces] + tensors["places"].astype(float)[shape.offset : shape.offset + len(pieces)]
    state = norm("embedded.norm", state)
    size, width = len(pieces), WIDTH // HEADS
    layers = []
    for number in range(shape.layers):
        layer = f"layer.{number}"
        query, key, value = (
            product(f"{layer}.{part}", state).reshape(size, HEADS, width) for part in ("query", "key", "value")
        )
        mixed = np.zeros((size, HEADS, width))
        for head in range(HEADS):
            scores = query[:, head] @ key[:, head].T / math.sqrt(width)
            if shape.buckets:
                scores += [
                    [float(tensors["distances"][bucket(there - here), head]) for there in range(size)]
                    for here in range(size)
                ]
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed[:, head] = shares / shares.sum(axis=1, keepdims=True) @ value[:, head]
        state = norm(f"{layer}.attended", product(f"{layer}.output", mixed.reshape(size, WIDTH)) + state)
        wide = product(f"{layer}.wide", state)
        wide = wide * 0.5 * (1 + erf(wide / math.sqrt(2)))
        state = norm(f"{layer}.transformed", product(f"{layer}.narrow", wide) + state)
        layers.append(state)
    return layers


def bucket(relative):
    """Number of a distance: 16 for what follows, exact up to 8, by logarithm up to 128."""
    first = 16 if relative > 0 else 0
    size = abs(relative)
    if size < 8:
        return first + size
    return first + min(15, 8 + int(math.log(size / 8) / math.log(128 / 8) * 8))


@pytest.mark.parametrize("kind", ["mpnet", "bert"])
def test_states_are_those_of_the_equations(tmp_path, kind):
    shape, tensors = published_encoder(tiny_encoder(tmp_path, kind))
    sentences = [["The", "teacher", "met", "Tom", "."], ["She", "praised", "him", "and", "her", "pupils", "."]] * 4
    ((states, places),) = Encoder(shape, tensors, (2, 3)).states(sentences)
    vocabulary = WordPieces(PIECES, True, *shape.pieces)
    pieces = [number for sentence in sentences for word in sentence for number in vocabulary.of_word(word)]
    expected = reference(shape, tensors, [vocabulary.first, *pieces, vocabulary.last])
    assert states.shape == (len(pieces) + 2, 2 * WIDTH)
    for made, layer in ((states[:, :WIDTH], expected[1]), (states[:, WIDTH:], expected[2])):
        # Products in eight bits: nearly the same direction everywhere.
        cosine = (made * layer).sum(axis=1) / np.linalg.norm(made, axis=1) / np.linalg.norm(layer, axis=1)
        assert cosine.min() > 0.97
        assert cosine.mean() > 0.995
    assert places[10:12].tolist() == [[11, 12], [13, 13]]


def test_a_text_is_cut_at_sentence_ends_and_a_long_sentence_within(tmp_path):
    encoder = Encoder(*published_encoder(tiny_encoder(tmp_path)), (3,))
    room = LARGEST_WINDOW - 2
    sentences = [["tom"] * (room - 10), ["she"] * 10, ["he"] * 11, ["a"] * (room + 3)]
    sizes = [(len(states), len(places)) for states, places in encoder.states(sentences)]
    assert sizes == [(LARGEST_WINDOW, room), (13, 11), (LARGEST_WINDOW, room), (5, 3)]
    # An encoder with fewer places has smaller windows.
    shape, tensors = published_encoder(tmp_path)
    small = Encoder(replace(shape, positions=shape.offset + 10), tensors, (3,))
    assert [len(states) for states, _ in small.states([["tom"] * 20])] == [10, 10, 6]


def test_a_file_of_tensors_comes_back_and_has_the_same_bytes_each_time(tmp_path):
    shape, tensors = published_encoder(tiny_encoder(tmp_path))
    for name in ("one", "two"):
        write_encoder(tmp_path / name, shape, tensors, made_from="a test", licence="none")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    read_shape, read_tensors = read_encoder(tmp_path / "one")
    assert read_shape == shape
    assert all((read_tensors[name] == tensors[name]).all() for name in tensors)
