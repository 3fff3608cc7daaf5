"""ragatta index says what became of each PDF, to a person and to a program, and the work goes on without those it
cannot read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from standins.commands import Command
from standins.pdfs import write_pdf


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """PDFs of all sorts, and what has their name and is none."""
    place = tmp_path / "pdfs"
    (place / "folder.pdf").mkdir(parents=True)
    write_pdf(place / "Dues.pdf", ["Harbour dues are 42 pounds"])
    write_pdf(place / "dues.pdf", ["Pilotage is 7 pounds"])
    write_pdf(place / "folder.pdf" / "inner.pdf", ["Buoys"])
    write_pdf(place / "\x1b[2J.pdf", ["Wiped"])
    (place / "folder.pdf" / "inner.pdf").rename(os.fsdecode(os.fsencode(place) + b"/caf\xe9.pdf"))
    for name in ("locked", "other"):
        writer = PdfWriter(PdfReader(place / "Dues.pdf"))
        writer.encrypt("secret-of-mine", algorithm="AES-256")
        writer.write(place / f"{name}.pdf")
    (place / "cut.pdf").write_bytes((place / "Dues.pdf").read_bytes()[:60])
    (place / "self.pdf").symlink_to(place / "self.pdf")
    (place / "round").symlink_to(place)
    return place


def test_every_pdf_is_accounted_for(
    command: Command, folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords = {"locked.pdf": "secret-of-mine", "other.pdf": "wrong-one", "elsewhere.pdf": "x"}
    monkeypatch.setenv("RAGATTA_PDF_PASSWORDS", json.dumps(passwords))
    done = command("index", "--grid", "none", "--pdfs", str(folder))
    assert done.returncode == 0, done.stderr
    assert "8 documents: 5 read, 2 broken, 1 encrypted; 5 read whole, not listed" in done.stdout
    assert "other.pdf" in done.stdout
    assert "encrypted: the password given does not open it" in done.stdout
    written = (home / "outputs" / "index" / "local_pdfium.json").read_text(encoding="utf-8")
    kept = json.loads(written)
    assert kept["outcomes"] == {"broken": 2, "encrypted": 1, "read": 5}
    words = {each["file"]: each["words"] for each in kept["documents"]}
    assert words.keys() >= {"Dues.pdf", "dues.pdf", r"caf\xe9.pdf", r"\x1b[2J.pdf", "locked.pdf"}
    assert words["self.pdf"] == "broken: Too many levels of symbolic links"
    for secret in ("secret-of-mine", "wrong-one"):
        assert secret not in written + done.stdout + done.stderr
    assert "\x1b" not in done.stdout


def test_where_each_is_read_whole_one_line_says_so(command: Command, tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    write_pdf(tmp_path / "pdfs" / "Dues.pdf", ["Harbour dues are 42 pounds"])
    done = command("index", "--grid", "none", "--pdfs", str(tmp_path / "pdfs"))
    assert done.returncode == 0, done.stderr
    assert "1 document, read whole by pdfium" in done.stdout
    assert "outcome" not in done.stdout


def test_where_none_has_text_each_is_accounted_for_before_the_fault(
    command: Command, tmp_path: Path, home: Path
) -> None:
    (tmp_path / "a.pdf").write_bytes(b"")
    done = command("index", "--grid", "none", "--pdfs", str(tmp_path))
    assert done.returncode == 1
    assert "broken: an empty file" in done.stdout
    assert "its only document cannot be read (a.pdf: broken: an empty file)" in done.stderr
    assert json.loads((home / "outputs" / "index" / "local_pdfium.json").read_text())["outcomes"] == {"broken": 1}


def test_ocr_without_its_program_is_refused_before_any_work(
    command: Command, folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(folder))
    done = command("index", "--grid", "none", "--pdfs", str(folder), "ocr=tesseract")
    assert done.returncode == 1
    assert "the program tesseract is not on the PATH" in done.stderr
    assert not (home / "outputs").exists()


def test_the_share_of_tokens_in_no_vector_is_told(command: Command, tmp_path: Path) -> None:
    write_pdf(tmp_path / "long.pdf", ["\n".join(["the harbour of the town " * 4] * 25)])
    cut = command(
        "index", f"dataset.pdfs={tmp_path}", "--grid", "none", "chunking.chunk_size=2000", "chunking.chunk_overlap=0"
    )
    assert cut.returncode == 0, cut.stderr
    words = " ".join(cut.stdout.split())
    assert "tokens in no vector" in words
    assert "of the chunks' tokens are in no vector: the embedder reads 256 tokens of a chunk" in words
    short = command(
        "index", f"dataset.pdfs={tmp_path}", "--grid", "none", "chunking.chunk_size=500", "chunking.chunk_overlap=0"
    )
    assert "warning" not in short.stdout
