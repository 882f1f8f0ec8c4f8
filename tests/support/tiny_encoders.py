"""Folders with encoders of the shape of BERT or MPNet, tiny and random, as they are published."""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

WIDTH, WIDE, LAYERS, HEADS, POSITIONS = 32, 64, 3, 2, 514
PIECES = [
    "<s>", "<pad>", "</s>", "[UNK]", "[CLS]", "[SEP]", "the", "teacher", "pupil", "##s", "met", "she", "he", "her",
    "him", "praised", "and", ".", ",", "'", "un", "##a", "##ffa", "##ble", "cafe", "tom", "mary", "a", "b", "c", "##c",
]  # fmt: skip


def tiny_encoder(folder: Path, kind: str = "mpnet", seed: int = 0) -> Path:
    """Write an encoder into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)

    def normal(*shape: int) -> np.ndarray:
        return random.standard_normal(shape).astype(np.float32) * np.float32(0.2)

    tensors = {
        "embeddings.word_embeddings.weight": normal(len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": normal(POSITIONS, WIDTH),
        "embeddings.LayerNorm.weight": 1 + normal(WIDTH),
        "embeddings.LayerNorm.bias": normal(WIDTH),
    }
    parts = (
        ("attn.q", "attn.k", "attn.v", "attn.o")
        if kind == "mpnet"
        else ("self.query", "self.key", "self.value", "output.dense")
    )
    if kind == "mpnet":
        tensors["encoder.relative_attention_bias.weight"] = normal(32, HEADS)
    else:
        tensors["embeddings.token_type_embeddings.weight"] = normal(2, WIDTH)
    attention_norm = "attention.LayerNorm" if kind == "mpnet" else "attention.output.LayerNorm"
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        for part in parts:
            tensors[f"{layer}.attention.{part}.weight"] = normal(WIDTH, WIDTH)
            tensors[f"{layer}.attention.{part}.bias"] = normal(WIDTH)
        tensors |= {
            f"{layer}.intermediate.dense.weight": normal(WIDE, WIDTH), f"{layer}.intermediate.dense.bias": normal(WIDE),
            f"{layer}.output.dense.weight": normal(WIDTH, WIDE), f"{layer}.output.dense.bias": normal(WIDTH),
        }  # fmt: skip
        for norm in (attention_norm, "output.LayerNorm"):
            tensors |= {f"{layer}.{norm}.weight": 1 + normal(WIDTH), f"{layer}.{norm}.bias": normal(WIDTH)}
    save_file(tensors, folder / "model.safetensors")
    config = {
        "model_type": kind, "hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
        "intermediate_size": WIDE, "layer_norm_eps": 1e-5, "max_position_embeddings": POSITIONS, "hidden_act": "gelu",
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    tokenizer = {
        "normalizer": {"type": "BertNormalizer", "lowercase": True},
        "model": {"type": "WordPiece", "vocab": {piece: number for number, piece in enumerate(PIECES)}},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    return folder
