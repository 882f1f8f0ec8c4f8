"""The shape of an encoder: what of its configuration its computation depends on."""

from dataclasses import dataclass

# The products and norms of one layer: our name, MPNet's, BERT's.
PRODUCTS = (
    ("query", "attention.attn.q", "attention.self.query"),
    ("key", "attention.attn.k", "attention.self.key"),
    ("value", "attention.attn.v", "attention.self.value"),
    ("output", "attention.attn.o", "attention.output.dense"),
    ("wide", "intermediate.dense", "intermediate.dense"),
    ("narrow", "output.dense", "output.dense"),
)
NORMS = (
    ("attended", "attention.LayerNorm", "attention.output.LayerNorm"),
    ("transformed", "output.LayerNorm", "output.LayerNorm"),
)


@dataclass(frozen=True)
class Shape:
    """The shape of an encoder like BERT (Devlin et al. 2019) or MPNet (Song et al. 2020).

    Attributes:
        kind: ``mpnet`` or ``bert``.
        width: numbers in a state.
        positions: how many places a window has. offset: number of the first.
        buckets: of relative distance, 0 for none.
        uncased: words are lower-cased and lose their accents.
        pieces: that open and close a window, and stand for an unknown word.
    """

    kind: str
    width: int
    layers: int
    heads: int
    epsilon: float
    positions: int
    offset: int
    buckets: int
    uncased: bool
    pieces: tuple[str, str, str]
