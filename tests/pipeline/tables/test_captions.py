"""Whose a title is where several tables share a page: labels over and under them, and sentences that are no titles."""

from __future__ import annotations

from pathlib import Path

from ragatta.pipeline.tables.document import read_tables
from ragatta.pipeline.tables.model import Table
from standins.drawn import Pages

EDGES = (72, 172, 272, 372)
STAFF = [["Team", "Day", "Night"], ["North", "12", "7"], ["South", "15", "8"], ["West", "11", "6"]]
FEES = [["Berth", "Week", "Month"], ["Inner", "40", "130"], ["Outer", "35", "110"], ["Quay", "55", "180"]]


def tables(pages: Pages) -> list[Table]:
    return [table for table in read_tables(pages.save()) if table is not None]


def titles(pages: Pages) -> list[tuple[str, ...]]:
    return [table.title for table in tables(pages)]


def test_a_label_of_the_same_kind_higher_on_the_page_is_another_tables(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.text(72, 60, "Schedule 1. Daily rates")
    end = pages.grid(70, EDGES, STAFF)
    pages.text(72, end + 40, "Schedule 2. Berths")
    pages.grid(end + 50, EDGES, FEES)
    assert titles(pages) == [("Schedule 1. Daily rates",), ("Schedule 2. Berths",)]


def test_a_caption_under_one_table_is_not_over_the_next(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    end = pages.grid(70, EDGES, STAFF)
    pages.text(72, end + 14, "Figure 3. Staff by team")
    pages.text(72, end + 40, "Table 5. Berths")
    pages.grid(end + 50, EDGES, FEES)
    assert titles(pages) == [("Figure 3. Staff by team",), ("Table 5. Berths",)]


def test_captions_under_tables_each_belong_to_the_one_over_them(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    end = pages.grid(40, EDGES, STAFF)
    pages.text(72, end + 14, "Table 1: Staff by team")
    end = pages.grid(end + 30, EDGES, FEES)
    pages.text(72, end + 14, "Table 2: Berths and what they cost")
    assert titles(pages) == [("Table 1: Staff by team",), ("Table 2: Berths and what they cost",)]


def test_an_exhibit_holds_all_tables_of_its_page(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.right(560, 40, "Exhibit 6")
    pages.text(72, 80, "Staff")
    end = pages.grid(90, EDGES, STAFF)
    pages.text(72, end + 40, "Table 2. Berths")
    end = pages.grid(end + 50, EDGES, FEES)
    pages.text(72, end + 40, "Guests")
    pages.grid(end + 50, EDGES, STAFF)
    assert titles(pages) == [("Exhibit 6", "Staff"), ("Exhibit 6", "Table 2. Berths"), ("Exhibit 6", "Guests")]


def test_a_sentence_that_begins_with_a_label_is_no_caption(tmp_path: Path) -> None:
    """The rest of a table without its header, a sentence about the next one, which has its caption below."""
    pages = Pages(tmp_path / "a.pdf")
    pages.text(72, 60, "Annex B. Staff")
    pages.grid(70, EDGES, STAFF)
    pages.next()
    end = pages.grid(70, EDGES, [["East", "9", "4"], ["Isle", "3", "1"], ["Fell", "2", "2"]])
    pages.text(72, end + 16, "Table C lists the berths of the inner and outer harbour and what each of them")
    pages.text(72, end + 30, "costs by the week and by the month.")
    end = pages.columns(end + 50, (72, 272, 372), FEES)
    pages.text(72, end + 2, "Table C. Berths and dues")
    first, second = tables(pages)
    assert (first.title, first.columns) == (("Annex B. Staff",), ("Team", "Day", "Night"))
    assert [row.page for row in first.rows] == [1, 1, 1, 2, 2, 2]
    assert second.title == ("Table C. Berths and dues",)


def test_the_caption_may_stand_under_the_end_of_a_table_over_pages(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.grid(70, EDGES, STAFF)
    pages.next()
    end = pages.grid(70, EDGES, STAFF)
    pages.text(72, end + 14, "Table 4. Staff by team")
    (table,) = tables(pages)
    assert (table.title, len(table.rows)) == (("Table 4. Staff by team",), 6)


def test_captions_that_differ_part_tables_with_the_same_columns(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    for number in (1, 2):
        end = pages.grid(70, EDGES, STAFF)
        pages.text(72, end + 14, f"Table {number}. Staff")
        pages.next()
    assert titles(pages) == [("Table 1. Staff",), ("Table 2. Staff",)]
