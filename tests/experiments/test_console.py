from __future__ import annotations

import math

import pytest
from rich.console import Console

from experiments.console import COLUMNS, fitting

ROW = {
    **dict.fromkeys(COLUMNS, 0.123),
    "variation": "sliding_window",
    "score_ci_low": 0.1,
    "score_ci_high": 0.2,
    "answered": 76,
    "questions": 284,
    "repeats": 1,
    "failed": 0,
    "live_latency_p50_s": math.nan,
    "replayed_latency_p50_s": 0.02,
    "chunks_indexed": 573,
}


def shown(width: int) -> str:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(fitting([ROW], "six", width))
    return capture.get()


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_no_figure_is_cut_on_a_narrow_terminal(width: int) -> None:
    assert "…" not in shown(width)
    assert "sliding_window" in shown(width)
    assert "0.123" in shown(width)


def test_a_wide_terminal_shows_every_column() -> None:
    assert all(heading in shown(200) for heading in COLUMNS.values())


def test_recorded_seconds_are_marked() -> None:
    assert "0.020 r" in shown(200)
