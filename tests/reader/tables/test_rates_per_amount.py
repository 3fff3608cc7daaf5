"""What an amount costs by a rate per another amount."""

import pytest

from pipeline.tables.row_text import write
from pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from reader.answers import write_answer

CARGO = write(
    ["Schedule 7", "Declared Cargo Cover"],
    ("Kind", "Excess", "Rate per Hold A", "Rate per Deck C", "Rate per Limit Amount"),
    [("Glass", "5%", "$0.40", "$0.70", "$100"), ("Glass", "10%", "$0.35", "$0.60", "$100"),
     ("Sworn Value Glass", "10%", "$0.45", "$0.90", "$100"), ("Iron", "10%", "$2.10", "$3.00", "$1,000")],
)  # fmt: skip
PLAIN = write(["Declared Cargo Cover"], ("Kind", "Rate"), [("Glass", "$0.35"), ("Iron", "$2.10")])


def asked(question: str, table: str = CARGO) -> WrittenAnswer:
    return write_answer(WriteAnswer(question, (Passage(1, "tariff.pdf", 1, 1, table),), False, True))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What premium is charged for declared cargo cover on $12,500 of glass in Hold A with a 10% excess?", "$43.75"),
        ("What does declared cargo cover cost for $40,000 of iron on Deck C with a 10% excess?", "$120"),
        ("What does declared cargo cover cost for $1,000 of glass (not sworn value), Hold A, 10% excess?", "$3.50"),
    ],
)
def test_the_amounts_share_of_the_unit_times_the_rate(question: str, value: str) -> None:
    found = asked(question)
    assert (found.value, found.sources) == (value, [1])
    assert "÷" in found.text


@pytest.mark.parametrize(
    "question",
    [
        "What does declared cargo cover cost for $1,000 of glass in Hold A with a 20% excess?",
        "What does declared cargo cover cost for $1,000 of glass and $500 of iron in Hold A with a 10% excess?",
        "What does declared cargo cover cost for $1,000 of wool in Hold B with a 10% excess?",
    ],
)
def test_nothing_is_made_of_a_row_that_is_not_named(question: str) -> None:
    assert "÷" not in asked(question).text


def test_a_table_without_such_a_column_tells_no_price_of_an_amount() -> None:
    assert "÷" not in asked("What does declared cargo cover cost for $1,000 of glass?", PLAIN).text
