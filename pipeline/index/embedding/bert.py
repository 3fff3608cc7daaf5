"""BERT as an ONNX graph, written from its weights without torch.

Source: Devlin et al. 2019, "BERT"; pooling and normalisation are left to `pipeline.index.embedding.onnx_encoder`. See
docs/parts.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragatta.pipeline.index.embedding import quantization
from ragatta.pipeline.index.embedding.model_files import publish, sealed
from ragatta.pipeline.index.embedding.quantization import quantize
from ragatta.pipeline.plugins.identity import digest, file_digest, short

if TYPE_CHECKING:
    from onnx import ModelProto

Floats = np.ndarray[Any, np.dtype[np.float32]]
Weights = Mapping[str, Floats]

WORDS = "embeddings.word_embeddings.weight"
HEAD_SIZE = 32  # 12 heads of 32 make the 384 units of MiniLM and of E5
EPSILON = 1e-12  # layer_norm_eps of their config.json


@dataclass(frozen=True)
class Blocks:
    """A matrix of 4-bit integers (rows, columns) from -8 to 7 as int8, with a scale for every BLOCK of a row, float32
    (rows, columns / BLOCK)."""

    BLOCK: ClassVar[int] = 32
    codes: np.ndarray[Any, np.dtype[np.int8]]
    scales: Floats

    def values(self) -> Floats:
        """The matrix as float32."""
        return self.codes.astype(np.float32) * np.repeat(self.scales, self.BLOCK, axis=1)


def converted_folder(models: Path, name: str, code: str, source: Mapping[str, str]) -> Path:
    """The folder of a converted model. It depends on `source`, the SHA-256 of the weights' files, and on the code that
    converts them, the file `code` included."""
    recipe = digest([file_digest(Path(file)) for file in (code, __file__, quantization.__file__)])
    return models / f"{name}-{short(digest({'source': source, 'recipe': recipe}))}"


def write_model(
    target: Path, model: ModelProto, write_tokenizer: Callable[[Path], object], source: Mapping[str, str]
) -> Path:
    """Write fp32.onnx, int8.onnx, tokenizer.json and manifest.json to the folder `target`, which appears whole or not
    at all."""
    import onnx

    with publish(target) as building:
        onnx.save(model, building / "fp32.onnx")
        quantize(building / "fp32.onnx", building / "int8.onnx")
        write_tokenizer(building / "tokenizer.json")
        made_by = {package: version(package) for package in ("onnx", "onnxruntime", "numpy")}
        sealed(building, {"source": dict(source), "made_by": made_by})
    return target


def graph(weights: Weights, padded: bool = False, words: Blocks | None = None) -> ModelProto:
    """BERT as ONNX: input_ids (batch, tokens) int64 → last_hidden_state (batch, tokens, units) float32.

    Without a mask all texts of a batch must have the same length, and attention uses onnxruntime's fast path. `padded`
    adds the inputs attention_mask and token_type_ids, as an exported model has them. `words` is the table of word
    embeddings where `weights` has none; it stays in 4 bits, which is exact and an eighth of its size."""
    from onnx import TensorProto, helper

    bert = _Bert(weights, padded, words)
    x = bert.embeddings()
    layers = sum(name.endswith("intermediate.dense.weight") for name in weights)
    for i in range(layers):
        x = bert.layer(x, f"encoder.layer.{i}.")
    bert.op("Identity", [x], "last_hidden_state")
    inputs = ["input_ids", "attention_mask", "token_type_ids"] if padded else ["input_ids"]
    shape = ["batch", "tokens"]
    made = helper.make_graph(
        bert.nodes,
        "minilm",  # a label, kept because it is part of the file's SHA-256
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in inputs],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, bert.units])],
        list(bert.tensors.values()),
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=10, producer_name="ragatta")


class _Bert:
    """The nodes and tensors of a graph under construction; every node is named after its output."""

    def __init__(self, weights: Weights, padded: bool, words: Blocks | None) -> None:
        self.weights, self.words = weights, words
        self.padded = padded
        self.units = weights["embeddings.LayerNorm.weight"].shape[0]
        self.nodes: list[Any] = []
        self.tensors: dict[str, Any] = {}

    def op(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        from onnx import helper

        node = helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes)
        self.nodes.append(node)
        return output

    def tensor(self, name: str, values: np.ndarray[Any, Any]) -> str:
        from onnx import numpy_helper

        self.tensors[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def embeddings(self) -> str:
        """Word, position and token-type embeddings, summed and normalised."""
        at = "embeddings."
        positions, types = (self.weights[f"{at}{k}_embeddings.weight"] for k in ("position", "token_type"))
        x = self.word()
        length = self.op("Shape", ["input_ids"], "length", start=1, end=2)
        zero = self.tensor("zero", np.zeros(1, np.int64))
        position = self.op("Slice", [self.tensor("positions", positions), zero, length], "position")
        x = self.op("Add", [x, position], "placed")
        if self.padded:
            from onnx import TensorProto

            kind = self.op("Gather", [self.tensor("types", types), "token_type_ids"], "type")
            self.op("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        else:
            kind = self.tensor("type", types[0])  # a lone text is all of type 0
        return self.norm(self.op("Add", [x, kind], "summed"), at + "LayerNorm")

    def word(self) -> str:
        """Word embeddings, of a table of floats or of blocks."""
        if self.words is None:
            return self.op("Gather", [self.tensor("words", self.weights[WORDS]), "input_ids"], "word")
        from onnx import TensorProto, helper

        codes = self.words.codes & 15  # two in a byte, the first in its low half
        packed = (codes[:, 0::2] | codes[:, 1::2] << 4).astype(np.uint8)
        self.tensors["words"] = helper.make_tensor("words", TensorProto.INT4, codes.shape, packed.tobytes(), raw=True)
        return self.op(
            "GatherBlockQuantized",
            ["words", "input_ids", self.tensor("scales", self.words.scales)],
            "word",
            domain="com.microsoft",
            block_size=Blocks.BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )

    def layer(self, x: str, at: str) -> str:
        """Self-attention and the feed-forward network, each with residual and normalisation."""
        query, key, value = (self.dense(x, f"{at}attention.self.{k}") for k in ("query", "key", "value"))
        mask = ["", "mask"] if self.padded else []
        heads = self.units // HEAD_SIZE
        mixed = self.op(
            "MultiHeadAttention",
            [query, key, value, *mask],
            at + "mixed",
            domain="com.microsoft",
            num_heads=heads,
        )
        attended = self.dense(mixed, at + "attention.output.dense")
        x = self.norm(self.op("Add", [attended, x], at + "attended"), at + "attention.output.LayerNorm")
        inner = self.op("Gelu", [self.dense(x, at + "intermediate.dense")], at + "gelu")
        return self.norm(
            self.op("Add", [self.dense(inner, at + "output.dense"), x], at + "fed"), at + "output.LayerNorm"
        )

    def dense(self, x: str, at: str) -> str:
        # torch keeps a weight as (out, in), MatMul wants (in, out)
        weight = self.tensor(at + ".weight", self.weights[at + ".weight"].T)
        product = self.op("MatMul", [x, weight], at + ".product")
        return self.op("Add", [product, self.tensor(at + ".bias", self.weights[at + ".bias"])], at)

    def norm(self, x: str, at: str) -> str:
        scale, shift = (self.tensor(f"{at}.{k}", self.weights[f"{at}.{k}"]) for k in ("weight", "bias"))
        return self.op("LayerNormalization", [x, scale, shift], at, axis=-1, epsilon=EPSILON)
