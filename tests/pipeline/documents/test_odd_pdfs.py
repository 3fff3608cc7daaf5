"""Every PDF that others' bug reports are about ends in a stated outcome."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from ragatta.pipeline.documents.outcomes import IN_PART, NO_TEXT, NO_TEXT_LAYER, READ, Outcome
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers._reading import BROKEN, CRASHED, ENCRYPTED, TIMED_OUT, TOO_LARGE
from ragatta.pipeline.documents.parsers._text import LOCKED

ODD = Path(os.environ.get("RAGATTA_DATA") or "no-such-folder") / "odd_pdfs"
STATED = {READ, IN_PART, NO_TEXT_LAYER, NO_TEXT, ENCRYPTED, BROKEN, TIMED_OUT, TOO_LARGE, CRASHED}

pytestmark = pytest.mark.skipif(
    not (ODD / "manifest.json").exists(), reason="RAGATTA_DATA names no folder with odd_pdfs"
)


def outcomes(tmp_path: Path, parser: str, passwords: dict[str, str]) -> dict[str, Outcome]:
    return {each.source_file: each for each in read_pages(ODD, PARSERS.load(parser)(), tmp_path, passwords).outcomes}


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
def test_all_end_in_a_stated_outcome(tmp_path: Path, parser: str) -> None:
    found = outcomes(tmp_path, parser, {"issue6010_1.pdf": "abc", "issue6010_2.pdf": "abc"})
    assert set(found) == {each["file"] for each in json.loads((ODD / "manifest.json").read_text(encoding="utf-8"))}
    assert {each.kind for each in found.values()} <= STATED
    assert Counter(each.kind for each in found.values())[READ] >= 35
    # By hand: protected, its password right and wrong; damaged; scanned; blank.
    assert found["issue6010_1.pdf"].kind == READ
    assert found["issue6010_2.pdf"].words == "encrypted: the password given does not open it"
    assert found["libreoffice-writer-password.pdf"].words == f"encrypted: {LOCKED}"
    assert found["corrupted.pdf"].kind == BROKEN
    assert found["imagemagick-CCITTFaxDecode.pdf"].kind == NO_TEXT_LAYER
    assert found["empty.pdf"].kind == NO_TEXT
