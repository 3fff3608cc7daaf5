"""One variation against each of the others: the least difference is named, and what is lost on other kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.against_each import line
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.pipeline.types import Question
from standins.sweeps import Sweep

N = 24


class OfTwoKinds(Sweep):
    """Odd questions want a number, even ones a text."""

    def _question(self, number: int) -> Question:
        number_wanted = number % 2 == 1
        return Question(f"Q_{number}", "?", "number" if number_wanted else "text", 1.0 if number_wanted else "one")


def swept(folder: Path, **right: str) -> SweepResult:
    """Each variation right on the kinds that its word says."""
    scores = {
        (label, f"Q_{n}", 0): float(("number" if n % 2 else "text") in kinds)
        for label, kinds in right.items()
        for n in range(1, N + 1)
    }
    made = OfTwoKinds(labels=tuple(right), questions=N, scores=scores)
    return open_sweep(f"{made.write(folder / 'outputs/sweeps/2026-01-02T03-04-05')}/")


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize(
    ("right", "least", "verdict", "losses"),
    [
        ({"ours": "number", "other": "", "good": "number"}, "good", "not significant", "none shown"),
        ({"ours": "number", "other": "text", "third": ""}, "other", "better", "text: other"),
        ({"ours": "", "other": "number"}, "other", "worse", "none shown"),
    ],
)
def test_the_least_difference_and_each_loss_are_named(
    right: dict[str, str], least: str, verdict: str, losses: str, tmp_path: Path
) -> None:
    _, asked, score, _, named, by, lost = cells(line(swept(tmp_path, **right), "ours", "number"))
    assert asked == f"{N // 2}"
    assert score == f"{float('number' in right['ours']):.3f}"
    assert (named, lost) == (least, losses)
    assert by.endswith(f") {verdict}")
