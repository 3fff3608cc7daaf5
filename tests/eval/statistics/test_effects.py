"""Main effects and interactions of a grid."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import fmean

import pytest

from ragatta.eval.statistics import Terms, compare
from ragatta.eval.statistics.effects import Change, Contrast, contrasts, effects, is_the_same

LEVELS = {"search": ("semantic", "hybrid"), "top_k": ("3", "5", "10")}
GRID = {f"{s} {k}": {"search": s, "top_k": k} for s, k in product(*LEVELS.values())}
HYBRID = Change("search", "hybrid", "semantic")


def drawn(shifts: dict[str, float], questions: int = 80, seed: int = 1) -> dict[str, dict[str, list[float]]]:
    random = Random(seed)
    easy = [random.uniform(0.2, 0.4) for _ in range(questions)]
    return {
        name: {f"q{n}": [easy[n] + random.uniform(-0.05, 0.05) + shift] for n in range(questions)}
        for name, shift in shifts.items()
    }


def named(asked: list[Contrast]) -> dict[tuple[str, ...], Contrast]:
    return {(one.change.level, *([one.at.level] if one.at else [])): one for one in asked}


def test_a_full_grid_has_every_change_and_every_pair_of_changes() -> None:
    found = named(contrasts(GRID, LEVELS))
    assert [*found] == [("hybrid",), ("5",), ("10",), ("hybrid", "5"), ("hybrid", "10")]
    assert set(found["hybrid",].plus) == {"hybrid 3", "hybrid 5", "hybrid 10"}
    assert {(one.cells, len(one.plus), len(one.minus)) for one in found.values()} == {(3, 3, 3), (2, 2, 2), (1, 2, 2)}
    both = found["hybrid", "10"]
    assert ({*both.plus}, {*both.minus}) == ({"hybrid 10", "semantic 3"}, {"hybrid 3", "semantic 10"})


def test_a_planted_effect_and_a_planted_interaction_are_found_and_nothing_else() -> None:
    shifts = {name: 0.1 * (c["search"] == "hybrid") + 0.06 * (name == "hybrid 10") for name, c in GRID.items()}
    asked = contrasts(GRID, LEVELS)
    found = dict(zip(named(asked), effects(drawn(shifts), asked).values(), strict=True))
    assert {name: one.verdict for name, one in found.items()} == {
        ("hybrid",): "better", ("5",): "not significant", ("10",): "better", ("hybrid", "5"): "not significant",
        ("hybrid", "10"): "better",
    }  # fmt: skip
    for name, true in {("hybrid",): 0.12, ("10",): 0.03, ("hybrid", "10"): 0.06, ("hybrid", "5"): 0.0}.items():
        assert found[name].low < true < found[name].high
        assert found[name].high - found[name].low < 0.06


def test_an_effect_is_the_mean_of_the_pairs_and_an_interaction_the_difference_of_the_differences() -> None:
    scores = drawn(dict.fromkeys(GRID, 0.0), questions=9)
    del scores["hybrid 5"]["q3"]  # a question that is missing in one of the points is left out
    mean = {name: fmean(own[q][0] for q in own if q != "q3") for name, own in scores.items()}
    found = {
        one: comparison for one, comparison in effects(scores, contrasts(GRID, LEVELS)).items() if one.change == HYBRID
    }
    main, five, _ = found.values()
    assert main.questions == five.questions == 8
    gains = {k: mean[f"hybrid {k}"] - mean[f"semantic {k}"] for k in LEVELS["top_k"]}
    assert main.difference == pytest.approx(fmean(gains.values()))
    assert five.difference == pytest.approx(gains["5"] - gains["3"])


def test_an_interval_of_a_single_pair_is_that_of_the_comparison_and_holm_is_over_all() -> None:
    cells = {name: GRID[name] for name in ("semantic 3", "semantic 5", "hybrid 3")}  # one change at a time
    scores = drawn({"semantic 3": 0.0, "semantic 5": 0.01, "hybrid 3": 0.1})
    found = effects(scores, contrasts(cells, LEVELS))
    assert [(one.change.level, one.at, one.cells) for one in found] == [("hybrid", None, 1), ("5", None, 1)]
    (hybrid, five), alone = found.values(), compare(scores["hybrid 3"], scores["semantic 3"])
    assert (hybrid.low, hybrid.high, hybrid.p) == pytest.approx((alone.low, alone.high, alone.p))
    assert hybrid.p_corrected == pytest.approx(2 * hybrid.p)
    assert five.p_corrected == five.p


def test_points_that_share_no_level_have_no_effect() -> None:
    assert contrasts({"a": GRID["semantic 3"], "b": GRID["hybrid 5"]}, LEVELS) == []
    assert effects({}, []) == {}


def test_few_documents_leave_an_interaction_anywhere_between_its_bounds() -> None:
    scores = drawn(dict.fromkeys(GRID, 0.0), questions=20)
    terms = Terms({f"q{n}": f"d{n % 3}" for n in range(20)})
    found = effects(scores, contrasts(GRID, LEVELS), terms)
    assert {(one.low, one.high) for c, one in found.items() if not c.at} == {(-1, 1)}
    assert {(one.low, one.high) for c, one in found.items() if c.at} == {(-2, 2)}


def test_the_same_is_said_only_where_a_difference_would_have_been_seen() -> None:
    equal = dict.fromkeys(GRID, drawn({"": 0.0})[""])
    (both, *_) = [one for c, one in effects(equal, contrasts(GRID, LEVELS)).items() if c.at]
    # of 80 that are alike, a share of 1 - 0.025^(1/80) = 0.0451 could differ, by 2
    assert (both.low, both.high, both.clusters) == (pytest.approx(-0.0901, abs=1e-4), -both.low, 80)
    assert is_the_same(both, 0.1)
    assert not is_the_same(both, 0.09)


def test_a_small_interaction_is_judged_by_its_own_size() -> None:
    shifts = {name: 0.012 * (name == "hybrid 10") for name in GRID}
    scores = {name: {f"q{n}": [0.5 + shift] for n in range(60)} for name, shift in shifts.items()}
    found = {
        c.at and c.at.level: one for c, one in effects(scores, contrasts(GRID, LEVELS)).items() if c.change == HYBRID
    }
    assert found["10"].verdict == "better"  # 0.012, though each half of it is below 0.01
    assert found[None].verdict == "negligible"
