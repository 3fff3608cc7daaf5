from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.table_scores import PageTable, Score, score
from benchmarks.tables import lost_figures
from benchmarks.tables_compared import holds_row, of_judged, quoted_rows
from ragatta.pipeline.types import Chunk, Evidence, Question

PAGE = "HO3 1.05 98 7\nPage 12"
ROWS = Chunk(
    "a#0", "a", 0, "Table:\nForm: HO3; Fire: 1.05; Theft: 9; Wind: 8", 1, 1, 0, 21, 1, original=PAGE, table="t"
)


def test_a_figure_that_no_chunk_over_its_place_holds_is_lost() -> None:
    assert [figure for _, figure in lost_figures([ROWS])] == ["7", "12"]
    page = Chunk("a#1", "a", 1, "Page 12", 1, 1, 14, 21, 1)
    assert [figure for _, figure in lost_figures([ROWS, page])] == ["7"]
    elsewhere = replace(page, source_file="b")
    assert [figure for _, figure in lost_figures([ROWS, elsewhere])] == ["7", "12"]


def test_a_figure_of_the_text_beside_the_rows_is_held() -> None:
    beside = replace(ROWS, text=f"{ROWS.text}\nBeside the table:\n7\nPage 12")
    assert not list(lost_figures([beside]))


NAMES, SHOWN = ("Form", "Fire"), [("HO3", "1.05"), ("HO4", "0.98")]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (PageTable(1, (("HO3", "1.05"), ("HO4", "0.98")), NAMES), Score(1, 1, True, True)),
        (PageTable(1, (("Form", "Fire"), ("HO3", "1.05"), ("HO4", "0.98"))), Score(1, 1, True, True)),
        (PageTable(1, (("HO3", "", "1.05"), ("HO4", "", "0.98")), ("Form", "", "Fire")), Score(1, 1, True, False)),
        (PageTable(1, (("HO3", "1.05"), ("0.98", "HO4")), ("Form", "")), Score(0.5, 0.5, True, False)),
        (PageTable(1, (("HO3 1.05", ""), ("HO4 0.98", ""))), Score(0, 0, False, False)),
    ],
)
def test_a_row_is_right_with_each_cell_in_its_column(found: PageTable, expected: Score) -> None:
    assert score(NAMES, SHOWN, [found]) == expected


def test_a_quoted_row_is_looked_for_by_its_cells() -> None:
    evidence = (
        Evidence("a.pdf", (4,), quote="HO3 1001 ft to 1500 ft 1.05"),
        Evidence("a.pdf", (4,), quote="Up to 30 days"),
    )
    question = Question("q", "?", "number", evidence=evidence)
    [(_, page, cells)] = quoted_rows([question], "a.pdf")
    assert (page, cells) == (4, ["HO3", "1001 ft to 1500 ft", "1.05"])
    assert holds_row([PageTable(4, (("HO3", "1001 ft to 1500 ft", "", "1.05"),))], cells)
    assert not holds_row([PageTable(4, (("HO3 1001", "ft to 1500 ft", "1.05"),))], cells)


def test_pages_judged_by_eye_are_compared() -> None:
    assert sum(line.startswith(("| rows right | 58, 22", "| tables right | 58, 22")) for line in of_judged()) == 2
