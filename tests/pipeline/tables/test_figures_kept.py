"""No figure of a page is lost between the page and the chunks of its tables."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.tables import lost_figures
from ragatta.pipeline.documents.pages import shorten_leaders
from ragatta.pipeline.index.chunking.table import TableChunker
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.tables.document import read_tables
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus
from ragatta.pipeline.types import Page
from standins.drawn import LEADING, Pages

FIGURES = st.sampled_from(["$1,250", "0.95", "(12.5)", "7%", "—", "", "2024"])
LABELS = st.sampled_from(
    ["Net sales", "Cost of goods", "Rent ..............", "Taxes . . . . . . .", "HO3", "Other 2023"]
)
ROWS = st.lists(st.tuples(LABELS, FIGURES, FIGURES), min_size=3, max_size=7)
NOTES = st.sampled_from(["", "(see note 14)", "Amounts are of 31 December 2022 and in thousands, unless 9 is said"])


@given(st.lists(st.tuples(ROWS, st.booleans(), NOTES), min_size=1, max_size=5), st.sampled_from([80, 400]))
@settings(max_examples=25, deadline=None)
def test_drawn_tables(drawn: list[tuple[list[tuple[str, str, str]], bool, str]], size: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(Path(folder) / "a.pdf")
        for number, (rows, ruled, note) in enumerate(drawn, 1):
            _draw(pages, number, rows, ruled, note)
        corpus = _read(pages.save())
    chunks = cut(corpus, TableChunker(size, 20))
    assert [(chunk.id, figure) for chunk, figure in lost_figures(chunks)] == []


def _draw(pages: Pages, number: int, rows: list[tuple[str, str, str]], ruled: bool, note: str) -> None:
    """One page: a running head, a table with a note in its middle, and a foot that counts the pages."""
    pages.text(72, 40, "Acme 2025 Annual Report")
    pages.text(72, 80, f"Table {number}: Results")
    head, middle = ("", "2024", "2023"), len(rows) // 2
    edges = (72, 252, 352, 452)
    if ruled:
        foot = pages.grid(100, edges, [head, *rows])
    else:
        foot = pages.columns(100, edges[:1] + edges[2:], [head, *rows[:middle]])
        pages.text(82, foot, note)
        foot = pages.columns(foot + LEADING, edges[:1] + edges[2:], rows[middle:])
    pages.text(72, foot + 60, f"Of all {number}00 shops 3 were closed.")
    pages.text(72, 740, f"Page {number} of 5")
    pages.next()


def _read(path: Path) -> TabledCorpus:
    """Read as pdfium does, with leaders shortened."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        texts = [shorten_leaders(page.get_textpage().get_text_range().replace("\r", "")) for page in pdf]
    found = [
        replace(table, id=f"a#t{at}", source_file="a") for at, table in enumerate(filter(None, read_tables(path)), 1)
    ]
    pages = tuple(Page("a", number, text) for number, text in enumerate(texts, 1))
    return TabledCorpus("d", {"a": "0"}, {"a": pages}, tables={"a": tuple(found)})
