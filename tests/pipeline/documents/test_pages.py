from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents import page_cache
from ragatta.pipeline.documents import pages as pages_module
from ragatta.pipeline.documents.corpus import Corpus, document_text, page_at, page_starts
from ragatta.pipeline.documents.pages import read_pages, shorten_leaders
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers._reading import Job, read_all
from ragatta.pipeline.documents.parsers._text import LOCKED
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.machine.checksums import Note
from ragatta.pipeline.plugins import identity
from ragatta.pipeline.types import Page


def write_pdf(path: Path, texts: Sequence[str], password: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(path), invariant=True)
    for text in texts:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    if password:
        writer = PdfWriter(PdfReader(path))
        writer.encrypt(password)
        writer.write(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two good PDFs, and one of each kind that cannot be read."""
    place = tmp_path_factory.mktemp("pdfs")
    write_pdf(place / "b.pdf", ["Harbour dues", "Pilotage"])
    write_pdf(place / "sub" / "A.PDF", ["Lighthouse"])
    write_pdf(place / "locked.pdf", ["Buoy"], password="key")
    write_pdf(place / "scan.pdf", [""])
    (place / "broken.pdf").write_bytes(b"%PDF-1.4 and then nothing that a parser knows")
    (place / "empty.pdf").write_bytes(b"")
    (place / "notes.xyz").write_text("no document")
    return place


@pytest.mark.parametrize("parser", ["pypdf", "pdfium", "pdfplumber"])
def test_every_parser_reads_what_can_be_read_and_says_what_cannot(folder: Path, parser: str, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    corpus = read_pages(folder, PARSERS.load(parser)(), tmp_path, progress=lambda *step: seen.append(step))
    texts = {name: [page.text.strip() for page in read] for name, read in corpus.pages.items()}
    assert texts == {"b.pdf": ["Harbour dues", "Pilotage"], "sub/A.PDF": ["Lighthouse"]}
    assert [page.number for page in corpus.pages["b.pdf"]] == [1, 2]
    reasons = {skip.source_file: skip.reason for skip in corpus.skipped}
    assert list(reasons) == ["broken.pdf", "empty.pdf", "locked.pdf", "scan.pdf"]
    assert reasons["broken.pdf"].startswith("broken: ")
    assert reasons["empty.pdf"] == "broken: an empty file"
    assert reasons["locked.pdf"] == f"encrypted: {LOCKED}"
    assert reasons["scan.pdf"] == "no text: there is nothing to read on its 1 page"
    assert [each.source_file for each in corpus.outcomes] == list(corpus.files)
    assert [each.kind for each in corpus.outcomes if each.usable] == ["read", "read"]
    assert len(corpus.files) == 6
    assert seen[-1] == (f"reading documents ({parser})", 6, 6)


@pytest.mark.parametrize("parser", ["pypdf", "pdfium", "pdfplumber"])
def test_a_password_opens_and_its_text_is_not_cached(folder: Path, parser: str, tmp_path: Path) -> None:
    read_pages(folder, PARSERS.load(parser)(), tmp_path)
    cached = len(list((tmp_path / "pages").iterdir()))
    corpus = read_pages(folder, PARSERS.load(parser)(), tmp_path, passwords={"locked.pdf": "key"})
    assert corpus.pages["locked.pdf"][0].text.strip() == "Buoy"
    assert corpus.unlocked == ("locked.pdf",)
    assert len(list((tmp_path / "pages").iterdir())) == cached
    wrong = read_pages(folder, PARSERS.load(parser)(), tmp_path, passwords={"locked.pdf": "kee"})
    assert "does not open it" in {skip.source_file: skip.reason for skip in wrong.skipped}["locked.pdf"]


def test_the_second_reading_comes_from_the_cache(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_pages(folder, Pdfium(), tmp_path)
    asked: list[Job] = []

    def spy(jobs: Sequence[Job], *limits: Any) -> object:
        asked.extend(jobs)
        return read_all(jobs, *limits)

    monkeypatch.setattr(page_cache, "read_all", spy)
    assert read_pages(folder, Pdfium(), tmp_path) == first
    assert not asked
    for place in (tmp_path / "pages").iterdir():
        place.write_text(place.read_text()[:-5])
    with pytest.warns(Note, match="is damaged"):
        assert read_pages(folder, Pdfium(), tmp_path) == first
    assert len(asked) == 6


def test_texts_are_read_again_from_the_cache_or_from_the_same_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        write_pdf(tmp_path / "pdfs" / f"{name}.pdf", [name])
    first = read_pages(tmp_path / "pdfs", Pdfium(), tmp_path)
    monkeypatch.setattr(pages_module, "CHARACTERS", 1)
    texts = read_pages(tmp_path / "pdfs", Pdfium(), tmp_path).pages
    assert texts == first.pages
    for place in (tmp_path / "pages").iterdir():
        place.unlink()
    assert texts == first.pages
    assert len(list((tmp_path / "pages").iterdir())) == 2
    assert read_pages(tmp_path / "pdfs", Pdfium(), tmp_path) == first
    (tmp_path / "pdfs" / "a.pdf").write_bytes((tmp_path / "pdfs" / "b.pdf").read_bytes())
    assert texts["a.pdf"] == first.pages["a.pdf"]
    for place in (tmp_path / "pages").iterdir():
        place.unlink()
    assert texts["b.pdf"] == first.pages["b.pdf"]
    with pytest.raises(OSError, match=r"it has changed since the start; start again: '.*a\.pdf'"):
        texts["a.pdf"]


@pytest.mark.parametrize("parser", ["pypdf", "pdfium"])
def test_another_pdfium_reads_anew_for_it_says_what_is_drawn(
    folder: Path, parser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_pages(folder, PARSERS.load(parser)(), tmp_path)
    kept = len(list((tmp_path / "pages").iterdir()))
    here = identity.version_of
    monkeypatch.setattr(identity, "version_of", lambda of: "another" if of == Pdfium.LIBRARY else here(of))
    read_pages(folder, PARSERS.load(parser)(), tmp_path)
    assert len(list((tmp_path / "pages").iterdir())) == 2 * kept


def test_the_digest_is_of_names_and_bytes(tmp_path: Path) -> None:
    def digest_of(name: str, text: str) -> str:
        place = tmp_path / name / text
        write_pdf(place / name, [text])
        return read_pages(place, Pdfium(), tmp_path / "cache").digest

    assert len({digest_of("a.pdf", "one"), digest_of("a.pdf", "two"), digest_of("b.pdf", "one")}) == 3
    assert digest_of("a.pdf", "one") == digest_of("a.pdf", "one")


def test_without_pdfs_the_error_names_the_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere: no such folder"):
        read_pages(tmp_path / "nowhere", Pdfium(), tmp_path)
    with pytest.raises(FileNotFoundError, match=r"no documents \(\*.pdf"):
        read_pages(tmp_path, Pdfium(), tmp_path)


def test_without_a_readable_pdf_the_error_gives_the_reasons(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"its only document cannot be read \(a.pdf: broken"):
        read_pages(tmp_path, Pdfium(), tmp_path / "cache")


def test_a_password_for_no_file_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"'loked.pdf': did you mean locked.pdf"):
        read_pages(folder, Pdfium(), tmp_path, passwords={"loked.pdf": "key"})


@given(st.lists(st.text(alphabet="ab\n", max_size=8), min_size=1, max_size=6))
def test_page_starts_point_into_the_document_text(texts: list[str]) -> None:
    read = [Page("a", number, text) for number, text in enumerate(texts, 1)]
    text, starts = document_text(read), page_starts(read)
    for page, start in zip(read, starts, strict=True):
        assert text[start : start + len(page.text)] == page.text
        assert all(page_at(starts, at) == page.number for at in range(start, start + len(page.text) + 1))


def test_no_pages_no_starts() -> None:
    assert page_starts([]) == []
    assert document_text([]) == ""
    assert Corpus("d", {}, {}).skipped == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C-1 Soups.................17", "C-1 Soups ... 17"),
        ("C-1 Soups………..…………………....17", "C-1 Soups ... 17"),
        ("C-1 Soups . . . . . . 17", "C-1 Soups ... 17"),
        ("C-16 Pies.....…….….………,…....32", "C-16 Pies ... 32"),
        ("Name ____________ Date", "Name ___ Date"),
        ("and so on... until 5.5.2", "and so on... until 5.5.2"),
        ("first line....\nnext", "first line ... \nnext"),
    ],
)
def test_only_long_runs_are_shortened(text: str, expected: str) -> None:
    assert shorten_leaders(text) == expected


@given(st.text(alphabet="ab 1.…·,_\n\t"))
def test_shortening_twice_is_shortening_once_and_words_stay(text: str) -> None:
    once = shorten_leaders(text)
    assert shorten_leaders(once) == once
    assert [c for c in once if c in "ab1\n"] == [c for c in text if c in "ab1\n"]
