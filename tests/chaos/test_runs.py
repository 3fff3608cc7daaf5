"""Runs that once took time with the square of their length; tests/chaos/runs.py tries the others."""

from __future__ import annotations

import pytest

from tests.chaos.readers import ASKED, LEAST, MOST, READERS, worst


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("answers: list", " "),
        ("answers: list", ", "),
        ("mentions", "7 "),
        ("metadata", " \t"),
        ("orders", "("),
        ("rules: parts", ", "),
        ("rules: value", "a, "),
    ],
)
def test_a_run_is_read_in_linear_time(name: str, unit: str) -> None:
    READERS[name](ASKED)
    shorter, longer = worst(READERS[name], unit, "x 5%.\n", short=1_000, long=10_000)
    # Twice the law, for a busy machine: a reader whose cost grows with the square takes 100 times.
    assert longer <= 2 * MOST * max(shorter, LEAST)


@pytest.mark.parametrize("name", READERS)
def test_every_reader_reads_an_ordinary_text(name: str) -> None:
    READERS[name](f"{ASKED} Clean the filter of every pump once a month.")
