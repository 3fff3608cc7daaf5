"""The answers of a sweep that no rule decides, the most influential first, and the verdicts that people give."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from ragatta.conf.schema import Dataset
from ragatta.eval.metrics import SCORE
from ragatta.eval.people import NOBODY, People, Settled, answer_text, gold_digest, hashed
from ragatta.eval.verdict import Verdict
from ragatta.experiments.showing.results import ResultRow, SweepResult
from ragatta.experiments.showing.tables import comparisons
from ragatta.experiments.showing.undecided import judged_answer
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class OpenAnswer:
    """An answer that nothing decides, or on which people differ: who gave it, why, and how many comparisons hang on
    it."""

    question: Question
    answer: Answer
    why: str
    labels: tuple[str, ...]
    hanging: int
    differ: bool


def open_answers(sweep: SweepResult, people: People = NOBODY) -> list[OpenAnswer]:
    """The undecided answers of a sweep, each once, those first on which most comparisons hang; without those that
    people have settled since."""
    hanging = _hanging(sweep)
    found: dict[tuple[str, str], list[tuple[str, ResultRow]]] = {}
    for run in sweep.runs:
        for row in () if run.same_as else run.rows:
            if row.undecided:
                found.setdefault((row.question_id, answer_text(judged_answer(row))), []).append((run.label, row))
    every = []
    for (question_id, _), rows in found.items():
        question, answer, why = sweep.questions[question_id], judged_answer(rows[0][1]), rows[0][1].undecided
        labels = tuple(dict.fromkeys(label for label, _ in rows))
        now = people.applied(question, answer, Verdict(0.0, "", why))
        if now.undecided:
            hangs = len({compared for label in labels for compared in hanging.get(label, ())})
            every.append(OpenAnswer(question, answer, now.undecided, labels, hangs, bool(people.on(question, answer))))
    return sorted(every, key=lambda one: (-one.hanging, -len(one.labels)))


def _hanging(sweep: SweepResult) -> Mapping[str, set[str]]:
    """By variation, the comparisons of it that hang on undecided answers, named by their other side."""
    found: dict[str, set[str]] = {}
    for label, one in comparisons(sweep, SCORE).items():
        for side in (label, str(sweep.info["baseline"])) if one.hangs_on else ():
            found.setdefault(side, set()).add(label)
    return found


def settled(one: OpenAnswer, verdict: float, who: str, dataset: Dataset) -> Settled:
    """The line of verdicts.jsonl for an answer, without its text where the documents may not be passed on."""
    own = dataset.name == "local" or bool(dataset.generator)
    text = answer_text(one.answer)
    when = datetime.now(UTC).isoformat(timespec="seconds")
    made = (one.question.id, gold_digest(one.question), text if own else hashed(text), verdict, who, when)
    return Settled(*made, resolves=one.differ)


def user_name() -> str:
    """The name of the user; "" where the machine has none for them, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
