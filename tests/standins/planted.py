"""A sweep with planted scores, in memory: the input of what decides between variations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.pipeline.types import Evidence, Question

INFO = {
    "dataset": "papers", "split": "all", "repeats": 1, "metric": "score", "finished": True, "cluster": "document",
}  # fmt: skip


def planted(
    scores: Mapping[str, Sequence[float]],
    about: int,
    *,
    usd: Mapping[str, float] | None = None,
    undecided: Mapping[str, int] | None = None,
    lost: Mapping[str, int] | None = None,
    unseen: Mapping[str, float] | None = None,
    own_words: bool = False,
    config: Mapping[str, Any] | None = None,
    **info: Any,
) -> SweepResult:
    """`scores` of each variation, one a question; the questions are dealt to `about` documents in turn. `usd` is what
    all answers of a variation cost; its first `undecided` answers are guesses, its first `lost` ones did not come. With
    `own_words` no two variations answer alike."""
    many = max(map(len, scores.values()))
    files = [f"{'abcdefghijklmnopqrstuvwxyz'[number % 26]}{number // 26 or ''}.pdf" for number in range(about)]
    questions = {
        f"Q_{n}": Question(f"Q_{n}", "?", "text", "x", evidence=(Evidence(files[n % about], (1,), "x"),))
        for n in range(many)
    }
    runs = []
    for label, own in scores.items():
        rows = tuple(
            _row(n, score, n < (undecided or {}).get(label, 0), n < (lost or {}).get(label, 0), own_words * label)
            for n, score in enumerate(own)
        )
        settings = {
            "llm": {"name": "ollama"},
            "architecture": {"name": "router_planner"},
            "dataset": {},
            **(config or {}),
        }
        runs.append(RunResult(label, Path(label), settings, {}, rows))
    whole = {**INFO, "baseline": next(iter(scores)), **info}
    sweep = SweepResult(Path("2026-01-02T03-04-05"), whole, questions, tuple(runs))
    sweep.__dict__["summary"] = tuple(
        {
            "variation": label, "cost_usd": str((usd or {}).get(label, 1.0)), "tokens_in": "1", "tokens_out": "1",
            "tokens_unseen": str((unseen or {}).get(label, "")),
        }
        for label in scores
    )  # fmt: skip
    return sweep


def _row(number: int, score: float, is_guess: bool, is_lost: bool, words: str) -> ResultRow:
    is_open = is_guess or is_lost
    bounds = {"score_if_wrong": 0.0 if is_open else score, "score_if_right": 1.0 if is_open else score}
    failed = {"status": "failed", "failure": "not_answered"} if is_lost else {"status": "answered"}
    answer = {**failed, "answer": words or "x", "context": [], "sub_answers": []}
    timing = {"seconds": 1.0, "replayed_seconds": 0.0}
    scores = {"score": 0.0 if is_lost else score, **bounds}
    return ResultRow(f"Q_{number}", 0, answer, scores, "", (), timing, undecided="why" if is_guess else "")
