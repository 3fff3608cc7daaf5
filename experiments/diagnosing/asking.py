"""Asks the questions of a variation again with each oracle, as a sweep in a folder below the diagnosed one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.diagnosing.asked_again import AskedAgain
from ragatta.experiments.diagnosing.diagnosis import AGAIN, NOW, label_of, stacked
from ragatta.experiments.diagnosing.stages import Stage
from ragatta.experiments.launching.sweep import Sweep
from ragatta.experiments.showing.results import RunResult, SweepResult, open_sweep
from ragatta.pipeline.architectures._external import SystemOutside

FOLDER = "diagnoses"  # of a sweep, with a sweep for each variation that was diagnosed
CONTEXT = "context"


def points_of(config: Config, asked: AskedAgain, stages: Sequence[Stage], reader: Config | None) -> list[Point]:
    """The questions without an oracle, with each alone, and with each after those before it. A model is asked for a
    fresh sample, the same for all points: what an oracle leaves as it was stays as it was, and luck is no gain. With
    all oracles it is asked once more. `reader` answers where an outside system is shown the evidence."""
    dataset = replace(config.dataset, only=[*asked.weights], limit=0)
    comparison = replace(config.comparison, baseline="")

    def asking(oracle: str, sample: int) -> Config:
        outside = reader if reader and CONTEXT in oracle.split("+") else None
        own = replace(outside or config, dataset=dataset, comparison=comparison, repeats=1, retry_failed=False)
        own = replace(own, oracle=CONTEXT if outside else oracle)
        return own if own.by_rule() else _sampled(own, sample)

    stack = stacked(stages)
    oracles = dict.fromkeys([*(stage.oracle for stage in stages), *stack])
    points = [Point(NOW, (), asking("", 1))]
    points += [Point(label_of(each), (f"oracle={each}",), asking(each, 1)) for each in oracles]
    last = asking(stack[-1], 2)
    return points if last.by_rule() else [*points, Point(AGAIN, (f"oracle={stack[-1]}",), last)]


def _sampled(config: Config, sample: int) -> Config:
    """With a seed that asks for another sample; a system outside has its own."""
    architecture = config.architecture
    if isinstance(architecture, SystemOutside):
        service = architecture.service
        architecture = replace(architecture, service=replace(service, seed=service.seed + sample))
    return replace(config, architecture=architecture, llm=replace(config.llm, seed=config.llm.seed + sample))


def ask_again(
    sweep: SweepResult, run: RunResult, points: Sequence[Point]
) -> tuple[SweepResult | None, Exception | None]:
    """The finished sweep of the points; None with what stopped it, where not all was asked. What was answered is kept
    for the next time. Raises ModelError where nothing was."""
    folder = sweep.folder / FOLDER / run.folder.name
    shutil.rmtree(folder, ignore_errors=True)  # made anew from the journals
    folder.mkdir(parents=True)
    whole = Sweep(folder)
    whole.run(points)
    stopped = whole.results.stopped
    return (None if stopped else open_sweep(str(folder))), stopped
