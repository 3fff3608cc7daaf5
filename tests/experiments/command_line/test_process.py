"""Letters that the output's encoding lacks are spelled, or escaped with a note."""

from __future__ import annotations

import io
import sys

import pytest

from ragatta.experiments.command_line import process


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
