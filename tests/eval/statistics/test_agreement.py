"""Agreement of two gradings: by hand, by Lin's own formula, and an interval that covers."""

from __future__ import annotations

import math
from statistics import fmean, pvariance

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ragatta.eval.statistics.agreement import Graded, agreement

GRADES = st.sampled_from([0.0, 0.5, 1.0])


def graded(*pairs: tuple[float, float]) -> list[Graded]:
    return [Graded(str(number), *pair) for number, pair in enumerate(pairs)]


def test_cohens_kappa_by_hand() -> None:
    # 20 both right, 5 and 10 apart, 15 both wrong: 0.7 agree, 0.5 would by chance, kappa 0.4
    found = agreement(graded(*[(1, 1)] * 20, *[(1, 0)] * 5, *[(0, 1)] * 10, *[(0, 0)] * 15))
    assert found.kappa.mean == pytest.approx(0.4)
    assert found.agreement.mean == pytest.approx(0.7)
    # the large-sample standard error of kappa here is 0.128 (Fleiss, Cohen and Everitt 1969), that of its z 0.153
    bounds = (math.tanh(math.atanh(0.4) - 2.01 * 0.153), math.tanh(math.atanh(0.4) + 2.01 * 0.153))
    assert (found.kappa.low, found.kappa.high) == pytest.approx(bounds, abs=0.02)
    assert (found.answers, found.questions) == (50, 50)


@given(st.lists(st.tuples(GRADES, GRADES), min_size=1))
def test_between_grades_it_is_lins_concordance(pairs: list[tuple[float, float]]) -> None:
    found, (one, other) = agreement(graded(*pairs)), zip(*pairs, strict=True)
    means = fmean(one), fmean(other)
    covariance = fmean((a - means[0]) * (b - means[1]) for a, b in pairs)
    apart = pvariance(one) + pvariance(other) + (means[0] - means[1]) ** 2
    assume(apart > 0)
    assert found.kappa.mean == pytest.approx(2 * covariance / apart)
    low, high = found.kappa.low, found.kappa.high
    assert math.isnan(low) or -1 - 1e-9 <= low <= high <= 1 + 1e-9


def test_what_shows_no_spread_has_no_interval() -> None:
    assert math.isnan(agreement(graded((1, 1), (1, 1))).kappa.mean)
    one = agreement([Graded("Q", 1, 1), Graded("Q", 0, 0), Graded("Q", 0, 1)])
    assert (one.kappa.mean, one.questions) == (pytest.approx(0.4), 1)
    assert math.isnan(one.kappa.low)
    assert math.isnan(one.agreement.low), "its answers are not independent"
    with pytest.raises(ValueError, match="no answer"):
        agreement([])


def test_three_equal_verdicts_prove_little() -> None:
    found = agreement(graded((1, 1), (0, 0), (1, 1)))
    # The mean squared difference 0 of 3 questions is up to t² / (3 + t²) = 0.86 (t = 4.30), by chance 0.44.
    assert (found.kappa.mean, found.kappa.low, found.kappa.high) == pytest.approx(
        (1.0, 1 - 0.8606 / (4 / 9), 1.0), abs=1e-3
    )
    assert (found.agreement.mean, found.agreement.low) == (1.0, pytest.approx(3 / (3 + 1.96**2), abs=1e-4))  # Wilson
    always = agreement(graded((1, 1), (0, 1), (0, 1)))  # one of the two never varies: no agreement beyond chance
    assert (always.kappa.mean, math.isnan(always.kappa.low)) == (0.0, True)


def test_answers_to_one_question_count_together() -> None:
    """Eight equal answers each to ten questions say no more than one each; the interval pays for estimating that."""
    alone = [(1, 1)] * 4 + [(1, 0)] * 2 + [(0, 0)] * 4
    many = [Graded(str(number), *pair) for number, pair in enumerate(alone) for _ in range(8)]
    one, eight = agreement(graded(*alone)), agreement(many)
    assert (eight.kappa, eight.answers, eight.questions) == (one.kappa, 80, 10)
    assert one.agreement.low - 0.07 < eight.agreement.low < one.agreement.low


@pytest.mark.parametrize(("questions", "answers", "wrong"), [(40, 4, 0.25), (20, 1, 0.1), (30, 1, 0.015)])
def test_the_interval_covers_the_truth(questions: int, answers: int, wrong: float) -> None:
    """A judge that is wrong about a share of the answers, more often about hard questions; the true kappa is that of a
    large sample. Nearly every sample has an interval, also one without any difference."""
    random = np.random.default_rng(5)

    def drawn(count: int) -> list[Graded]:
        rows = []
        for question in range(count):
            hard = 2 * wrong * random.random()
            for _ in range(answers):
                person = float(random.random() < 0.6)
                rows.append(Graded(str(question), 1 - person if random.random() < hard else person, person))
        return rows

    truth = agreement(drawn(10_000)).kappa.mean
    found = [kappa for kappa in (agreement(drawn(questions)).kappa for _ in range(200)) if math.isfinite(kappa.low)]
    assert len(found) >= 199
    covered = sum(one.low <= truth <= one.high for one in found) / len(found)
    assert covered >= 0.9
    assert np.mean([one.high - one.low for one in found]) < 0.8
