"""pdfium reads what a page shows: raised figures apart, filled fields and notes in their place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.constructs import drawn as line

Draw = Callable[[Canvas], None]


def read(folder: Path, draw: Draw, size: tuple[float, float] = (400, 400)) -> str:
    canvas = Canvas(str(folder / "a.pdf"), pagesize=size)
    draw(canvas)
    canvas.save()
    return Pdfium().open(folder / "a.pdf").text(0)


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([("The fee is $320", 12, 0), ("1", 7, 5), (" a year.", 12, 0)], "The fee is $320^1 a year."),
        ([("Cutter 365", 11, 0), ("2", 6.5, 4.5), (" 520", 11, 0)], "Cutter 365^2 520"),
        ([("opened in 1887", 11, 0), ("12", 6.5, 4.5)], "opened in 1887^12"),
        ([("3 x 10", 11, 0), ("6", 6.5, 4.5), (" cells", 11, 0)], "3 x 10^6 cells"),
        ([("below 10", 11, 0), ("-5", 6.5, 4.5), (".", 11, 0)], "below 10^-5."),
        ([("The warden", 11, 0), ("1", 6.5, 4.5), (" keeps", 11, 0)], "The warden^1 keeps"),
        ([("the rate", 11, 0), ("(2)", 6.5, 4.5), (" holds", 11, 0)], "the rate^(2) holds"),
        ([("the rate", 11, 0), ("1,2", 6.5, 4.5), (" holds", 11, 0)], "the rate^1,2 holds"),
        ([("1,234.56 of CO", 11, 0), ("2", 6.5, -2)], "1,234.56 of CO2"),
        ([("10", 11, 0), ("6", 6.5, -2), (" of C", 11, 0), ("12", 6.5, -2), (" due", 11, 0)], "10_6 of C12 due"),
        ([("par $0.16", 11, 0), ("2", 6.5, 4.5), ("\u2044", 11, 0), ("3", 6.5, 0)], "par $0.16 2\u20443"),
        ([("the 33", 11, 0), ("1", 6.5, 4.5), ("/", 11, 0), ("3", 6.5, -2), ("% due", 11, 0)], "the 33 1/3% due"),
        ([("a (", 11, 0), ("1", 6.5, 4.5), ("/", 11, 0), ("2", 6.5, 0), (") share", 11, 0)], "a (1/2) share"),
        ([("for $320", 11, 0), ("1", 6.5, 4.5), ("/330", 11, 0), (" each", 11, 0)], "for $320^1 /330 each"),
        ([("below 10", 11, 0), ("1/2", 6.5, 4.5), (" of it", 11, 0)], "below 10^1/2 of it"),
        ([("Room 12", 11, 0), ("34", 11, 0.5), (" ends", 11, 0)], "Room 1234 ends"),
    ],
)
def test_a_raised_figure_is_not_part_of_the_figure_before_it(
    tmp_path: Path, pieces: list[tuple[str, float, float]], text: str
) -> None:
    assert read(tmp_path, line(*pieces)) == text


def test_a_raised_zero_of_a_font_of_signs_is_a_prime(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        words = canvas.beginText(50, 300)
        for text, font, size, rise in (
            ("if a", "Helvetica", 11, 0),
            ("00", "Courier", 7, 4),
            ("=a", "Helvetica", 11, 0),
        ):
            words.setFont(font, size)
            words.setRise(rise)
            words.textOut(text)
        canvas.drawText(words)

    assert read(tmp_path, draw) == "if a^00=a"
    named = (tmp_path / "a.pdf").read_bytes().replace(b"/BaseFont /Courier", b"/BaseFont /CMSY10 ")
    (tmp_path / "b.pdf").write_bytes(named)
    assert Pdfium().open(tmp_path / "b.pdf").text(0) == "if a\u2032\u2032=a"


def test_nor_is_it_in_text_that_runs_upwards(tmp_path: Path) -> None:
    pieces = (("opened in 1887", 11.0, 0.0), ("12", 6.5, 4.5))
    assert read(tmp_path, line(*pieces, turned=True)) == "opened in 1887^12"


def test_figures_of_the_next_line_are_not_raised(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for number in range(4):
            canvas.setFont("Helvetica", 10 - number)
            canvas.drawString(50, 300 + 11 * number, f"Fee{number} 1{number}0")

    assert "^" not in read(tmp_path, draw)


def form(canvas: Canvas) -> None:
    form = canvas.acroForm
    canvas.drawString(20, 350, "Net weight ____________________")
    form.textfield(name="weight", value="4175", x=120, y=345, width=100, height=16)
    canvas.drawString(20, 320, "Kind:")
    form.choice(name="kind", value="wool", options=["wool", "salt"], x=120, y=315, width=100, height=16)
    for y, label, checked in ((290, "Insured", True), (270, "Perishable", False)):
        form.checkbox(name=label, checked=checked, x=20, y=y - 4, size=14)
        canvas.drawString(45, y, label)
    canvas.drawString(20, 240, "Code:")
    form.textfield(name="code", value="s3cret", fieldFlags="password", x=120, y=235, width=100, height=16)
    form.textfield(name="unseen", value="unseen", annotationFlags="hidden", x=20, y=200, width=100, height=16)


def test_fields_are_read_beside_their_labels(tmp_path: Path) -> None:
    expected = ["Net weight ____________________ 4175", "Kind: wool", "\u2612 Insured", "\u2610 Perishable", "Code:"]
    assert read(tmp_path, form).splitlines() == expected


def test_a_note_written_on_the_page_is_read_and_one_behind_a_click_is_not(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(20, 350, "The slipway.")
        canvas.freeTextAnnotation("Slope 6397 arcseconds", DA="/Helv 12 Tf", Rect=[20, 300, 200, 320])
        canvas.textAnnotation("behind a click", Rect=[20, 200, 40, 220])

    assert read(tmp_path, draw) == "The slipway.\nSlope 6397 arcseconds"
