"""The tables of docs/findings.md: the grids of the open questions, swept and compared with the first of each.

    python -m benchmarks.findings [top_k window ...] [--dataset filings ct_maps] [--by-kind] [word ...]

A table a grid and dataset, as Markdown, with its stamp (benchmarks/stamps.py) below: score and evidence recall of every
point, and their paired differences from the first with 95% intervals, corrected within the table (Holm). With
`--by-kind` the score within each kind of question stands below, with the interval of the difference where one is shown.
Everything is a sweep like any other: what is journaled is not asked again. Words with "=" go to every sweep.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import fmean

from benchmarks.stamps import stamped
from benchmarks.sweeping import sweep_of
from ragatta.eval.groups import groups_of
from ragatta.eval.statistics import Comparison, compare_all, question_means
from ragatta.experiments.results.cells import interval, number
from ragatta.experiments.results.kinds import comparisons_by_kind
from ragatta.experiments.results.names import short_names
from ragatta.experiments.results.reading import SweepResult

GRIDS = (
    "top_k",
    "window",
    "alpha",
    "chunk_size",
    "strategy",
    "reranker",
    "router_top_k",
    "router",
    "router_reading",
    "enumeration",
    "missing",
    "decomposition",
    "allotment",
    "document_filter",
    "architectures",
)
METRICS = ("score", "evidence_recall")


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument(
        "grids", nargs="*", default=GRIDS, help="files of conf/experiment/; without any, all of the open ones"
    )
    words.add_argument("--dataset", nargs="+", default=["filings"])
    words.add_argument("--by-kind", action="store_true", help="also the score within each kind of question")
    given = words.parse_args()
    extra = [word for word in given.grids if "=" in word]
    grids = [word for word in given.grids if "=" not in word] or GRIDS
    for grid in grids:
        for dataset in given.dataset:
            sweep = sweep_of("--grid", grid, f"dataset={dataset}", *extra, "comparison.metric=score")
            print("\n".join(table(sweep, given_as("ragatta sweep --sweep", grid, dataset, extra))), flush=True)
            if given.by_kind:
                command = given_as("python -m benchmarks.findings", grid, dataset, [*extra, "--by-kind"])
                print("\n".join(kinds_table(sweep, command)), flush=True)
    return 0


def given_as(program: str, grid: str, dataset: str, extra: Sequence[str]) -> str:
    """What a reader types for the same table."""
    of = ["--dataset", dataset] if dataset != "filings" else []
    return " ".join([program, grid, *of, *extra])


def table(sweep: SweepResult, command: str) -> Iterator[str]:
    """The lines of one table."""
    names = _names(sweep)
    first = names[sweep.runs[0].label]
    found = {metric: _compared(sweep, metric) for metric in METRICS}
    yield f"\n| {len(sweep.questions)} questions | score | against {first} | evidence recall | against {first} |"
    yield "| --- | --- | --- | --- | --- |"
    for run in sweep.runs:
        cells = [
            cell for metric in METRICS for cell in (_mean(sweep, run.label, metric), _said(found[metric], run.label))
        ]
        yield f"| {names[run.label]} | {' | '.join(cells)} |"
    yield f"\n{stamped(command)}"


def kinds_table(sweep: SweepResult, command: str) -> Iterator[str]:
    """The lines of the table of kinds: a row a kind, a column a point."""
    found, names = comparisons_by_kind(sweep), _names(sweep)
    yield f"\n| kind | questions | {' | '.join(names.values())} |"
    yield "| --- " * (2 + len(names)) + "|"
    for kind, own in groups_of(sweep.questions.values()).items():
        cells = [_within(run.scores(), own, found[kind].get(run.label)) for run in sweep.runs]
        yield f"| {kind} | {len(own)} | {' | '.join(cells)} |"
    yield f"\n{stamped(command)}"


def _names(sweep: SweepResult) -> dict[str, str]:
    """Label → what of it not every point says."""
    labels = [run.label for run in sweep.runs]
    return dict(zip(labels, short_names(labels), strict=True))


def _within(scores: Mapping[str, list[float]], own: Collection[str], compared: Comparison | None) -> str:
    """The mean over the questions of one kind; in bold with the interval of the difference where one is shown."""
    means = question_means({name: of for name, of in scores.items() if name in own})
    mean = number(fmean(means.values())) if means else ""
    if compared is None or compared.verdict not in ("better", "worse"):
        return mean
    return f"**{mean}** ({compared.low:+.3f} to {compared.high:+.3f})"


def _compared(sweep: SweepResult, metric: str) -> dict[str, Comparison]:
    own = {run.label: run.scores(metric) for run in sweep.runs if not run.same_as}
    found = compare_all(own, sweep.runs[0].label, sweep.terms) if own[sweep.runs[0].label] else {}
    return found | {run.label: found[run.same_as] for run in sweep.runs if run.same_as in found}


def _mean(sweep: SweepResult, label: str, metric: str) -> str:
    scores = sweep.run(label).scores(metric)
    return number(fmean(question_means(scores).values())) if scores else ""


def _said(found: dict[str, Comparison], label: str) -> str:
    """The difference with its interval; in bold where the data carry it."""
    one = found.get(label)
    if one is None:
        return ""
    text = f"{one.difference:+.3f} ({interval(one.low, one.high)})"
    return f"**{text}** {one.verdict}" if one.verdict in ("better", "worse") else text


if __name__ == "__main__":
    sys.exit(main())
