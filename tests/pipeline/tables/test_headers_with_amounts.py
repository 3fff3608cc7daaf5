"""Headers that hold amounts, as a figure's row does."""

from pathlib import Path

from ragatta.pipeline.tables.document import read_tables
from standins.drawn import Pages

LEFT = (72, 172, 252, 332, 412)
BOLD = "Helvetica-Bold"


def drawn(pages: Pages) -> Path:
    pages.text(60, 70, "Form 12")
    pages.text(178, 70, "Zone 1 (less than 10 miles away)", BOLD)
    for left, name in zip(LEFT, ("Town", "$100,000", "Then", "$200,000", "Then"), strict=True):
        pages.text(left, 100, name, BOLD)
    for left in (LEFT[1], LEFT[3]):
        pages.text(left, 111, "Now", BOLD)
    for number, town in enumerate(("North", "South", "East", "West")):
        for left, cell in zip(LEFT, (town, f"{number + 1},210", "1,310", "2,410", "2,510"), strict=True):
            pages.text(left, 130 + 12 * number, cell)
    return pages.save()


def test_amounts_over_words_in_the_headers_type_name_columns(tmp_path: Path) -> None:
    [table] = [table for table in read_tables(drawn(Pages(tmp_path / "a.pdf"))) if table]
    assert table.columns == ("Town", "$100,000 Now", "Then", "$200,000 Now", "Then")
    assert table.rows[0].cells == ("North", "1,210", "1,310", "2,410", "2,510")
    assert len(table.rows) == 4


def test_a_title_beside_a_mark_in_the_corner_names_no_column(tmp_path: Path) -> None:
    [table] = [table for table in read_tables(drawn(Pages(tmp_path / "a.pdf"))) if table]
    assert "Zone 1 (less than 10 miles away)" in " ".join(table.title)
