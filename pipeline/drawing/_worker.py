"""Draws a page of a PDF and reads where its words are: a process of its own, as documents are not trusted
(pipeline/documents/worker_pool.py)."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._text import clean
from ragatta.pipeline.documents.worker_process import serve
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.tables.lines import lines_of
from ragatta.pipeline.tables.page_layout import Word, read_layout, text_angle

PIXELS = 6_000_000  # of a picture: a larger page is drawn more coarsely
SIDE = 8_000  # pixels, the longer side
WORDS = 20_000  # of a page; a map may have more


def _replies(job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One: the picture in base64, the page's size in points, and the words by their lines, each with its text, its box
    and the number of characters before it (pipeline/tables/page_layout.py)."""
    import pypdfium2

    with unlinked(Path(job["path"])):
        pdf = pypdfium2.PdfDocument(job["path"], password=job["password"] or None)
    try:
        page = pdf[job["page"] - 1]
        layout, words = read_layout(page), []
        for line in lines_of(layout.words[:WORDS]):
            words.append([_word(word) for part in line.segments for word in part.words])
        turn = (-_angle(page) - page.get_rotation()) % 360  # as read_layout turns it, whatever /Rotate says
        pdf.init_forms()
        width, height = page.get_size()
        picture = page.render(scale=_scale(job["scale"], width, height), rotation=turn).to_pil().convert("RGB")
        width, height = (height, width) if turn % 180 else (width, height)
        file = io.BytesIO()
        picture.save(file, job["format"], quality=job["quality"])
        drawn = base64.b64encode(file.getvalue()).decode()
        yield {"picture": drawn, "width": round(width, 1), "height": round(height, 1), "lines": words}
    except pypdfium2.PdfiumError as error:
        yield {"fault": clean(str(error))}
    finally:
        pdf.close()


def _word(word: Word) -> list[Any]:
    return [clean(word.text), *(round(at, 1) for at in (word.left, word.top, word.right, word.bottom)), word.at]


def _angle(page: Any) -> int:
    textpage = page.get_textpage()
    try:
        return text_angle(textpage)
    finally:
        textpage.close()


def _scale(wished: float, width: float, height: float) -> float:
    """Pixels a point."""
    return min(wished, math.sqrt(PIXELS / max(width * height, 1.0)), SIDE / max(width, height, 1.0))


if __name__ == "__main__":
    serve(_replies)
