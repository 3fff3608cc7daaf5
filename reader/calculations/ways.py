"""What a question asks to calculate, whatever way it asks; general English, no domain."""

from __future__ import annotations

from functools import lru_cache

from reader.calculations.expressions import Calculation
from reader.calculations.named_quantities import of_chain, of_named, of_percentage, of_used
from reader.calculations.of_parts import of_parts
from reader.calculations.over_periods import over_periods
from reader.calculations.scattered_measures import of_scattered

_READERS = (over_periods, of_percentage, of_chain, of_used, of_parts, of_named, of_scattered)
LONGEST = 1_000  # characters of a question that asks for a calculation: the readers try every pair of its words


@lru_cache(maxsize=1024)  # the plan, every value and the answer ask again
def read_calculation(question: str) -> Calculation | None:
    """The calculation over named quantities, over one measure at several periods, or of parts of a whole that the
    question asks for; None where it asks for nothing of the kind, or is longer than `LONGEST`."""
    if len(question) > LONGEST:
        return None
    return next((found for reader in _READERS if (found := reader(question)) is not None), None)
