"""Maximal marginal relevance, by hand and against the formula."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ragatta.pipeline.retrieval.rerankers.mmr import Mmr, chosen
from ragatta.pipeline.types import Chunk

UNUSED: Any = (None, None)


def test_a_near_copy_comes_after_what_is_new() -> None:
    vectors = np.array([[1, 0, 0], [0.99, 0.141, 0], [0.6, 0, 0.8]], np.float32)
    cosines = vectors @ np.array([1, 0, 0], np.float32)
    assert chosen(cosines, vectors, 1.0) == [0, 1, 2]
    # second: 0.5 * 0.99 - 0.5 * 0.99 = 0 for the copy, 0.5 * 0.6 - 0.5 * 0.6 = 0 for the other: the first; below 0.5:
    assert chosen(cosines, vectors, 0.5) == [0, 1, 2]
    assert chosen(cosines, vectors, 0.4) == [0, 2, 1]


def test_it_is_the_formula() -> None:
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(12, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines, share = np.round(vectors @ vectors[0], 6), 0.6
    order: list[int] = []
    while len(order) < 12:
        left = [at for at in range(12) if at not in order]
        gains = {
            at: share * cosines[at] - (1 - share) * max((vectors[at] @ vectors[o] for o in order), default=0)
            for at in left
        }
        order.append(max(left, key=lambda at: round(float(gains[at]), 6)))
    assert chosen(cosines, vectors, share) == order


def test_chunks_are_scored_by_their_place_and_none_is_embedded() -> None:
    encoder: Any = SimpleNamespace(embed_query=lambda _: np.array([0.1, 0.2, 0.97], np.float32))
    reranker = Mmr().open(encoder, *UNUSED)
    chunks = [Chunk(f"a#{at}", "a", at, "x" * at, 1, 1, 0, 1, 1, "generic") for at in (1, 2, 3)]
    assert reranker.prepare(chunks, lambda *_: None) == 0
    assert reranker.scores("q", chunks, np.eye(3, dtype=np.float32)).tolist() == [1, 2, 3]


def test_the_share_is_a_setting() -> None:
    assert Mmr().identity == {"name": "mmr", "candidates": 40, "relevance": 0.7}
    assert Mmr(relevance=2).problems() == ["reranker.relevance (2) must be a number from 0 to 1"]
