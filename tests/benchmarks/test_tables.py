from __future__ import annotations

from dataclasses import replace

from benchmarks.tables import lost_figures
from pipeline.types import Chunk

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
