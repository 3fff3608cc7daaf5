"""Which class an answer belongs to."""

from __future__ import annotations

import pytest

from ragatta.eval.answers.status import INFERRED, outcome_of
from ragatta.eval.scorers.score import ruled
from ragatta.pipeline.types import Answer, Kind, Question, StageRecord

KEEPER = Question("q", "Who keeps the tide tables?", "text", "Marta Quill", ("M. Quill",))


def group(text: str, question: Question = KEEPER) -> str:
    by_words = StageRecord("file", 0.0, details={"status": INFERRED})
    return ruled(question, Answer(outcome_of(text, question), text, steps=(by_words,))).group


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Marta Quill", "phrase, right, decided, up to 4 words, plain, literal, alone"),
        ("They are kept by Marta Quill.", "phrase, right, decided, up to 15 words, plain, literal, alone"),
        ("They are kept by Quill, Marta.", "phrase, right, decided, up to 15 words, plain, scattered, alone"),
        (
            "Marta Quill keeps them in Port Ennis, not far away.",
            "phrase, right, decided, up to 15 words, denial, literal, others named",
        ),
        ("Jonas Reed", "phrase, wrong, decided, up to 4 words, plain, none, name"),
        ("Quillan", "phrase, wrong, decided, up to 4 words, plain, part of a word, name"),
        (
            "Quill",
            "phrase, wrong, it shares some of the expected words, up to 4 words, plain, nothing else, name",
        ),
        (
            "They are not kept by Marta Quill.",
            "phrase, wrong, it shares some of the expected words, up to 15 words, denial, denied, name",
        ),
        ("The documents do not say who keeps them.", "declines, none"),
        ("The documents do not say who keeps them. Perhaps it is Jonas.", "declines and goes on, none"),
    ],
)
def test_the_class_of_a_text(text: str, found: str) -> None:
    assert group(text) == f"text: {found}"


@pytest.mark.parametrize(
    ("expected", "text", "found"),
    [
        ("$40", "It is $40.", "number: exact, decided, measured"),
        ("1923", "In 1924.", "number: wrong, decided, year"),
        ("12", "There are 11.", "number: wrong, decided, count"),
        ("6-8", "It takes 6-8.", "number: exact, decided, range"),
        ("12", "I cannot say.", "outcome: declines, none"),
    ],
)
def test_the_class_of_a_number(expected: str, text: str, found: str) -> None:
    assert group(text, Question("q", "What does the log say?", "number", expected)) == found


@pytest.mark.parametrize("kind", ["list", "unanswerable", "unsafe", "clarify"])
def test_lists_and_outcomes_have_no_class(kind: Kind) -> None:
    question = Question("q", "Which boats?", kind, ("Gull", "Tern") if kind == "list" else "")
    assert ruled(question, Answer("answered", "The Gull.")).group == ""


def test_an_outcome_that_the_system_names_is_decided_by_form() -> None:
    assert ruled(KEEPER, Answer("no_information", "Nothing was found.")).group == ""
