"""Questions that ask nearly the same, by their words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.gold import near_duplicates as module
from ragatta.eval.gold.near_duplicates import LOOSELY, near_duplicates
from ragatta.pipeline.types import Exchange, Question


def asked(*texts: str) -> list[Question]:
    return [Question(str(number), text, "text", "x") for number, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("List all rating plan rules", "Please list the rules of the rating plan."),
        ("What is the storage fee per season?", "How much is the storage fee for a season?"),
        ("What does “storage fee” mean in the lease?", "What does storage fee mean in the lease?"),
    ],
)
def test_the_same_in_other_words(one: str, other: str) -> None:
    (pair,) = near_duplicates(asked(one, "Who wrote the letter?", other), least=LOOSELY)
    assert (pair.earlier.id, pair.later.id) == ("0", "2")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What is the fee in zone 5?", "What is the fee in zone 6?"),
        ("What does rule C-2 say?", "What does rule C-3 say?"),
        ("What is the fee in the town of Ashford?", "What is the fee in the town of Bexley?"),
        ("Who wrote the letter?", "When was the fee raised?"),
        ("Was steht im Bericht unter „Hafengeld“?", "Was steht im Bericht unter „Liegegeld“?"),
        ("", "?"),
    ],
)
def test_another_number_code_or_name_is_another_question(one: str, other: str) -> None:
    assert near_duplicates(asked(one, other), least=LOOSELY) == []


def test_only_pairs_that_hold_a_new_question() -> None:
    questions = asked("What is the fee?", "What is the fee?", "Who wrote the letter?")
    assert len(near_duplicates(questions)) == 1
    assert near_duplicates(questions, ["2"]) == []
    assert len(near_duplicates(questions, ["1"])) == 1


@given(st.lists(st.sampled_from(["storage fee", "fee for storage in winter", "pump care", "winter care"]), max_size=6))
def test_shares_are_shares_and_the_nearest_come_first(texts: list[str]) -> None:
    shares = [pair.share for pair in near_duplicates(asked(*texts), least=0.1)]
    assert shares == sorted(shares, reverse=True)
    assert all(0.1 <= share <= 1 + 1e-9 for share in shares)


def test_the_same_words_after_other_turns_are_no_duplicates() -> None:
    fees, tolls = (Exchange("What is the fee?", "$25"),), (Exchange("What is the toll?", "$3"),)
    after_fees = Question("a", "And what was it in the year before?", "number", "22", turns=fees)
    assert near_duplicates([after_fees, replace(after_fees, id="b", turns=tolls)]) == []
    assert len(near_duplicates([after_fees, replace(after_fees, id="b")])) == 1


WORDS = st.lists(
    st.sampled_from(["storage", "fee", "winter", "pump", "care", "hose", "member"]), min_size=1, max_size=6
)


@given(st.lists(WORDS, max_size=12), st.sampled_from([0.1, 0.5, 0.75, 1.0]))
def test_pairs_are_those_of_a_comparison_of_all(texts: list[list[str]], least: float) -> None:
    questions = asked(*map(" ".join, texts))
    with pytest.MonkeyPatch.context() as patch:
        found = near_duplicates(questions, least=least)
        patch.setattr(
            module, "_candidates", lambda group, *_: ((a, b) for at, b in enumerate(group) for a in group[:at])
        )
        assert found == near_duplicates(questions, least=least)
