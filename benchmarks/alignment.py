"""How well passages are aligned to pages: passages that one parser read, in the pages that another one read.

    python -m benchmarks.alignment [folder of PDFs]

A system of somebody's own reads PDFs with a parser of its own. Passages of a fixed size are drawn at random from the
pages that pypdf reads; a place is right if it has the page that the passage was drawn from. Others are put together
from the first SIZE characters of two pages of a document, in any order; both pages are right.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from ragatta.experiments.paths import CACHE
from ragatta.extensions.contestants.alignment.passages import Aligned, Aligner, OutsidePassage
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.types import Page

SEED, PASSAGES, SIZE, SHORTEST = 3, 300, 800, 200  # characters


def main(folder: Path) -> int:
    theirs, ours = (read_pages(folder, PARSERS.load(name)(), CACHE).pages for name in ("pypdf", "pdfium"))
    drawn = passages(theirs)
    aligner = Aligner(ours)
    started = perf_counter()
    by_text = [aligner.align(OutsidePassage(one.text)) for one in drawn]
    seconds = perf_counter() - started
    by_name = [aligner.align(one) for one in drawn]
    print(f"{len(drawn)} passages of up to {SIZE} characters, {len(ours)} documents")
    for what, found in (("by text alone", by_text), ("with file and page", by_name)):
        right = sum(map(is_right, drawn, found)) / len(drawn)
        aligned = sum(bool(one.chunks) for one in found) / len(drawn)
        print(f"{what:<20} aligned {aligned:.3f}  right page {right:.3f}")
    several = sum(one.places > 1 for one in by_text) / len(drawn)
    both = together(theirs)
    found = [aligner.align(OutsidePassage("\n---\n".join(page.text[:SIZE] for page in pair))) for pair in both]
    right = sum(all(map(is_right, map(of_page, pair), [one, one])) for pair, one in zip(both, found, strict=True))
    print(f"{len(both)} of two pages: both pages right {right / len(both):.3f}")
    print(f"in several places {several:.3f}; {seconds / len(drawn) * 1000:.0f} ms a passage, index included")
    return 0


def passages(pages: Mapping[str, tuple[Page, ...]]) -> list[OutsidePassage]:
    """Stretches of pages drawn at random, with their file and page."""
    draw = random.Random(SEED)
    long = [page for read in pages.values() for page in read if len(page.text) >= SHORTEST]
    found = []
    for page in draw.choices(long, k=PASSAGES):
        start = draw.randrange(max(1, len(page.text) - SIZE))
        found.append(OutsidePassage(page.text[start : start + SIZE], page.source_file, page.number))
    return found


def together(pages: Mapping[str, tuple[Page, ...]]) -> list[list[Page]]:
    """Pairs of pages of a document, drawn at random."""
    draw = random.Random(SEED)
    long = [[page for page in read if len(page.text) >= SHORTEST] for read in pages.values()]
    return [draw.sample(read, 2) for read in draw.choices([read for read in long if len(read) > 1], k=PASSAGES)]


def of_page(page: Page) -> OutsidePassage:
    return OutsidePassage(page.text, page.source_file, page.number)


def is_right(passage: OutsidePassage, found: Aligned) -> bool:
    """Whether a place has the page that the passage is from."""
    number = passage.page or 0
    return any(c.source_file == passage.file and c.first_page <= number <= c.last_page for c in found.chunks)


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:2])))
