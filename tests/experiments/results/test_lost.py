"""How many answers did not come, and the words for it."""

from __future__ import annotations

from ragatta.experiments.results.lost import Lost, lost_of, lost_words

ANSWERED = {"status": "answered"}
SLOW = {"status": "failed", "failure": "timed_out"}
GONE = {"status": "failed", "failure": "not_answered"}
BAD = {"status": "failed", "failure": "answered_badly"}
OF_BEFORE = {"status": "failed"}


def test_a_failure_of_the_contestants_own_came_and_one_of_before_did_not() -> None:
    assert lost_of([ANSWERED, SLOW, GONE, BAD, OF_BEFORE]) == Lost(answers=5, not_answered=3, timed_out=1)
    assert lost_of([]).share == 0


def test_too_many_are_said_with_the_setting_and_the_way_on() -> None:
    lost = Lost(84, 68, 12)
    assert lost.too_many(0.05) == (
        "68 of 84 answers did not come (12 timed out), too many for a verdict (comparison.not_answered=0.05); "
        "--retry-failed asks them again"
    )
    assert not lost.too_many(0.9)


def test_the_shares_of_variations_are_a_sentence_and_unequal_ones_another() -> None:
    assert not lost_words({"a": Lost(100, 0, 0), "b": Lost(100, 0, 0)})
    even = lost_words({"a": Lost(100, 2, 1), "b": Lost(100, 2, 0)})
    assert even.startswith("Answers that did not come: a 2, b 2 (1 of them timed out).")
    assert "shares differ" not in even
    assert "shares differ" in lost_words({"a": Lost(100, 2, 1), "b": Lost(100, 0, 0)})
