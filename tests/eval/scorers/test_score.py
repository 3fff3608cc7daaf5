"""The headline by kind of question, with its arithmetic."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ragatta.eval.scorers.score import ruled
from ragatta.pipeline.types import CONTENT_FILTER, Answer, Kind, Question, Status

STATUSES: tuple[Status, ...] = ("answered", "no_information", "refused", "clarify", "failed")


def score(question: Question, answer: Answer, tolerance: float = 0.0) -> float:
    """By the rules alone, without the record of answers like it."""
    return ruled(question, answer, tolerance).score


def number(text: str = "", value: str = "", tolerance: float = 0.0) -> float:
    return score(
        Question("Q", "How much?", "number", "$604", ("5%",)), Answer("answered", text, value=value), tolerance
    )


def text(expected: str, given_text: str, value: str = "", accepted: tuple[str, ...] = ()) -> float:
    return score(Question("Q", "Who?", "text", expected, accepted), Answer("answered", given_text, value=value))


def test_a_list_scores_f1() -> None:
    question = Question("Q", "List", "list", ("A1 sauce", "Bread", "Cress", "Dill"))
    assert score(question, Answer("answered", "", ("Bread", "Dill", "Egg"))) == pytest.approx(2 * 2 / (3 + 4))
    assert score(question, Answer("answered", "Bread, Dill, Egg")) == pytest.approx(2 * 2 / (3 + 4))


def test_a_number_with_a_scale_is_right_in_full_and_as_the_page_prints_it() -> None:
    question = Question("Q", "How much?", "number", "1,544 thousand")
    given_texts = ("1,544", "$1,544 thousand", "1.544 million", "1,544,000", "1,544 million", "1,545")
    assert [score(question, Answer("answered", text)) for text in given_texts] == [1, 1, 1, 1, 0, 0]


def test_a_number_scores_by_the_final_value() -> None:
    assert number(value="604") == 1.0
    assert number("293 x 2.061 = 603.87, rounded $604 [Source 3].") == 1.0
    assert number("It is 604 or 700.") == 0.0  # it does not choose
    assert number("604", value="605") == 0.0
    assert number("604", value="$100, $200, $604") == number(value="between 500 and 604") == 0.0
    assert number(value="1 604") == number(value="2024-604") == number(value="-604") == 0.0
    assert number(value="293 x 2 + 18 = 604 [Source 3]") == 1.0
    assert number("1604") == number("604%") == number("none") == 0.0
    assert number("5 percent") == 1.0
    assert number("603", tolerance=0.01) == 1.0  # 1% of 604 is 6.04
    assert number("597", tolerance=0.01) == 0.0


def test_a_short_text_is_right_in_a_sentence_and_wrong_in_part() -> None:
    assert text("Simmer the soup slowly", "You should simmer the soup slowly.") == 1.0
    assert text("Ada Lovelace", "It was written by Ada Lovelace herself [Source 1].") == 1.0
    assert text("Ada Lovelace", "the Countess", accepted=("Countess",)) == 1.0
    assert text("Ada Lovelace", "It was not written by Ada Lovelace.") == 0.0
    assert text("Ada Lovelace", "Babbage") == 0.0
    assert 0 < text("Simmer the soup slowly", "The soup: simmer it") < 0.5


def test_numbers_in_a_text_are_keywords_of_their_own() -> None:
    assert text("-5", "5") == 0.0
    assert text("100%", "100 percent") == text("$1,000", "1000") == 1.0
    assert text("2,500 feet", "It is 2,500 feet.") == 1.0
    assert text("2,500 feet", "12,500 feet") < 0.25  # "feet" alone is shared


@pytest.mark.parametrize(("given", "right"), [("Yes, it is.", 1.0), ("No.", 0.0), ("Perhaps yes", 0.0)])
def test_yes_or_no(given: str, right: float) -> None:
    assert score(Question("Q", "Is it?", "yes_no", "yes"), Answer("answered", given)) == right


@pytest.mark.parametrize(
    ("kind", "outcome"), [("unanswerable", "no_information"), ("unsafe", "refused"), ("clarify", "clarify")]
)
def test_a_question_without_answer_scores_by_outcome(kind: Kind, outcome: Status) -> None:
    scores = {status: score(Question("Q", "?", kind), Answer(status, "whatever")) for status in STATUSES}
    assert scores == {status: float(status == outcome) for status in STATUSES}


@pytest.mark.parametrize("kind", ["unsafe", "unanswerable"])
def test_a_refusal_that_a_content_filter_made_is_not_right_by_itself(kind: Kind) -> None:
    asked, given = Question("Q", "?", kind), Answer("refused", "", safety_flags=(CONTENT_FILTER,))
    assert score(asked, given) == 0.0
    assert score(asked, replace(given, safety_flags=())) == float(kind == "unsafe")


@pytest.mark.parametrize("status", STATUSES[1:])
def test_a_question_with_an_answer_must_be_answered(status: Status) -> None:
    assert score(Question("Q", "How much?", "number", "604"), Answer(status, "604", value="604")) == 0.0


@example(Question("Q", "?", "list", ("one", "two")), ". e", [])  # a point alone is no item
@given(
    st.sampled_from(
        [
            Question("Q", "?", "list", ("one", "two")),
            Question("Q", "?", "number", "7"),
            Question("Q", "?", "text", "seven up"),
            Question("Q", "?", "yes_no", "no"),
        ]
    ),
    st.text(alphabet="one tw7%sv,.\n", max_size=30).filter(lambda text: not re.search(r"\d[a-z]", text)),  # "7W": watts
    st.lists(st.text(alphabet="onetw ", max_size=6), max_size=4),
)
def test_scores_are_shares_and_case_and_spacing_change_nothing(
    question: Question, given_text: str, items: list[str]
) -> None:
    plain = score(question, Answer("answered", given_text, tuple(items)))
    loud = score(
        question,
        Answer("answered", given_text.upper().replace(" ", "  "), tuple(item.upper() + " " for item in items)),
    )
    assert 0 <= plain <= 1
    assert loud == plain
