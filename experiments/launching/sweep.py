"""A sweep: what its points share is prepared and what will run is said; its questions are asked; it is finished."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import time

from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.twins import distinct, without_twins
from ragatta.experiments.forecast.announcing import announce, planned, to_index
from ragatta.experiments.launching.finishing import Show, finished
from ragatta.experiments.launching.planning import check_datasets, resources_of
from ragatta.experiments.on_record.places import OWN, Records
from ragatta.experiments.progress import waiting
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.outputs import new_sweep_folder
from ragatta.experiments.results.writing import Results
from ragatta.experiments.running.loop import run_all
from ragatta.experiments.tracking.beside import Beside, begin
from ragatta.pipeline.llm.seam import ModelError


def sweep(points: Sequence[Point], records: Records = OWN, show_all: bool = False) -> int:
    """Runs the points, prints what `Sweep.finish` does and returns 0; 1 where all answers of a variation failed, or
    where all is there but MLflow could not be written. `records` are where answers and replies are kept."""
    whole = Sweep(records=records)
    whole.run(points)
    return whole.finish(show_all=show_all)


class Sweep:
    """A sweep in one folder of its own, to which points come in one batch or in several."""

    one_dataset = True  # in all batches; ragatta grow and stress change it between them

    def __init__(
        self,
        folder: Path | None = None,
        asked_elsewhere: bool = False,
        records: Records = OWN,
        is_part: bool = False,
    ) -> None:
        """`asked_elsewhere`: jobs in other processes leave the answers in the journals, and nothing is asked here.
        `is_part`: some questions of another sweep are asked again, whose runs stay as they are."""
        self._folder, self._bars, self._records, self._is_part = folder, Bars(), records, is_part
        self._asked_since = time() if asked_elsewhere else None
        self._resources: Resources | None = None
        self._results: Results | None = None
        self._mlflow: Beside | None = None

    def run(self, points: Sequence[Point]) -> list[float]:
        """Asks the questions of a batch and writes its rows. The metric of each point; nan where it has no answer.
        Raises what stopped an earlier batch."""
        if self._results and self._results.stopped:
            raise self._results.stopped
        kept, left_out = without_twins(distinct(points))
        waiting.hide()
        for line in left_out:
            print(line, flush=True)
        resources = self._announce(kept) if self._asked_since is None else self._begin(kept)
        if not self._results:
            self._results = Results(self._folder or new_sweep_folder(), resources, self._is_part)
            self._mlflow = begin(points[0].config.tracking)
        with self._bars.shown():
            run_all(kept, resources, self._results, self._asked_since)
        return self._results.values_of(points)

    def prepare(self, points: Sequence[Point]) -> None:
        """Makes what jobs elsewhere share before they begin: collections, summaries and annotations."""
        kept, _ = without_twins(points)
        resources = self._announce(kept)
        with self._bars.shown():
            for settings in (point.config.pipeline() for point in kept):
                resources.prepare(settings)
                resources.index.needed(settings)

    @property
    def results(self) -> Results:
        """Of the points so far."""
        assert self._results is not None
        return self._results

    @property
    def has_runs(self) -> bool:
        return bool(self._results and self._results.runs)

    @property
    def resources(self) -> Resources:
        """What the points of all batches share."""
        assert self._resources is not None
        return self._resources

    def finish(self, stopped: ModelError | None = None, show: Show | None = None, show_all: bool = False) -> int:
        """Prints the ranking and the decision, with `show_all` every table and note before them, writes the comparisons
        and logs to MLflow. `stopped` is what ended jobs elsewhere; `show`, where it is given, prints and writes
        something else in place of the ranking and the decision."""
        self.results.stopped = self.results.stopped or stopped
        return finished(self.results, show, show_all, self._mlflow)

    def _announce(self, points: Sequence[Point]) -> Resources:
        """Says what will run, and returns what the points share."""
        with self._bars.shown():
            resources = self._begin(points)
            plans = planned(points, resources)
            announce(points, resources, plans)
            resources.gauge.expect(sum(plan.to_ask for plan in plans), to_index(points, resources))
        return resources

    def _begin(self, points: Sequence[Point]) -> Resources:
        """What the points share, made by the first batch."""
        self._resources = self._resources or resources_of(points, self._bars, self._records)
        check_datasets([*(self._results.points if self._results and self.one_dataset else ()), *points])
        return self._resources
