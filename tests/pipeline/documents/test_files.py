"""Which files of a folder are its documents, and what they are called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.files import LARGEST, document_files, links_outside, other_files, refusal
from ragatta.pipeline.documents.names import folder_of, shown_name


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


def test_links_that_leave_the_folder_are_named(tmp_path: Path) -> None:
    (tmp_path / "pdfs" / "sub").mkdir(parents=True)
    folder, secret = tmp_path / "linked", tmp_path / "secret.txt"
    folder.symlink_to(tmp_path / "pdfs")  # the folder itself may be a link
    secret.write_text("key")
    for name, target in (("out.txt", secret), ("up.txt", "../secret.txt"), ("sub/env.txt", "/proc/self/environ")):
        (folder / name).symlink_to(target)
    (folder / "gone.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (folder / "in.txt").write_text("in")
    (folder / "sub" / "in.txt").symlink_to("../in.txt")
    (folder / "self.pdf").symlink_to(tmp_path / "pdfs" / "self.pdf")
    (folder / "notes.xyz").symlink_to(secret)
    assert set(links_outside(folder)) == {"gone.pdf", "out.txt", "up.txt", "sub/env.txt"}
    assert links_outside(folder)["out.txt"] == secret
    assert set(links_outside(folder, [folder / "sub", folder / "gone.pdf"])) == {"out.txt", "up.txt"}


def test_only_regular_files_of_a_bounded_size_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with (tmp_path / "vast.pdf").open("wb") as file:
        file.truncate(20 * LARGEST)  # takes no space
    (tmp_path / "a.pdf").write_bytes(b"a")
    assert refusal(tmp_path / "pipe.pdf") == refusal(Path("/dev/zero")) == "not a regular file"
    assert refusal(tmp_path / "vast.pdf") == "40.0 GB; at most 2 GB are read"
    assert refusal(tmp_path / "a.pdf") == ""


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


@given(st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_any_name_can_be_encoded_and_shown(name: bytes) -> None:
    shown = shown_name(Path(os.fsdecode(name)))
    assert shown.encode()
    assert not any(ord(character) < 32 for character in shown)


def test_the_folder_of_a_name() -> None:
    assert (folder_of("a/b/c.pdf"), folder_of("c.pdf")) == ("a", "generic")


def test_other_formats_are_documents_unless_they_are_hidden_and_the_rest_is_named(tmp_path: Path) -> None:
    for name in ("a.DOCX", "b.html", "~$a.docx", ".git/notes.md", "c.xlsx", "d/LICENSE", ".DS_Store"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list(document_files(tmp_path)) == ["a.DOCX", "b.html"]
    assert other_files(tmp_path) == ["c.xlsx", "d/LICENSE"]


def test_what_is_aside_is_left_out_but_never_the_folder_itself(tmp_path: Path) -> None:
    for name in ("a.txt", "questions.csv", "outputs/latest/summary.csv", "outputs2/b.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    aside = (tmp_path / "questions.csv", tmp_path / "outputs", tmp_path, tmp_path.parent, tmp_path / "nowhere")
    assert list(document_files(tmp_path, aside)) == ["a.txt", "outputs2/b.txt"]
    assert list(document_files(tmp_path / "outputs", aside)) == ["latest/summary.csv"]
    assert other_files(tmp_path, aside) == []
