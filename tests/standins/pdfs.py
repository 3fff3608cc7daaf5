"""Writes the small PDFs that tests read."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas


def write_pdf(path: Path, pages: list[str]) -> None:
    """One page a text, its lines from top to bottom; the same texts give the same bytes."""
    canvas = Canvas(str(path), invariant=True)
    for page in pages:
        text = canvas.beginText(72, 740)
        for line in page.splitlines():
            text.textLine(line)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
