"""Effects where the truth is known."""

from __future__ import annotations

from benchmarks import best_set
from benchmarks.effects import POINTS, means, ranked, shown
from benchmarks.statistics import Course


def test_the_null_check_the_coverage_and_what_is_found() -> None:
    claims, held, found = shown(Course(120, 40, "zipf", 0.6, "smooth"), 40)
    assert float(claims) <= 7 / 40  # the level is 5%: more in less than 1 of 100 such checks
    assert all(float(one) >= 0.85 for one in held.split(" / "))
    assert 0 < float(found) < 1


def test_the_best_is_rarely_beaten_and_the_cheapest_is_within_the_margin() -> None:
    out, planted = ranked(Course(60, 30, "equal", 0.2, "smooth"), 8)
    beaten, named, wrong = map(float, planted.split(" / "))
    assert float(out) <= 0.3
    assert beaten <= 0.3
    assert named > 0
    assert wrong <= 0.3


def test_the_planted_best_is_the_last_point() -> None:
    true = means("mixed")
    assert max(true, key=true.__getitem__) == [*POINTS][-1] == "211"


def test_the_set_holds_each_best_and_none_that_the_table_calls_worse() -> None:
    for law in best_set.LAWS:
        found = best_set.cell(law, 3, (10, "zipf"), 12)
        assert sum(found.held) >= 9
        assert not any(found.worse)
        assert sum(found.size) <= sum(found.old_size)
    assert sum(best_set.cell("ahead", 3, (60, "equal"), 8).size) < 24
