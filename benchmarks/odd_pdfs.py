"""What becomes of PDFs that misbehave, each with its seconds and its most memory, read in a fresh process.

    python -m benchmarks.odd_pdfs [--pdfs FOLDER] [--parsers pdfium,pypdf] [--ocr tesseract] [--pages 5000]

Without --pdfs it reads odd_pdfs of $RAGATTA_DATA. Seconds are by the clock, beside them those of processor time, both
with the start of the process; memory is the most that it has held.
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

from ragatta.pipeline.documents.ocr_engine import OCR_ENGINES
from ragatta.pipeline.documents.pages import NothingRead, read_pages
from ragatta.pipeline.documents.parser import PARSERS, Parser


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pdfs", type=Path)
    arguments.add_argument("--parsers", default="pdfium,pypdf")
    arguments.add_argument("--ocr", default="none")
    arguments.add_argument("--pages", type=int, default=0, help="writes and reads a document of so many pages instead")
    arguments.add_argument("--one", type=Path, help="reads this PDF alone and prints JSON")
    given = arguments.parse_args()
    if given.one:
        print(json.dumps(_one(given.one, PARSERS.load(given.parsers)(ocr=OCR_ENGINES.load(given.ocr)()))))
        return
    folder = given.pdfs or Path(os.environ.get("RAGATTA_DATA", "../shared/data")) / "odd_pdfs"
    with tempfile.TemporaryDirectory() as scratch:
        long = [_many_pages(Path(scratch) / f"{given.pages} pages.pdf", given.pages)] if given.pages else []
        pdfs = long or sorted(folder.rglob("*.pdf"))
        if not pdfs:
            print(
                f"skipped: {folder} holds no PDFs; set RAGATTA_DATA to the folder that holds odd_pdfs/, or give --pdfs"
            )
        for parser in given.parsers.split(",") if pdfs else ():
            _table(parser, given.ocr, pdfs)


def _table(parser: str, ocr: str, pdfs: list[Path]) -> None:
    print(f"\n{parser}\n{'seconds':>8} {'of CPU':>6} {'MB':>5}  document: outcome")
    found = []
    for pdf in pdfs:
        command = [sys.executable, "-m", "benchmarks.odd_pdfs", "--one", str(pdf), "--parsers", parser, "--ocr", ocr]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        one = json.loads(done.stdout)
        found.append(one)
        figures = f"{one['seconds']:8.2f} {one['processor']:6.2f} {one['mb']:5.0f}"
        print(f"{figures}  {pdf.name}: {one['words']}", flush=True)
    counts = Counter(each["kind"] for each in found)
    print(f"{parser}: {len(found)} PDFs: {', '.join(f'{count} {kind}' for kind, count in counts.most_common())}")
    seconds, processor, held = (max(each[name] for each in found) for name in ("seconds", "processor", "mb"))
    print(f"{parser}: at most {seconds:.1f} s, {processor:.1f} s of processor time and {held:.0f} MB")


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
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "kind": outcomes[0].kind,
        "words": outcomes[0].words,
        "seconds": seconds,
        "processor": used.ru_utime + used.ru_stime,
        "mb": used.ru_maxrss / 1024,
    }


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
