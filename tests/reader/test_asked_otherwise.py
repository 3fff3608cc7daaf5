"""Questions on tables in words of their own: calculations, counts in words, units, flags, columns with like names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.tables.row_text import write
from pipeline.tasks.answers import Passage
from pipeline.tasks.binding import BindValue
from pipeline.text.mentions import mentions
from reader.binding import bind_value
from reader.calculations.ways import read_calculation
from reader.tables.table_lookup import look_up


def group(number: int, title: str, columns: Sequence[str], *rows: str) -> Passage:
    return Passage(number, "tariff.pdf", 1, 1, write(title.split("|"), columns, [row.split("|") for row in rows]))


FARES = group(1, "Exhibit 1|Base Fares", ("Rail", "Sea", "Coach"), "$172|$312|$40")
DISTANCE = group(
    2,
    "Exhibit 9|Distance to Port Factor",
    ("Ship Class", "Distance to Port", "Sea", "Coach"),
    "K3|0 to 500 feet|1.864|1.000",
    "K3|501 ft to 1000 ft|1.850|1.000",
    "K3|1001 ft to 1500 ft|1.818|1.000",
    "K3|1501 ft to < 1 mile|1.700|1.000",
    "K3|1 miles to < 2 miles|1.684|1.000",
    "K3|30+ miles|1.001|1.000",
)
VISITS = group(
    3,
    "Exhibit 4|Visit History Factor",
    ("Ship Class", "Prior Visits", "Rail", "Sea"),
    "K3|0|1.000|1.100",
    "K3|1|1.200|1.271",
    "K3|2|1.300|1.400",
    "K4|1|1.500|1.600",
)
LIFT = group(4, "Lift Factor", ("Ship Class", "Lift Rating", "Sea"), "K3|Yes|1.278", "K3|No|1.000", "K4|N/A|1.010")
FEES = group(
    5,
    "Scheduled Goods",
    ("Goods", "Fee per Box", "Fee per Box Weight"),
    "Silk|$0.35|$100",
    "Tea|$0.45|$200",
)


@pytest.mark.parametrize(
    ("question", "operands", "result"),
    [
        (
            "What is the ferry price, base fare times the season factor, of a K3 ship 2,000 feet from the port?",
            ("base fare", "season factor"),
            "ferry price",
        ),
        (
            "Calculate the ferry price of a K3 ship with a 2% rebate as the base fare times the Season Factor.",
            ("base fare", "Season Factor"),
            "ferry price",
        ),
        (
            "What is the Sea base fare times the Visit History Rating factor for a K3 ship?",
            ("Sea base fare", "Visit History Rating factor"),
            "",
        ),
        (
            "Using the base fare and the Ship Type Factor, what is the ferry price of a K4 ship?",
            ("base fare", "Ship Type Factor"),
            "ferry price",
        ),
        (
            "Compute the ferry price of a K3 ship: base fare times the Age of Hull Factor for a 40 year old hull.",
            ("base fare", "Age of Hull Factor"),
            "ferry price",
        ),
    ],
)
def test_calculations_in_other_words(question: str, operands: tuple[str, ...], result: str) -> None:
    found = read_calculation(question)
    assert found is not None
    assert (found.operands, found.expression) == (operands, " * ".join(found.names))
    assert result in found.result


def test_a_place_that_something_is_away_from_is_no_quantity() -> None:
    assert read_calculation("Calculate the ferry price of a ship 20 feet from the port and the K3 class.") is None


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the Sea distance to port factor for a K3 ship 1,200 feet from the port?", "1.818"),
        ("What is the Sea distance to port factor for a K3 ship 1.5 miles from the port?", "1.684"),
        ("What is the Sea distance to port factor for a K3 ship 400 yards from the port?", "1.818"),
        ("What is the Sea distance to port factor for a K3 ship 2,000 feet from the port?", "1.700"),
        ("What is the Sea distance to port factor for a K3 ship 40 miles from the port?", "1.001"),
        ("What is the Sea visit history factor for a K3 ship with one prior visit?", "1.271"),
        ("What is the Sea visit history factor for a K3 ship with two prior visits?", "1.400"),
        ("By what factor does a lift change the Sea fare of a K3 ship?", "1.278"),
        ("What is the Sea lift factor for a K3 ship with no lift?", "1.000"),
        ("What is the fee per box for silk?", "$0.35"),
        ("What is the fee per box weight for silk?", "$100"),
    ],
)
def test_the_cell_that_is_meant(question: str, value: str) -> None:
    found = look_up(question, (FARES, DISTANCE, VISITS, LIFT, FEES))
    assert found is not None
    assert found.value == value


def test_one_that_stands_for_something_else_is_no_count() -> None:
    assert not mentions("the one of them that is shown, for which one is it")
    assert [one.text for one in mentions("a ship with three earlier visits")] == ["three"]


@pytest.mark.parametrize(
    ("question", "wanted", "value"),
    [
        (
            "Multiply the Rail base fare by the Visit History factor for a K3 ship with one prior visit.",
            "Visit History factor",
            "1.200",
        ),
        (
            "What is the Sea base fare times the Visit History factor for a K4 ship with 1 prior visit?",
            "Visit History factor",
            "1.600",
        ),
        (
            "What is the Sea base fare times the Distance to Port factor for a K3 ship 900 feet from the port?",
            "Distance to Port factor",
            "1.850",
        ),
    ],
)
def test_a_factor_is_of_the_column_that_the_other_quantity_names(question: str, wanted: str, value: str) -> None:
    reply = bind_value(BindValue(question, "factor", wanted, (FARES, DISTANCE, VISITS, LIFT), (), ()))
    assert (reply.value, reply.certain) == (value, True)


def test_a_condition_that_the_table_does_not_speak_of_is_never_certain() -> None:
    question = "What is the Sea visit history factor for a K9 ship 3 miles from the port with 1 prior visit?"
    assert not bind_value(BindValue(question, "value", question, (VISITS,), (), ())).certain
