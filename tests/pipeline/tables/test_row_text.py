from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.tables.row_text import RowGroup, lost_words, read, row_lines, with_beside, write

# Every mark that parts something, and the white space that is folded.
CELL = st.text(alphabet="ab1 ;:|,\n\t\u2028", max_size=8)


def test_every_cell_stands_beside_its_columns_name() -> None:
    text = write(
        ("Exhibit 2", "Charges"), ("Zone", "Weight", "Charge"), [("North", "5 kg", "$12.50"), ("", "10 kg", "")]
    )
    assert text == "Table: Exhibit 2 | Charges\nZone: North; Weight: 5 kg; Charge: $12.50\nWeight: 10 kg"
    assert read(text) == RowGroup(
        ("Exhibit 2", "Charges"),
        ((("Zone", "North"), ("Weight", "5 kg"), ("Charge", "$12.50")), (("Weight", "10 kg"),)),
    )


def test_a_nameless_columns_cell_is_its_bare_value() -> None:
    text = write((), ("", "2023"), [("Net: all; told", "12")])
    assert text == "Table:\nNet all, told; 2023: 12"
    assert read(text) == RowGroup((), ((("", "Net all, told"), ("2023", "12")),))


def test_prose_is_no_table() -> None:
    assert read("The table: it has legs.\nZone: North") is None
    assert read("") is None


def test_a_row_has_a_cell_for_every_column() -> None:
    with pytest.raises(ValueError, match="zip"):
        write((), ("a", "b"), [("1",)])


def test_lines_beside_the_table_are_none_of_its_rows() -> None:
    rows = write(("Charges",), ("Zone", "Charge"), [("North", "$12.50")])
    text = with_beside(rows, ["Page  7\nof 9", "\n", "Page 7 of 9"])
    assert text == f"{rows}\nBeside the table:\nPage 7 of 9"
    assert row_lines(text) == row_lines(rows) == ["Zone: North; Charge: $12.50"]
    assert with_beside(rows, []) == rows


def test_the_words_of_a_line_that_the_rows_do_not_hold() -> None:
    rows = write(("Charges",), ("Zone", "Charge"), [("North", "$12.50")])
    assert lost_words(rows, "NORTH  Charges $12.50") == set()
    assert lost_words(rows, "South 12.5 of 2,025") == {"south", "12.5", "of", "2,025"}


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[str], list[list[str]]]:
    columns = draw(st.lists(CELL, min_size=1, max_size=4))
    row = st.lists(CELL, min_size=len(columns), max_size=len(columns))
    return draw(st.lists(CELL, max_size=3)), columns, draw(st.lists(row, max_size=3))


@given(tables())
def test_what_is_written_is_read_back(table: tuple[list[str], list[str], list[list[str]]]) -> None:
    title, columns, rows = table
    found = read(write(title, columns, rows))
    assert found is not None
    assert [squeezed(part) for part in found.title] == [squeezed(p).replace("|", "/") for p in title if p.split()]
    expected = [[(squeezed(name), squeezed(cell)) for name, cell in zip(columns, row, strict=True)] for row in rows]
    read_back = [[(squeezed(name), squeezed(value)) for name, value in row] for row in found.rows]
    assert visible(read_back) == visible(expected)


def visible(rows: list[list[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    return [kept for row in rows if (kept := [(name, value) for name, value in row if value])]


def squeezed(text: str) -> str:
    """Without white space and the marks that are made harmless inside a cell (";" to ",", ":" to nothing)."""
    return "".join(text.split()).replace(";", ",").replace(":", "")


@given(tables(), st.lists(st.text("ab1 :\n", max_size=8), max_size=3))
def test_what_stands_beside_changes_no_row(
    table: tuple[list[str], list[str], list[list[str]]], lines: list[str]
) -> None:
    rows = write(*table)
    text = with_beside(rows, lines)
    assert read(text) == read(rows)
    assert not any(lost_words(text, line) for line in lines)
