"""The cheapest variation that is not shown to be worse than the best."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragatta.experiments.showing.cheapest import cheapest, cost
from ragatta.experiments.showing.results import SweepResult, open_sweep
from standins.sweeps import Sweep


def opened(folder: Path, cells: Mapping[str, Mapping[str, Any]], good: int = 30, **info: Any) -> SweepResult:
    """Of 40 questions `bad` has 5 right, `good` 30 and `best` 32."""
    right = {"bad": 5, "good": good, "best": 32}
    scores = {(label, f"Q_{n}", 0): float(n <= of) for label, of in right.items() for n in range(1, 41)}
    place = Sweep([*right], questions=40, scores=scores, info=info).write(folder / "s")
    with (place / "summary.csv").open(newline="") as stream:
        rows = [row | cells.get(row["variation"], {}) for row in csv.DictReader(stream)]
    with (place / "summary.csv").open("w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return open_sweep(str(place))


def test_money_decides_where_it_is_known_and_what_is_shown_to_be_worse_is_passed_over(tmp_path: Path) -> None:
    usd = {"bad": {"cost_usd": 0.04}, "good": {"cost_usd": 0.08}, "best": {"cost_usd": 0.2}}
    sweep = opened(tmp_path, usd)
    which, behind = cheapest(sweep, sweep.runs, "score")
    assert which == (
        "Cheapest not shown to be worse than the best: good, 2.00 USD per 1,000 answers; the best, best, takes 2.5 "
        "times as much."
    )
    assert behind.startswith("Its score is 0.050 lower than that of best; with 95% confidence at most 0.1")


def test_a_bound_within_the_margin_is_said(tmp_path: Path) -> None:
    usd = {"bad": {"cost_usd": 0.04}, "good": {"cost_usd": 0.08}, "best": {"cost_usd": 0.2}}
    sweep = opened(tmp_path, usd, worth=0.2)
    assert [*cheapest(sweep, sweep.runs, "score")][1].endswith("which is no more than comparison.worth (0.2).")


def test_what_costs_about_the_same_goes_by_the_score(tmp_path: Path) -> None:
    usd = {"bad": {"cost_usd": 0.04}, "good": {"cost_usd": 0.08}, "best": {"cost_usd": 0.082}}
    sweep = opened(tmp_path, usd)
    assert [*cheapest(sweep, sweep.runs, "score")] == [
        "Cheapest not shown to be worse than the best: best, 2.05 USD per 1,000 answers. It is the best."
    ]


def test_without_prices_tokens_count_and_without_a_model_the_context(tmp_path: Path) -> None:
    unpriced = {label: {"cost_usd": ""} for label in ("bad", "good", "best")}
    sweep = opened(tmp_path / "tokens", unpriced)
    assert cost(sweep, sweep.runs) == (dict.fromkeys(unpriced, 150 / 40), "tokens")
    rules = {label: {"cost_usd": "", "tokens_in": 0, "tokens_out": 0} for label in unpriced}
    sweep = opened(tmp_path / "rules", rules)
    costs, unit = cost(sweep, sweep.runs)
    assert unit == "characters of context"
    assert all(1000 < own <= 4000 for own in costs.values()), "of four chunks, those named twice counted once"


def test_of_two_best_ones_neither_is_the_best(tmp_path: Path) -> None:
    usd = {"bad": {"cost_usd": 0.04}, "good": {"cost_usd": 0.2}, "best": {"cost_usd": 0.08}}
    sweep = opened(tmp_path, usd, good=32)
    (said,) = cheapest(sweep, sweep.runs, "score")
    assert said.endswith("best, 2.00 USD per 1,000 answers. None has a higher mean.")


def test_repeated_looks_are_told_nothing(tmp_path: Path) -> None:
    sweep = opened(tmp_path, {}, looks="repeated")
    assert [*cheapest(sweep, sweep.runs, "score")] == []
