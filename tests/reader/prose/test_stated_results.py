"""A plain figure is not given for a calculation that is asked for, in any architecture."""

from __future__ import annotations

from pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from reader.answers import write_answer

STOCK = """Table: Dairy | Output
Milk; 2019: 412; 2018: 398; Change: 14
Cheese; 2019: 30; 2018: 20"""


def asked(question: str, text: str = STOCK) -> WrittenAnswer:
    return write_answer(WriteAnswer(question, (Passage(1, "dairy.pdf", 1, 1, text),), False))


def test_the_plain_cell_is_no_average_and_no_share() -> None:
    for question in (
        "What is the average cheese output for 2018 and 2019?",
        "What percentage of total output was cheese in 2018?",
        "What is the total cheese output for 2018 and 2019?",
    ):
        assert asked(question).status == "insufficient", question
