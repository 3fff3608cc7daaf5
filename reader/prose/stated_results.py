"""Whether a figure may stand for a calculation that a question asks for: only where its source calls it its result.

The plain figure of one period is no change, no average and no share, however many words of the question stand by it.
"""

from __future__ import annotations

import re

from pipeline.tasks.answers import WrittenAnswer
from reader.calculations.ways import read_calculation

_CHANGES = r"chang|increas|decreas|grow|grew|rise|rose|declin|drop|fell|fall|reduc|higher|lower"
_CALLED = {
    "percentage change": _CHANGES,
    "percentage decrease": _CHANGES,
    "change": _CHANGES,
    "decrease": _CHANGES,
    "average": r"averag|\bmean\b",
    "percentage": r"percent|%|\bshare|proportion",
    "ratio": r"\bratio",
    "multiple": r"multiple|\btimes\b",
}


def asks_for_result(question: str) -> str:
    """What the question calls the outcome of the calculation over cells that it asks for; "" where it asks for none."""
    calculation = read_calculation(question)
    return calculation.result if calculation and calculation.cells else ""


def states(result: str, written: WrittenAnswer) -> bool:
    """Whether an answer's own words call its figure the result, and the figure is of its kind."""
    words = _CALLED.get(result)
    of_kind = result == "average" or ("%" in written.value) == result.startswith("percentage")
    return words is not None and of_kind and bool(re.search(words, written.text, re.IGNORECASE))
