"""The cells of a sweep's CSV files."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ragatta.experiments.results import outputs
from ragatta.experiments.results.outputs import csv_of, new_sweep_folder


def test_each_sweep_of_a_second_has_a_folder_until_there_are_a_hundred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs, "SWEEPS", tmp_path)
    monkeypatch.setattr(outputs, "datetime", Still)
    names = [new_sweep_folder().name for _ in range(99)]
    assert names == ["2026-01-02T03-04-05", *(f"2026-01-02T03-04-05-{n}" for n in range(2, 100))]
    with pytest.raises(OSError, match="a hundred sweeps began in one second"):
        new_sweep_folder()


class Still(datetime):
    @classmethod
    def now(cls, _zone: object = None) -> datetime:  # type: ignore[override]
        return datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


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
