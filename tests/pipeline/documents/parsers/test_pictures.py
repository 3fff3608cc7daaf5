"""Pictures that no text stands on are counted on pages with text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import outcome
from ragatta.pipeline.documents.parsers._reading import Job, read_all
from ragatta.pipeline.documents.parsers.pdfium import Pdfium

Box = tuple[float, float, float, float]  # left, bottom, width, height
WORDS = "The fee is 320 crowns a night, and 45 crowns for each further vessel of the same owner in the harbour."


def drawn(
    path: Path, boxes: Sequence[Box], at: float, pixels: int = 40, scale: float = 1, crop: Box | None = None
) -> None:
    """A page of 600 × 800 with a picture in each box, and lines of text from `at` down."""
    canvas = Canvas(str(path), pagesize=(600, 800))
    canvas.setCropBox(crop)
    canvas.beginForm("inner", -9000, -9000, 9000, 9000)
    for box in boxes:
        canvas.drawInlineImage(Image.new("L", (pixels, pixels)), *box)
    canvas.endForm()
    canvas.saveState()
    canvas.scale(scale, scale)
    canvas.doForm("inner")
    canvas.restoreState()
    for line in range(3):
        canvas.drawString(20, at - 20 * line, WORDS)
    canvas.save()


@pytest.mark.parametrize(
    ("boxes", "at", "more", "count"),
    [
        ([(100, 100, 100, 100), (300, 300, 72, 72)], 780, {}, 2),
        ([(100, 100, 50, 50)], 780, {}, 0),  # an icon
        ([(10, 10, 10, 10)], 780, {"scale": 10}, 1),
        ([(100, 400 - 20 * strip, 300, 20) for strip in range(9)], 780, {}, 1),
        ([(0, 0, 600, 800)], 400, {}, 0),  # below the text of OCR
        ([(0, 0, 600, 800)], 400, {"pixels": 1}, 0),
        ([(100, 100, 100, 100)], 780, {"pixels": 3}, 0),  # a colour
        ([(100, 100, 100, 100), (100, 210, 100, 100)], 780, {"crop": (0, 205, 600, 800)}, 1),
    ],
)  # fmt: skip
def test_pictures_without_text_are_counted(
    tmp_path: Path, boxes: Sequence[Box], at: float, more: dict[str, float], count: int
) -> None:
    drawn(tmp_path / "a.pdf", boxes, at, **more)  # type: ignore[arg-type]
    ((_, reading),) = read_all([Job("a.pdf", tmp_path / "a.pdf")], Pdfium())
    made = outcome("a.pdf", reading, Recognised())
    assert made.left_out == ({"pictures": count} if count else {})
    assert made.words == ("read" if not count else f"read; left out: pictures ({count})")


def test_a_page_without_a_text_layer_is_said_instead(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(600, 800))
    canvas.drawInlineImage(Image.new("L", (40, 40)), 0, 0, 600, 800)
    canvas.save()
    ((_, reading),) = read_all([Job("a.pdf", tmp_path / "a.pdf")], Pdfium())
    assert (reading.no_text_layer, reading.found) == ((1,), {})
