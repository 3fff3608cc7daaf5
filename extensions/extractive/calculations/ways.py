"""Finds the calculation that a question asks for in any phrasing; general English, no domain."""

from __future__ import annotations

from functools import lru_cache

from ragatta.extensions.extractive.calculations.expressions import Calculation
from ragatta.extensions.extractive.calculations.named_measures import of_measures
from ragatta.extensions.extractive.calculations.of_periods import of_periods

LONGEST = 1_000  # characters of a question that asks for a calculation: the readers try every pair of its words


@lru_cache(maxsize=1024)  # the plan, every value and the answer ask again
def read_calculation(question: str) -> Calculation | None:
    """The calculation over one measure at several periods, of parts of a whole, or over named measures that the
    question asks for; None if it asks for no calculation, or is longer than `LONGEST`."""
    if len(question) > LONGEST:
        return None
    return of_periods(question) or of_measures(question)
