"""What stands for a page, as messages and the report name it."""

from __future__ import annotations

from ragatta.pipeline.documents.format import listed_of, pages_of, units


def test_only_a_pdf_has_pages() -> None:
    assert pages_of("a.PDF", 3, 3) == "page 3"
    assert pages_of("a.pptx", 3, 5) == "slides 3-5"
    assert listed_of("a.md", [2, 4]) == "sections 2, 4"
    assert units()[".pptx"] == "slide"
    assert units()[".docx"] == "section"
    assert ".pdf" not in units()
