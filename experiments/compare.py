"""make compare: two runs, or two sweeps label by label, paired on the questions that they have in common."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from statistics import fmean

from rich.console import Console
from rich.text import Text

from eval.statistics import Comparison, question_means
from experiments import console
from experiments.faults import Fault, run_command
from experiments.pairing import USAGE, Pair, compared, open_side, pairs_of, unpaired
from experiments.results import RunResult
from experiments.tables import HEADLINE, comparison_cells

HEADINGS = ("metric", "A", "B", "questions", "B - A", "95% interval", "p", "p (Holm)", "d_z", "detectable", "B is")
SAME = 1e-9  # scores that differ by less are the same
MOST = 10  # questions listed in each direction


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    words.add_argument("a", nargs="?", default=os.environ.get("RAGATTA_A", ""), help="a sweep, sweep:label or run key")
    words.add_argument("b", nargs="?", default=os.environ.get("RAGATTA_B", ""), help="what is compared with it")
    given = words.parse_args(arguments)
    if not given.a or not given.b:
        raise Fault(f"compare needs an A and a B: {USAGE}")
    a, b = open_side(given.a, "A"), open_side(given.b, "B")
    pairs = pairs_of(a, b)
    out = console.plain_console()
    notes = dict.fromkeys(note for pair in pairs for note in pair.notes())
    for line in (f"A  {a.title}", f"B  {b.title}", *unpaired(a, b), *notes):
        out.print(Text(line))
    found = compared(pairs)
    for pair in pairs:
        out.print()
        out.print(console.grid(pair.name, HEADINGS, _rows(pair, found)))
        _changes(out, pair)
    _explain(out, [metric == HEADLINE for _, metric in found])
    return 0


def _rows(pair: Pair, found: Mapping[tuple[str, str], Comparison]) -> list[list[str]]:
    rows = []
    for metric in pair.metrics:
        ours, baseline = (fmean(question_means(scores).values()) for scores in pair.scores(metric))
        comparison = found[pair.name, metric]
        rows.append([metric, f"{baseline:.3f}", f"{ours:.3f}", *comparison_cells(comparison), comparison.words])
    return rows


def _changes(out: Console, pair: Pair) -> None:
    """The questions whose headline changed most, and where the side that has less lost them."""
    ours, baseline = (question_means(scores) for scores in pair.scores(HEADLINE))
    moved = {q: ours[q] - baseline[q] for q in ours if abs(ours[q] - baseline[q]) > SAME}
    gained = sorted((q for q in moved if moved[q] > 0), key=lambda q: -moved[q])
    lost = sorted((q for q in moved if moved[q] < 0), key=lambda q: moved[q])
    out.print(Text(f"{HEADLINE}: {len(gained)} gained, {len(lost)} lost, {len(ours) - len(moved)} the same"))
    wide = max(map(len, moved), default=0)
    for word, questions, side, run in (("gained", gained, "A", pair.a), ("lost", lost, "B", pair.b)):
        for q in questions[:MOST]:
            stages = _lost_at(run, q)
            where = f"   {side}: {stages}" if stages else ""
            out.print(Text(f"  {word:6}  {q:{wide}}  {baseline[q]:.3f} to {ours[q]:.3f}{where}"))
        if len(questions) > MOST:
            out.print(Text(f"  {word:6}  and {len(questions) - MOST} more"))


def _lost_at(run: RunResult, question: str) -> str:
    """The stages at which the run's repeats lost the question."""
    stages = dict.fromkeys(row.lost_at for row in run.rows if row.question_id == question and row.lost_at)
    return ", ".join(stages)


def _explain(out: Console, headlines: list[bool]) -> None:
    out.print()
    lines = (
        "p: paired permutation test; p (Holm): corrected, below 0.05 B is better or worse. "
        f"{HEADLINE} is corrected over {sum(headlines)}, the other metrics over {len(headlines) - sum(headlines)}.",
        "95% interval: of this difference alone. d_z: mean difference in standard deviations. detectable: the smallest",
        "difference that this many questions show with 80% power (–: too few for any).",
    )
    out.print(Text("\n".join(lines), style="dim"))


if __name__ == "__main__":
    run_command(main)
