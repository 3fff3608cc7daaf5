"""partial_match forgives everything around the answer, exact_match nothing."""

from __future__ import annotations

from typing import get_args

import pytest

from ragatta.eval.scorers import exact_match, partial_match
from ragatta.pipeline.types import Answer, Kind, Question, Status

LIST = Question("Q", "List", "list", ("Roof Type", "Roof Type Factor Surcharge", "Salt / Pepper"), ("Tea",))
NUMBER = Question("Q", "How much?", "number", "$604")
TEXT = Question("Q", "How?", "text", "Simmer the soup slowly", ("Boil it",))
YES = Question("Q", "Is it?", "yes_no", "Yes")


def partial(question: Question, text: str, *items: str, value: str = "") -> float | None:
    return partial_match.score(question, Answer("answered", text, items, value))


def exact(question: Question, text: str, *items: str, value: str = "") -> float | None:
    return exact_match.score(question, Answer("answered", text, items, value))


def test_a_list_counts_whole_items() -> None:
    assert partial(LIST, "There is the roof type factor surcharge.") == 1 / 3
    assert partial(LIST, "Roof Type Factor Surcharge and Roof Type.") == 2 / 3
    assert partial(LIST, "Cake", "Salt/Pepper") == 1 / 3
    assert partial(LIST, "Roof Type, Roof Type Factor Surcharge, Salt/Pepper, and anything else") == 1.0
    assert exact(LIST, "", "Salt/Pepper", "Roof Type", "Roof Type Factor Surcharge", "Tea") == 1.0
    assert exact(LIST, "", "Salt/Pepper", "Roof Type", "Roof Type Factor Surcharge", "Cake") == 0.0
    assert exact(LIST, "", "Salt/Pepper", "Roof Type") == 0.0


def test_a_listed_number_with_a_scale_may_stand_as_its_bare_figure() -> None:
    prices = Question("Q", "List", "list", ("$ 77,492 thousand", "71,513 thousand"))
    assert partial(prices, "They are 77,492 and 71.513 million.") == 1.0
    assert partial(prices, "They are 77,492 million and 71,513.") == 1 / 2


def test_an_accepted_item_holds_no_expected_one() -> None:
    question = Question("Q", "List", "list", ("Umbrella", "Deck"), ("Umbrella Coverage Factor",))
    assert partial(question, "Deck and Umbrella Coverage Factor") == 1 / 2
    assert partial(question, "Umbrella, Umbrella Coverage Factor") == 1 / 2
    assert partial(question, "Umbrella Coverage") == 1 / 2  # inside what is not known as an item


def test_exact_items_have_no_explanation() -> None:
    question = Question("Q", "List", "list", ("Roof Type", "Deck"))
    assert exact(question, "", "1-1 Roof Type (old)", "Deck") == 1.0
    assert exact(question, "", "Roof Type (a word, and many another one)", "Deck") == 0.0
    assert exact(question, "", "Roof Type: old", "Deck") == 0.0


def test_a_number_stands_on_its_own() -> None:
    assert partial(NUMBER, "It is $604, not 700.") == 1.0
    assert partial(NUMBER, "", value="604.00") == 1.0
    assert partial(NUMBER, "1604, 604.5 or HO604") == 0.0
    assert partial_match.score(NUMBER, Answer("answered", "601"), number_tolerance=0.01) == 1.0
    assert exact(NUMBER, "It is 604") == 1.0
    assert exact(NUMBER, "It is $604, not 700.") == 1.0
    assert exact(NUMBER, "It is $700, not 604.") == 0.0
    assert exact(NUMBER, "", value="between 500 and 604") == 0.0
    assert partial(NUMBER, "", value="between 500 and 604") == 1.0
    assert partial(NUMBER, "1 604 in docket 2024-604") == 0.0


def test_a_text_counts_expected_keywords() -> None:
    assert partial(TEXT, "Let the soup simmer.") == 2 / 3
    assert partial(TEXT, "Boil it well") == 1.0
    assert exact(TEXT, "simmer the soup  slowly.") == 1.0
    assert exact(TEXT, "One should simmer it.", value="boil it") == 1.0
    assert exact(TEXT, "Simmer the soup") == 0.0


def test_yes_or_no() -> None:
    assert partial(YES, "Yes.") == exact(YES, "Yes.") == 1.0
    assert partial(YES, "No.") == exact(YES, "No.") == 0.0


@pytest.mark.parametrize("status", [status for status in get_args(Status) if status != "answered"])
@pytest.mark.parametrize("question", [LIST, NUMBER, TEXT, YES])
def test_what_is_not_answered_scores_nothing(question: Question, status: Status) -> None:
    answer = Answer(status, "Yes: 604, simmer the soup slowly; Roof Type", ("Roof Type",), "604")
    assert partial_match.score(question, answer) == exact_match.score(question, answer) == 0.0


@pytest.mark.parametrize("kind", ["unanswerable", "unsafe", "clarify"])
def test_applies_to_questions_that_expect_an_answer(kind: Kind) -> None:
    assert partial(Question("Q", "?", kind), "text") is None
    assert exact(Question("Q", "?", kind), "text") is None
