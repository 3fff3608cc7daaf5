"""Glyphs that pages of PDFs show against the characters that are kept of them, as parser=pdfium reads them.

    python -m benchmarks.glyphs [--pdfs FOLDER ...] [--pages]

Without --pdfs it reads ct_maps, uda, odd_pdfs and field_cases of $RAGATTA_DATA, and those of installed packages.
pdfminer (of the extra `documents`) counts the glyphs from the content of a page: letters, figures and signs, but no
spaces, and one for those that are printed twice on a place. A page has a word if its outcome says that something is
left out or not known. --pages names the pages without one that lack more than 1% of their glyphs.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category, normalize

from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.psexceptions import PSException

from benchmarks.stamps import stamped
from ragatta.pipeline.documents.parsers._filled import FIELDS
from ragatta.pipeline.documents.parsers._pictures import PICTURES
from ragatta.pipeline.documents.parsers._text import Unreadable
from ragatta.pipeline.documents.parsers.pdfium import Pdfium

DATA = ("ct_maps", "uda", "odd_pdfs", "field_cases")
BESIDES = (FIELDS, PICTURES)  # words of an outcome that are of no glyph
UNKNOWN = "\ufffd"  # what pdfminer does not know
_HYPHENS = re.compile("[\ufffe\u00ad\u2010\u2011\x02]")  # pdfium's own, soft ones
TWICE = 0.05  # of a font's size: a glyph so close to the same one is printed twice
SHORT = 0.01  # of the glyphs of a page
DAMAGE = (ValueError, TypeError, KeyError, RecursionError)  # what pdfminer raises over a damaged file
MOST = 1000  # pages of a document


class Count(NamedTuple):
    """Of a page."""

    page: int
    glyphs: int
    lost: int
    words: tuple[str, ...]  # of its outcome, on what is not in its text

    @property
    def short(self) -> bool:
        return self.lost > SHORT * self.glyphs


class _Glyphs(PDFTextDevice):
    """Counts what a page draws."""

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources)
        self._seen: set[tuple[str, int, int]] = set()
        self.shown: Counter[str] = Counter()

    def render_char(
        self, matrix: Any, font: Any, fontsize: float, scaling: float, _: float, cid: int, *__: Any
    ) -> float:
        try:
            text = font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            text = UNKNOWN
        cell = TWICE * abs(fontsize) * (hypot(*matrix[:2]) or 1) or 1
        x, y = round(matrix[4] / cell), round(matrix[5] / cell)
        if not any((text, x + across, y + up) in self._seen for across in (-1, 0, 1) for up in (-1, 0, 1)):
            self._seen.add((text, x, y))
            self.shown.update(letters(text))
        return float(font.char_width(cid) * fontsize * scaling)


def letters(text: str) -> Counter[str]:
    """The characters of a text but for white space; of a ligature its letters, and one hyphen for all kinds."""
    plain = normalize("NFKC", _HYPHENS.sub("-", text))
    return Counter(letter for letter in plain if not letter.isspace() and category(letter) not in ("Cc", "Cf"))


def lost(shown: Counter[str], kept: Counter[str]) -> int:
    """How many glyphs are missing from the text. Any that is left over may be one that pdfminer does not know."""
    known = Counter({letter: count for letter, count in shown.items() if letter != UNKNOWN})
    return (known - kept).total() + max(0, shown[UNKNOWN] - (kept - known).total())


def counts(pdf: Path) -> Iterator[Count]:
    """Of each page that both read. Raises Unreadable, and what pdfminer raises over a damaged file."""
    opened, resources = Pdfium().open(pdf), PDFResourceManager()
    with pdf.open("rb") as stream:
        for at, page in enumerate(islice(PDFPage.get_pages(stream), min(opened.pages, MOST))):
            device = _Glyphs(resources)
            PDFPageInterpreter(resources, device).process_page(page)
            missing = lost(device.shown, letters(opened.text(at)))
            words = [kind for kind, count in getattr(opened, "found", {}).items() if count and kind not in BESIDES]
            yield Count(at + 1, device.shown.total(), missing, tuple(words))


def _of_packages() -> list[Path]:
    return [
        pdf
        for place in {*map(Path, sys.path), Path(sys.prefix)}
        if place.name.endswith("-packages")
        for pdf in place.rglob("*.pdf")
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pdfs", type=Path, nargs="*", default=())
    arguments.add_argument(
        "--pages", action="store_true", help="names the pages that fall short and whose outcome does not say so"
    )
    given = arguments.parse_args()
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    data = Path(os.environ.get("RAGATTA_DATA", "../shared/data"))
    folders = {folder.name: sorted(folder.rglob("*.pdf")) for folder in given.pdfs or [data / name for name in DATA]}
    if not given.pdfs:
        folders["packages"] = _of_packages()
    print("| PDFs of | documents | pages | glyphs | not in the text | pages with more than 1% of these | not said |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, pdfs in folders.items():
        found: list[Count] = []
        documents = 0
        for pdf in pdfs:
            try:
                of = list(counts(pdf))
            except (Unreadable, PSException, *DAMAGE) as fault:
                print(f"{pdf.name}: not counted ({type(fault).__name__})", file=sys.stderr)
                continue
            documents += 1
            found += of
            for count in of if given.pages else ():
                if count.short and not count.words:
                    print(f"{pdf.name}, page {count.page}: {count.lost} of {count.glyphs} lost", file=sys.stderr)
        short = [count for count in found if count.short]
        figures = (documents, len(found), sum(c.glyphs for c in found), sum(c.lost for c in found), len(short))
        cells = [name, *(f"{figure:,}" for figure in figures), str(sum(not count.words for count in short))]
        print(f"| {' | '.join(cells)} |", flush=True)
    print(f"\n{stamped('python -m benchmarks.glyphs')}")


if __name__ == "__main__":
    main()
