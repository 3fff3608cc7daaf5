"""Variations that are one for a system outside."""

from __future__ import annotations

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.composing.twins import without_twins


def test_a_system_outside_reads_nothing_of_what_variations_differ_in() -> None:
    file = "architecture.service.options.file=answers.jsonl"
    outside, said = without_twins(compose_grid(["experiment=six", "architecture=predictions", file]))
    assert [point.label for point in outside] == ["baseline"]
    assert len(said) == 5
