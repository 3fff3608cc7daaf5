"""What a dataset's manifest says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.corpora.manifest import NAME, edition_of


@pytest.mark.parametrize(
    ("written", "edition"),
    [
        ('{"edition": 2}', "2"),
        ('{"edition": "spring 2026"}', "spring 2026"),
        *((text, "") for text in ('{"dataset": "d"}', "[]", "{", "7", "[" * 100_000, None)),
        *(
            (f'{{"edition": {said}}}', "")
            for said in ("true", "null", "2.0", "[2]", "NaN", '" "', '"a\\nb"', '"\\ud800"')
        ),
    ],
    ids=lambda given: repr(given)[:30],
)
def test_the_edition_is_that_of_the_manifest_if_it_says_one(tmp_path: Path, written: str | None, edition: str) -> None:
    if written is not None:
        (tmp_path / NAME).write_text(written)
    assert edition_of(tmp_path / "pdfs") == edition
