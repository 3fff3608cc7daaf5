"""What a race would have saved on recorded sweeps, and how often it would have stopped the best variation.

    python -m benchmarks.race [--orders 100] [--metric score] [sweep ...]

For each sweep (an id, or the latest) the questions are put into so many random orders, and every variation is dropped
when it is certainly worse than another one (`eval.statistics.race`). Printed per sweep: the share of answers saved, how
often the best variation of the whole sweep was dropped, and how often another one is first among those that are left.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np

from ragatta.eval.statistics import question_means
from ragatta.eval.statistics.race import beaten
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.results.reading import open_sweep

ROUND = 8  # questions between two looks


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("sweeps", nargs="*", default=["latest"])
    words.add_argument("--orders", type=int, default=100)
    words.add_argument("--metric", default="score")
    given = words.parse_args(arguments)
    print("| sweep | variations × questions | saved | best dropped | another first |\n| --- | --- | --- | --- | --- |")
    for name in given.sweeps:
        sweep = open_sweep(name)
        found = {run.label: question_means(run.scores(given.metric)) for run in sweep.runs if not run.same_as}
        common = sorted(set.intersection(*(set(own) for own in found.values())))
        scores = {label: np.array([own[question] for question in common]) for label, own in found.items()}
        drawn = np.random.default_rng(0)
        races = [raced(scores, drawn.permutation(len(common))) for _ in range(given.orders)]
        best = max(scores.values(), key=lambda own: own.mean()).mean()
        dropped = sum(best not in (scores[label].mean() for label in left) for _, left in races)
        other = sum(max(scores[label].mean() for label in left) != best for _, left in races)
        saved = 1 - fmean(asked for asked, _ in races) / (len(scores) * len(common))
        print(f"| {sweep.info['sweep_id']} {given.metric} | {len(scores)} × {len(common)} | {saved:.0%} | "
              f"{dropped} of {given.orders} | {other} of {given.orders} |")  # fmt: skip
    return 0


def raced(scores: Mapping[str, np.ndarray], order: Sequence[int] | np.ndarray) -> tuple[int, list[str]]:
    """How many answers are asked for in this order of the questions, and which variations are left at the end."""
    left, asked = list(scores), 0
    for end in range(ROUND, len(order) + ROUND, ROUND):
        asked += len(left) * len(order[end - ROUND : end])
        until = {label: scores[label][order[:end]].tolist() for label in left}
        out = beaten(until, len(order), len(scores))
        left = [label for label in left if label not in out]
    return asked, left


if __name__ == "__main__":
    run_command(main)
