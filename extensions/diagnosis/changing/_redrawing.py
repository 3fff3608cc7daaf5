"""Writes a PDF anew, as a scan of it or with a line on each page: a process of its own, as documents are not trusted
(pipeline/documents/worker_pool.py)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._text import clean
from ragatta.pipeline.documents.worker_process import serve
from ragatta.pipeline.machine.files import unlinked

PIXELS = 6_000_000  # of a page: a larger one is drawn more coarsely
DPI, DEGREES, BLUR = 150, 1.0, 0.7  # of a scan: dots an inch, what it is turned by, and the blur's radius in dots
MARGIN, LETTERS = 12, 6  # points: where a line stands, and its size


def _replies(job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One a page, so that a long document has its time; the file is there after the last. Else {"fault": why}."""
    try:
        yield from _stamped(**job) if job["line"] else _scanned(job["path"], job["out"])
    except Exception as fault:  # noqa: BLE001 - whatever a library says of a document that it cannot read
        yield {"fault": clean(f"{type(fault).__name__}: {fault}")}


def _scanned(path: str, out: str) -> Iterator[dict[str, Any]]:
    import pypdfium2
    from PIL import ImageFilter
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    with unlinked(Path(path)):
        canvas, pdf = Canvas(out, invariant=True), pypdfium2.PdfDocument(path)
    for page in pdf:
        width, height = page.get_size()
        scale = min(DPI / 72, (PIXELS / max(width * height, 1.0)) ** 0.5)
        picture = page.render(scale=scale, grayscale=True).to_pil().convert("L")
        picture = picture.rotate(DEGREES, fillcolor=255).filter(ImageFilter.GaussianBlur(BLUR))
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=70)
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(file), 0, 0, width, height)
        canvas.showPage()
        yield {}
    pdf.close()
    canvas.save()


def _stamped(line: str, path: str, out: str) -> Iterator[dict[str, Any]]:
    """The line stands at the head of each page, in small letters."""
    from pypdf import PdfReader, PdfWriter
    from reportlab.pdfgen.canvas import Canvas

    with unlinked(Path(path)):
        writer = PdfWriter(clone_from=path)
    for page in writer.pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=(width, height), invariant=True)
        canvas.setFontSize(LETTERS)
        canvas.drawString(MARGIN, height - MARGIN, line)
        canvas.save()
        page.merge_page(PdfReader(file).pages[0])
        yield {}
    with Path(out).open("wb") as written:
        writer.write(written)


if __name__ == "__main__":
    serve(_replies)
