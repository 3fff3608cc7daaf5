"""Compares every variation with the baseline, within each group of questions.

Holm's correction is over all groups and variations together, for people pick the best of them (docs/statistics.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.eval.groups import groups_of
from ragatta.eval.statistics import Comparison
from ragatta.experiments.results.pairing import Pair, corrected, headline_of
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.tables import compared_within, csv_row
from ragatta.pipeline.types import Question

ByKind = Mapping[str, Mapping[str, Comparison]]  # group → label → comparison with the baseline


def comparisons_by_kind(sweep: SweepResult) -> dict[str, dict[str, Comparison]]:
    """Like `showing.tables.comparisons`, within each group. Raises Fault if the sweep does not have the metric."""
    return compared_within(sweep, groups_of(sweep.questions.values()))


def by_kind_csv_rows(sweep: SweepResult, found: ByKind) -> list[dict[str, Any]]:
    """One row per variation and group, for comparisons_by_kind.csv."""
    return [csv_row(sweep, label, one, {"kind": name}) for name, own in found.items() for label, one in own.items()]


def compared_by_kind(
    pairs: Sequence[Pair], questions: Mapping[str, Question]
) -> dict[str, dict[tuple[str, str], Comparison]]:
    """The headline of each pair within each group: group → (pair's name, metric) → comparison. Without the groups that
    a pair has no scored question of; empty where the gold is not known."""
    groups, headline = groups_of(questions.values()), headline_of(pairs)
    inside = {name: [pair.within(own) for pair in pairs] for name, own in groups.items()}
    asked = [(name, pair) for name, own in inside.items() for pair in own if pair.scores(headline)[0]]
    found: dict[str, dict[tuple[str, str], Comparison]] = {name: {} for name in groups}
    for (name, pair), one in zip(asked, corrected([(pair, headline) for _, pair in asked]), strict=True):
        found[name][pair.name, headline] = one
    return found
