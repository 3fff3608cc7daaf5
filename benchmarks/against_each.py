"""The table of docs/results.md over several seeds: one variation against each other one, by kind of question.

    python -m benchmarks.against_each SWEEP [SWEEP ...] [--variation table_aware] [--kind number]

Each sweep is named as `ragatta report` names it: an id, its beginning, or its folder. Of one kind a line a sweep is
printed: score and evidence recall of the variation, and the smallest of its differences from each of the others with a
95% interval, corrected over them (Holm). For all other kinds a loss that is shown is named.
"""

from __future__ import annotations

import argparse
import sys
from statistics import fmean

from ragatta.eval.groups import groups_of
from ragatta.eval.statistics import Comparison, compare_pairs, question_means
from ragatta.experiments.results.reading import SweepResult, open_sweep


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("sweeps", nargs="+")
    words.add_argument("--variation", default="table_aware")
    words.add_argument("--kind", default="number")
    given = words.parse_args()
    print(
        f"| sweep | {given.kind} questions | score | evidence recall | least better than | by | losses on other kinds |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in given.sweeps:
        print(line(open_sweep(name), given.variation, given.kind), flush=True)
    return 0


def line(sweep: SweepResult, variation: str, kind: str) -> str:
    """One sweep's row."""
    groups = groups_of(sweep.questions.values())
    others = against_each(sweep, variation, groups[kind])
    least, one = min(others.items(), key=lambda item: item[1].difference)
    losses = {other: worse(sweep, variation, own) for other, own in groups.items() if other != kind}
    lost = [f"{other}: {', '.join(better)}" for other, better in losses.items() if better]
    cells = (
        f"{sweep.info['dataset']} {sweep.folder.name}",
        str(len(groups[kind])),
        f"{mean(sweep, variation, 'score', groups[kind]):.3f}",
        f"{mean(sweep, variation, 'evidence_recall', groups[kind]):.3f}",
        least,
        f"{one.difference:+.3f} ({one.low:+.3f} to {one.high:+.3f}) {one.verdict}",
        "; ".join(lost) or "none shown",
    )
    return f"| {' | '.join(cells)} |"


def against_each(sweep: SweepResult, variation: str, own: frozenset[str]) -> dict[str, Comparison]:
    """The variation's difference in score from each of the others, on these questions: above 0 it is better."""
    scores = {run.label: {q: of for q, of in run.scores().items() if q in own} for run in sweep.runs}
    pairs = {other: (scores[variation], of) for other, of in scores.items() if other != variation}
    return compare_pairs(pairs, sweep.terms)


def worse(sweep: SweepResult, variation: str, own: frozenset[str]) -> list[str]:
    """The variations that are shown to be better on these questions."""
    return [other for other, found in against_each(sweep, variation, own).items() if found.verdict == "worse"]


def mean(sweep: SweepResult, variation: str, metric: str, own: frozenset[str]) -> float:
    scores = question_means({q: of for q, of in sweep.run(variation).scores(metric).items() if q in own})
    return fmean(scores.values())


if __name__ == "__main__":
    sys.exit(main())
