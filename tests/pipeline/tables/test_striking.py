"""Text that a page strikes out is no evidence; underlines and the rules of tables strike nothing out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, NumberObject, StreamObject
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.tables.striking import Striking

LINES = {700: "Entry Fee: 40 crowns", 650: "Berth Fee: 75 crowns", 600: "Crane Fee: 95 crowns"}
LEFT, WIDTH = 72, 120  # points
MIDDLE = 3.5  # points over the foot of the letters


def redline(path: Path, draw: str) -> None:
    """A page of LINES; of the first, at 700, what `draw` says."""
    canvas = Canvas(str(path), invariant=True)
    for at, text in LINES.items():
        canvas.drawString(LEFT, at, text)
    thin = 0.6
    if draw == "a line":
        canvas.line(LEFT, 700 + MIDDLE, LEFT + WIDTH, 700 + MIDDLE)
    elif draw == "a filled rectangle":
        canvas.rect(LEFT, 700 + MIDDLE, WIDTH, thin, stroke=0, fill=1)
    elif draw == "pieces of a line":
        for piece in range(0, WIDTH, 10):
            canvas.line(LEFT + piece, 700 + MIDDLE, LEFT + piece + 9.5, 700 + MIDDLE)
    elif draw == "an underline":
        canvas.line(LEFT, 698.5, LEFT + WIDTH, 698.5)
    elif draw == "a frame":
        canvas.rect(LEFT - 1, 697, WIDTH, 13)
    elif draw == "a short line":
        canvas.line(LEFT, 700 + MIDDLE, LEFT + 8, 700 + MIDDLE)
    canvas.save()
    if draw == "an annotation":
        _annotate(path)


def _annotate(path: Path) -> None:
    """Strikes the first line out as readers do: an annotation whose appearance is a line."""
    writer = PdfWriter(clone_from=PdfReader(path))
    box = ArrayObject(map(FloatObject, (LEFT, 697, LEFT + WIDTH, 710)))
    look = StreamObject()
    look.set_data(f"1 w {LEFT} {700 + MIDDLE} m {LEFT + WIDTH} {700 + MIDDLE} l S".encode())
    names = {"/Type": "/XObject", "/Subtype": "/Form"}
    look.update({NameObject(name): NameObject(value) for name, value in names.items()})
    look[NameObject("/BBox")] = box
    quad = (LEFT, 710, LEFT + WIDTH, 710, LEFT, 697, LEFT + WIDTH, 697)
    note = DictionaryObject({
        NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject("/StrikeOut"),
        NameObject("/Rect"): box, NameObject("/QuadPoints"): ArrayObject(map(FloatObject, quad)),
        NameObject("/F"): NumberObject(4),
        NameObject("/AP"): DictionaryObject({NameObject("/N"): writer._add_object(look)}),
    })  # fmt: skip
    writer.pages[0][NameObject("/Annots")] = ArrayObject([writer._add_object(note)])
    writer.write(path)


@pytest.fixture
def striking(tmp_path: Path) -> Iterator[Striking]:
    with Striking({"fees.pdf": tmp_path / "fees.pdf"}, {}, Pdfium()) as one:
        yield one


def record(text: str, file: str = "fees.pdf", page: int = 1) -> dict[str, object]:
    return {"evidence": [{"file": file, "pages": [page], "quote": text, "value": text.split()[-2]}]}


@pytest.mark.parametrize(
    ("draw", "struck"),
    [
        ("a line", True), ("a filled rectangle", True), ("pieces of a line", True), ("an annotation", True),
        ("nothing", False), ("an underline", False), ("a frame", False), ("a short line", False),
    ],
)  # fmt: skip
def test_a_text_is_struck_out_if_a_line_crosses_its_letters(
    striking: Striking, tmp_path: Path, draw: str, struck: bool
) -> None:
    redline(tmp_path / "fees.pdf", draw)
    first, *others = LINES.values()
    assert striking.strikes(record(first)) is struck
    assert striking.strikes({"evidence": []}, [("fees.pdf", 1, ["Entry"])]) is struck
    assert not any(striking.strikes(record(text)) for text in others)


@pytest.mark.parametrize(("text", "struck"), [("1015%", True), ("Entries", False)])
def test_a_figure_of_which_a_part_is_struck_out_is_none(
    striking: Striking, tmp_path: Path, text: str, struck: bool
) -> None:
    canvas = Canvas(str(tmp_path / "fees.pdf"))
    canvas.drawString(LEFT, 700, text)
    canvas.drawString(LEFT, 600, "gone")
    canvas.line(LEFT, 700 + MIDDLE, LEFT + canvas.stringWidth(text[:2], "Helvetica", 12), 700 + MIDDLE)
    canvas.line(LEFT, 600 + MIDDLE, LEFT + 40, 600 + MIDDLE)
    canvas.save()
    assert striking.strikes({"evidence": []}, [("fees.pdf", 1, [text])]) is struck
    assert striking.strikes({"evidence": []}, [("fees.pdf", 1, ["gone"])])


def test_a_page_that_cannot_be_read_again_is_not_trusted(striking: Striking, tmp_path: Path) -> None:
    redline(tmp_path / "fees.pdf", "nothing")
    assert striking.strikes(record(LINES[700], page=7))
    assert not striking.strikes(record(LINES[700]))


@pytest.mark.needs("office")
def test_what_is_no_pdf_has_no_lines(striking: Striking) -> None:
    assert not striking.strikes(record(LINES[700], file="fees.txt"))


def test_leaving_it_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    worker = SimpleNamespace(stop=lambda: ended.append("it"))
    monkeypatch.setattr("ragatta.pipeline.tables.striking.Worker", lambda *_: worker)
    with Striking({}, {}, Pdfium()):
        assert not ended
    assert ended == ["it"]
