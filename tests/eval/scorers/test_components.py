"""The facts an answer rests on, weighed: in the context, and in the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.scorers.components import in_answer, in_context
from ragatta.pipeline.types import Answer, Chunk, Citation, Component, Evidence, Question

Cut = Callable[[str, str], Chunk]
DOCUMENTS = Component("right documents", 20, files=("book.pdf", "prices.pdf"))
MINUTES = Component("minutes", 20, "45 minutes")
DEGREES = Component("degrees", 20, "92")
PRICE = Component("price", 20, "$4.50")
RESULT = Component("result", 20, "414")
QUESTION = Question(
    "Q", "Degrees times price?", "number", "$414",
    evidence=(Evidence("book.pdf", (2,), "Simmer for 45 minutes"), Evidence("book.pdf", (2,), "at 92 degrees", "92"),
              Evidence("prices.pdf", (1,), value="$4.50")),
    components=(DOCUMENTS, MINUTES, DEGREES, PRICE, RESULT),
)  # fmt: skip


def cited(*files: str) -> tuple[Citation, ...]:
    return tuple(Citation(file, 1, 1, "", 0.5) for file in files)


def of(*components: Component) -> Question:
    return replace(QUESTION, components=components)


def test_five_facts_of_equal_weight(corpus: Corpus, chunk: Cut) -> None:
    context = (chunk("Onion soup.", "serve"),)  # one of two documents, 45 minutes, 92, and not the price
    answer = Answer(
        "answered", "92 degrees at $4.50 make 414", value="414", context=context, citations=cited("book.pdf")
    )
    assert in_context(QUESTION, answer, corpus) == (0.5 + 1 + 1 + 0) / 4  # no context can hold the result
    assert in_answer(QUESTION, answer) == (0.5 + 0 + 1 + 1 + 1) / 5


def test_weights_weigh(corpus: Corpus, chunk: Cut) -> None:
    question = of(replace(DEGREES, weight=3.0), replace(PRICE, weight=1.0))
    assert in_context(question, Answer("answered", "", context=(chunk("Onion soup.", "serve"),)), corpus) == 3 / 4
    assert in_answer(question, Answer("answered", "$4.50")) == 1 / 4


def test_a_number_is_one_of_its_own() -> None:
    question = of(RESULT)
    assert in_answer(question, Answer("answered", "It is $414.")) == 1.0
    assert in_answer(question, Answer("answered", "It is 1414 or 414.5")) == 0.0
    assert in_answer(question, Answer("answered", "It is 416")) == 0.0
    assert in_answer(question, Answer("answered", "It is 416"), number_tolerance=0.01) == 1.0


def test_words_are_a_phrase() -> None:
    question = of(Component("dish", 1, "rye bread"))
    assert in_answer(question, Answer("answered", "- Rye\nBread")) == 1.0
    assert in_answer(question, Answer("answered", "", ("Rye  Bread",))) == 1.0
    assert in_answer(question, Answer("answered", "Rye breads")) == 0.0


def test_the_same_figure_elsewhere_is_not_the_fact(corpus: Corpus, chunk: Cut) -> None:
    loaf = Answer("answered", "", context=(chunk("a loaf", "$4.50."),))  # the evidence is the price list
    assert in_context(of(PRICE), loaf, corpus) == 0.0
    assert in_context(replace(of(PRICE), evidence=()), loaf, corpus) == 1.0  # nothing says where: anywhere


def test_an_item_of_a_list_is_its_evidence(corpus: Corpus, chunk: Cut) -> None:
    question = Question(
        "Q", "List", "list", ("Onion Soup", "Rye Bread"),
        evidence=(Evidence("book.pdf", (1,)),), components=(Component("soup", 1, "onion soup"),),
    )  # fmt: skip
    by_item = replace(question, evidence=(Evidence("book.pdf", (2,)), Evidence("book.pdf", (3,))))
    assert in_context(by_item, Answer("answered", "", context=(chunk("Onion soup.", "serve"),)), corpus) == 1.0
    assert in_context(by_item, Answer("answered", "", context=(chunk("Rye bread.", "minutes"),)), corpus) == 0.0
    assert in_context(question, Answer("answered", "", context=(chunk("Contents", "3"),)), corpus) == 1.0
    assert in_context(question, Answer("answered", "", context=(chunk("Onion soup.", "serve"),)), corpus) == 0.0


def test_what_does_not_apply(corpus: Corpus) -> None:
    answer = Answer("answered", "414")
    assert in_context(of(), answer, corpus) is None
    assert in_answer(of(), answer) is None
    assert in_context(of(RESULT), answer, corpus) is None
    assert in_answer(of(RESULT), answer) == 1.0


@pytest.mark.parametrize("status", ["no_information", "refused", "clarify", "failed"])
def test_only_an_answered_question_states_facts(status: str, corpus: Corpus, chunk: Cut) -> None:
    answer = Answer(
        status,
        "414 at $4.50",
        value="414",
        context=(chunk("Onion soup.", "serve"),),
        citations=cited("book.pdf"),  # type: ignore[arg-type]
    )
    assert in_answer(QUESTION, answer) == 0.0
    assert in_context(QUESTION, answer, corpus) == (0.0 if status == "failed" else 2.5 / 4)
