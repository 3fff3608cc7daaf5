"""Documents that are made to hurt end in an outcome, within the limits of a worker process, and so does any damage."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragatta.pipeline.documents.parsers._reading import (
    BROKEN,
    TIMED_OUT,
    TOO_LARGE,
    TRANSIENT,
    Job,
    Reading,
    _replies,
    read_all,
)
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.formats import GUIDE, HANDBOOK, TARIFF, paragraph, write_docx, write_pptx
from standins.spreadsheets import sheet_rows, write_xlsx
from tests.standins.mangled import damaged


def read(path: Path, seconds: float = 4.0, megabytes: int = 192) -> Reading:
    ((_, reading),) = read_all([Job(path.name, path)], Pdfium(seconds=seconds, megabytes=megabytes))
    return reading


def large(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(1 << 30)  # a hole: it takes no room on the disk


WIDE = "<row><c r='XFD1'><v>1</v></c></row>"
HARM: dict[str, Callable[[Path], object]] = {
    "bomb.docx": lambda path: write_docx(path, paragraph("a" * 100_000_000)),
    "deep.docx": lambda path: write_docx(path, "<w:tbl><w:tr><w:tc>" * 3000 + "</w:tc></w:tr></w:tbl>" * 3000),
    "bomb.xlsx": lambda path: write_xlsx(path, {"a": sheet_rows(["a" * 100_000_000])}),
    "far.xlsx": lambda path: write_xlsx(
        path, {"a": "<sheetData><row r='1048576'><c r='XFD1048576'/></row></sheetData>"}
    ),
    "wide.xlsx": lambda path: write_xlsx(path, {"a": "<sheetData>" + WIDE * 20_000 + "</sheetData>"}),
    "large.html": large,
    "deep.html": lambda path: path.write_text("<div>" * 500_000),
    "open.html": lambda path: path.write_text("<!--" * 300_000),
    "quote.csv": lambda path: path.write_text('"' + "a,b\n" * 400_000),
    "large.txt": large,
}


@pytest.mark.parametrize("name", HARM)
def test_harm_ends_in_an_outcome(tmp_path: Path, name: str) -> None:
    HARM[name](tmp_path / name)
    reading = read(tmp_path / name)
    if reading.trouble:
        assert reading.trouble.kind in (BROKEN, TIMED_OUT, TOO_LARGE)
        assert reading.trouble.reason.strip()
    else:
        assert name in ("deep.html", "far.xlsx")
    assert reading.transient == bool(reading.trouble and reading.trouble.kind in TRANSIENT)


@cache
def good(suffix: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, f"a{suffix}")
        if suffix == ".docx":
            write_docx(path, HANDBOOK)
        elif suffix == ".pptx":
            write_pptx(path, [("Boat show", "Notes"), ("Figures", "7,300 visitors")])
        elif suffix == ".xlsx":
            write_xlsx(path, {"Fees": sheet_rows(["Boat", "Fee"], ["Dinghy", (12, 2)])}, ["$0.00"])
        else:
            path.write_text({".html": TARIFF, ".md": GUIDE}.get(suffix, "a,b\n1,2\n"), encoding="utf-8")
        return path.read_bytes()


@pytest.mark.parametrize("suffix", [".docx", ".pptx", ".xlsx", ".html", ".md", ".csv"])
@pytest.mark.filterwarnings("ignore")
@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_document_is_read_or_its_trouble_is_said(suffix: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, f"a{suffix}")
        file.write_bytes(data.draw(damaged(good(suffix))))
        first, *pages = _replies("pdfium", {"path": str(file), "password": "", "first": 0})
    if "unreadable" in first:
        assert first["unreadable"][1].strip()
        assert not pages
    else:
        assert len(pages) == first["pages"] or "rest" in pages[-1]
