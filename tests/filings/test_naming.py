"""A question names the document that it is about, in words of the documents' own list."""

from __future__ import annotations

from typing import Any

import pytest

from filings.facts import draw_facts
from filings.questions.naming import named
from filings.rules import wording
from generating.gold import Gold

FACTS = draw_facts(7)


def asked(question: str, document: str = "manual") -> str:
    return named(Gold(question, "text", tags=(document,)), FACTS, 0).question


def test_the_name_stands_before_a_question() -> None:
    lead = wording("documents")["manual"]["leads"][0]
    assert asked("Within how many days is a fee due?") == f"{lead}within how many days is a fee due?"
    assert FACTS.names.program in asked("What is the base rate?", "rate_pages")


@pytest.mark.parametrize("question", ["Which rules does Section B have?", "What does the rules manual say of roofs?"])
def test_a_document_that_is_named_is_not_named_again(question: str) -> None:
    assert asked(question) == question


@pytest.mark.parametrize("question", ["Name the exclusions.", "Goods may not be worth more than how much?"])
def test_no_name_stands_before_what_does_not_begin_as_a_question(question: str) -> None:
    assert asked(question) == question


def test_most_plain_questions_name_their_document(questions: list[dict[str, Any]]) -> None:
    words = {name: document["said"] for name, document in wording("documents").items()}
    leads = {
        name: [lead.split("{")[0] for lead in document["leads"]] for name, document in wording("documents").items()
    }
    plain = [one for one in questions if one["id"].startswith(("list", "number", "text")) and one["tags"][0] in words]
    naming = [
        one
        for one in plain
        if any(word in one["question"].lower() for word in words[one["tags"][0]])
        or one["question"].startswith(tuple(leads[one["tags"][0]]))
    ]
    assert len(plain) > 200
    assert len(naming) > 0.9 * len(plain)
