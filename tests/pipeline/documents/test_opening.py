"""Only regular files of a limited size are opened, without waiting for any other."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from ragatta.pipeline.documents import opening
from ragatta.pipeline.documents.opening import document_digest
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium


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
    monkeypatch.setattr(opening, "LARGEST", 3 << 20)
    monkeypatch.setattr(os, "read", lambda _, size: b"x" * size)
    with pytest.raises(OSError, match="larger than 3 MiB"):
        document_digest(tmp_path / "log.txt")


def test_a_document_that_is_too_large_is_skipped_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "LARGEST", 1 << 20)
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "small.txt").write_text("Some text.")
    (folder / "large.txt").write_bytes(b"x" * ((1 << 20) + 1))
    (skipped,) = read_pages(folder, Pdfium(), tmp_path / "cache").skipped
    assert (skipped.source_file, skipped.reason) == ("large.txt", "broken: larger than 1 MiB")
