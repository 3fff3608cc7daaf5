"""A scanned page is read by the real Tesseract."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ragatta.pipeline.documents.ocr.tesseract import Tesseract
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from tests.pipeline.documents.ocr.test_tesseract import scan


@pytest.mark.skipif(not shutil.which("tesseract"), reason="no tesseract on this machine (Debian: tesseract-ocr)")
def test_it_reads_a_scan(tmp_path: Path) -> None:
    folder = scan(tmp_path / "pdfs" / "a.pdf", pages=1).parent
    corpus = read_pages(folder, Pdfium(ocr=Tesseract()), tmp_path / "cache")
    assert corpus.pages["a.pdf"][0].text.strip() == "The harbour dues are 42 pounds"
