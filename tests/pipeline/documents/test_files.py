"""Which files of a folder are its documents, and what they are called."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents import files, pages
from ragatta.pipeline.documents.files import document_digest, document_files, other_files, real_files, unopened
from ragatta.pipeline.documents.names import folder_of, shown_name
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium


def test_every_document_below_a_folder_whatever_else_is_there(tmp_path: Path) -> None:
    for name in ("b.pdf", "A.PDF", "a.pdf", "folder.pdf/inner.pdf", "notes.xyz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "loop").symlink_to(tmp_path)  # a folder that holds itself
    (tmp_path / "self.pdf").symlink_to(tmp_path / "self.pdf")
    (tmp_path / "gone.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (tmp_path / "linked.pdf").symlink_to(tmp_path / "b.pdf")
    os.mkfifo(tmp_path / "pipe.pdf")  # reading it would wait for ever
    names = list(document_files(tmp_path))
    assert names == ["A.PDF", "a.pdf", "b.pdf", "folder.pdf/inner.pdf", "gone.pdf", "linked.pdf", "self.pdf"]


@pytest.mark.parametrize(
    "target",
    ["/proc/self/environ", "/dev/zero", "../secret.txt", "gone/../../secret.txt", "/nowhere", "out/secret.txt"],
)
def test_a_link_that_leaves_the_folder_is_refused_by_name_unless_it_is_allowed(tmp_path: Path, target: str) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("a")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "out").symlink_to(tmp_path)  # a folder: what lies below it is no document
    assert list(document_files(folder)) == ["a.txt"]
    (folder / "settings.txt").symlink_to(target)
    if target == "/dev/zero":
        assert list(document_files(folder, links=True)) == ["a.txt"]  # a device is never a document
        return
    with pytest.raises(ValueError, match=r"settings\.txt: a link to a file outside .* dataset\.links=true"):
        document_files(folder)
    assert list(document_files(folder, links=True)) == ["a.txt", "settings.txt"]
    assert list(document_files(folder, aside=[folder / "settings.txt"])) == ["a.txt"]


def test_links_within_a_folder_that_is_a_link_are_read(tmp_path: Path) -> None:
    (tmp_path / "real" / "below").mkdir(parents=True)
    (tmp_path / "real" / "below" / "a.txt").write_text("a")
    (tmp_path / "real" / "b.txt").symlink_to("below/a.txt")
    (tmp_path / "docs").symlink_to("real")
    assert list(document_files(tmp_path / "docs")) == ["b.txt", "below/a.txt"]
    a = tmp_path / "real/below/a.txt"
    assert real_files(tmp_path / "docs") == {"b.txt": a, "below/a.txt": a}
    assert read_pages(tmp_path / "docs", Pdfium(), tmp_path / "cache").pages["b.txt"][0].text == "a"


@pytest.mark.parametrize("after", ["real_files", "digest_if_read"])
@pytest.mark.parametrize("links", [False, True])
def test_a_document_that_is_swapped_for_a_link_after_it_was_listed_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str, links: bool
) -> None:
    folder, secret = tmp_path / "docs", tmp_path / "secret.txt"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(name)
    secret.write_text("the secret")
    step = getattr(pages, after)

    def swapping(*arguments: Any) -> Any:
        found = step(*arguments)
        (folder / "b.txt").unlink()
        (folder / "b.txt").symlink_to(secret)
        return found

    monkeypatch.setattr(pages, after, swapping)
    corpus = read_pages(folder, Pdfium(), tmp_path / "cache", links=links)
    assert list(corpus.pages) == ["a.txt"]
    ((name, reason),) = ((one.source_file, one.reason) for one in corpus.skipped)
    assert name == "b.txt"
    assert "replaced by a link after it was listed" in reason
    assert not [file for file in (tmp_path / "cache").rglob("*.json") if "the secret" in file.read_text()]


def test_a_link_without_the_ending_of_a_document_is_read_as_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "blob").write_text("<h1>Title</h1><p>Text of it.</p>")
    (tmp_path / "a.html").symlink_to("blob")
    corpus = read_pages(tmp_path, Pdfium(), tmp_path / ".cache")
    assert corpus.pages["a.html"][0].text.startswith("Title")


def test_a_name_that_no_store_takes_is_written_out(tmp_path: Path) -> None:
    (tmp_path / "plain é.pdf").write_bytes(b"")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf")).write_bytes(b"")
    (tmp_path / "\x1b[2Jwiped\n.pdf").write_bytes(b"")
    (tmp_path / "cod\u202egp.pdf").write_bytes(b"")
    assert list(document_files(tmp_path)) == [
        r"\x1b[2Jwiped\x0a.pdf",
        r"caf\xe9.pdf",
        r"cod\u202egp.pdf",
        "plain é.pdf",
    ]


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf")).write_bytes(b"")
    (tmp_path / r"caf\xe9.pdf").write_bytes(b"")
    with pytest.raises(ValueError, match="two of its documents would be named"):
        document_files(tmp_path)


def test_a_name_is_the_same_however_its_accents_are_stored(tmp_path: Path) -> None:
    (tmp_path / "releve\u0301.pdf").write_bytes(b"")
    assert list(document_files(tmp_path)) == ["relev\u00e9.pdf"]


@given(st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_any_name_can_be_encoded_and_shown(name: bytes) -> None:
    shown = shown_name(Path(os.fsdecode(name)))
    assert shown.encode()
    assert not any(ord(character) < 32 for character in shown)


def test_the_folder_of_a_name() -> None:
    assert (folder_of("a/b/c.pdf"), folder_of("c.pdf")) == ("a", "generic")


def test_other_formats_are_documents_unless_they_are_hidden_and_the_rest_is_named(tmp_path: Path) -> None:
    for name in ("a.DOCX", "b.html", "~$a.docx", ".git/notes.md", "c.xlsb", "d/LICENSE", ".DS_Store"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list(document_files(tmp_path)) == ["a.DOCX", "b.html"]
    assert other_files(tmp_path) == ["c.xlsb", "d/LICENSE"]


def test_links_to_folders_and_pipes_are_named(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "docs", tmp_path / "elsewhere"
    for each in (folder / "d", elsewhere):
        each.mkdir(parents=True)
        (each / "a.txt").write_bytes(b"")
    for name in ("2023", "d/older.pdf", ".hidden", "outputs"):
        (folder / name).symlink_to(elsewhere)
    os.mkfifo(folder / "d/pipe.pdf")
    assert list(document_files(folder)) == ["d/a.txt"]
    assert unopened(folder, [folder / "outputs"]) == ["2023", "d/older.pdf", "d/pipe.pdf"]
    assert other_files(folder) == []


def test_what_is_aside_is_left_out_but_never_the_folder_itself(tmp_path: Path) -> None:
    for name in ("a.txt", "questions.csv", "outputs/latest/summary.csv", "outputs2/b.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    aside = (tmp_path / "questions.csv", tmp_path / "outputs", tmp_path, tmp_path.parent, tmp_path / "nowhere")
    assert list(document_files(tmp_path, aside)) == ["a.txt", "outputs2/b.txt"]
    assert list(document_files(tmp_path / "outputs", aside)) == ["latest/summary.csv"]
    assert other_files(tmp_path, aside) == []


def test_the_digest_is_that_of_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"ab" * 1_000_000)
    assert document_digest(tmp_path / "a.txt") == hashlib.sha256(b"ab" * 1_000_000).hexdigest()


def test_pipes_devices_and_folders_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    for path in (tmp_path / "pipe.txt", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            document_digest(path)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "large.txt").open("wb") as stream:
        stream.truncate(40 << 30)
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("it is read"))
    with pytest.raises(OSError, match="larger than 2,048 MiB"):
        document_digest(tmp_path / "large.txt")


def test_a_file_that_grows_while_it_is_read_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log.txt").write_text("line")
    monkeypatch.setattr(files, "LARGEST", 3 << 20)
    monkeypatch.setattr(os, "read", lambda _, size: b"x" * size)
    with pytest.raises(OSError, match="larger than 3 MiB"):
        document_digest(tmp_path / "log.txt")


def test_a_document_that_is_too_large_is_skipped_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 1 << 20)
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "small.txt").write_text("Some text.")
    (folder / "large.txt").write_bytes(b"x" * ((1 << 20) + 1))
    (skipped,) = read_pages(folder, Pdfium(), tmp_path / "cache").skipped
    assert (skipped.source_file, skipped.reason) == ("large.txt", "broken: larger than 1 MiB")
