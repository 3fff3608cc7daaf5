"""The parser docling with a stand-in for the package, which needs torch and a hub of models: what it is asked for, and
that each page is read or lost alone. The names are those of docling 2.143.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from ragatta.pipeline.documents.parsers._reading import BROKEN, ENCRYPTED, Job, Reading, Trouble, read_all
from ragatta.pipeline.documents.parsers.docling import Docling
from standins.pdfs import write_pdf

PACKAGE = {
    "__init__.py": "",
    "datamodel/__init__.py": "",
    "datamodel/base_models.py": "from enum import Enum\nclass InputFormat(Enum):\n    PDF = 'pdf'\n    DOCX = 'docx'\n",
    "datamodel/pipeline_options.py": """
class PdfPipelineOptions:
    def __init__(self, do_ocr=True):
        assert not do_ocr, 'scans are left to OCR'
""",
    "datamodel/backend_options.py": """
class PdfBackendOptions:
    def __init__(self, password=None):
        self.password = password
""",
    "document_converter.py": """
from types import SimpleNamespace
from pypdf import PdfReader

class PdfFormatOption:
    def __init__(self, pipeline_options, backend_options):
        self.options = backend_options

class DocumentConverter:
    def __init__(self, allowed_formats, format_options):
        (self.option,) = (format_options[each] for each in allowed_formats)

    def convert(self, source, page_range):
        first, last = page_range
        pages = PdfReader(source, password=self.option.options.password).pages[first - 1 : last]
        texts = [page.extract_text() for page in pages]
        if "unreadable" in texts[0]:
            raise RuntimeError("a model failed")
        return SimpleNamespace(document=SimpleNamespace(export_to_text=lambda: "\\n".join(texts)))
""",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, source in PACKAGE.items():
        (tmp_path / "site/docling" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site/docling" / name).write_text(source)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    return tmp_path


def read(path: Path, password: str = "") -> Reading:
    ((_, reading),) = read_all([Job(path.name, path, password)], Docling(seconds=20.0, megabytes=4096))
    return reading


def test_pages_are_read_one_by_one_and_one_that_fails_is_lost_alone(folder: Path) -> None:
    write_pdf(folder / "a.pdf", ["Buoy", "unreadable", "Beacon"])
    reading = read(folder / "a.pdf")
    assert [text.strip() for text in reading.texts] == ["Buoy", "", "Beacon"]
    assert reading.lost == {2: Trouble(BROKEN, "RuntimeError: a model failed")}


def test_a_password_opens_it_and_a_wrong_one_is_said(folder: Path) -> None:
    write_pdf(folder / "a.pdf", ["Buoy"])
    writer = PdfWriter(PdfReader(folder / "a.pdf"))
    writer.encrypt("key", algorithm="AES-256")
    writer.write(folder / "locked.pdf")
    assert read(folder / "locked.pdf", "key").texts[0].strip() == "Buoy"
    assert read(folder / "locked.pdf", "kee").trouble == Trouble(ENCRYPTED, "the password given does not open it")
    (folder / "b.pdf").write_bytes(b"PK")
    assert read(folder / "b.pdf").trouble == Trouble(BROKEN, "it does not begin as a PDF does")


def test_what_it_needs_is_said_before_any_work() -> None:
    needs, least = Docling(megabytes=1024).problems()
    assert needs.startswith("parser=docling needs a package: the extra ragatta[docling]")
    assert least == "parser.megabytes (1024) must be at least 4096"
