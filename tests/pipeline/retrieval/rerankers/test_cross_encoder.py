from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from ragatta.pipeline.retrieval.rerankers.cross_encoder import PairScores
from ragatta.pipeline.types import Chunk
from tests.pipeline.index.embedding.tiny_bert import POSITIONS
from tests.pipeline.retrieval.rerankers.tiny_cross_encoder import write_cross_encoder

LIMIT = 16
TEXTS = ["roof rate", "wind", "base 1 2", "roof rate", "rates " * 30]


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(f"a.pdf#{i}", "a.pdf", i, text, 1, 1, 0, len(text), 1) for i, text in enumerate(texts)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cross_encoder(tmp_path_factory.mktemp("models") / "cross")


def test_the_score_is_the_logit_of_the_pair(folder: Path) -> None:
    ids = [[2, 5, 3, 6, 8, 3]]  # [CLS] roof [SEP] rate wind [SEP]
    feed = {"input_ids": ids, "attention_mask": [[1] * 6], "token_type_ids": [[0, 0, 0, 1, 1, 1]]}
    session = onnxruntime.InferenceSession(folder / "model.onnx")
    logit = session.run(None, {name: np.array(values, np.int64) for name, values in feed.items()})[0][0, 0]
    assert PairScores(folder, LIMIT).scores("roof", chunks("rate wind"))[0] == pytest.approx(logit, abs=1e-4)


def test_of_two_classes_the_last_counts(tmp_path: Path) -> None:
    two = write_cross_encoder(tmp_path / "two", classes=2)
    session = onnxruntime.InferenceSession(two / "model.onnx")
    ids = np.array([[2, 5, 3, 6, 3]], np.int64)
    types = np.array([[0, 0, 0, 1, 1]], np.int64)
    logits = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types})[0]
    assert PairScores(two, LIMIT).scores("roof", chunks("rate"))[0] == pytest.approx(logits[0, 1], abs=1e-4)


def test_a_score_is_a_function_of_query_and_text(folder: Path) -> None:
    model = PairScores(folder, LIMIT)
    together = model.scores("roof rate", chunks(*TEXTS))
    alone = np.concatenate([model.scores("roof rate", chunks(text)) for text in TEXTS])
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda _: model.scores("roof rate", chunks(*TEXTS)), range(4)))
    assert together.tobytes() == alone.tobytes()
    assert {scores.tobytes() for scores in at_once} == {together.tobytes()}
    assert together[0] == together[3]
    assert len(set(together.tolist())) == 4
    assert model.scores("roof", []).shape == (0,)


def test_only_the_chunk_is_cut(folder: Path) -> None:
    model = PairScores(folder, LIMIT)
    kept = "wind " * (LIMIT - 3 - 2)  # beside [CLS], two [SEP] and two words of the query
    first, cut, other = model.scores("roof rate", chunks(kept, kept + "base", "base " + kept))
    assert first == cut != other


def test_a_query_longer_than_half_of_the_window_is_cut_to_it(folder: Path) -> None:
    model = PairScores(folder, LIMIT)
    half = " ".join(["roof"] * (LIMIT // 2))
    assert np.array_equal(model.scores(half + " rate" * 40, chunks("wind")), model.scores(half, chunks("wind")))
    assert not np.array_equal(model.scores(half, chunks("wind")), model.scores("roof", chunks("wind")))


def test_lone_surrogates_and_empty_texts_have_a_score(folder: Path) -> None:
    scores = PairScores(folder, LIMIT).scores("roof \ud800", chunks("", "\udfff", " "))
    assert np.isfinite(scores).all()


def test_it_is_named_by_its_files_and_not_by_their_place(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    assert PairScores(copy, LIMIT).identity == PairScores(folder, LIMIT).identity
    other = write_cross_encoder(tmp_path / "other", seed=1)
    assert PairScores(other, LIMIT).identity != PairScores(folder, LIMIT).identity
    shutil.copy(folder / "model.onnx", other)
    (other / "tokenizer.json").write_text((other / "tokenizer.json").read_text() + "\n")
    assert PairScores(other, LIMIT).identity != PairScores(folder, LIMIT).identity


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named_with_the_setting(folder: Path, tmp_path: Path, name: str) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    (copy / name).unlink()
    with pytest.raises(FileNotFoundError, match=rf"reranker\.model: .*{name} is missing"):
        PairScores(copy, LIMIT)


def test_what_is_no_cross_encoder_is_refused(folder: Path, tmp_path: Path) -> None:
    three = write_cross_encoder(tmp_path / "three", classes=3)
    with pytest.raises(ValueError, match=r"reranker\.model: .*returns 3 numbers for a pair"):
        PairScores(three, LIMIT)
    with pytest.raises(ValueError, match=r"fails on a pair of \d+ tokens .*reranker\.max_tokens"):
        PairScores(folder, POSITIONS + 1)
    (three / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ValueError, match="is not an ONNX model"):
        PairScores(three, LIMIT)
