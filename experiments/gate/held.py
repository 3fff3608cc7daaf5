"""Which metrics a gate holds: one of a user's own is compared, refused or named, and never left out in silence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ragatta.eval.gate.decision import other_keys
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import declared, from_outside
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.expected import Recorded
from ragatta.experiments.showing.results import SweepResult


def check_held(sweep: SweepResult, recorded: Recorded, path: Path) -> None:
    """Raises Fault where a scorer from outside has a gated metric that the record does not."""
    others = from_outside()
    if new := [name for name in _unrecorded(sweep, recorded) if name in others]:
        says = [f"{name} of the scorer {others[name]}" for name in new]
        raise Fault([f"{path}: {one} is not in the record; ragatta regress --update records it" for one in says])


def remarks(sweep: SweepResult, recorded: Recorded) -> Iterator[str]:
    """What was measured and is not compared, and what a record of an older version cannot tell."""
    if recorded.lacks:
        yield recorded.lacks
    if new := [*_unrecorded(sweep, recorded)]:
        yield f"not compared, because the record is older: {', '.join(new)}; ragatta regress --update records it"
    own = {name: declared()[name] for name in _measured(sweep) if name in from_outside()}
    if free := [name for name, metric in own.items() if _could_be_held(metric)]:
        yield f"not held by the gate, as its scorer declares: {', '.join(free)} (Metric.gate)"


def _could_be_held(metric: Metric) -> bool:
    return not metric.gate and metric.range == "share" and metric.better != "neither" and not metric.detail


def _unrecorded(sweep: SweepResult, recorded: Recorded) -> Iterator[str]:
    seen = [one for questions in recorded.board.values() for one in questions.values()]
    known = {key for one in seen for key in one.others}
    yield from (name for name in other_keys() if name in _measured(sweep) and name not in known)


def _measured(sweep: SweepResult) -> list[str]:
    return [name for name in declared() if any(name in run.metrics for run in sweep.runs)]
