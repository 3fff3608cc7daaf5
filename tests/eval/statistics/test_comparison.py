"""Verdicts and their words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.eval.statistics import Terms, compare, compare_pairs


def scores(values: list[float]) -> dict[str, list[float]]:
    return {f"q{number}": [value] for number, value in enumerate(values)}


def test_the_clusters_decide_and_both_p_values_are_told() -> None:
    ours, baseline = scores([1.0] * 20 + [0.5] * 20), scores([0.5] * 40)
    together = Terms({question: str(int(question[1:]) // 10) for question in ours})
    found = compare(ours, baseline, together)
    assert (found.clusters, found.p, found.p_by_question) == (4, 0.5, pytest.approx(0.0001, abs=0.0001))
    assert found.verdict == "not significant"
    alone = compare(ours, baseline)
    assert (alone.clusters, alone.verdict, alone.p) == (40, "better", alone.p_by_question)


def test_a_difference_too_small_to_matter() -> None:
    ours, baseline = scores([0.505] * 60), scores([0.5] * 60)
    assert compare(ours, baseline).words == "negligible: significant, but too small to matter"
    assert compare(ours, baseline, Terms(worth=0.001)).verdict == "better"


def test_a_small_loss_nearly_everywhere_is_no_verdict_where_a_large_gain_in_a_few_may_pay_for_it() -> None:
    # by the mean alone p is 0.04; a share of 1 in 8 that gains 0.5 would make the two equal, and 2 of 40 did
    baseline = scores([0.5] * 40)
    assert compare(scores([0.9] * 2 + [0.43] * 38), baseline).verdict == "not significant"
    assert compare(scores([0.43] * 40), baseline).verdict == "worse"
    assert compare(scores([1.0] * 7 + [0.0] * 22), scores([0.0] * 29)).verdict == "better", "none is worse"


def test_equal_differences_have_an_interval_that_excludes_zero_only_if_the_test_does() -> None:
    ten, six, five = (compare(scores([1.0] * n), scores([0.0] * n)) for n in (10, 6, 5))
    # the lower limit of a share of which all are seen, by Clopper and Pearson: 0.6915 of 10, 0.5407 of 6
    assert (ten.low, ten.high) == (pytest.approx(2 * 0.6915 - 1, abs=1e-4), 1.0)
    assert (six.low > 0, six.p < 0.05, five.low > 0, five.p < 0.05) == (True, True, False, False)
    none = compare(scores([0.5] * 10), scores([0.5] * 10))
    assert (none.low, none.high) == (pytest.approx(-0.3085, abs=1e-4), pytest.approx(0.3085, abs=1e-4))


def test_what_it_would_take() -> None:
    some = compare(scores([1.0] * 30 + [0.0] * 70), scores([0.0] * 20 + [1.0] * 20 + [0.0] * 60))
    assert some.words == "not significant: would take up to 690 more questions"
    less = compare(scores([1.0] * 12 + [0.0] * 88), scores([0.0] * 6 + [1.0] * 12 + [0.0] * 82))
    assert less.words == "not significant: the means are equal"
    open_ended = replace(some, more_high=None)
    assert open_ended.words == "not significant: too uncertain to say how many more questions it would take"
    assert replace(some, more_low=0, more_high=1).words == open_ended.words, "p says that one more is not enough"
    assert (
        replace(some, more_low=300, more_high=900).words
        == "not significant: would take roughly 300 to 900 more questions"
    )
    assert compare(scores([0.5, 0.5]), scores([0.5, 0.5])).words == "not significant: the means are equal"


@pytest.mark.parametrize("documents", [2, 13])
def test_gains_and_losses_that_cancel_out_in_each_document_say_no_more_than_no_difference(documents: int) -> None:
    number = 4 * documents
    together = Terms({f"q{at}": str(at // 4) for at in range(number)})
    level = scores([0.5] * number)
    none, cancelling = compare(level, level, together), compare(scores([1.0, 0.0] * (number // 2)), level, together)
    assert none.difference == cancelling.difference == 0.0
    assert cancelling.low <= none.low < 0.0 < none.high <= cancelling.high
    halves = compare(scores([1.0, 0.5] * (number // 2)), level, together)  # each document gains as much
    assert halves.difference == 0.25
    assert halves.low < 0.2
    assert halves.high >= 0.25
    assert (halves.low > 0.0) == (halves.p < 0.05)


def test_few_questions_that_all_differ_alike_are_too_few() -> None:
    assert compare(scores([1.0] * 4), scores([0.0] * 4)).words == "not significant: too few questions"


def test_repeated_looks_ask_for_more() -> None:
    ours, baseline = scores([1.0] * 12 + [0.0] * 60), scores([0.0] * 9 + [0.0] * 60 + [1.0] * 3)
    single, repeated = compare(ours, baseline), compare(ours, baseline, Terms(looks="repeated"))
    assert single.p == repeated.p < repeated.anytime_p
    assert (single.verdict, repeated.verdict) == ("better", "not significant")


def test_questions_of_one_side_alone_are_counted() -> None:
    assert compare(scores([1.0] * 5), scores([0.0] * 3)).unpaired == 2


def test_names_may_be_anything_and_one_that_cannot_be_paired_is_told() -> None:
    found = compare_pairs({("kind", "a"): (scores([1.0]), scores([0.0]))})
    assert found["kind", "a"].difference == 1.0
    with pytest.raises(ValueError, match="b: no question in common"):
        compare_pairs({"b": ({"x": [1.0]}, {"y": [0.0]})})
