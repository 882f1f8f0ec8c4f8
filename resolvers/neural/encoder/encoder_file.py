"""Encoders in files: four-bit weights as one file of tensors, or the folder in which BERT and MPNet are published."""

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.learning.distribution import shipped
from anaphora_workbench.resolvers.neural.encoder.encoder import Encoder
from anaphora_workbench.resolvers.neural.encoder.quantisation import quantised
from anaphora_workbench.resolvers.neural.encoder.shape import NORMS, PRODUCTS, Shape

ENCODER = "mpnet-base.safetensors"
# States are taken after two thirds of the layers and after the last.
_LAYERS = (2 / 3, 1)
_SHOWN = 12
Tensors = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Encoding:
    """An encoder with a checksum of all that its states depend on."""

    encoder: Encoder
    checksum: str


@lru_cache(maxsize=2)
def encoding(place: str, threads: int = 1) -> Encoding:
    """The encoder of a file or a folder.

    Args:
        place: "" for the one that comes with the models.
        threads: that it may use.

    Raises:
        ValueError: it cannot be read, or what runs it is not installed.
    """
    path = Path(place) if place else shipped(ENCODER)
    shape, tensors = published_encoder(path) if path.is_dir() else read_encoder(path)
    layers = tuple(sorted({max(1, round(shape.layers * share)) for share in _LAYERS}))
    digest = hashlib.sha256()
    for name in sorted(tensors):
        digest.update(name.encode() + np.ascontiguousarray(tensors[name]).tobytes())
    return Encoding(Encoder(shape, tensors, layers, threads), digest.hexdigest()[:_SHOWN])


def read_encoder(path: Path) -> tuple[Shape, Tensors]:
    """The shape and tensors of a file that ``write_encoder`` wrote."""
    from safetensors import safe_open

    with safe_open(path, "numpy") as file:
        shape = json.loads(file.metadata()["about"])["shape"]
        shape["pieces"] = tuple(shape["pieces"])
        return Shape(**shape), {name: file.get_tensor(name) for name in sorted(file.keys())}


def write_encoder(path: Path, shape: Shape, tensors: Tensors, **origin: str) -> None:
    """Write an encoder as one file of tensors."""
    from safetensors.numpy import save_file

    # One entry: the order of several is not the same each time.
    save_file(tensors, path, metadata={"about": json.dumps({"shape": asdict(shape), **origin}, sort_keys=True)})


def published_encoder(folder: Path) -> tuple[Shape, Tensors]:
    """The encoder of a folder with ``config.json``, ``tokenizer.json`` and ``model.safetensors``, in four bits.

    Raises:
        ValueError: it has another shape.
    """
    from safetensors import safe_open

    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    kind = config.get("model_type")
    if kind not in ("mpnet", "bert"):
        raise ValueError(f"{folder}/config.json: an encoder of the shape {kind!r}; expected mpnet or bert")
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    numbers = tokenizer["model"]["vocab"]
    normal = tokenizer.get("normalizer") or {}
    mpnet = kind == "mpnet"
    shape = Shape(
        kind=kind,
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        epsilon=config["layer_norm_eps"],
        positions=config["max_position_embeddings"],
        offset=2 if mpnet else 0,
        buckets=config.get("relative_attention_num_buckets", 32) if mpnet else 0,
        uncased=bool(normal.get("lowercase", False)),
        pieces=("<s>", "</s>", "[UNK]") if mpnet else ("[CLS]", "[SEP]", "[UNK]"),
    )
    vocabulary = [""] * (max(numbers.values()) + 1)
    for piece, number in numbers.items():
        vocabulary[number] = piece
    tensors: Tensors = {"vocabulary": np.frombuffer("\n".join(vocabulary).encode("utf-8"), dtype=np.uint8)}
    with safe_open(folder / "model.safetensors", "numpy") as file:
        names = set(file.keys())
        prefix = "" if "embeddings.word_embeddings.weight" in names else f"{kind}."

        def tensor(name: str) -> NDArray[np.float32]:
            read: NDArray[np.float32] = file.get_tensor(prefix + name).astype(np.float32)
            return read

        def matrix(name: str, of: NDArray[np.float32]) -> None:
            tensors[f"{name}.values"], tensors[f"{name}.scales"] = quantised(of)

        matrix("words", tensor("embeddings.word_embeddings.weight"))
        places = tensor("embeddings.position_embeddings.weight")
        if not mpnet:
            places = places + tensor("embeddings.token_type_embeddings.weight")[0]
        tensors["places"] = places.astype(np.float16)
        if shape.buckets:
            tensors["distances"] = tensor("encoder.relative_attention_bias.weight").astype(np.float16)
        for part in ("weight", "bias"):
            tensors[f"embedded.norm.{part}"] = tensor(f"embeddings.LayerNorm.{part}").astype(np.float16)
        for number in range(shape.layers):
            for ours, *theirs in PRODUCTS:
                name = f"encoder.layer.{number}.{theirs[0 if mpnet else 1]}"
                matrix(f"layer.{number}.{ours}", tensor(f"{name}.weight"))
                tensors[f"layer.{number}.{ours}.bias"] = tensor(f"{name}.bias").astype(np.float16)
            for ours, *theirs in NORMS:
                name = f"encoder.layer.{number}.{theirs[0 if mpnet else 1]}"
                for part in ("weight", "bias"):
                    tensors[f"layer.{number}.{ours}.{part}"] = tensor(f"{name}.{part}").astype(np.float16)
    return shape, tensors
