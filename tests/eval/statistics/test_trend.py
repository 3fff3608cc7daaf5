"""What a line foretells holds what comes, and is no surer than its sizes."""

from __future__ import annotations

from random import Random

import pytest

from ragatta.eval.statistics.trend import forecast

SIZES = [0.0, 1.0, 2.0, 3.0]


def falling(random: Random, questions: int, at: list[float]) -> list[dict[str, list[float]]]:
    """Each question is lost for good at a size of its own, so that the mean falls by a tenth a size."""
    lost = {f"q{n}": random.random() * 10 for n in range(questions)}
    return [{name: [float(end > size)] for name, end in lost.items()} for size in at]


def test_a_line_is_continued() -> None:
    scores = [{"a": [0.9 - 0.1 * size], "b": [0.5 - 0.05 * size]} for size in SIZES]
    found = forecast(SIZES, scores, 5.0, {})
    assert found.mean == pytest.approx((0.4 + 0.25) / 2)


def test_by_hand() -> None:
    found = forecast([0, 1, 2], [{"a": [0.0]}, {"a": [1.0]}, {"a": [0.0]}], 3, {}, shares=False)
    # Flat; off by -1/3, 2/3 and -1/3 with one degree of freedom, for which t is 12.706; 2 from the middle of the sizes
    half = 12.7062 * (6 / 9) ** 0.5 * (1 + 1 / 3 + 4 / 2) ** 0.5
    assert (found.mean, found.low, found.high) == pytest.approx((1 / 3, 1 / 3 - half, 1 / 3 + half), abs=1e-3)


def test_the_interval_holds_what_comes_in_nine_of_ten() -> None:
    random, held = Random(1), 0
    for _ in range(200):
        *seen, comes = falling(random, 80, [*SIZES, 4.0])
        found = forecast(SIZES, seen, 4.0, {})
        held += found.low <= sum(each[0] for each in comes.values()) / len(comes) <= found.high
    assert held >= 180


def test_the_interval_is_wider_farther_out_and_within_shares() -> None:
    scores = falling(Random(2), 60, SIZES)
    near, far = (forecast(SIZES, scores, at, {}) for at in (4.0, 8.0))
    assert near.high - near.low < far.high - far.low
    assert 0 <= far.low <= far.mean <= far.high <= 1


def test_where_nothing_changed_a_change_may_be_unseen() -> None:
    found = forecast(SIZES, [{f"q{n}": [n % 2] for n in range(40)}] * 4, 4.0, {})
    assert (found.mean, found.low) == (pytest.approx(0.5), pytest.approx(0.5 - 0.088, abs=0.001))


def test_questions_of_a_document_that_change_together_make_it_less_certain() -> None:
    scores = falling(Random(3), 6, SIZES)
    many = [{f"{name} {n}": own for name, own in each.items() for n in range(10)} for each in scores]
    together = {name: name.split()[0] for name in many[0]}
    alone, clustered = forecast(SIZES, many, 4.0, {}), forecast(SIZES, many, 4.0, together)
    assert clustered.high - clustered.low > alone.high - alone.low


def test_too_few_sizes_or_no_question_in_common_is_refused() -> None:
    with pytest.raises(ValueError, match="a line needs 3 sizes"):
        forecast([0, 1, 1], [{"a": [1.0]}] * 3, 2, {})
    with pytest.raises(ValueError, match="a question that is scored at each"):
        forecast([0, 1, 2], [{"a": [1.0]}, {"b": [1.0]}, {"a": [1.0]}], 2, {})


def test_other_units_have_no_limits() -> None:
    found = forecast([0, 1, 2], [{"": [3.0]}, {"": [2.0]}, {"": [1.0]}], 6, {}, shares=False)
    assert found.mean == pytest.approx(-3)
