"""The cheapest variation that is shown to be as good as the best, within comparison.margin."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ragatta.experiments.showing.cheapest import cheapest, cost
from ragatta.experiments.showing.results import RunResult, SweepResult, open_sweep
from ragatta.experiments.showing.tables import comparisons
from standins.sweeps import Sweep


def opened(
    folder: Path, cells: Mapping[str, Mapping[str, Any]], good: int = 30, after: int = 0, **info: Any
) -> SweepResult:
    """Of 40 questions `bad` has 5 right, `best` 32, and `good` those after `after` and up to `good`."""
    right = {"bad": (0, 5), "good": (after, good), "best": (0, 32)}
    scores = {
        (label, f"Q_{n}", 0): float(low < n <= high) for label, (low, high) in right.items() for n in range(1, 41)
    }
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
    sweep = opened(tmp_path, usd, margin=0.3)
    assert [*cheapest(sweep, sweep.runs, "score", comparisons(sweep))] == [
        "Cheapest shown to be within 0.3 (comparison.margin) of the best: good, 2.00 USD per 1,000 answers. Its score "
        "is 0.050 lower than that of best, which takes 2.5 times as much."
    ]


def test_what_is_not_shown_to_be_as_good_is_not_recommended_and_the_one_with_the_highest_mean_may_be(
    tmp_path: Path,
) -> None:
    usd = {"bad": {"cost_usd": 0.04}, "good": {"cost_usd": 0.08}, "best": {"cost_usd": 0.2}}
    sweep = opened(tmp_path, usd, margin=0.1)
    assert [*cheapest(sweep, sweep.runs, "score", comparisons(sweep))] == [
        "Cheapest shown to be within 0.1 (comparison.margin) of the best: best, 5.00 USD per 1,000 answers. "
        "It is the best."
    ]


def test_where_none_is_shown_to_be_as_good_it_says_what_would_tell(tmp_path: Path) -> None:
    sweep = opened(tmp_path, {}, good=40, after=8, margin=0.05)
    (said,) = cheapest(sweep, sweep.runs, "score", comparisons(sweep))
    assert said.startswith(
        "No variation is shown to be within 0.05 (comparison.margin) of the best: good has the highest"
    )
    assert re.search(r"another may be up to 0\.\d+ better\. About \d+\.\d times", said)
    assert said.endswith("times as many documents would tell.")


def test_what_costs_about_the_same_goes_by_the_score(tmp_path: Path) -> None:
    usd = {"bad": {"cost_usd": 0.04}, "good": {"cost_usd": 0.08}, "best": {"cost_usd": 0.082}}
    sweep = opened(tmp_path, usd, margin=0.3)
    assert [*cheapest(sweep, sweep.runs, "score", comparisons(sweep))] == [
        "Cheapest shown to be within 0.3 (comparison.margin) of the best: best, 2.05 USD per 1,000 answers. "
        "It is the best."
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
    sweep = opened(tmp_path, usd, good=32, margin=0.3)
    (said,) = cheapest(sweep, sweep.runs, "score", comparisons(sweep))
    assert said.endswith("best, 2.00 USD per 1,000 answers. None has a higher mean.")


def test_what_is_the_same_as_another_changes_nothing(tmp_path: Path) -> None:
    sweep = opened(tmp_path, {}, margin=0.3)
    twins = tuple(replace(run, label=f"{run.label} again", same_as=run.label) for run in sweep.runs)
    doubled = replace(sweep, runs=(*sweep.runs, *twins))
    doubled.__dict__["summary"] = sweep.summary  # whose rows the originals' costs are from
    assert [*cheapest(doubled, doubled.runs, "score", comparisons(doubled))] == [
        *cheapest(sweep, sweep.runs, "score", comparisons(sweep))
    ]


def test_what_the_table_calls_worse_is_shown_to_be_worse(tmp_path: Path) -> None:
    sweep = opened(tmp_path, {}, good=30, margin=0.05)
    info = {**sweep.info, "baseline": "best"}
    alike = "No variation is shown to be worse than another one."
    two = replace(sweep, runs=tuple(run for run in sweep.runs if run.label != "bad"), info=info)
    (one,) = comparisons(two).values()
    for compared, is_said in (({}, True), ({"good": replace(one, verdict="worse")}, False)):
        assert (alike in [*cheapest(two, two.runs, "score", compared)]) == is_said


def test_repeated_looks_are_told_nothing(tmp_path: Path) -> None:
    sweep = opened(tmp_path, {}, looks="repeated")
    assert [*cheapest(sweep, sweep.runs, "score", comparisons(sweep))] == []


def test_what_depends_on_undecided_answers_says_so(tmp_path: Path) -> None:
    sweep = opened(tmp_path, {}, good=32, margin=0.3)

    def guessed(run: RunResult, many: int) -> RunResult:
        """The first `many` answers, which are right by a guess."""
        rows = []
        for at, row in enumerate(run.rows):
            bounds = {"score_if_right": row.scores["score"], "score_if_wrong": row.scores["score"] * (at >= many)}
            rows.append(replace(row, undecided="why" if at < many else "", scores={**row.scores, **bounds}))
        return replace(run, rows=tuple(rows))

    depends = "; that depends on undecided answers (ragatta verdicts)"
    for many, says in ((0, False), (2, False), (20, True)):
        runs = [guessed(run, many) for run in sweep.runs]
        assert any(depends in words for words in cheapest(replace(sweep, runs=tuple(runs)), runs, "score", {})) == says


def test_a_draw_of_too_few_documents_is_named_as_the_reason(tmp_path: Path) -> None:
    drawn = {
        "questions": 40, "of_questions": 426, "documents": 5, "of_documents": 77, "effective": 5.0, "of_effective": 7.6,
        "kinds": 2, "of_kinds": 6,
    }  # fmt: skip
    sweep = opened(tmp_path, {}, cluster="document", drawn=drawn)
    *_, said = cheapest(sweep, sweep.runs, "score", comparisons(sweep))
    assert said == (
        "No variation is shown to be within 0.05 (comparison.margin) of the best: these documents are too few. "
        "The draw is a reason: 40 of 426 questions, about 5 of 77 documents."
    )
