from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from benchmarks.footprints import COLUMNS, calls, rows
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.pipeline.types import Question


def row(name: str, tools: float, recall: float, *tasks: str) -> ResultRow:
    stages = [{"calls": [{"task": task} for task in tasks[:2]]}, {"calls": [{"task": task} for task in tasks[2:]]}]
    scores = {"tool_calls": tools, "evidence_recall": recall}
    return ResultRow(name, 0, {}, scores, "", (), {"stages": stages})


def test_calls_are_counted_over_the_stages() -> None:
    one = row("q", 2, 1, "route_buckets", "decompose_query", "review_evidence", "review_evidence", "compose_answer")
    assert [calls(one, tasks) for _, tasks in COLUMNS] == [2, 0, 2, 2, 1]


def test_a_row_for_each_example() -> None:
    tasks = ("route_buckets", "plan_search", "review_evidence")
    of = {"a": "contract", "b": "contract", "c": "transistors", "d": "solvents"}
    questions = {name: Question(name, name, "text", "x", tags=(f"example_{tag}",)) for name, tag in of.items()}
    asked = tuple(row(name, at, at / 4, *tasks, *tasks[2:] * at) for at, name in enumerate(of, 1))
    run = RunResult("x", Path(), {"architecture": {"name": "agentic"}, "llm": {"name": "scripted"}}, {}, asked)
    assert list(rows(SimpleNamespace(runs=[run], questions=questions))) == [  # type: ignore[arg-type]
        "| contract | agentic, scripted | 2 | 1.0 | 1.0 | 2.5 | 1.5 | 0.0 | 0.38 |",
        "| transistors | agentic, scripted | 1 | 1.0 | 1.0 | 4.0 | 3.0 | 0.0 | 0.75 |",
        "| solvents | agentic, scripted | 1 | 1.0 | 1.0 | 5.0 | 4.0 | 0.0 | 1.00 |",
    ]
