"""A sweep over a dataset that changes from batch to batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.conf.schema import Dataset
from ragatta.experiments.composing.config import Point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching.sweep import Sweep


def points_over(dataset: Dataset, points: Sequence[Point], name: str) -> dict[str, Point]:
    """The points over another dataset, by their labels, to which `name` is added."""
    batch = {}
    for point in points:
        config = replace(point.config, dataset=dataset, comparison=replace(point.config.comparison, baseline=""))
        batch[point.label] = Point(f"{point.label} {name}", point.overrides, config)
    return batch


class ChangingSweep(Sweep):
    """What the dataset as it is has on record stays as it is."""

    one_dataset = False

    def __init__(self) -> None:
        super().__init__(is_part=True)

    def run_over(self, dataset: Dataset, points: Sequence[Point], name: str) -> dict[str, str]:
        """Asks the points over the dataset of the first batch as it is changed: its questions have ids of the first
        one's. `name` is added to the labels, which are returned by those of the points, as far as they have answers."""
        if points[0].config.budget.race:
            raise Fault("budget.race=true leaves questions out, which are paired here; leave it out")
        if self._resources is not None:
            self._resources = self._resources.over(open_dataset(dataset, self._bars, records=self._records))
        batch = points_over(dataset, points, name)
        self.run([*batch.values()])
        done = {run.point.label for run in self.results.runs}
        return {own: point.label for own, point in batch.items() if point.label in done}
