"""Ranking by score: the same order on every machine and in every run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[Any]  # shape (chunks,)
Mask = NDArray[np.bool_]  # shape (chunks,): the chunks that may be found
Ranking = NDArray[np.intp]  # positions in the collection, the best first


def best(scores: Scores, mask: Mask, top_k: int | None = None) -> Ranking:
    """Positions of the `top_k` highest scores under the mask (all of them if None), ties in the chunks'
    order."""
    whole = bool(mask.all())
    allowed = np.arange(len(scores)) if whole else np.flatnonzero(mask)
    values = scores if whole else scores[allowed]
    if top_k is not None and top_k < len(allowed):
        least = np.partition(values, len(values) - top_k)[len(values) - top_k]  # the top_k-th best
        allowed, values = allowed[values >= least], values[values >= least]
    return allowed[np.argsort(-values, kind="stable")][:top_k]


def ranks(scores: Scores, mask: Mask, positions: Ranking) -> NDArray[np.int64]:
    """The rank, from 1, that each of these positions under the mask has in the complete ranking `best`, by counting."""
    found = [
        1 + np.count_nonzero(mask & (scores > scores[at])) + np.count_nonzero(mask[:at] & (scores[:at] == scores[at]))
        for at in positions.tolist()
    ]
    return np.array(found, dtype=np.int64)


def ranking_fault(scores: Any, count: int, found: Mask | None = None) -> str:
    """What is wrong with the scores of so many chunks, of which those `found` are ranked; "" where nothing is."""
    try:
        values = np.asarray(scores)
    except ValueError:  # rows of different lengths
        values = np.empty(0, object)
    if values.dtype.kind not in "fiu" or values.shape != (count,):
        return f"scores of type {values.dtype} and shape {values.shape}, not {count} numbers, one a chunk"
    ranked = values if found is None else values[found]
    return "" if np.isfinite(ranked).all() else "a score that is not finite"
