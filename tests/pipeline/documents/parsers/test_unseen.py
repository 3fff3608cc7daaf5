"""What a PDF does not show is not read, and its outcome counts what was left out."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from pypdf import PdfWriter

from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import Outcome, outcome
from ragatta.pipeline.documents.parsers._reading import Job, read_all
from ragatta.pipeline.documents.parsers.pdfium import Pdfium

FEE, OLD = "The fee is 320 crowns.", "It was 999 crowns."
GROUPS = ("<< /Type /OCG /Name (Draft) >>", "<< /Type /OCG /Name (Final) >>")
OFF = "<< /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >>"
ALL_OFF = "<< /OCGs [6 0 R 7 0 R] /D << /BaseState /OFF /ON [7 0 R] >> >>"


def on(layer: str, text: str) -> str:
    return f"/OC /{layer} BDC\n{text}\nEMC\n"


def line(y: int, text: str) -> str:
    return f"BT /F 12 Tf 20 {y} Td ({text}) Tj ET\n"


def written(path: Path, content: str, catalog: str = "", page: str = "", packed: bool = False) -> Path:
    """A PDF of one page; `packed`: its catalog and layers are in an object stream."""
    resources = "<< /Font << /F 5 0 R >> /Properties << /L 6 0 R /M 7 0 R >> >>"
    bodies = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] {page} /Contents 4 0 R /Resources {resources} >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *GROUPS,
    ]
    data, starts = b"%PDF-1.7\n", {}
    inside = {1: 0, 6: 1, 7: 2} if packed else {}
    if packed:
        texts = [bodies[number - 1] + "\n" for number in inside]
        index = " ".join(f"{n} {sum(map(len, texts[:at]))}" for n, at in inside.items()) + " "
        stream = zlib.compress((index + "".join(texts)).encode())
        kind = f"/Type /ObjStm /N 3 /First {len(index)} /Filter /FlateDecode /Length {len(stream)}"
        starts[8], data = (
            len(data),
            data + f"8 0 obj\n<< {kind} >>\nstream\n".encode() + stream + b"\nendstream\nendobj\n",
        )
    for number, body in enumerate(bodies, 1):
        if number not in inside:
            starts[number], data = len(data), data + f"{number} 0 obj\n{body}\nendobj\n".encode()
    end, size = len(data), 10 if packed else 8
    if packed:
        rows = [b"\0\0\0\0", *(_row(n, inside, starts) for n in range(1, 9)), b"\1" + end.to_bytes(2, "big") + b"\0"]
        table = b"".join(rows)
        kind = f"/Type /XRef /Size {size} /W [1 2 1] /Root 1 0 R /Length {len(table)}"
        data += f"9 0 obj\n<< {kind} >>\nstream\n".encode() + table + b"\nendstream\nendobj\n"
    else:
        lines = "".join(f"{starts[number]:010} 00000 n \n" for number in range(1, size))
        data += f"xref\n0 {size}\n0000000000 65535 f \n{lines}trailer << /Size {size} /Root 1 0 R >>\n".encode()
    path.write_bytes(data + f"startxref\n{end}\n%%EOF\n".encode())
    return path


def _row(number: int, inside: dict[int, int], starts: dict[int, int]) -> bytes:
    if number in inside:
        return b"\2" + (8).to_bytes(2, "big") + bytes([inside[number]])
    return b"\1" + starts[number].to_bytes(2, "big") + b"\0"


def read(path: Path) -> tuple[str, Outcome]:
    ((_, reading),) = read_all([Job(path.name, path)], Pdfium())
    return "\n".join(reading.texts), outcome(path.name, reading, Recognised())


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("layers", [OFF, ALL_OFF])
def test_text_on_a_layer_that_is_off_is_not_read(tmp_path: Path, layers: str, packed: bool) -> None:
    content = line(300, "First.") + on("L", line(280, OLD)) + on("M", line(260, FEE))
    text, made = read(written(tmp_path / "a.pdf", content, f"/OCProperties {layers}", packed=packed))
    assert text.split("\n") == ["First.", FEE]
    assert made.words == "read; left out: texts on hidden layers (1)"
    assert made.left_out == {"texts on hidden layers": 1}


def test_layers_that_are_on_are_read(tmp_path: Path) -> None:
    content = on("L", line(280, OLD)) + on("M", line(260, FEE))
    text, made = read(written(tmp_path / "a.pdf", content, "/OCProperties << /OCGs [6 0 R 7 0 R] /D << >> >>"))
    assert (text.split("\n"), made.words) == ([OLD, FEE], "read")


def test_a_broken_catalog_hides_nothing(tmp_path: Path) -> None:
    text, made = read(written(tmp_path / "a.pdf", line(260, FEE), "/OCProperties 77"))
    assert (text, made.words) == (FEE, "read; with layers that may be hidden (1)")
    assert not made.left_out


def test_text_outside_of_the_crop_box_is_not_read(tmp_path: Path) -> None:
    content = line(300, FEE) + line(20, "Printer's mark")
    text, made = read(written(tmp_path / "a.pdf", content, page="/CropBox [0 100 400 400]"))
    assert text == FEE
    assert made.words == "read; left out: texts outside of the crop box (1)"


@pytest.mark.parametrize("blank", [False, True])
def test_attachments_are_named(tmp_path: Path, blank: bool) -> None:
    writer = PdfWriter(clone_from=written(tmp_path / "a.pdf", "" if blank else line(300, FEE)))
    writer.add_attachment("prices.csv", b"fee,320")
    writer.write(tmp_path / "b.pdf")
    _, made = read(tmp_path / "b.pdf")
    assert made.kind == ("no text" if blank else "read")
    assert made.words.endswith("; left out: attachments (1: prices.csv)")
