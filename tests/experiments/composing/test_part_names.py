"""A part that was taken for a file of conf/."""

from __future__ import annotations

from ragatta.experiments.composing.part_names import part_named


def test_a_part_is_named_by_its_key() -> None:
    assert part_named("parser", "pypdf") == "the part of that name is parser.name=pypdf"
    assert part_named("parser", "pypd") == part_named("dataset", "pypdf") == ""
