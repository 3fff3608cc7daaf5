"""Tables found in drawn pages, from the words of a page to the table over several."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.pipeline.documents.parsers._text import Unreadable
from ragatta.pipeline.tables.document import read_tables
from ragatta.pipeline.tables.model import Table
from standins.drawn import Pages

EDGES = (72, 172, 272, 372)
RATES = [
    ["Form", "Limit", "Fire"],
    ["HO3", "$100,000", "1.05"],
    ["HO3", "$200,000", "1.25"],
    ["HO4", "$300,000", "0.95"],
]


def tables(path: Path) -> list[Table]:
    return [table for table in read_tables(path) if table is not None]


def cells(table: Table) -> list[tuple[str, ...]]:
    return [row.cells for row in table.rows]


def test_drawn_cells_are_a_table_with_the_label_and_the_title_over_it(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.right(560, 40, "Exhibit 6")
    pages.centred(222, 70, "Amount of Insurance Factor")
    pages.grid(90, EDGES, RATES)
    (table,) = tables(pages.save())
    assert table.title == ("Exhibit 6", "Amount of Insurance Factor")
    assert table.columns == ("Form", "Limit", "Fire")
    assert cells(table) == [tuple(row) for row in RATES[1:]]
    assert {row.page for row in table.rows} == {1}


@pytest.mark.parametrize(("many", "columns"), [(2, ("", "", "")), (3, ("Mill", "Built", "Moved"))])
def test_three_rows_of_mere_years_have_a_header_and_two_may_be_one(
    tmp_path: Path, many: int, columns: tuple[str, ...]
) -> None:
    pages = Pages(tmp_path / "a.pdf")
    for number, row in enumerate([("Mill", "Built", "Moved"), *(["North", "1950", "1999"] for _ in range(many))]):
        for left, cell in zip(EDGES, row, strict=False):
            pages.text(left, 100 + 14 * number, cell)
    assert [table.columns for table in tables(pages.save())] == [columns]


@pytest.mark.parametrize("turned", [0, 90, 270])
def test_a_turned_page_is_read_upright(tmp_path: Path, turned: int) -> None:
    pages = Pages(tmp_path / "a.pdf", turned)
    pages.grid(90, EDGES, RATES)
    (table,) = tables(pages.save())
    assert (table.columns, cells(table)[0]) == (("Form", "Limit", "Fire"), ("HO3", "$100,000", "1.05"))


def test_a_cell_that_spans_columns_is_said_of_each_and_one_over_all_is_title(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    rows = [["Band 1", None, None], ["County", "Homes of $100,000", None], ["", "Now", "Then"], ["North", "10", "20"]]
    pages.grid(90, EDGES, rows)  # type: ignore[arg-type]
    (table,) = tables(pages.save())
    assert table.title == ("Band 1",)
    assert table.columns == ("County", "Homes of $100,000 Now", "Homes of $100,000 Then")
    assert cells(table) == [("North", "10", "20")]


def test_rows_that_no_rule_parts_are_rows_all_the_same(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.grid(90, EDGES, RATES[:1])
    for left in EDGES:
        pages.rule(left, 104, left, 150)
    pages.rule(72, 150, 372, 150)
    for at, row in enumerate(RATES[1:]):
        for left, cell in zip(EDGES, row, strict=False):
            pages.text(left + 3, 116 + 14 * at, cell)
    (table,) = tables(pages.save())
    assert cells(table) == [tuple(row) for row in RATES[1:]]


def test_columns_that_are_only_aligned(tmp_path: Path) -> None:
    """A header over two lines with a heading that spans, currency signs that stand apart, a label that runs on."""
    pages = Pages(tmp_path / "a.pdf")
    pages.text(72, 60, "The components of revenue are as follows (in thousands):")
    pages.centred(400, 88, "Year Ended March 31,")
    pages.rule(330, 91, 470, 91)
    body = [["", "2024", "2023"], ["Products and parts", "1,250", "998"], ["Services sold to other", "", ""]]
    body += [["companies of the group", "75", "(12)"], ["Total revenue", "1,325", "986"]]
    end = pages.columns(102, (72, 380, 470), body)
    pages.text(340, end - 14, "$")
    (table,) = tables(pages.save())
    assert table.title == ("The components of revenue are as follows (in thousands):",)
    assert table.columns == ("", "Year Ended March 31, 2024", "Year Ended March 31, 2023")
    assert cells(table)[0] == ("Products and parts", "1,250", "998")
    assert cells(table)[-1] == ("Total revenue", "$ 1,325", "986")


def test_two_tables_one_below_the_other_and_one_printed_side_by_side(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    end = pages.columns(
        60, (72, 200), [["Fire Alarm", "Factor"], ["None", "1.000"], ["Local", "0.996"], ["Central", "0.987"]]
    )
    end = pages.columns(
        end + 8, (72, 200), [["Sprinkler", "Factor"], ["No", "1.000"], ["Part", "0.990"], ["Yes", "0.950"]]
    )
    side = [["Limit", "Rate", "Limit", "Rate"], ["5,000", "2.30", "8,000", "5.78"], ["6,000", "3.46", "9,000", "6.94"]]
    pages.columns(end + 80, (72, 200, 300, 400), side)
    first, second, third = tables(pages.save())
    assert (first.columns, second.columns) == (("Fire Alarm", "Factor"), ("Sprinkler", "Factor"))
    assert cells(second)[0] == ("No", "1.000")
    assert third.columns == ("Limit", "Rate")
    assert cells(third) == [("5,000", "2.30"), ("6,000", "3.46"), ("8,000", "5.78"), ("9,000", "6.94")]


@pytest.mark.parametrize("repeated", [True, False])
def test_a_table_goes_on_over_pages_with_or_without_its_header(tmp_path: Path, repeated: bool) -> None:
    pages = Pages(tmp_path / "a.pdf")
    for page in range(3):
        pages.text(72, 40, "Acme Insurance")
        pages.text(72, 750, f"Page {page + 1}")
        pages.grid(90, EDGES, RATES if repeated or page == 0 else RATES[1:])
        pages.next()
    pages.text(72, 40, "Acme Insurance")
    pages.text(72, 750, "Page 4")
    pages.text(72, 70, "Another Factor")
    pages.grid(90, EDGES, RATES)
    first, second = tables(pages.save())
    assert [row.page for row in first.rows] == [1] * 3 + [2] * 3 + [3] * 3
    assert first.columns == ("Form", "Limit", "Fire")
    assert second.title == ("Another Factor",)


def test_a_table_goes_on_at_its_place_on_the_page_whatever_else_stands_there(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.text(40, 60, "A heading further to the left")
    pages.grid(90, EDGES, RATES)
    pages.next()
    pages.grid(90, EDGES, RATES[1:])
    (table,) = tables(pages.save())
    assert table.columns == ("Form", "Limit", "Fire")
    assert [row.page for row in table.rows] == [1] * 3 + [2] * 3


def test_a_title_at_the_margin_is_that_of_the_table_in_the_middle_under_it(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    middle = [edge + 130 for edge in EDGES]
    pages.text(72, 60, "Exhibit A: Men")
    end = pages.grid(80, middle, RATES)
    pages.text(72, end + 30, "Exhibit B: Women")
    end = pages.grid(end + 50, middle, RATES)
    pages.text(72, end + 60, "(In thousands)")
    pages.grid(end + 80, middle, RATES)
    assert [table.title for table in tables(pages.save())] == [
        ("Exhibit A: Men",),
        ("Exhibit B: Women",),
        ("Exhibit B: Women", "(In thousands)"),
    ]


def test_a_title_beside_a_table_is_not_over_it(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.text(72, 60, "Of another matter")
    pages.text(72, 100, "which goes on here")
    pages.grid(80, [edge + 180 for edge in EDGES], RATES)
    (table,) = tables(pages.save())
    assert table.title == ()


def test_a_caption_may_stand_below(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    end = pages.columns(90, (72, 272, 372), RATES)
    pages.text(72, end + 6, "Table 3: Factors by form,")
    pages.text(72, end + 20, "on the validation set.")
    (table,) = tables(pages.save())
    assert table.title == ("Table 3: Factors by form, on the validation set.",)


def test_a_caption_may_have_several_sentences_above(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.prose(72, 40, 10, 1)
    pages.text(72, 76, "Table 3: Factors by form. Those of the first")
    pages.text(72, 90, "two rows are relative to the third.")
    pages.columns(110, (72, 272, 372), RATES)
    (table,) = tables(pages.save())
    assert table.title == ("Table 3: Factors by form. Those of the first two rows are relative to the third.",)


def test_prose_is_no_table(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.prose(72, 60, 7, 20)  # two columns of it
    pages.prose(330, 60, 7, 20)
    for at in range(8):
        pages.text(72, 380 + 14 * at, f"{at + 1}.")  # numbered clauses
        pages.prose(110, 380 + 14 * at, 12, 1)
    pages.next()
    for at in range(12):
        pages.text(72, 60 + 14 * at, f"Rule C-{at}")  # contents
        pages.text(140, 60 + 14 * at, "Deductibles and limits")
        pages.right(500, 60 + 14 * at, str(3 + 2 * at))
    pages.grid(400, (72, 500), [["A box around a paragraph of text that says many things"], ["and goes on."]])
    assert tables(pages.save()) == []


def test_broken_files_are_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"no pdf")
    with pytest.raises(Unreadable, match="broken"):
        tables(tmp_path / "a.pdf")
