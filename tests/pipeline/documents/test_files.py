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
from standins.pdfs import write_pdf


def test_every_document_below_a_folder_whatever_else_is_there(tmp_path: Path) -> None:
    for name in ("b.pdf", "A.PDF", "a.pdf", "folder.pdf/inner.pdf", "notes.xyz", ".notes.xyz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "loop").symlink_to(tmp_path)  # a folder that holds itself
    (tmp_path / "self.pdf").symlink_to(tmp_path / "self.pdf")
    (tmp_path / "gone.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (tmp_path / "linked.pdf").symlink_to(tmp_path / "b.pdf")
    os.mkfifo(tmp_path / "pipe.pdf")  # reading it would wait for ever
    names = list(document_files(tmp_path))
    assert names == ["A.PDF", "a.pdf", "b.pdf", "folder.pdf/inner.pdf", "gone.pdf", "linked.pdf", "self.pdf"]
    assert other_files(tmp_path) == ["notes.xyz"]


@pytest.mark.parametrize(
    "target",
    ["/proc/self/environ", "/dev/zero", "../secret.pdf", "gone/../../secret.pdf", "/nowhere", "out/secret.pdf"],
)
def test_a_link_that_leaves_the_folder_is_refused_by_name_unless_it_is_allowed(tmp_path: Path, target: str) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.pdf").write_text("a")
    (tmp_path / "secret.pdf").write_text("secret")
    (folder / "out").symlink_to(tmp_path)  # a folder: what lies below it is no document
    assert list(document_files(folder)) == ["a.pdf"]
    (folder / "settings.pdf").symlink_to(target)
    if target == "/dev/zero":
        assert list(document_files(folder, links=True)) == ["a.pdf"]  # a device is never a document
        return
    with pytest.raises(ValueError, match=r"settings\.pdf: a link to a file outside .* dataset\.links=true"):
        document_files(folder)
    assert list(document_files(folder, links=True)) == ["a.pdf", "settings.pdf"]
    assert list(document_files(folder, aside=[folder / "settings.pdf"])) == ["a.pdf"]


def test_links_within_a_folder_that_is_a_link_are_read(tmp_path: Path) -> None:
    (tmp_path / "real" / "below").mkdir(parents=True)
    write_pdf(tmp_path / "real" / "below" / "a.pdf", ["a"])
    (tmp_path / "real" / "b.pdf").symlink_to("below/a.pdf")
    (tmp_path / "docs").symlink_to("real")
    assert list(document_files(tmp_path / "docs")) == ["b.pdf", "below/a.pdf"]
    a = tmp_path / "real/below/a.pdf"
    assert real_files(tmp_path / "docs") == {"b.pdf": a, "below/a.pdf": a}
    assert read_pages(tmp_path / "docs", Pdfium(), tmp_path / "cache").pages["b.pdf"][0].text == "a"


@pytest.mark.parametrize("after", ["real_files", "digest_if_read"])
@pytest.mark.parametrize("links", [False, True])
def test_a_document_that_is_swapped_for_a_link_after_it_was_listed_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str, links: bool
) -> None:
    folder, secret = tmp_path / "docs", tmp_path / "secret.pdf"
    folder.mkdir()
    for name in ("a.pdf", "b.pdf"):
        write_pdf(folder / name, [name])
    write_pdf(secret, ["the secret"])
    step = getattr(pages, after)

    def swapping(*arguments: Any) -> Any:
        found = step(*arguments)
        (folder / "b.pdf").unlink()
        (folder / "b.pdf").symlink_to(secret)
        return found

    monkeypatch.setattr(pages, after, swapping)
    corpus = read_pages(folder, Pdfium(), tmp_path / "cache", links=links)
    assert list(corpus.pages) == ["a.pdf"]
    ((name, reason),) = ((one.source_file, one.reason) for one in corpus.skipped)
    assert name == "b.pdf"
    assert "replaced by a link after it was listed" in reason
    assert not [file for file in (tmp_path / "cache").rglob("*.json") if "the secret" in file.read_text()]


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


def test_links_to_folders_and_pipes_are_named(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "docs", tmp_path / "elsewhere"
    for each in (folder / "d", elsewhere):
        each.mkdir(parents=True)
        (each / "a.pdf").write_bytes(b"")
    for name in ("2023", "d/older.pdf", ".hidden", "outputs"):
        (folder / name).symlink_to(elsewhere)
    os.mkfifo(folder / "d/pipe.pdf")
    assert list(document_files(folder)) == ["d/a.pdf"]
    assert unopened(folder, [folder / "outputs"]) == ["2023", "d/older.pdf", "d/pipe.pdf"]
    assert other_files(folder) == []


def test_what_is_aside_is_left_out_but_never_the_folder_itself(tmp_path: Path) -> None:
    for name in ("a.pdf", "questions.pdf", "outputs/latest/summary.pdf", "outputs2/b.pdf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    aside = (tmp_path / "questions.pdf", tmp_path / "outputs", tmp_path, tmp_path.parent, tmp_path / "nowhere")
    assert list(document_files(tmp_path, aside)) == ["a.pdf", "outputs2/b.pdf"]
    assert list(document_files(tmp_path / "outputs", aside)) == ["latest/summary.pdf"]
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
    write_pdf(folder / "small.pdf", ["Some text."])
    (folder / "large.pdf").write_bytes(b"x" * ((1 << 20) + 1))
    (skipped,) = read_pages(folder, Pdfium(), tmp_path / "cache").skipped
    assert (skipped.source_file, skipped.reason) == ("large.pdf", "broken: larger than 1 MiB")
