"""The cells of a sweep's CSV files."""

from __future__ import annotations

import math

from ragatta.experiments.results.outputs import csv_of


def test_formulas_are_texts_and_numbers_that_were_read_stay_numbers() -> None:
    row = {
        "a": "=1+1",
        "b": "-0.012500",
        "c": "",
        "d": None,
        "e": math.nan,
        "f": -0.5,
        "g": "@x",
        "h": "-x",
        "i": "\tx",
    }
    assert csv_of([row]).splitlines()[1].split(",") == [
        "'=1+1", "-0.012500", "", "", "", "-0.500000", "'@x", "'-x", "'\tx",
    ]  # fmt: skip
