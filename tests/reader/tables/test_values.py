"""Figures out of tables: found by every condition the question names, or not at all."""

from __future__ import annotations

import pytest

from pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from pipeline.text.words import terms
from reader.answers import write_answer
from reader.tables.raw_text import column_from_right

HOSPITAL = """St. Brigid Hospital
Imaging Prices
Service Weekday Weekend
Chest scan $120 $150
Knee scan $90 $110
Knee scan, both sides $160 $190"""
SEATS = """Fare Factors
Class Zone Adult Child
A1 10 1.250 0.500
A1 20 1.400 0.610
B2 10 1.900 0.700
B2 20 2.050 0.810"""


def asked(question: str, *texts: str) -> WrittenAnswer:
    passages = tuple(Passage(n, "tables.pdf", n, n, text) for n, text in enumerate(texts, 1))
    return write_answer(WriteAnswer(question, passages, False))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the weekend price of a chest scan?", "$150"),
        ("What is the weekday price of a knee scan?", "$90"),
        ("What is the weekday price of a knee scan of both sides?", "$160"),
        ("What is the fare factor for a child in class B2, zone 20?", "0.810"),
        ("What is the adult fare factor for class A1 in zone 20?", "1.400"),
    ],
)
def test_row_and_column_meet_the_question(question: str, value: str) -> None:
    answer = asked(question, HOSPITAL, SEATS)
    assert answer.status == "answered"
    assert answer.value == value
    assert f"[Source {answer.sources[0]}]" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "What is the weekend price of a shoulder scan?",  # no such row
        "What is the holiday price of a chest scan?",  # no such column
        "What is the fare factor for a child in class B2?",  # two rows fit
        "What is the fare factor for a child in class C3, zone 20?",  # no such code
        "What is the fare factor for a child in class B2, zone 30?",  # no such number
        "What is the fare factor for a dog in class B2, zone 20?",
    ],
)
def test_no_figure_where_a_condition_is_not_met(question: str) -> None:
    answer = asked(question, HOSPITAL, SEATS)
    assert answer.status == "insufficient"
    assert answer.value == ""


@pytest.mark.parametrize(
    ("header", "wanted", "figures", "cells", "place"),
    [
        ("Small Large Other", "large", 3, 4, 2),
        ("Size Small Large", "large", 2, 3, 1),  # the first word stands over the row's name
        ("Cold Water Cold Air Warm Wind Other", "wind", 5, 6, 2),  # repeated words cannot stand alone
        ("Small Extra Large Broad", "broad", 3, 9, 1),  # the last column, whichever words belong together
        ("Small Extra Large Broad", "extra", 3, 9, None),  # of its own, or with a neighbour?
        ("Small Large", "large", 3, 4, None),  # fewer names than figures
        ("Small Large Other", "huge", 3, 4, None),
        ("Small Large Other", "small large", 3, 4, None),  # two columns are named
    ],
)
def test_columns_are_named_only_where_every_layout_agrees(
    header: str, wanted: str, figures: int, cells: int, place: int | None
) -> None:
    assert column_from_right(header, frozenset(terms(wanted)), figures, cells) == place


def test_a_header_broken_over_lines_names_no_column() -> None:
    table = "Price List\nGarden Steel\nShed Tower Barn\nOak 10 20 30 40\nElm 50 60 70 80"
    assert asked("What is the tower value for oak?", table).status == "insufficient"
