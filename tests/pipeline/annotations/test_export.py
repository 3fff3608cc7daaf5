"""CSV holds the rows, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ragatta.pipeline.annotations.export import csv_of


def read(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_of(rows), newline="")))


def test_rows_of_several_kinds() -> None:
    rows = [{"doc_id": "a.pdf", "amount": 1.5, "name": None}, {"doc_id": "b, c.pdf", "sender": 'Zoë "Z"'}]
    assert csv_of(rows) == 'doc_id,amount,name,sender\r\na.pdf,1.5,,\r\n"b, c.pdf",,,"Zoë ""Z"""\r\n'
    assert csv_of([]) == ""


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(A1)",
        " =1",
        "\t=1",
        "\u200b=1",
        "\ufeff\u202e+1+1",
        "＝1+1",
        "\u200b＠x",
        "\xa0-2+3",
        '=HYPERLINK("x")',
    ],
)
def test_a_formula_is_text(cell: str) -> None:
    assert read([{"a": cell}]) == [{"a": f"'{cell}"}]


@pytest.mark.parametrize("cell", ["-5", "+1,000", "-$3.50", -5, -0.5, "a=b", "2025-01-01", ""])
def test_a_number_stays_one(cell: Any) -> None:
    assert read([{"a": cell, "b": "x"}])[0]["a"] == str(cell)


@example([{"a": "\r", "b": None}, {"a": "\n", "b": 1}])
@given(st.lists(st.fixed_dictionaries({"a": st.text(), "b": st.integers() | st.none()}), min_size=1, max_size=4))
def test_every_cell_comes_back(rows: list[dict[str, Any]]) -> None:
    for row, found in zip(rows, read(rows), strict=True):
        assert found["a"] in (row["a"], f"'{row['a']}")
        assert found["b"] == ("" if row["b"] is None else str(row["b"]))
