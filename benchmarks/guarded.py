"""What each stage of the architecture guarded takes, without the model's share: `python -m benchmarks.guarded`.

Asks the questions of the generated dataset (or of what the overrides choose: `dataset=ct_maps llm=ollama`) and prints
the median and the 95th percentile of every stage in milliseconds, beside the latency that its description expects of a
local deployment. The first question warms up and is not counted; no answer is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.system import System
from ragatta.pipeline.types import StageRecord

TYPICAL = {
    "planner": "< 10 ms",
    "retriever": "100-500 ms",
    "reasoner": "1-3 s with the model",
    "validator": "< 50 ms",
    "responder": "< 10 ms",
}


def main(arguments: list[str]) -> int:
    points = compose_grid(["architecture=guarded", *arguments])
    if len(points) > 1:
        raise Fault("benchmarks.guarded takes one configuration, not a grid")
    settings, progress = points[0].config.pipeline(), Bars()
    with progress.shown():
        resources = Resources.of(open_dataset(points[0].config.dataset, progress), progress)
        system = System(settings, resources)
        system.prepare()
        records: list[StageRecord] = []
        questions = [question.asked() for question in resources.dataset.questions]
        for number, asked in enumerate([*questions[:1], *questions]):
            answer, _ = system.answer(asked)
            records += answer.steps if number else ()
            progress("asking", number, len(questions))
    chunks = len(resources.index.collection(settings).chunks)
    print(f"{len(questions)} questions, {chunks} chunks, llm={settings.llm.name}")
    print("\n".join(rows(records)))
    return 0


def rows(records: Iterable[StageRecord]) -> list[str]:
    """A line a stage: how often it ran, p50 and p95 of its own milliseconds, the expected latency."""
    taken = defaultdict(list)
    for record in records:
        taken[record.name].append(own_milliseconds(record))
    lines = [f"{'stage':<10} {'runs':>5} {'p50 ms':>8} {'p95 ms':>8}  expected"]
    for stage, times in taken.items():
        p50, p95 = np.percentile(times, [50, 95])
        lines.append(f"{stage:<10} {len(times):>5} {p50:>8.2f} {p95:>8.2f}  {TYPICAL[stage]}")
    return lines


def own_milliseconds(record: StageRecord) -> float:
    """What a stage took without its live model calls; replayed ones are no part of it."""
    return 1000 * (record.seconds - sum(call.seconds for call in record.calls if call.live))


if __name__ == "__main__":
    run_command(main)
