"""Exact cosine search: every chunk is compared. Approximate neighbours change from build to build, and a benchmark
would measure that noise (docs/parts.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

# What float32 holds. Further digits differ with the machine's arithmetic and would break ties by chance.
DIGITS = 6

# Of the vectors: where fewer are wanted, they are copied and compared alone.
FEW = 0.25
BLOCK = 300_000  # numbers; OpenBLAS uses several threads for more than 460,000
MANY = 50_000  # vectors: from here on several threads are worth it


def similarities(vectors: Vectors, query: Vectors, wanted: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Cosine of the query (d,) with each of the vectors (n, d), all of length 1; shape (n,), in [-1, 1]. Those that are
    not `wanted` (n,) may be 0."""
    if wanted is not None and (rows := np.flatnonzero(wanted)).size < FEW * len(vectors):
        found = np.zeros(len(vectors))
        found[rows] = similarities(vectors[rows], query)
        return found
    cosines = _products(vectors, query).astype(np.float64)
    np.round(cosines, DIGITS, out=cosines)
    return np.clip(cosines, -1.0, 1.0, out=cosines)


def _products(vectors: Vectors, query: Vectors) -> Vectors:
    """`vectors @ query`, in blocks that BLAS computes on one thread. To wake a second one takes 20 ms on a busy
    machine, and where the threads part the vectors, a product's last bit changes with their number."""
    if len(vectors) > MANY:
        return vectors @ query
    rows = max(4, BLOCK // max(len(query), 1) // 4 * 4)
    found = np.empty(len(vectors), np.result_type(vectors, query))
    for at in range(0, len(vectors), rows):
        found[at : at + rows] = vectors[at : at + rows] @ query
    return found
