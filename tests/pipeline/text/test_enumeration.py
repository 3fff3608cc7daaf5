from __future__ import annotations

import pytest

from ragatta.pipeline.text.enumeration import counted, is_enumeration


@pytest.mark.parametrize(
    "question",
    [
        "List all rating plan rules",
        "list the moons of Saturn",
        "List moons of Saturn",
        "Please list every stop of the line.",
        "Could you list stops?",
        "Enumerate the exclusions.",
        "What are all the exclusions?",
        "what are the side effects",
        "Show all\nsuppliers",
        "Give me all of the ports",
        "Name all planets",
        "Name the planets",
        "Which rules stand under the heading on exclusions?",
        "Which extra fees are listed in the tariff?",
        "What bus stops are there?",
        "How many recipes does part B of the book have?",
        "table of contents of part B, complete list of parts",
    ],
)
def test_asks_for_a_whole_list(question: str) -> None:
    assert is_enumeration(question)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "When was the installation finished?",
        "What is the wall's height?",
        "Calculate the small total",
        "How does the enlisted man reach the overall lead?",
        "What is the list price of the pump?",
        "Give me the boiling point of water",
        "Do all parts fit?",
        "Which train stands in the depot?",
        "How many days does the tenant have?",
        "How many pages of section B were burnt?",
        "What is described in the tariff?",
    ],
)
def test_asks_for_something_else(question: str) -> None:
    assert not is_enumeration(question)


def test_what_is_counted_is_asked_for_as_a_list() -> None:
    assert counted("How many recipes does part B of the book have?") == "List all recipes in part B of the book"
    assert counted("How many soups are there in chapter 3?") == "List all soups in chapter 3"
    assert counted("How many guests does the table seat?") == ""


@pytest.mark.parametrize(
    "question",
    [
        "Nennen Sie bitte alle Ausschlüsse.",
        "Welche Unterlagen sind vorzulegen?",
        "Énumérez toutes les exclusions.",
        "Quels sont les documents requis ?",
        "¿Cuáles son las exclusiones?",
        "Elenca tutti i documenti.",
        "Quais são os documentos?",
        "Noem alle uitsluitingen.",
        "必要な書類をすべて挙げてください。",
        "需要提交哪些文件？列出所有文件。",
    ],
)
def test_asks_for_a_whole_list_in_another_language(question: str) -> None:
    assert is_enumeration(question)


@pytest.mark.parametrize(
    "question",
    [
        "Geben Sie die Gebühr an.",
        "Welche Gebühr zahlt man?",
        "Quelle est la prime ?",
        "¿Cuál es la tarifa?",
        "Qual è il premio?",
        "Geef de prijs.",
        "料金はいくらですか。",
        "费用是多少？",
    ],
)
def test_asks_for_something_else_in_another_language(question: str) -> None:
    assert not is_enumeration(question)
