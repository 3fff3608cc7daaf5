"""What becomes of PDFs that misbehave, each with its seconds and its most memory, read in a fresh process.

    python -m benchmarks.odd_pdfs [--pdfs FOLDER] [--parsers pdfium,pypdf] [--ocr tesseract] [--pages 5000]

Without --pdfs it reads odd_pdfs of $RAGATTA_DATA. Seconds are by the clock and hold the start of the process; memory is
the most that the process which read it has held. --pages writes and reads a document of so many pages too.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pipeline.pages import NothingRead, read_pages
from pipeline.settings import Parser

LIMIT_S, LIMIT_MB = 20.0, 1024


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pdfs", type=Path)
    arguments.add_argument("--parsers", default="pdfium,pypdf")
    arguments.add_argument("--ocr", default="off")
    arguments.add_argument("--pages", type=int, default=0)
    arguments.add_argument("--one", type=Path, help="reads this PDF alone and prints JSON")
    given = arguments.parse_args()
    if given.one:
        print(json.dumps(_one(given.one, Parser(given.parsers, ocr=given.ocr))))
        return
    folder = given.pdfs or Path(os.environ.get("RAGATTA_DATA", "../shared/data")) / "odd_pdfs"
    pdfs = sorted(folder.rglob("*.pdf"))
    if not pdfs:
        print(f"skipped: {folder} holds no PDFs; set RAGATTA_DATA to the folder that holds odd_pdfs/, or give --pdfs")
        return
    with tempfile.TemporaryDirectory() as scratch:
        if given.pages:
            pdfs.append(_many_pages(Path(scratch) / f"{given.pages} pages.pdf", given.pages))
        for parser in given.parsers.split(","):
            _table(parser, given.ocr, pdfs)


def _table(parser: str, ocr: str, pdfs: list[Path]) -> None:
    print(f"\n{parser}\n{'seconds':>8} {'MB':>5}  document: outcome")
    found = []
    for pdf in pdfs:
        command = [sys.executable, "-m", "benchmarks.odd_pdfs", "--one", str(pdf), "--parsers", parser, "--ocr", ocr]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(json.loads(done.stdout))
        print(f"{found[-1]['seconds']:8.2f} {found[-1]['mb']:5.0f}  {pdf.name}: {found[-1]['words']}", flush=True)
    counts = Counter(each["kind"] for each in found)
    print(f"{parser}: {len(found)} PDFs: {', '.join(f'{count} {kind}' for kind, count in counts.most_common())}")
    slowest, largest = max(each["seconds"] for each in found), max(each["mb"] for each in found)
    over = sum(each["seconds"] > LIMIT_S or each["mb"] > LIMIT_MB for each in found)
    print(
        f"{parser}: slowest {slowest:.1f} s, most memory {largest:.0f} MB, {over} beyond {LIMIT_S:g} s or {LIMIT_MB} MB"
    )


def _one(pdf: Path, parser: Parser) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pdfs"
        folder.mkdir()
        (folder / pdf.name).symlink_to(pdf.resolve())
        begun = time.perf_counter()
        try:
            outcomes = read_pages(folder, parser, Path(scratch)).outcomes
        except NothingRead as fault:
            outcomes = fault.outcomes
        seconds = time.perf_counter() - begun
    held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {"kind": outcomes[0].kind, "words": outcomes[0].words, "seconds": seconds, "mb": held}


def _many_pages(path: Path, pages: int) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path))
    for number in range(1, pages + 1):
        for line in range(40):
            canvas.drawString(72, 760 - 17 * line, f"Page {number}, line {line}: dues are {number * line} a ship")
        canvas.showPage()
    canvas.save()
    return path


if __name__ == "__main__":
    main()
