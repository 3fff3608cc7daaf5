"""What an answer of a variation costs."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragatta.experiments.results.deciding import cost, cost_words
from ragatta.experiments.results.reading import SweepResult, open_sweep
from standins.sweeps import Sweep, edit


def opened(folder: Path, cells: Mapping[str, Mapping[str, Any]]) -> SweepResult:
    place = Sweep([*cells], questions=40).write(folder / "s")

    def costing(table: str) -> str:
        rows = [row | cells[row["variation"]] for row in csv.DictReader(io.StringIO(table))]
        written = io.StringIO()
        writer = csv.DictWriter(written, rows[0])
        writer.writeheader()
        writer.writerows(rows)
        return written.getvalue()

    edit(place / "summary.csv", costing)
    return open_sweep(str(place))


def test_without_prices_tokens_count_and_without_a_model_the_context(tmp_path: Path) -> None:
    unpriced = {label: {"cost_usd": ""} for label in ("bad", "good", "best")}
    sweep = opened(tmp_path / "tokens", unpriced)
    assert cost(sweep, sweep.runs) == (dict.fromkeys(unpriced, 150 / 40), "tokens")
    rules = {label: {"cost_usd": "", "tokens_in": 0, "tokens_out": 0} for label in unpriced}
    sweep = opened(tmp_path / "rules", rules)
    costs, unit = cost(sweep, sweep.runs)
    assert unit == "characters of context"
    assert all(1000 < own <= 4000 for own in costs.values()), "of four chunks, those named twice counted once"


def test_money_is_for_a_thousand_answers() -> None:
    assert cost_words(0.002, "USD") == "2.00 USD per 1,000 answers"
    assert cost_words(1234.5, "tokens") == "1,234 tokens an answer"
