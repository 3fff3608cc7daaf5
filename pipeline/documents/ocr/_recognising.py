"""Reads pages without a text layer: pdfium draws them, and an OCR engine of this folder reads the drawing.

Each document is a job of a process of its own (pipeline/documents/worker_pool.py):
`python -m pipeline.documents.ocr._recognising <engine as JSON>` takes a path and page numbers, and answers page by
page.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.ocr_engine import OCR_ENGINES, Ocr, Unrecognised
from ragatta.pipeline.documents.worker_pool import BrokenOff, Worker, in_workers
from ragatta.pipeline.documents.worker_process import Allowance, serve
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.plugins.checks import plain

INCH = 72  # PDF units
DPI = 300  # what Tesseract asks for
PIXELS = 9_000_000  # of one drawing: A4 at 300 dpi; a larger page is drawn more coarsely
SIDE = 20_000  # pixels, the longer side: a page of a hand's breadth and a mile's length


@dataclass(frozen=True)
class Scan:
    """The pages (from 1) of one document to be read."""

    name: str
    path: Path
    pages: tuple[int, ...]
    password: str = ""


@dataclass(frozen=True)
class Recognised:
    """The text of each page, or the reason why there is none."""

    texts: Mapping[int, str] = field(default_factory=dict)
    faults: Mapping[int, str] = field(default_factory=dict)


def recognise_all(scans: Sequence[Scan], ocr: Ocr, seconds: float, megabytes: int) -> Iterator[tuple[Scan, Recognised]]:
    """Documents come as they are finished, those with the most pages first. Drawing a page, and reading it, may take
    `seconds` of processor time each."""

    def start() -> Worker:
        module, made_of = "ragatta.pipeline.documents.ocr._recognising", json.dumps(plain(ocr))
        return Worker(module, [made_of], megabytes, ocr.VARIABLES)

    by_size = sorted(scans, key=lambda scan: len(scan.pages), reverse=True)
    return in_workers(by_size, start, lambda worker, scan: _recognise(worker, scan, seconds))


def _recognise(worker: Worker, scan: Scan, seconds: float) -> Recognised:
    texts: dict[int, str] = {}
    faults: dict[int, str] = {}
    for left in range(len(scan.pages), 0, -1):
        page = scan.pages[-left]
        if page in texts or page in faults:
            continue
        order = {
            "path": str(scan.path.absolute()),
            "password": scan.password,
            "pages": scan.pages[-left:],
            "seconds": seconds,
        }
        try:
            for reply in worker.ask(order, Allowance(4 * seconds)):  # a step is a quarter of it
                kept = texts if "text" in reply else faults
                kept[reply["page"]] = reply["text"] if "text" in reply else reply["fault"]
        except BrokenOff as fault:
            done = len(texts) + len(faults)
            if done < len(scan.pages):  # else it broke off behind its last page
                faults[scan.pages[done]] = str(fault)
    return Recognised(texts, faults)


def _replies(ocr: Ocr, job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    import pypdfium2

    try:
        with unlinked(Path(job["path"])):
            pdf = pypdfium2.PdfDocument(job["path"], password=job["password"] or None)
    except OSError as error:
        yield from ({"page": number, "fault": error.strerror or str(error)} for number in job["pages"])
        return
    for number in job["pages"]:
        try:
            yield {"page": number, "text": ocr.read(_drawing(pdf[number - 1]), job["seconds"])}
        except (Unrecognised, pypdfium2.PdfiumError) as error:
            yield {"page": number, "fault": str(error)}


@cache
def _made(ocr: str) -> Ocr:
    return OCR_ENGINES.written(json.loads(ocr))


def _drawing(page: Any) -> bytes:
    """The page as a grey image (PGM)."""
    bitmap = page.render(scale=_scale(*page.get_size()), grayscale=True)
    try:
        rows, stride, width = memoryview(bitmap.buffer).cast("B"), bitmap.stride, bitmap.width
        lines = b"".join(rows[at * stride : at * stride + width] for at in range(bitmap.height))
        return b"P5 %d %d 255\n" % (width, bitmap.height) + lines
    finally:
        bitmap.close()
        page.close()


def _scale(width: float, height: float) -> float:
    """Pixels a PDF unit."""
    longer = max(width, height, 1.0)
    return min(DPI / INCH, math.sqrt(PIXELS / max(width * height, 1.0)), SIDE / longer)


if __name__ == "__main__":
    serve(lambda job: _replies(_made(sys.argv[1]), job))
