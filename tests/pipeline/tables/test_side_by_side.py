"""Tables beside one another, each under its own label; and labels that part nothing."""

from __future__ import annotations

from pathlib import Path

from standins.drawn import Pages

from pipeline.tables.document import read_tables
from pipeline.tables.model import Table


def tables(pages: Pages) -> list[Table]:
    return [table for table in read_tables(pages.save()) if table is not None]


FARES = [["Route", "Adult", "Child"], ["Marl - Tolb", "12.50", "6.25"], ["Marl - Sker", "17.80", "8.90"]]
DUES = [["Length", "Day", "Week"], ["under 6 m", "9.00", "48.00"], ["6 to 10 m", "14.50", "77.00"]]


def test_each_label_has_what_stands_under_it(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.text(72, 60, "Table 1. Fares")
    pages.text(340, 60, "Table 2. Dues")
    end = pages.columns(80, (72, 210, 270), FARES)
    pages.columns(80, (340, 470, 530), DUES)
    pages.prose(72, end + 30, 14, 2)
    first, second = tables(pages)
    assert (first.title, first.columns) == (("Table 1. Fares",), ("Route", "Adult", "Child"))
    assert (second.title, second.columns) == (("Table 2. Dues",), ("Length", "Day", "Week"))
    assert [row.cells for row in second.rows] == [tuple(row) for row in DUES[1:]]


def test_labels_that_span_groups_of_figures_part_no_table(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    pages.centred(240, 60, "Schedule A")
    pages.centred(440, 60, "Schedule B")
    rows = [["Route", "Adult", "Child", "Adult", "Child"], ["Tolb", "12.50", "6.25", "11.00", "5.00"]]
    rows += [["Sker", "17.80", "8.90", "16.00", "8.00"], ["Vask", "23.40", "11.70", "21.00", "10.00"]]
    pages.columns(74, (72, 210, 270, 410, 470), rows)
    (table,) = tables(pages)
    assert len(table.columns) == 5
    assert len(table.rows) == 3
