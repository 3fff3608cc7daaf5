"""Letters that the output's encoding lacks are spelled, or escaped with a note."""

from __future__ import annotations

import io
import sys

import pytest

from ragatta.experiments.command_line import process
from ragatta.pipeline.machine.checksums import Note


@pytest.mark.parametrize(
    ("name", "text", "written", "noted"),
    [
        ("ascii", "1 × 2 – 3 ✓ …", b"1 x 2 - 3 + ...", False),
        ("latin-1", "Größe × – ✓", b"Gr\xf6\xdfe \xd7 - +", False),
        ("ascii", "Größe.pdf", rb"Gr\xf6\xdfe.pdf", True),
        ("cp1252", "目录", rb"\u76ee\u5f55", True),
        ("utf-8", "Größe ✓", "Größe ✓".encode(), False),
    ],
)
def test_what_an_encoding_lacks_is_written_and_ends_no_command(
    name: str, text: str, written: bytes, noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, errors = io.BytesIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=name))
    monkeypatch.setattr(sys, "stderr", errors)
    process.allow_every_letter()
    print(text, end="", flush=True)
    assert out.getvalue() == written
    process.say_what_it_lacked()
    assert ("PYTHONIOENCODING=utf-8" in errors.getvalue()) == noted


def test_of_notes_that_differ_in_their_first_word_a_few_are_shown_and_the_rest_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number in range(process.ALIKE + 2):
        process._show_warning(Note(f"{number}.pdf has no text"), Note, "a.py", 1)
    process._say_the_rest()
    shown = capsys.readouterr().err.splitlines()
    assert shown[: process.ALIKE] == [f"note: {number}.pdf has no text" for number in range(process.ALIKE)]
    assert shown[process.ALIKE :] == ["note: 2 more: has no text"]
