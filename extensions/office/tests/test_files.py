"""Which files of a folder are documents of other formats."""

from __future__ import annotations

from pathlib import Path

from ragatta.pipeline.documents.files import document_files, other_files
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium


def test_a_link_without_the_ending_of_a_document_is_read_as_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "blob").write_text("<h1>Title</h1><p>Text of it.</p>")
    (tmp_path / "a.html").symlink_to("blob")
    corpus = read_pages(tmp_path, Pdfium(), tmp_path / ".cache")
    assert corpus.pages["a.html"][0].text.startswith("Title")


def test_other_formats_are_documents_unless_they_are_hidden_and_the_rest_is_named(tmp_path: Path) -> None:
    for name in ("a.DOCX", "b.html", "~$a.docx", ".git/notes.md", "c.xlsb", "d/LICENSE", ".DS_Store"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list(document_files(tmp_path)) == ["a.DOCX", "b.html"]
    assert other_files(tmp_path) == ["c.xlsb", "d/LICENSE"]
