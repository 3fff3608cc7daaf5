"""From a rule to a key to a cell: what a calculation and a look-up need first, a rule in prose gives."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.rules.bind_value import bind_value
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.tasks.binding import BindValue, BoundValue

COLUMNS = ["Deposit", "Term", "Kiln", "Oven"]
ROWS = ["10%|24 months|1.21|1.31", "10%|36 months|1.14|1.22", "20%|24 months|1.08|1.16", "20%|36 months|1.03|1.09"]
FACTORS = Passage(
    1, "k.pdf", 1, 1, write(["Schedule B. Lease factor by deposit and term"], COLUMNS, [row.split("|") for row in ROWS])
)
BASE = Passage(
    2,
    "k.pdf",
    1,
    1,
    write(
        ["Schedule A. Base rate by kind of device"],
        ["Kind of device", "Base rate"],
        [["Kiln", "$400"], ["Oven", "$520"]],
    ),
)
RULE = Passage(
    3,
    "k.pdf",
    2,
    2,
    "Devices of 5 years or less require a deposit of 10%. Devices older than 5 years require a deposit of 20%.",
)
CALCULATION = (
    "Using the base rate and the lease factor, calculate the lease price for a kiln that is 8 years old over 24 months."
)
LOOK_UP = "What is the lease factor for an oven that is 3 years old over 36 months?"


def found(question: str, wanted: str, bound: tuple[tuple[str, str], ...] = (), *choices: str) -> BoundValue:
    return bind_value(BindValue(question, "value", wanted, (FACTORS, BASE, RULE), bound, choices))


@pytest.mark.parametrize(
    ("question", "wanted", "deposit", "factor"),
    [(CALCULATION, "lease factor", "20%", "1.08"), (LOOK_UP, LOOK_UP, "10%", "1.22")],
)
def test_rule_then_key_then_cell(question: str, wanted: str, deposit: str, factor: str) -> None:
    first = found(question, wanted)
    assert (first.value, first.needs, first.choices) == ("", "Deposit", ["10%", "20%"])
    rule = found(question, first.needs, (), *first.choices)
    assert (rule.value, rule.certain) == (deposit, True)
    cell = found(question, wanted, (("Deposit", rule.value),))
    assert (cell.value, cell.certain) == (factor, True)


def test_what_a_table_is_looked_up_by_adds_nothing_to_its_title() -> None:
    rate = found(CALCULATION, "base rate")
    assert (rate.value, rate.certain) == ("$400", True)


FREIGHT = Passage(
    1,
    "f.pdf",
    1,
    1,
    write(
        ["Road freight charges by weight and zone, in dollars"],
        ["Weight (kg)", "Standard Zone 1", "Standard Zone 2", "Express Zone 1"],
        [["0 to 10", "8", "11", "14"], ["10 to 20", "12", "16", "20"]],
    ),
)
ZONES = Passage(
    2,
    "f.pdf",
    1,
    1,
    "Consignees of parcels less than 50 miles from the depot are in Zone 1. Consignees of parcels 50 miles or more from"
    " the depot are in Zone 2.",
)


def test_a_sum_of_money_is_no_factor() -> None:
    columns, rows = ["Boat", "Winter", "Summer"], [["Ketch", "$720", "$810"], ["Sloop", "$510", "$640"]]
    prices = Passage(1, "b.pdf", 1, 1, write(["Season factor, legacy"], columns, rows))
    plain = Passage(1, "b.pdf", 1, 1, prices.text.replace("$", ""))
    question = "Using the base rate and the season factor, calculate the winter premium for a ketch."
    values = [bind_value(BindValue(question, "f", "season factor", (one,), ())).value for one in (prices, plain)]
    assert values == ["", "720"]
