"""Parts of a question against the claims of an answer, with the arithmetic: 2 × what is right / (parts + claims)."""

from __future__ import annotations

from functools import partial
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.scorers import exact_match, partial_match, score, sub_answers
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.eval.sub_answers import _assigned, judge, part_score
from ragatta.pipeline.types import Answer, Question

BOTH = Question(
    "B", "For a home of $750,000, what are the base rate and the factor?", "multi", ("$293", "2.061"),
    sub_questions=("What is the base rate?", "What is the factor?"),
)  # fmt: skip
MIXED = Question(
    "M", "How long does soup simmer, may it freeze, and who must sign?", "multi",
    ("45", "no", "owner and lender"), sub_questions=("How long?", "May it freeze?", "Who signs?"),
)  # fmt: skip


def said(text: str, **more: object) -> Answer:
    return Answer("answered", text, **more)  # type: ignore[arg-type]


def parts(*texts: str, status: str = "answered") -> Answer:
    return said("see below", sub_answers=tuple(Answer(status, text) for text in texts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "expected", "recall"),
    [
        (parts("It is $293.", "The factor is 2.061"), 1.0, 1.0),
        (parts("The factor is 2.061", "It is $293."), 1.0, 1.0),  # in any order
        (parts("It is $293.", "The factor is 2.601"), 2 * 1 / (2 + 2), 0.5),
        (parts("It is $293."), 2 * 1 / (2 + 1), 0.5),  # a part that is left out
        (parts("It is $293.", "The factor is 2.061", "It is $604"), 2 * 2 / (2 + 3), 1.0),  # a part too many
        (parts("It is $293.", "The factor is 2.061", "So: 2.061"), 1.0, 1.0),  # said twice costs nothing
        (parts("It is $293.", "2.061", status="no_information"), 0.0, 0.0),  # what is not answered claims nothing
        (parts("It is $293 and 2.061"), 2 * 1 / (2 + 1), 0.5),  # a sub-answer is one claim
    ],
)
def test_sub_answers_are_claims(answer: Answer, expected: float, recall: float) -> None:
    assert score.score(BOTH, answer) == pytest.approx(expected)
    assert sub_answers.score(BOTH, answer) == pytest.approx(recall)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The base rate is $293 [Source 1] and the factor is 2.061 [Source 2].", 1.0),
        ("The base rate is $293. The factor is 2.061.", 1.0),
        ("I looked it up. For a home of $750,000, the base rate is $293. The factor is 2.061.", 1.0),  # talk is free
        ("1. $293\n2. 2.061", 1.0),
        ("**Base rate:** $293\n\nFactor:\n- 2.061", 1.0),
        ("## Answer\n\n- **$293** [Source 1]\n- **2.061** [Source 1]", 1.0),  # a heading claims nothing
        ("The base rate is $293; the factor is 2.061; the fee is $25; the tax is $7.", 2 * 2 / (2 + 4)),
        ("The base rate is $293.", 2 * 1 / (2 + 1)),
        ("The base rate is $604 and the factor is 3.", 0.0),
        ("", 0.0),
    ],
)
def test_without_sub_answers_an_answer_is_read_as_it_stands(text: str, expected: float) -> None:
    assert score.score(BOTH, said(text)) == pytest.approx(expected)


def test_a_dump_that_holds_both_parts_is_worth_next_to_nothing() -> None:
    lines = [f"Territory {n}: {n * 7} dollars, factor 1.{n}" for n in range(100, 140)]
    dump = said("\n".join([*lines[:20], "Territory 9: $293", "Deductible factor 2.061", *lines[20:]]))
    assert score.score(BOTH, dump) == pytest.approx(2 * 2 / (2 + 42))
    assert partial_match.score(BOTH, dump) == 1.0


def test_words_around_a_text_cost_as_little_as_in_a_text_question() -> None:
    answer = said("It simmers for 45 minutes. No, it may not. The owner and the lender must sign.")
    assert score.score(MIXED, answer) == sub_answers.score(MIXED, answer) == 1.0
    assert partial_match.score(MIXED, answer) == 1.0


def test_value_and_items_are_readings_too() -> None:
    assert score.score(BOTH, said("some words", items=("Base rate: $293", "Factor: 2.061"))) == 1.0
    assert score.score(BOTH, said("some words", value="$293")) == pytest.approx(2 / 3)


def one(text: str = "", **more: object) -> Answer:
    return said(text, **more)


FACTOR = one("The factor is 2.061", value="2.061")
FIFTY = tuple(f"${number}" for number in range(1000, 1050))


@pytest.mark.parametrize(
    ("sub_answers_", "expected", "exact"),
    [
        ((one("no: $999 or $1", value="$293"), FACTOR), 1.0, 1),  # the text explains the value, as in a number question
        ((one("It is $293", value="$999"), FACTOR), 2 * 1 / (2 + 2), 0),  # right in the text, wrong in the end
        ((one("It is $999", items=("$293",)), FACTOR), 2 * 2 / (2 + 3), 0),  # the item is right, the text a claim more
        ((one(value="$293"), one("2.061", value="2.061", items=FIFTY)), 2 * 2 / (2 + 2 + 50), 0),
        ((one(value="$293 or $999"), FACTOR), 2 * 1 / (2 + 2), 0),  # several figures are no final one
        ((one("It is $1. It is $2. It is $293."), FACTOR), 2 * 2 / (2 + 4), 0),  # each sentence with another figure
        ((one("It is $293.", items=("$293",)), FACTOR), 1.0, 1),  # an item that repeats it
        ((one("For a home of $750,000. It is $293."), FACTOR), 1.0, 1),  # what the question says
    ],
)
def test_a_sub_answer_says_one_thing_in_the_end(
    sub_answers_: tuple[Answer, ...], expected: float, exact: float
) -> None:
    answer = said("see below", sub_answers=sub_answers_)
    assert score.score(BOTH, answer) == pytest.approx(expected)
    assert exact_match.score(BOTH, answer) == exact


def test_a_text_is_its_value_or_else_its_text_and_never_the_better_of_them() -> None:
    right, other = "owner and lender", "a tenant"
    rest = (one("45"), one("no"))

    def scored(part: Answer) -> float:
        return score.score(MIXED, said("", sub_answers=(*rest, part)))

    assert scored(one(other, value=right)) == 1.0
    assert scored(one(right, value=other)) == pytest.approx(2 * 2 / (3 + 3))
    assert scored(one(right, items=("owner", "lender"))) == 1.0  # items that list what the text says
    assert scored(one(right, items=("owner", "lender", "tenant"))) == pytest.approx(2 * 3 / (3 + 4))
    assert scored(one(items=("owner", "lender"))) == 1.0  # nothing but items


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_dump_costs_the_same_in_a_sub_answer_as_in_prose(wrong: int) -> None:
    dump = " ".join([*(f"It is ${number}." for number in range(1, wrong + 1)), "It is $293."])
    in_parts = said("", sub_answers=(one(dump), one("The factor is 2.061.")))
    assert score.score(BOTH, in_parts) == score.score(BOTH, said(f"{dump} The factor is 2.061."))
    assert score.score(BOTH, in_parts) == pytest.approx(2 * 2 / (2 + 2 + wrong))


def test_a_dump_is_no_better_off_in_a_sub_answer_than_in_prose() -> None:
    dump = " ".join([*(f"It is ${number}." for number in range(1, 40)), "It is $293."])
    in_parts = said("", sub_answers=(one(dump), one("The factor is 2.061.")))
    assert score.score(BOTH, in_parts) == pytest.approx(2 * 2 / (2 + 2 + 39))
    assert score.score(BOTH, in_parts) < score.score(BOTH, said(f"{dump} The factor is 2.061."))


def test_what_is_accepted_too_costs_nothing() -> None:
    question = Question("A", "Who and where?", "multi", ("Ada", "Rome"), ("Lovelace",), sub_questions=("a", "b"))
    assert score.score(question, parts("Ada", "Rome", "Lovelace")) == 1.0
    assert score.score(question, parts("Ada", "Rome", "Byron")) == pytest.approx(2 * 2 / (2 + 3))


def test_only_the_parts_and_nothing_else_is_exact() -> None:
    assert exact_match.score(MIXED, parts("no", "45", "Owner and lender.")) == 1
    assert exact_match.score(MIXED, parts("no", "45", "the owner and the lender")) == 0
    assert exact_match.score(BOTH, parts("$293", "2.061", "7")) == 0


def test_the_tolerance_holds_for_each_part() -> None:
    near = parts("290", "2.05")
    assert score_answer(BOTH, near, {}, Scoring())["sub_answers"] == 0
    assert score_answer(BOTH, near, {}, Scoring(number_tolerance=0.02))["sub_answers"] == 1


@pytest.mark.parametrize("status", ["failed", "refused", "clarify", "no_information"])
def test_an_answer_of_another_status_claims_nothing(status: str) -> None:
    answer = Answer(status, "$293. 2.061.")  # type: ignore[arg-type]
    assert (score.score(BOTH, answer), sub_answers.score(BOTH, answer), partial_match.score(BOTH, answer)) == (0, 0, 0)


def test_questions_without_parts_have_no_such_figure() -> None:
    assert sub_answers.score(Question("Q", "?", "list", ("a", "b")), said("a, b")) is None


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=3, max_size=3), max_size=5))
def test_no_other_assignment_is_better(scores: list[list[float]]) -> None:
    found = _assigned(scores, 3)
    assert len(set(found.values())) == len(found)
    padded = [*scores, [0.0] * 3, [0.0] * 3, [0.0] * 3]
    best = max(
        sum(padded[claim][part] for part, claim in enumerate(chosen)) for chosen in permutations(range(len(padded)), 3)
    )
    assert sum(scores[claim][part] for claim, part in found.items()) == best


@settings(deadline=None)
@given(st.permutations(["It is $293.", "The factor is 2.061", "The fee is $25"]), st.text(max_size=30))
def test_order_makes_no_difference_and_more_claims_never_help(texts: list[str], more: str) -> None:
    assert score.score(BOTH, parts(*texts)) == pytest.approx(2 * 2 / (2 + 3))
    assert score.score(BOTH, parts(*texts, more)) <= 2 * 2 / (2 + 3) + 1e-9
    judged = judge(BOTH, said("\n".join([*texts, more])), partial(part_score, tolerance=0.0))
    assert 0 <= judged.f1 <= 1
