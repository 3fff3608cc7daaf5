"""The interval of a mean: against known spreads, by question, always the same."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.statistics import cluster_numbers, few_clusters, mean_interval, share_interval
from ragatta.eval.statistics.intervals import lower_share, upper_share

SCORES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def one_each(values: list[float]) -> dict[str, list[float]]:
    return {f"q{number}": [value] for number, value in enumerate(values)}


def test_many_questions_give_the_normal_interval() -> None:
    found = mean_interval(one_each([float(n % 2) for n in range(400)]))
    # the mean of 400 fair coins has a standard deviation of 0.025
    assert found.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.003)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.003)


def test_a_few_documents_give_the_interval_by_question() -> None:
    scores = one_each([float(n % 2) for n in range(400)])
    two = {question: f"document {int(question[1:]) % 2}" for question in scores}
    assert few_clusters(scores, two)
    assert mean_interval(scores, two) == mean_interval(scores)
    twenty = {question: f"document {int(question[1:]) % 20}" for question in scores}
    assert not few_clusters(scores, twenty)
    assert not few_clusters(scores, {})


def test_the_exact_interval_of_a_share() -> None:
    # Newcombe 1998, Statistics in Medicine 17:857, table I, method 5: 15 of 148 is 0.0578 to 0.1617; ours takes n - 1
    found = mean_interval(one_each([1.0] * 15 + [0.0] * 133))
    assert (found.low, found.high) == (pytest.approx(0.0578, abs=0.001), pytest.approx(0.1617, abs=0.001))
    assert found.low < 0.0578 < 0.1617 < found.high


def test_the_limit_of_a_share_counts_answers_to_one_question_as_fewer() -> None:
    for answers, limit in ((29, 0.1), (59, 0.05), (149, 0.02)):
        assert upper_share([False] * answers, list(map(str, range(answers)))) == pytest.approx(limit, abs=0.002)
    alone, five_each = list(map(str, range(500))), [str(at // 5) for at in range(500)]
    assert upper_share([False] * 500, five_each) == pytest.approx(upper_share([False] * 100, alone[:100]))
    few, alike = [at % 50 == 0 for at in range(500)], [at // 5 % 50 == 0 for at in range(500)]
    assert 0.02 < upper_share(few, alone) < 0.04 < upper_share(alike, five_each)
    assert lower_share(few, alone) < 0.02 < upper_share(few, alone)
    assert (upper_share([True] * 9, alone[:9]), upper_share([], []), lower_share([], [])) == (1, 1, 0)


def test_equal_answers_to_few_questions_limit_a_share_less_than_one_answer_each() -> None:
    # Korn and Graubard 1998: worth (t(299) / t(5))^2 = 0.67 of six answers
    half, six_each = [at % 2 == 0 for at in range(6)], [str(at) for at in range(6)]
    once, often = upper_share(half, six_each), upper_share(half * 50, six_each * 50)
    assert (once, often) == (pytest.approx(0.897, abs=1e-3), pytest.approx(0.945, abs=1e-3))


def test_wilsons_interval_of_a_share_of_independent_questions() -> None:
    # Newcombe 1998, Statistics in Medicine 17:857, table I, method 3: 15 of 148 and 0 of 20
    found, none = share_interval(15, 148), share_interval(0, 20)
    assert (found.low, found.high) == (pytest.approx(0.0624, abs=5e-5), pytest.approx(0.1605, abs=5e-5))
    assert (none.low, none.high) == (pytest.approx(0.0), pytest.approx(0.1611, abs=5e-5))
    with pytest.raises(ValueError, match="no question"):
        share_interval(0, 0)


def test_a_t_interval_of_other_scores() -> None:
    # of 0.1, 0.2, ..., 0.9: mean 0.5, standard deviation 0.27386; with n - 1 under the root, t(8) is 2.306
    found = mean_interval(one_each([n / 10 for n in range(1, 10)]))
    assert found.low == pytest.approx(0.5 - 2.306 * 0.27386 / 8**0.5, abs=1e-4)


def test_questions_of_one_document_count_as_fewer() -> None:
    scores = one_each([float(n % 8 < 4) for n in range(80)])
    alone, together = mean_interval(scores), mean_interval(scores, {q: str(int(q[1:]) // 4) for q in scores})
    # 20 documents of four equal answers each stand for 20 questions
    assert together.high - together.low == pytest.approx(2 * (alone.high - alone.low), rel=0.1)
    assert together.mean == alone.mean
    assert mean_interval(scores, dict.fromkeys(scores, "one document")) == alone


def test_repeats_are_no_further_questions() -> None:
    once = one_each([0.0, 1.0, 1.0, 0.5])
    assert mean_interval({question: values * 20 for question, values in once.items()}) == mean_interval(once)


def test_a_question_counts_once_however_often_it_was_asked() -> None:
    assert mean_interval({"a": [1.0] * 9, "b": [0.0], "c": []}).mean == 0.5


def test_equal_scores_have_the_interval_of_what_is_not_seen() -> None:
    # Clopper and Pearson 1934: of 10 that are all right the lower limit is 0.025^(1/10)
    ten = mean_interval(one_each([1.0] * 10))
    assert (ten.low, ten.high) == (pytest.approx(0.6915, abs=1e-4), 1.0)
    half = mean_interval(one_each([0.5] * 10))
    assert (half.low, half.high) == (pytest.approx(0.3458, abs=1e-4), pytest.approx(0.6542, abs=1e-4))
    assert mean_interval({"only": [0.2, 0.4]}).low < 0.01
    assert math.isnan(mean_interval(one_each([7.0] * 10)).low), "of seconds no limit is known"


def test_equal_scores_about_few_documents_are_worth_as_many_as_documents() -> None:
    scores = one_each([1.0] * 60)
    found = mean_interval(scores, {question: f"d{int(question[1:]) % 6}" for question in scores})
    assert found.low == pytest.approx(0.025 ** (1 / 6))


@settings(max_examples=30, deadline=None)
@given(SCORES)
def test_the_interval_holds_the_mean_and_lies_within_the_scores(values: list[float]) -> None:
    found = mean_interval(one_each(values))
    assert 0 <= found.low <= found.mean <= found.high <= 1


@pytest.mark.parametrize("scores", [{}, {"a": []}])
def test_nothing_to_average_is_an_error(scores: dict[str, list[float]]) -> None:
    with pytest.raises(ValueError, match="no question has a score"):
        mean_interval(scores)


def test_a_score_that_is_no_number_names_its_question() -> None:
    with pytest.raises(ValueError, match="question EF_1"):
        mean_interval({"EF_1": [0.5, float("nan")]})


def test_the_effective_number_of_clusters() -> None:
    questions = [f"q{at}" for at in range(8)]
    alone = {question: question for question in questions}
    assert cluster_numbers(questions, alone) == (8, 8.0)
    assert cluster_numbers(questions, alone | dict.fromkeys(questions[:7], "a")) == (2, 64 / 50)
    assert cluster_numbers([], {}) == (0, 0.0)
