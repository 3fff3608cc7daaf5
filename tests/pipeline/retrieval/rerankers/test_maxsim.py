from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import onnx
import pytest
from hypothesis import strategies as st

from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.bert import graph
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.rerankers._token_vectors import compact
from ragatta.pipeline.retrieval.rerankers.maxsim import WITHOUT_TOKENS, LateInteraction, similarity
from ragatta.pipeline.types import Chunk
from tests.pipeline.index.embedding.tiny_bert import tiny_weights, write_tokenizer

TEXTS = ["roof rate", "wind base 1", "roofs", "", "rate 2 1 wind " * 20, "roof rate"]


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(f"a.pdf#{i}", "a.pdf", i, text, 1, 1, 0, len(text), 1) for i, text in enumerate(texts)]


def unit(*rows: Sequence[float]) -> Any:
    vectors = np.array(rows, np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    folder = tmp_path_factory.mktemp("tiny")
    onnx.save(graph(tiny_weights(), padded=True), folder / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    return open_encoder(MiniLM(model_path=str(folder), precision="fp32", max_tokens=16), folder)


def test_each_word_finds_its_nearest_and_the_mean_counts() -> None:
    words = unit([1, 0, 0], [0, 1, 0])
    tokens = compact(unit([1, 0, 0], [0, 0.6, 0.8], [0, 0, 1]))
    assert similarity(words, tokens) == pytest.approx((1 + 0.6) / 2, abs=0.003)  # as near as int8 keeps it
    assert similarity(words[:1], tokens) == 1.0


def test_nothing_to_compare() -> None:
    some, none = unit([1, 0]), np.zeros((0, 2), np.float32)
    assert similarity(none, compact(some)) == 0.0
    assert similarity(some, compact(none)) == WITHOUT_TOKENS


@hypothesis.settings(deadline=None)
@hypothesis.given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 9))
def test_order_changes_nothing_and_more_text_takes_nothing_away(seed: int, words: int, tokens: int) -> None:
    random = np.random.default_rng(seed)
    query = unit(*random.normal(size=(words, 8)))
    chunk = compact(unit(*random.normal(size=(tokens + 1, 8))))
    score = similarity(query, chunk)
    assert -1 <= score <= 1 + 1e-6
    assert similarity(query[::-1], chunk[::-1]) == pytest.approx(score, abs=2e-6)
    assert similarity(query, chunk[:-1]) <= score + 2e-6  # a product of another shape is rounded otherwise


def test_a_text_scores_the_same_alone_cold_and_from_the_file(encoder: Encoder, tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "tokens.db")
    cold = LateInteraction(encoder, cache).scores("roof rate", chunks(*TEXTS))
    warm = LateInteraction(encoder, cache)
    assert warm.scores("roof rate", chunks(*TEXTS)).tobytes() == cold.tobytes()
    alone = np.concatenate([warm.scores("roof rate", chunks(text)) for text in TEXTS])
    assert alone.tobytes() == cold.tobytes()
    assert cold[0] == cold[5] == cold.max()  # the query itself
    assert cold[0] == pytest.approx(1, abs=0.001)
    assert cold[3] == WITHOUT_TOKENS
    assert warm.scores("roof", []).shape == (0,)


def test_prepared_chunks_are_not_made_by_a_query(encoder: Encoder, tmp_path: Path) -> None:
    reranker = LateInteraction(encoder, VectorCache(tmp_path / "tokens.db"))
    assert reranker.prepare(chunks(*TEXTS), lambda _what, _done, _total: None) == 5
    assert reranker.prepare(chunks(*TEXTS), lambda _what, _done, _total: None) == 0


def test_a_chunk_over_the_token_limit_is_read_to_its_end(encoder: Encoder) -> None:
    short, long = encoder.token_vectors(["roof rate", "wind " * 40 + "roof rate"])
    assert (len(short), len(long)) == (2, 42)
    assert encoder.token_vectors([""])[0].shape == (0, encoder.dimensions)
    assert np.abs(np.linalg.norm(long, axis=1) - 1).max() < 1e-5
    pieces = encoder.token_vectors(["wind " * 14, "wind " * 12 + "roof rate"])  # 14 tokens beside [CLS] and [SEP]
    assert np.array_equal(long, np.concatenate([pieces[0], pieces[0], pieces[1]]))


def test_a_model_without_token_vectors_is_refused(tmp_path: Path) -> None:
    model = graph(tiny_weights(), padded=True)
    model.graph.node.append(
        onnx.helper.make_node("ReduceMean", ["last_hidden_state", "axis"], ["sentence_embedding"], keepdims=0)
    )
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1], np.int64), "axis"))
    del model.graph.output[:]
    model.graph.output.append(
        onnx.helper.make_tensor_value_info("sentence_embedding", onnx.TensorProto.FLOAT, ["batch", 64])
    )
    onnx.save(model, tmp_path / "model.onnx")
    write_tokenizer(tmp_path / "tokenizer.json")
    pooled = open_encoder(MiniLM(model_path=str(tmp_path), precision="fp32", max_tokens=16), tmp_path)
    with pytest.raises(ValueError, match="returns no last_hidden_state"):
        LateInteraction(pooled, VectorCache(tmp_path / "tokens.db"))
