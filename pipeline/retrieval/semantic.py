"""Exact cosine search: every chunk is compared. Approximate neighbours change from build to build, and a benchmark
would measure that noise (docs/retrieval.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

# What float32 holds. Further digits differ with the machine's arithmetic and would break ties by chance.
DIGITS = 6


# Of the vectors: where fewer are wanted, they are copied and compared alone.
FEW = 0.25


def similarities(vectors: Vectors, query: Vectors, wanted: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Cosine of the query (d,) with each of the vectors (n, d), all of length 1; shape (n,), in [-1, 1]. Those that are
    not `wanted` (n,) may be 0."""
    if wanted is not None and (rows := np.flatnonzero(wanted)).size < FEW * len(vectors):
        found = np.zeros(len(vectors))
        found[rows] = similarities(vectors[rows], query)
        return found
    cosines = (vectors @ query).astype(np.float64)
    np.round(cosines, DIGITS, out=cosines)
    return np.clip(cosines, -1.0, 1.0, out=cosines)
