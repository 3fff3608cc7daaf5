"""What the points of a sweep share, and a dry run of them. What asks, scores and shows is not imported here: a plan is
there in a moment."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.twins import without_twins
from ragatta.experiments.corpora.dataset import open_dataset, to_write
from ragatta.experiments.faults import Fault
from ragatta.experiments.forecast import plan_table
from ragatta.experiments.forecast.announcing import announce, planned
from ragatta.experiments.on_record.places import OWN, Records
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.pipeline.plugins.registry import suggestion


def dry_run(points: Sequence[Point], records: Records = OWN) -> int:
    """Says what would run, what is reused and how many model calls it takes. Asks, indexes and writes nothing, and
    connects to no model server. Raises Fault where documents or questions have to be written first."""
    points, left_out = without_twins(points)
    check_datasets(points)
    if what := to_write(points[0].config.dataset):
        name = points[0].config.dataset.name
        raise Fault(
            f"--dry-run: {what}, comes first, and a dry run writes nothing; ragatta check-questions --dataset {name} "
            "does it"
        )
    for line in left_out:
        print(line, flush=True)
    bars = Bars()
    with bars.shown():
        resources = resources_of(points, bars, records, on_record=True)
        plans = planned(points, resources)
        announce(points, resources, plans)
        plan_table.show(plans)
    return 0


def resources_of(points: Sequence[Point], bars: Bars, records: Records = OWN, on_record: bool = False) -> Resources:
    """What the points share. Raises Fault where they do not compare on one dataset."""
    check_datasets(points)
    labels = [point.label for point in points]
    for name in {point.config.comparison.baseline for point in points} - {""}:
        if name not in labels:
            raise Fault(f"comparison.baseline: no variation {name!r} in this sweep; {suggestion(name, labels)}")
    first = points[0].config
    dataset = open_dataset(first.dataset, bars, architecture=first.architecture, records=records)
    shared = first.shared()
    return Resources.of(dataset, bars, on_record, shared.runner.workers, shared.budget.limits())


def check_datasets(points: Sequence[Point]) -> None:
    """Raises Fault where the points are of several datasets."""
    if len({str(flat(point.config.dataset)) for point in points}) > 1:
        raise Fault("a sweep compares on one dataset: dataset.* cannot be varied; run a sweep a dataset")
