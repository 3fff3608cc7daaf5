"""What well-formed questions may not say together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.eval.gold.contradictions import contradictions
from ragatta.pipeline.types import Component, Evidence, Exchange, Question

LIST = Question("A", "List all soups", "list", ("Onion Soup", "Pea Soup"))
FEE = Question("A", "What is the fee?", "number", "$1,000")


def said(*questions: Question) -> list[str]:
    return [str(finding) for finding in contradictions(questions)]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (replace(LIST, also_accepted=("pea  soup",)), "A, also_accepted: 'pea  soup' is expected already"),
        (replace(LIST, also_accepted=("Stock", "stock.")), "A, also_accepted: 'stock.' is given twice"),
        (replace(FEE, also_accepted=("$1,000",)), "A, also_accepted: '$1,000' is expected already"),
        (Question("A", "Is it?", "yes_no", "Yes", ("No.",)), "A, also_accepted: 'No.' is the opposite"),
        (Question("A", "Who?", "unanswerable", also_accepted=("me",)), "A, also_accepted: a question of kind"),
        (replace(FEE, components=(Component("a", 1, "x"), Component("A", 2, "y"))), "A, components: two are named 'A'"),
        (
            replace(FEE, documents=("b.pdf",), evidence=(Evidence("a.pdf", (1,), "x"),)),
            "A, evidence[1].file: 'a.pdf' is not among the question's documents",
        ),
        (
            replace(FEE, evidence=(Evidence("a.pdf", (1,), "x"), Evidence("a.pdf", (1,), "x"))),
            "A, evidence[2]: is given twice",
        ),
    ],
)
def test_one_question_against_itself(question: Question, message: str) -> None:
    (finding,) = said(question)
    assert finding.startswith(message)
    assert ";" in finding  # and the fix


def test_two_questions_of_the_same_words() -> None:
    other = replace(FEE, id="B", question="what is  the fee")
    assert said(FEE, replace(other, expected="1000 USD")) == []  # the same number
    assert said(FEE, replace(other, expected="1001")) == [
        "B, expected: asks the same as A but expects another answer ('1001' instead of '$1,000'); correct one, or "
        "remove one"
    ]
    assert said(LIST, replace(LIST, id="B", expected=("pea soup", "onion soup"))) == []  # the order says nothing
    assert len(said(LIST, replace(LIST, id="B", expected=("Onion Soup",)))) == 1
    assert len(said(FEE, replace(FEE, id="B", kind="unanswerable", expected=""))) == 1


def test_another_scope_is_another_question() -> None:
    assert said(FEE, replace(FEE, id="B", expected="5", documents=("b.pdf",))) == []
    assert said(FEE, replace(FEE, id="B", expected="5", filters={"year": 2024})) != [], "no pipeline sees the filters"


def test_other_spellings_of_one_answer_are_no_contradiction() -> None:
    assert said(Question("A", "Who?", "text", "Ada Byron", ("ADA BYRON", "Lovelace"))) == []


def test_the_same_words_after_other_turns_ask_something_else() -> None:
    fees, tolls = (Exchange("What is the fee?", "$25"),), (Exchange("What is the toll?", "$3"),)
    asked = [
        Question("a", "And in 2022?", "number", "22", turns=fees),
        Question("b", "And in 2022?", "number", "2", turns=tolls),
    ]
    assert contradictions(asked) == []
    assert [one.question_id for one in contradictions([*asked, replace(asked[0], id="c", expected="21")])] == ["c"]
