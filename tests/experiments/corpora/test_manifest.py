"""What a dataset's manifest says of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragatta.experiments.corpora.manifest import NAME, edition_of


@pytest.mark.parametrize(
    ("written", "edition"),
    [
        ('{"dataset": "d", "edition": 2}', "2"),
        ('{"dataset": "d", "edition": "spring 2026"}', "spring 2026"),
        ('{"manifest_version": 3, "edition": "Enterprise"}', ""),
        *((text, "") for text in ('{"dataset": "d"}', "[]", "{", "7", "[" * 100_000, None)),
        *(
            (f'{{"dataset": "d", "edition": {said}}}', "")
            for said in ("true", "null", "2.0", "[2]", "NaN", '" "', '"a\\nb"', '"\\ud800"')
        ),
    ],
    ids=lambda given: repr(given)[:30],
)
def test_the_edition_is_that_of_the_manifest_if_it_says_one(tmp_path: Path, written: str | None, edition: str) -> None:
    if written is not None:
        (tmp_path / NAME).write_text(written)
    assert edition_of(tmp_path / "pdfs") == edition
    assert edition_of(tmp_path / "pdfs" / "deep" / "..") == edition


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="makes a pipe")
def test_a_pipe_is_no_manifest(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    assert edition_of(tmp_path / "pdfs") == ""
