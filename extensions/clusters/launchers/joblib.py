"""Processes of this machine. Option: n_jobs, at once; -1 for all cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

NODE: Mapping[str, Any] = {"n_jobs": -1}


def spread(run: Callable[[Any], float], jobs: Sequence[Any], options: Mapping[str, Any]) -> Sequence[float]:
    """The metric of each job; raises what ended a worker."""
    import joblib

    found: list[float] = joblib.Parallel(**options)(joblib.delayed(run)(job) for job in jobs)
    return found
