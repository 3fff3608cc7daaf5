"""What a page without text shows: how much of it images cover, wherever they are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.parsers._drawn import PATHS, Drawings


def page(folder: Path, width: float, scales: tuple[float, ...], words: str = "") -> Drawings:
    """A page of 600 × 800 with an image as wide as it is high, which stands in forms that are each drawn in the next at
    a scale, the last of them on the page."""
    Image.new("L", (10, 10), 0).save(folder / "scan.png")
    canvas = Canvas(str(folder / "a.pdf"), pagesize=(600, 800))
    for number, scale in enumerate((1.0, *scales)):
        if number < len(scales):
            canvas.beginForm(f"form{number}", -9000, -9000, 9000, 9000)
        canvas.saveState()
        canvas.scale(scale, scale)
        if number:
            canvas.doForm(f"form{number - 1}")
        else:
            canvas.drawImage(str(folder / "scan.png"), 0, 0, width, width)
        canvas.restoreState()
        if number < len(scales):
            canvas.endForm()
    canvas.drawString(72, 700, words)
    canvas.save()
    return Drawings(folder / "a.pdf", "")


@pytest.mark.parametrize(
    ("width", "scales"), [(600, ()), (60, (10.0,)), (6000, (0.1,)), (6, (10.0, 10.0)), (6000, (2.0, 0.05))]
)
def test_a_scan_under_a_stamp_has_no_text_layer_whatever_forms_it_stands_in(
    tmp_path: Path, width: float, scales: tuple[float, ...]
) -> None:
    assert page(tmp_path, width, scales, "Received").without_text_layer(0, "Received")


@pytest.mark.parametrize(("width", "scales"), [(60, ()), (600, (0.1,)), (6000, (0.1, 0.1))])
def test_a_logo_beside_a_few_words_is_no_scan(tmp_path: Path, width: float, scales: tuple[float, ...]) -> None:
    drawings = page(tmp_path, width, scales, "Intentionally blank")
    assert not drawings.without_text_layer(0, "Intentionally blank")
    assert drawings.without_text_layer(0, "")


@pytest.mark.parametrize(("shapes", "shows_more"), [(PATHS - 1, False), (PATHS, True)])
def test_many_shapes_are_letters_and_few_are_the_frame_of_a_blank_page(
    tmp_path: Path, shapes: int, shows_more: bool
) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(600, 800))
    for number in range(shapes):
        canvas.line(72, 20 * number + 72, 172, 20 * number + 72)
    canvas.showPage()
    canvas.save()
    assert Drawings(tmp_path / "a.pdf", "").without_text_layer(0, "") == shows_more
