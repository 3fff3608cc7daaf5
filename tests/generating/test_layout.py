"""Laying out: text wraps within its width, marks name the page they stand on, redlines run together."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filings.documents.legacy import ADDED, STRUCK, redline
from generating.layout import Document, Style, wrap
from generating.tables import Grid, draw_rows

STYLE = Style(size=10)
WORDS = st.lists(st.text("abcdefgh-.,", min_size=1, max_size=12), min_size=1, max_size=60)


@given(WORDS)
def test_wrapping_loses_no_word_and_keeps_the_width(words: list[str]) -> None:
    lines = wrap(" ".join(words), STYLE, 120)
    assert " ".join(lines).split() == words
    assert all(STYLE.width(line) <= 120 or len(line.split()) == 1 for line in lines)


@given(WORDS, WORDS)
def test_a_redline_holds_the_old_text_and_the_new(old: list[str], new: list[str]) -> None:
    runs = redline(" ".join(old), " ".join(new))
    assert [run.text for run in runs if run.style != ADDED] == old
    assert [run.text for run in runs if run.style != STRUCK] == new


def test_a_replaced_date_runs_together(tmp_path: Path) -> None:
    doc = Document("t.pdf")
    doc.runs(redline("April 1, 2024", "August 18, 2025"))
    doc.save(tmp_path)
    text = pypdfium2.PdfDocument(tmp_path / "t.pdf")[0].get_textpage().get_text_range()
    assert text == "April 1, 2024August 18, 2025"


@pytest.mark.parametrize("late", [True, False])
def test_a_long_table_marks_each_row_with_its_page(tmp_path: Path, late: bool) -> None:
    rows = [(f"HO{n}", f"{n}.000") for n in range(200)]
    doc = Document("t.pdf")
    draw_rows(
        doc, Grid(("Form", "Factor"), rows, "t"), "Exhibit 9", lambda: doc.line("Title"), lambda: None, STYLE, late
    )
    doc.save(tmp_path)
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "t.pdf")]
    assert len(pages) > 1
    assert all(text.startswith("Exhibit 9") for text in pages)
    for form, value in rows:
        mark = doc.marks[f"t/{form}"]
        assert mark.quote == f"{form} {value}"
        assert mark.quote in pages[mark.page - 1]
    first = pages[0]
    assert (first.index("Title") > first.index("HO0")) == late
