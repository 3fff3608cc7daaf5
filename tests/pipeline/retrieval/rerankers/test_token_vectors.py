from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
from hypothesis import strategies as st

from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.rerankers._token_vectors import BATCH, TokenVectors, compact

DIMENSIONS = 4


class Letters:
    """A vector for each letter: the axis of its place in the alphabet, modulo 4."""

    dimensions = DIMENSIONS

    def __init__(self, name: str = "letters") -> None:
        self.identity: dict[str, Any] = {"name": name}
        self.seen: list[str] = []

    def token_vectors(self, texts: Sequence[str]) -> list[Any]:
        self.seen += texts
        return [np.eye(DIMENSIONS, dtype=np.float32)[[ord(c) % DIMENSIONS for c in text]] for text in texts]

    def query_token_vectors(self, text: str) -> Any:
        return self.token_vectors([text])[0]


def quiet(_what: str, _done: int, _total: int) -> None:
    """A progress that shows nothing."""


def cache(folder: Path) -> VectorCache:
    return VectorCache(folder / "tokens.db")


def test_what_was_made_is_read_from_memory_and_then_from_the_file(tmp_path: Path) -> None:
    encoder = Letters()
    vectors = TokenVectors(encoder, cache(tmp_path))
    first = vectors.of(["abc", "d", "abc"])
    assert [v.shape for v in first] == [(3, 4), (1, 4), (3, 4)]
    assert encoder.seen == ["abc", "d"]
    again = TokenVectors(encoder, cache(tmp_path)).of(["d", "abc"])
    assert encoder.seen == ["abc", "d"]
    assert [v.tobytes() for v in again] == [first[1].tobytes(), first[0].tobytes()]


def test_prepared_texts_are_made_once(tmp_path: Path) -> None:
    texts, told = [f"text {i}" for i in range(2 * BATCH + 3)], list[tuple[str, int, int]]()
    assert TokenVectors(Letters(), cache(tmp_path)).prepare([*texts, *texts], "x", lambda *at: told.append(at)) == 67
    assert told == [("x", 32, 67), ("x", 64, 67), ("x", 67, 67)]
    assert TokenVectors(Letters(), cache(tmp_path)).prepare(texts, "x", quiet) == 0


def test_another_encoder_has_token_vectors_of_its_own(tmp_path: Path) -> None:
    assert TokenVectors(Letters("one"), cache(tmp_path)).prepare(["a"], "x", quiet) == 1
    assert TokenVectors(Letters("two"), cache(tmp_path)).prepare(["a"], "x", quiet) == 1


def test_memory_is_bounded_and_the_least_used_goes_first(tmp_path: Path) -> None:
    vectors = TokenVectors(Letters(), cache(tmp_path), memory=2 * 3 * DIMENSIONS)
    vectors.of(["abc", "bcd"])
    vectors.of(["abc"])
    vectors.of(["cde"])
    assert list(vectors._memory) == ["abc", "cde"]
    assert vectors._bytes == 2 * 3 * DIMENSIONS
    assert [len(found) for found in vectors.of(["abc", "bcd", "cde", "a longer text"])] == [3, 3, 3, 13]
    assert vectors._bytes <= 2 * 3 * DIMENSIONS


def test_a_text_without_tokens_and_a_damaged_entry(tmp_path: Path) -> None:
    encoder = Letters()
    vectors = TokenVectors(encoder, cache(tmp_path))
    assert vectors.of([""])[0].shape == (0, 4)
    cache(tmp_path).write(vectors._name, {"abc": b"12345"})  # no whole number of vectors
    assert vectors.of(["abc"])[0].shape == (3, 4)
    assert encoder.seen == ["", "abc"]
    assert vectors.of([]) == []


def test_threads_get_the_same(tmp_path: Path) -> None:
    vectors, texts = TokenVectors(Letters(), cache(tmp_path), memory=400), [f"text {i}" for i in range(40)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [v.tobytes() for v in vectors.of(texts)], range(8)))
    assert all(each == found[0] for each in found)
    assert vectors._bytes == sum(v.nbytes for v in vectors._memory.values()) <= 400


@hypothesis.settings(deadline=None)
@hypothesis.given(st.integers(0, 2**32 - 1))
def test_the_compact_form_keeps_cosines(seed: int) -> None:
    random = np.random.default_rng(seed)
    vectors, queries = (random.normal(size=(20, 384)).astype(np.float32) for _ in range(2))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    kept = compact(vectors).astype(np.float32)
    kept /= np.linalg.norm(kept, axis=1, keepdims=True)
    moved = queries @ kept.T - queries @ vectors.T
    assert np.sqrt((moved**2).mean()) < 0.001
    assert np.abs(moved).max() < 0.004
