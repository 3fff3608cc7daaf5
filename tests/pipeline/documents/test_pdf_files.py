"""Which files of a folder are its PDFs, and what they are called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.pdf_files import folder_of, pdf_files, shown_name


def test_every_pdf_below_a_folder_whatever_else_is_there(tmp_path: Path) -> None:
    for name in ("b.pdf", "A.PDF", "a.pdf", "folder.pdf/inner.pdf", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "loop").symlink_to(tmp_path)  # a folder that holds itself
    (tmp_path / "self.pdf").symlink_to(tmp_path / "self.pdf")
    (tmp_path / "gone.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (tmp_path / "linked.pdf").symlink_to(tmp_path / "b.pdf")
    os.mkfifo(tmp_path / "pipe.pdf")  # reading it would wait for ever
    names = list(pdf_files(tmp_path))
    assert names == ["A.PDF", "a.pdf", "b.pdf", "folder.pdf/inner.pdf", "gone.pdf", "linked.pdf", "self.pdf"]


def test_a_name_that_no_store_takes_is_written_out(tmp_path: Path) -> None:
    (tmp_path / "plain é.pdf").write_bytes(b"")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf")).write_bytes(b"")
    (tmp_path / "\x1b[2Jwiped\n.pdf").write_bytes(b"")
    (tmp_path / "cod\u202egp.pdf").write_bytes(b"")
    assert list(pdf_files(tmp_path)) == [r"\x1b[2Jwiped\x0a.pdf", r"caf\xe9.pdf", r"cod\u202egp.pdf", "plain é.pdf"]


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf")).write_bytes(b"")
    (tmp_path / r"caf\xe9.pdf").write_bytes(b"")
    with pytest.raises(ValueError, match="two of its PDFs would be named"):
        pdf_files(tmp_path)


@given(st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_any_name_can_be_encoded_and_shown(name: bytes) -> None:
    shown = shown_name(Path(os.fsdecode(name)))
    assert shown.encode()
    assert not any(ord(character) < 32 for character in shown)


def test_the_folder_of_a_name() -> None:
    assert (folder_of("a/b/c.pdf"), folder_of("c.pdf")) == ("a", "generic")
