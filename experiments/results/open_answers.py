"""The answers of a sweep that no rule decides, in the order of drawing, and the verdicts that people give."""

from __future__ import annotations

import getpass
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ragatta.conf.schema import Dataset
from ragatta.eval.metrics import SCORE
from ragatta.eval.people import (
    NOBODY,
    NOBODY_NAMED,
    Audited,
    People,
    Settled,
    answer_text,
    gold_digest,
    hashed,
    last_words,
)  # fmt: skip
from ragatta.eval.record.classes import side
from ragatta.eval.record.table import rules_digest
from ragatta.eval.scorers.score import ruled
from ragatta.eval.statistics.comparison import NOT_SIGNIFICANT
from ragatta.eval.statistics.drawing import priority
from ragatta.eval.verdict import Verdict
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.drawing import NOT_YET, Key, draw_of, row_key
from ragatta.experiments.results.reading import ResultRow, SweepResult
from ragatta.experiments.results.tables import comparisons, decided
from ragatta.experiments.results.undecided import judged_answer
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.types import Answer, Question

WHY = "drawn at random, to see how often people judge otherwise"
SAID = {NOT_YET: "not shown yet", NOT_SIGNIFICANT: "not shown, and more verdicts would hardly change that"}


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
    audited: Audited | None = None  # of one that was drawn at random


def open_answers(sweep: SweepResult, people: People = NOBODY) -> list[OpenAnswer]:
    """The undecided answers of a sweep, each once, in the order of drawing, last those that tell no variations apart;
    without those that people have settled since."""
    hanging, draw = _hanging(sweep), draw_of(sweep)
    found: dict[tuple[str, str], list[tuple[str, ResultRow]]] = {}
    for run in sweep.runs:
        for row in () if run.same_as else run.rows:
            if row.undecided:
                found.setdefault(row_key(row), []).append((run.label, row))
    every = []
    for key in dict.fromkeys((*(key for key in draw.order if key in found), *found)):
        rows = found[key]
        question, answer, why = sweep.questions[key[0]], judged_answer(rows[0][1]), rows[0][1].undecided
        labels = tuple(dict.fromkeys(label for label, _ in rows))
        now = people.applied(question, answer, Verdict(0.0, "", why))
        if now.undecided:
            hangs = len({compared for label in labels for compared in hanging.get(label, ())})
            every.append(OpenAnswer(question, answer, now.undecided, labels, hangs, bool(people.on(question, answer))))
    return every


def judged(sweep: SweepResult, people: People, question_id: str) -> list[OpenAnswer]:
    """The answers to a question that people judged, each words once, to be judged again: of a person's verdicts the
    later counts. Raises Fault for a question that the sweep did not ask."""
    if question_id not in sweep.questions:
        raise Fault(
            f"--again {question_id}: the sweep asks no such question; {suggestion(question_id, [*sweep.questions])}"
        )
    question = sweep.questions[question_id]
    rows = [row for run in sweep.runs for row in run.rows if row.question_id == question_id and row.came]
    found: dict[Key, OpenAnswer] = {}
    for row in rows:
        answer = judged_answer(row)
        if lines := people.on(question, answer):
            said = ", ".join(f"{one.verdict:g} by {one.who or NOBODY_NAMED}" for one in last_words(lines))
            found.setdefault(
                row_key(row), OpenAnswer(question, answer, f"judged {said}", (), 0, any(one.resolves for one in lines))
            )
    return [*found.values()]


def with_verdicts(sweep: SweepResult, people: People) -> SweepResult:
    """With the verdicts that people gave since the sweep."""
    runs = (replace(run, rows=tuple(_applied(row, sweep, people) for row in run.rows)) for run in sweep.runs)
    return replace(sweep, runs=tuple(runs))


def _applied(row: ResultRow, sweep: SweepResult, people: People) -> ResultRow:
    question, answer = sweep.questions[row.question_id], judged_answer(row)
    if not people.on(question, answer):
        return row
    ruled = row.by_person
    by_rule = (ruled.score, ruled.rule, ruled.why_undecided) if ruled else (row.scores[SCORE], row.rule, row.undecided)
    now = people.applied(question, answer, Verdict(*by_rule))
    scores = {**row.scores, SCORE: now.score}
    return replace(row, scores=scores, rule=now.rule, undecided=now.undecided, by_person=now.by_person)


def drawn_words(sweep: SweepResult) -> list[str]:
    """What the drawn verdicts say of the comparisons of scores that hang on undecided answers, and the decision where
    that is by score; nothing where no answer tells variations apart."""
    if not (draw := draw_of(sweep)).order:
        return []
    found, baseline = comparisons(sweep, SCORE), sweep.info["baseline"]
    tell = "that tells variations apart is" if len(draw.order) == 1 else "that tell variations apart are"
    said = [f"{draw.judged:,} of {counted(len(draw.order), 'undecided answer')} {tell} judged."]
    said += [
        f"{label} against {baseline}: {SAID.get(one.drawn_verdict, one.drawn_verdict)}, {one.drawn_words}"
        for label, one in found.items()
        if one.drawn_words
    ]
    if sweep.info["metric"] == SCORE:
        return [*said, decided(sweep, {SCORE: found}).text]
    return [*said, f"The decision goes by {readable(str(sweep.info['metric']))}, which verdicts do not change."]


def _hanging(sweep: SweepResult) -> Mapping[str, set[str]]:
    """By variation, the comparisons of it that hang on undecided answers, named by their other side."""
    found: dict[str, set[str]] = {}
    for label, one in comparisons(sweep, SCORE).items():
        for compared in (label, str(sweep.info["baseline"])) if one.hangs_on else ():
            found.setdefault(compared, set()).add(label)
    return found


def drawn_at_random(sweep: SweepResult, people: People, many: int) -> list[OpenAnswer]:
    """`many` of the answers that came, each words once, without those that were drawn so before."""
    scoring, rules = sweep.runs[0].config.get("scoring", {}), rules_digest()
    found: dict[Key, ResultRow] = {}
    for run in sweep.runs:
        for row in () if run.same_as else run.rows:
            if row.came:
                found.setdefault(row_key(row), row)
    # Another random number than that of the order in which undecided answers are drawn.
    order = sorted(found, key=lambda key: -priority(1.0, "\n".join(("audit", *key))))
    made: list[OpenAnswer] = []
    for key in order:
        if len(made) == many:
            break
        question, answer = sweep.questions[key[0]], judged_answer(found[key])
        if not is_audited(people.on(question, answer)):
            audited = _said(question, answer, scoring, rules)
            made.append(OpenAnswer(question, answer, WHY, (), 0, differ=False, audited=audited))
    return made


def is_audited(lines: Sequence[Settled]) -> bool:
    """Whether an answer was drawn at random before; `lines` are those on it."""
    return any(one.audited for one in lines)


def _said(question: Question, answer: Answer, scoring: Mapping[str, Any], rules: str) -> Audited:
    given = {name: scoring[name] for name in ("number_tolerance", "number_rules") if name in scoring}
    found = ruled(question, answer, **given)
    return Audited(found.group, side(found.score) == "right", rules)


def settled(one: OpenAnswer, verdict: float, who: str, dataset: Dataset) -> Settled:
    """The line of verdicts.jsonl for an answer, without its text where the documents may not be passed on."""
    own = dataset.name == "local" or bool(dataset.generator)
    text = answer_text(one.answer)
    when = datetime.now(UTC).isoformat(timespec="seconds")
    made = (one.question.id, gold_digest(one.question), text if own else hashed(text), verdict, who, when)
    return Settled(*made, resolves=one.differ, drawn=not one.audited, audited=one.audited)


def user_name() -> str:
    """The name of the user; "" where the machine has none for them, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
