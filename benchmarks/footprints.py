"""Model calls and tool calls of the three worked examples of agentic search, beside those that its source states.

    python -m benchmarks.footprints [word ...]

The questions of `components` that are of an example's kind (a clause of a contract, a table of transistors, solvents
with data sheet and certificate) are asked of `agentic` and `tool_loop`; words with "=" go to the sweep. A row for each
example and backend: calls a question on average, and the share of the gold evidence that was found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from benchmarks.stamps import stamped
from benchmarks.sweeping import sweep_of
from ragatta.eval.statistics import question_means
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult

# Seed 004, section 9: calls to decompose, to plan, to review, of tools, to compose.
STATED = {"contract": (1, 1, 3, 2, 1), "transistors": (1, 1, 4, 3, 1), "solvents": (1, 1, 5, 4, 1)}
COLUMNS = (  # of the tasks of model calls; the source decomposes in two phases and counts one call
    ("decompose", ("route_buckets", "decompose_query")),
    ("plan", ("plan_search",)),
    ("review", ("review_evidence",)),
    ("tools", ()),
    ("compose", ("compose_answer", "answer_with_tools")),
)
RUNS = (  # the settings of each sweep
    ("architecture=agentic",),
    ("architecture=agentic,tool_loop", "llm=scripted"),
)


def main(arguments: Sequence[str]) -> int:
    tags = ",".join(f"example_{name}" for name in STATED)
    print(f"\n| example | asked of | questions | {' | '.join(name for name, _ in COLUMNS)} | evidence recall |")
    print("| --- " * (len(COLUMNS) + 4) + "|")
    for name, calls in STATED.items():
        print(f"| {name} | the source | | {' | '.join(map(str, calls))} | |")
    for words in RUNS:
        of = ["--grid", "none", "dataset=components", f"dataset.tags=[{tags}]", *words, *arguments]
        print("\n".join(rows(sweep_of(*of))), flush=True)
    print(f"\n{stamped(' '.join(['python -m benchmarks.footprints', *arguments]))}")
    return 0


def rows(sweep: SweepResult) -> Iterator[str]:
    for run in sweep.runs:
        asked_of = f"{run.config['architecture']['name']}, {run.config['llm']['name']}"
        for name in STATED:
            own = [row for row in run.rows if f"example_{name}" in sweep.questions[row.question_id].tags]
            counts = " | ".join(f"{fmean(calls(row, tasks) for row in own):.1f}" for _, tasks in COLUMNS)
            yield f"| {name} | {asked_of} | {len(own)} | {counts} | {_found(run, own):.2f} |"


def calls(row: ResultRow, tasks: Sequence[str]) -> float:
    """The model calls of a question that are of these tasks; its tool calls where there are none."""
    if not tasks:
        return row.scores.get("tool_calls", 0)
    made = Counter(call["task"] for stage in row.timing["stages"] for call in stage["calls"])
    return sum(made[task] for task in tasks)


def _found(run: RunResult, own: Sequence[ResultRow]) -> float:
    means = question_means(run.scores("evidence_recall"))
    return fmean(means[row.question_id] for row in own)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
