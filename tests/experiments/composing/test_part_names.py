"""A part that was taken for a file of conf/."""

from __future__ import annotations

from ragatta.experiments.composing.part_names import part_named


def test_a_part_is_named_by_its_key() -> None:
    assert part_named("chunking", "sentence") == "the part of that name is chunking.strategy=sentence"
    assert part_named("chunking", "sentences") == part_named("dataset", "sentence") == ""
