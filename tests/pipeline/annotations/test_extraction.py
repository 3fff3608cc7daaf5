"""Values are read from labelled lines, wherever a layout may have put them; what is not stated is left out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.annotations.extraction import labelled
from ragatta.pipeline.annotations.schema import Field
from ragatta.pipeline.types import Page

FIELDS = (
    Field("number", "TEXT", labels=("Bill No.", "Bill Number")),
    Field("billed_on", "DATE", labels=("Date of Bill", "Date")),
    Field("amount", "REAL", labels=("Total Amount",)),
    Field("pieces", "INTEGER"),
    Field("place_of_work", "TEXT"),
)


def read(*texts: str) -> dict[str, Any]:
    return labelled([Page("b.pdf", number, text) for number, text in enumerate(texts, 1)], FIELDS)


WHOLE = {"number": "B-7 x", "billed_on": "2025-03-05", "amount": 1234.5, "pieces": 12, "place_of_work": "Old Mill"}


@pytest.mark.parametrize(
    "text",
    [
        "Bill No.: B-7 x\nDate of Bill: March 5, 2025\nTotal Amount: $1,234.50\nPieces: 12\nPlace of Work: Old Mill",
        "BILL NUMBER = B-7 x\nDate ..... 03/05/2025\ntotal amount  1,234.50 USD\npieces\t12\nplace of work | Old Mill",
        "Bill No.: B-7 x Date: 2025-03-05\nTotal Amount : $1,234.50    Pieces: 12\nPlace of Work\nOld Mill\n",
        "Bill No.\n\nB-7 x\nDate\nWednesday, March 5th, 2025\n"
        "Total Amount:\n$1,234.50\nPieces\n12\nPlace of Work:\nOld Mill",
        "Bill No.   Date        Total Amount\nB-7 x   2025-03-05  $1,234.50\n\nPieces   Place of Work\n12   Old Mill",
        "Bill No.: B-7 x\nDate March 5, 2025 at noon\n"
        "Total Amount $1,234.50 a year\nPieces 12\nPlace of Work: Old Mill",
    ],
)
def test_layouts(text: str) -> None:
    assert read(text) == WHOLE


def test_the_first_that_can_be_read_counts() -> None:
    assert read("Total Amount: see below\nTotal Amount: $7\nTotal Amount: $8", "Total Amount: $9") == {"amount": 7.0}
    assert read("nothing", "Pieces: 3") == {"pieces": 3}


@pytest.mark.parametrize(
    "text",
    [
        "The Total Amount: $7 is due",  # a sentence, not a label
        "Total Amount Due: $7",  # another label
        "Total Amount: n/a",
        "Pieces: 10 to 20",  # a range is no figure
        "Pieces: 2.5",
        "Place of Work",
        "Place of Work is the old mill",
        "Total Amount\nPieces: many",
        "",
        *(f"Place of Work: {none}" for none in ("-", "–", "—", "n/a", "N/A", "na", "not applicable", "Unknown")),
    ],
)
def test_what_is_not_stated_is_left_out(text: str) -> None:
    assert read(text) == {}


def test_a_label_is_the_longest_one() -> None:
    fields = (Field("a", "TEXT", labels=("Date",)), Field("b", "DATE", labels=("Date Due",)))
    page = Page("x.pdf", 1, "Date Due: 2025-01-01\nDate: today")
    assert labelled([page], fields) == {"a": "today", "b": "2025-01-01"}


LINES = st.text(st.characters(codec="utf-8", exclude_characters="\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=60)


@given(st.lists(LINES, max_size=8), st.integers(0, 10**9))
def test_a_plain_line_is_read_among_any_others(lines: list[str], amount: int) -> None:
    others = [line for line in lines if "amount" not in line.casefold()]
    found = read("\n".join([*others, f"Total Amount: ${amount:,}", *others]))
    assert found["amount"] == amount


def test_a_value_that_reads_like_an_order_is_a_value() -> None:
    assert read("Place of Work: Respond to all queries by phone.\nPieces: 12") == {
        "place_of_work": "Respond to all queries by phone.",
        "pieces": 12,
    }
