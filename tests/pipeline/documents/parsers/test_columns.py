"""Columns that are drawn row by row are read one after the other; tables, forms and lists keep their rows."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import outcome
from ragatta.pipeline.documents.parsers import _columns
from ragatta.pipeline.documents.parsers._reading import Reading
from ragatta.pipeline.documents.parsers.pdfium import Pdfium

MILL = (
    "The mill stands on the north bank of the river and was built of slate and oak in the year of the flood. "
    "Its wheel turned two pairs of stones until the weir broke. The miller paid a rent of forty crowns to the "
    "abbey each spring, and kept a tenth of what he ground for the farms around the valley."
)
FERRY = (
    "A ferry crosses the lower river at dusk and takes carts, horses and people on foot to the market. The "
    "keeper lives in a low house behind the landing and rings a bell when the water is too high to cross. In "
    "winter the ferry is drawn up on the shingle, and travellers walk to the bridge above the town."
)
ROAD = (
    "The old road leaves the square by the eastern gate and climbs to the pass in nine long bends. Pedlars "
    "used it before the railway came, and the inn at the third bend still has their marks on its door. A "
    "stone at the top tells the distance to both towns and the names of those who laid it."
)
SIZE = 10


def lines(text: str, width: float) -> list[str]:
    return simpleSplit(text, "Helvetica", SIZE, width)


class Page:
    """Draws text downwards from the top of a page, and reads it."""

    def __init__(self, folder: Path) -> None:
        self.path, self.y = folder / "a.pdf", 750.0
        self.canvas = Canvas(str(self.path), pagesize=(600, 800))

    def rows(self, *rows: tuple[str, ...], at: tuple[float, ...], shift: float = 0) -> Page:
        """Row by row; `shift`: how much lower each column stands than the one before it."""
        for row in rows:
            for number, (x, text) in enumerate(zip(at, row, strict=True)):
                self.canvas.setFont("Helvetica", SIZE)
                self.canvas.drawString(x, self.y - shift * number, text)
            self.y -= 12
        return self

    def text(self) -> str:
        self.canvas.save()
        return Pdfium().open(self.path).text(0)


def columns(*texts: str, widths: tuple[float, ...]) -> tuple[list[list[str]], list[tuple[str, ...]]]:
    """The lines of each column, and the rows that they make."""
    found = [lines(text, width) for text, width in zip(texts, widths, strict=True)]
    return found, list(zip_longest(*found, fillvalue=""))


@pytest.mark.parametrize(
    ("texts", "at", "widths"),
    [
        ((MILL, FERRY), (50, 310), (240, 240)),
        ((MILL, FERRY, ROAD), (40, 220, 400), (160, 160, 160)),
        ((MILL + " " + ROAD, FERRY), (50, 420), (340, 130)),
    ],
    ids=["two", "three", "a sidebar"],
)
@pytest.mark.parametrize("shift", [0, 5])
def test_columns_are_read_one_after_the_other(
    tmp_path: Path, texts: tuple[str, ...], at: tuple[float, ...], widths: tuple[float, ...], shift: float
) -> None:
    found, rows = columns(*texts, widths=widths)
    expected = [line for column in found for line in column]
    assert Page(tmp_path).rows(*rows, at=at, shift=shift).text().split("\n") == expected


def test_a_title_and_a_footer_over_both_columns_keep_their_places(tmp_path: Path) -> None:
    found, rows = columns(MILL, FERRY, widths=(240, 240))
    page = Page(tmp_path).rows(("An account of the mill, the ferry and the roads of the whole valley",), at=(120,))
    page.rows(*rows, at=(50, 310)).rows(("",), ("Page 7",), at=(290,))
    title, *rest = page.text().split("\n")
    assert title.startswith("An account")
    assert rest == [*found[0], *found[1], "Page 7"]


def test_split_words_move_with_their_lines(tmp_path: Path) -> None:
    left, right = lines(MILL, 240), lines(FERRY, 240)
    left[1] += "-"
    right[1] += "-"
    read = Page(tmp_path).rows(*zip_longest(left, right, fillvalue=""), at=(50, 310)).text()
    assert read.replace("\ufffe", "-\n") == "\n".join([*left, *right])


FIGURES = [(f"Part {n}", f"{n * 317:,}", f"{n * 411:,}", f"{n * 5:,}") for n in range(1, 13)]
WORDS = [(f"Kind of {a} in use", f"kept in the {b} until spring") for a in ("oak", "ash") for b in ("barn", "mill") * 3]
KEYS = [("Name of the keeper", "Ada Brook"), ("Place", "the lower landing"), ("Since", "the year of the flood")] * 3


@pytest.mark.parametrize(
    ("rows", "at"),
    [(FIGURES, (50, 200, 300, 400)), (WORDS, (50, 310)), (KEYS, (50, 310))],
    ids=["figures", "words", "keys and values"],
)
def test_tables_and_lists_keep_their_rows(tmp_path: Path, rows: list[tuple[str, ...]], at: tuple[float, ...]) -> None:
    assert Page(tmp_path).rows(*rows, at=at).text().split() == " ".join(map(" ".join, rows)).split()


def test_so_does_a_table_whose_cells_are_wrapped(tmp_path: Path) -> None:
    rows = [
        row for pair in ((MILL, FERRY), (FERRY, ROAD), (ROAD, MILL)) for row in columns(*pair, widths=(240, 240))[1]
    ]
    assert Page(tmp_path).rows(*rows, at=(50, 310)).text().split("\n") == [" ".join(row).strip() for row in rows]


def test_columns_that_are_drawn_one_after_the_other_stay_as_they_are(tmp_path: Path) -> None:
    (left, right), _ = columns(MILL, FERRY, widths=(240, 240))
    page = Page(tmp_path).rows(*((line,) for line in left), at=(50,))
    page.y = 750
    assert page.rows(*((line,) for line in right), at=(310,)).text().split("\n") == [*left, *right]


def test_a_page_with_too_many_words_is_read_as_drawn_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_columns, "MOST", 50)
    _, rows = columns(MILL, FERRY, widths=(240, 240))
    page = Page(tmp_path).rows(*rows, at=(50, 310))
    page.canvas.save()
    pdf = Pdfium().open(page.path)
    assert pdf.text(0).split("\n") == [" ".join(row).strip() for row in rows]
    words = outcome("a.pdf", Reading(("text",), found=pdf.found), Recognised()).words
    assert words == "read; with pages too long to be put in order (1)"
