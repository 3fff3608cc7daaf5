from __future__ import annotations

import numpy as np
import pytest

from ragatta.pipeline.retrieval import semantic
from ragatta.pipeline.retrieval.semantic import similarities


def test_cosines_to_six_digits() -> None:
    vectors = np.array([[1, 0], [0, 1], [-1, 0], [0.6, 0.8]], dtype=np.float32)
    assert similarities(vectors, np.array([1, 0], dtype=np.float32)).tolist() == [1.0, 0.0, -1.0, 0.6]


def test_equal_vectors_have_equal_cosines_wherever_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    vectors = random.normal(size=(501, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[[7, 250, 500]] = vectors[0]
    query = vectors[1] * 0.6 + vectors[0] * 0.8
    query /= np.linalg.norm(query)
    cosines = similarities(vectors, query)
    assert len(set(cosines[[0, 7, 250, 500]].tolist())) == 1
    assert np.allclose(cosines, vectors.astype(np.float64) @ query.astype(np.float64), atol=2e-6)
    monkeypatch.setattr(semantic, "BLOCK", 384 * 8)
    assert similarities(vectors, query).tolist() == cosines.tolist(), "in 63 blocks"
    assert similarities(vectors[:0], query).tolist() == []
