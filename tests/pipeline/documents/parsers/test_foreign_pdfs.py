"""A PDF with anything wrong in it is read, in part or not at all, and why is said; no reader ends by it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers._reading import _replies
from standins.pdfs import write_pdf
from tests.standins.mangled import damaged


@lru_cache
def good() -> bytes:
    with TemporaryDirectory() as folder:
        write_pdf(Path(folder, "a.pdf"), ["The first page.\nA line.", "The second page."])
        return Path(folder, "a.pdf").read_bytes()


@pytest.mark.parametrize("parser", ["pdfium", "pypdf", "pdfplumber"])
@pytest.mark.filterwarnings("ignore")
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_pdf_is_read_or_its_trouble_is_said(parser: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "a.pdf")
        file.write_bytes(data.draw(damaged(good())))
        first, *pages = _replies(PARSERS.load(parser)(), {"path": str(file), "password": "", "first": 0})
    if "unreadable" in first:
        assert first["unreadable"][1].strip()
        assert not pages
    else:
        assert len(pages) == first["pages"] or "rest" in pages[-1]
        assert all({"text", "lost", "rest"} & page.keys() for page in pages)
