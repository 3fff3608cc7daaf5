"""The scores of a run's answers, kept beside its journal, so that a sweep scores only what is new.

Kept under the score key (docs/design.md): the run key, which holds the corpus, the pipeline's code and all settings of
the answer; the code that scores; the settings of scoring. Within it each entry is under its gold record and its answer.
Whatever of these changes is scored again; the file is replaced whole, and one that is damaged is made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.score import ALWAYS, OPTIONAL, Scoring, scorer_digest
from experiments.jsonl import line, parsed
from pipeline.identity import digest
from pipeline.settings.checks import plain
from pipeline.storage.checksums import keep, kept
from pipeline.types import Question

FILE = "graded.json"


@dataclass(frozen=True)
class Grade:
    """What an answer is worth, and where its question and each piece of its evidence was lost."""

    scores: Mapping[str, float | None]
    lost_at: str
    evidence: tuple[tuple[str, str], ...]
    rule: str  # that decided its score


class Grades:
    """The grades of one run."""

    def __init__(self, folder: Path, run_key: str, scoring: Scoring) -> None:
        self.path = folder / FILE
        self._key = digest([run_key, scorer_digest(), plain(scoring)])
        self._known = self._read()
        self._new = False
        self._gold: dict[str, str] = {}

    def of(self, question: Question, answer: Mapping[str, Any], grade: Callable[[], Grade]) -> Grade:
        """The grade of an answer, given as its record: what is kept, else what `grade` finds."""
        key = f"{self._gold_digest(question)} {_digest(answer)}"
        if key not in self._known:
            self._known[key] = grade()
            self._new = True
        return self._known[key]

    def keep(self) -> None:
        """Writes what was graded since; raises OSError where that cannot be."""
        if self._new:
            rows = {key: [dict(g.scores), g.lost_at, g.evidence, g.rule] for key, g in self._known.items()}
            keep(self.path, line({"key": self._key, "grades": rows}))
            self._new = False

    def _read(self) -> dict[str, Grade]:
        if (data := kept(self.path)) is None:
            return {}
        found = parsed(data)
        return {key: _grade(*row) for key, row in found["grades"].items()} if found["key"] == self._key else {}

    def _gold_digest(self, question: Question) -> str:
        if question.id not in self._gold:
            self._gold[question.id] = _digest(question)
        return self._gold[question.id]


def _grade(scores: dict[str, float | None], lost_at: str, evidence: list[list[str]], rule: str) -> Grade:
    in_order = {name: scores[name] for name in (*ALWAYS, *OPTIONAL)}  # as `eval.score` gives them
    return Grade(in_order, lost_at, tuple((phrase, stage) for phrase, stage in evidence), rule)


def _digest(record: Mapping[str, Any] | Question) -> str:
    return hashlib.sha256(line(record).encode()).hexdigest()
