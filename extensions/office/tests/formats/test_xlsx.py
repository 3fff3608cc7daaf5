"""Workbooks as sections."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from ragatta.extensions.office.formats.xlsx import Xlsx
from ragatta.pipeline.documents.parsers._text import Unreadable
from standins.spreadsheets import sheet_rows, write_xlsx


def read(path: Path) -> list[str]:
    opened = Xlsx().open(path)
    return [opened.text(index) for index in range(opened.pages)]


def test_a_sheet_and_a_table_below_an_empty_row_begin_sections_with_their_place(tmp_path: Path) -> None:
    fees = sheet_rows(["Boat", "Fee"], ["Dinghy", 12], [], ["Yacht", 90], [], [None, "Crane", "Rate"], [None, "A", 7])
    write_xlsx(tmp_path / "a.xlsx", {"Fees 2026": fees, "Empty": "<sheetData/>", "Notes": sheet_rows(["Seen."])})
    assert read(tmp_path / "a.xlsx") == [
        "Fees 2026!A1:B4\nBoat\tFee\nDinghy\t12\nYacht\t90",
        "Fees 2026!B6:C7\nCrane\tRate\nA\t7",
        "Notes!A1:A1\nSeen.",
    ]


def test_each_group_of_rows_has_the_header_and_its_own_place(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "a.xlsx", {"Fees": sheet_rows(["Boat", "Fee"], *([f"Boat {at}", at] for at in range(200)))})
    first, second, *_ = read(tmp_path / "a.xlsx")
    assert first.startswith("Fees!A1:B")
    assert second.split("\n")[:2] == [
        f"Fees!A{first.count(chr(10)) + 1}:B{first.count(chr(10)) + second.count(chr(10)) - 1}",
        "Boat\tFee",
    ]


@pytest.mark.parametrize(
    ("cell", "formulas"),
    [("<f>A1</f><v>3</v>", 0), ("<f>A1</f>", 1), ("<f>A1</f><v></v>", 1), ("<v>3</v>", 0)],
)
def test_a_formula_says_its_stored_result_or_is_counted(tmp_path: Path, cell: str, formulas: int) -> None:
    write_xlsx(tmp_path / "a.xlsx", {"Fees": sheet_rows(["a", cell])})
    opened = Xlsx().open(tmp_path / "a.xlsx")
    assert opened.text(0).split("\n")[1] == ("a" if formulas else "a\t3")
    assert opened.left_out["formulas without a stored result"] == formulas


def test_texts_in_several_fonts_are_read_where_they_stand_in_the_cells(tmp_path: Path) -> None:
    """As openpyxl writes them; Excel itself keeps them apart from the sheets."""
    book = openpyxl.Workbook()
    assert book.active is not None
    raised, struck = InlineFont(vertAlign="superscript"), InlineFont(strike=True)
    for row in (
        ["Fee", "Note"],
        [CellRichText("320", TextBlock(raised, "1")), "plain"],
        [None, CellRichText(TextBlock(struck, "50 "), "75")],
        [CellRichText(TextBlock(struck, "gone"))],
    ):
        book.active.append(row)
    book.active.column_dimensions["D"].hidden = True
    book.active["D1"] = CellRichText(TextBlock(raised, "unseen"))
    book.save(tmp_path / "a.xlsx")
    opened = Xlsx().open(tmp_path / "a.xlsx")
    assert opened.text(0).split("\n")[1:] == ["Fee\tNote", "320^1\tplain", "\t75"]
    assert opened.left_out["struck-out texts"] == 2


def test_a_workbook_without_sheets_is_said(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "a.xlsx", {})
    with pytest.raises(Unreadable, match="no sheets, or the form Strict"):
        read(tmp_path / "a.xlsx")
