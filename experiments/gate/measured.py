"""Reads the gate's input from a finished sweep: the result of each question in each variation, latency and size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

from ragatta.eval.attribution import ON_THE_WAY
from ragatta.eval.gate.decision import Board, Seen, other_keys
from ragatta.eval.groups import group
from ragatta.eval.metrics import PARTIAL, SCORE
from ragatta.eval.people import NOBODY, People
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.expected import Gate, Recorded
from ragatta.experiments.gate.settings import settings_of
from ragatta.experiments.on_record.journal import is_timed
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.pipeline.plugins.identity import digest, short
from ragatta.pipeline.types import Question

WITHOUT_EFFECT = ("tags", "split")  # of a gold record: they select questions, and change neither answer nor score
LOST_IN_INDEXING = ("not_parsed", "not_indexed")  # stages of eval.attribution
SHOWN = 5  # ids that a message names


def gold_digest(questions: Iterable[Question]) -> str:
    """A short digest of everything in the gold records that can change an answer or a score."""
    records = [{key: v for key, v in q.stated().items() if key not in WITHOUT_EFFECT} for q in questions]
    return short(digest(records))


def recorded_of(sweep: SweepResult, people: People = NOBODY, documents: Mapping[str, str] | None = None) -> Recorded:
    """What --update writes; `people` gave verdicts on its questions, `documents` are their digests. Raises Fault if
    nothing was measured."""
    board, questions = board_of(sweep), sweep.questions.values()
    gold, verdicts = gold_digest(questions), people.digest(questions)
    settings = {run.label: settings_of(run) for run in sweep.runs}
    return Recorded(
        str(sweep.info["dataset"]), gold, tuple(board), board, verdicts, contexts(sweep), documents or {}, settings
    )


def board_of(sweep: SweepResult) -> Board:
    """Raises Fault if there are no questions, a variation failed on every one, or an answer did not come."""
    if not sweep.questions:
        raise Fault("nothing was measured: the sweep has no questions")
    if handed := [run.label for run in sweep.runs if run.handed]:
        raise Fault(f"{', '.join(handed)}: handed parts of the gold records (oracle=); a gate is of results")
    for run in sweep.runs:
        failed = [row for row in run.rows if row.answer["status"] == "failed"]
        if len(failed) == len(run.rows):
            why = f": {failed[0].answer['limitations']}" if failed else ""
            raise Fault(f"nothing was measured: all {len(run.rows)} questions of {run.label} failed{why}")
    if lost := [(run.label, row) for run in sweep.runs for row in run.rows if not row.came]:
        raise Fault([*(_unanswered(*one) for one in lost[:SHOWN]), *_more(len(lost) - SHOWN)])
    return {run.label: _seen(run, sweep.questions) for run in sweep.runs}


def _unanswered(label: str, row: ResultRow) -> str:
    why = row.answer["limitations"]
    return f"{row.question_id} was not answered by {label}, so nothing is compared; run it again: {why}"


def _more(number: int) -> list[str]:
    return [f"and {counted(number, 'more answer')} did not come"] if number > 0 else []


def _seen(run: RunResult, questions: Mapping[str, Question]) -> dict[str, Seen]:
    samples: dict[str, list[ResultRow]] = {id_: [] for id_ in questions}
    for row in run.rows:
        samples[row.question_id].append(row)
    return {id_: _of(rows) for id_, rows in samples.items()}


def _of(rows: Sequence[ResultRow]) -> Seen:
    """The result over a question's repeats: mean scores, the evidence that reached the context in all of them, and the
    first stage that lost it in any."""
    pieces = zip(*(_reached(row) for row in rows), strict=True)
    others = {name: _mean_of(rows, name) for name in other_keys()}
    return Seen(
        score=fmean(row.scores[SCORE] for row in rows),
        partial_match=_mean_of(rows, PARTIAL),
        reached="".join("1" if all(each) else "0" for each in pieces),
        lost_at=next((row.lost_at for row in rows if row.lost_at), ""),
        failed=fmean(row.answer["status"] == "failed" for row in rows),
        not_indexed=fmean(_not_indexed(row) for row in rows),
        answered_wrongly=fmean(row.answer["status"] == "answered" and 1 - row.scores[SCORE] for row in rows),
        others={name: value for name, value in others.items() if value is not None},
    )


def _mean_of(rows: Sequence[ResultRow], metric: str) -> float | None:
    found = [row.scores[metric] for row in rows if metric in row.scores]
    return fmean(found) if found else None


def _not_indexed(row: ResultRow) -> float:
    lost = [piece["lost_at"] in LOST_IN_INDEXING for piece in row.evidence]
    return sum(lost) / len(lost) if lost else 0.0


def _reached(row: ResultRow) -> list[bool]:
    return [piece["lost_at"] not in ON_THE_WAY for piece in row.evidence]


def kinds_of(sweep: SweepResult) -> dict[str, str]:
    """Each question's group (eval/groups.py), by its id."""
    return {id_: group(question) for id_, question in sweep.questions.items()}


def phrases(sweep: SweepResult, variation: str, question_id: str) -> tuple[tuple[str, str], ...]:
    """Each piece of the question's gold evidence, with the stage that lost it ("": none)."""
    rows = sweep.run(variation).rows
    row = next(row for row in rows if row.question_id == question_id)
    return tuple((str(piece["phrase"]), str(piece["lost_at"])) for piece in row.evidence)


def check_recorded(gate: Gate, path: Path, questions: Sequence[Question], labels: Sequence[str]) -> None:
    """Raises Fault if the record is for another dataset, other questions or other variations."""
    recorded = gate.recorded
    if recorded is None:
        raise Fault(f"{path}: no baseline yet; record what this commit scores with ragatta regress --update")
    there, known = [question.id for question in questions], list(recorded.questions)
    problems = [
        _names("questions that the dataset does not have", [i for i in known if i not in there]),
        _names("no line for the dataset's questions", [i for i in there if i not in known]),
    ]
    if tuple(labels) != recorded.variations:
        problems.append(
            f"recorded are the variations {', '.join(recorded.variations)}, the command makes {', '.join(labels)}"
        )
    now = gold_digest(questions)
    if not any(problems) and now != recorded.digest:
        problems.append(
            f"recorded with other gold (digest {recorded.digest}, now {now}): expected answers or evidence changed"
        )
    if any(problems):
        fix = "if that is meant, record it with ragatta regress --update"
        raise Fault([f"{path}: {problem}; {fix}" for problem in problems if problem])


def _names(what: str, ids: Sequence[str]) -> str:
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"{what}: {', '.join(ids[:SHOWN])}{more}" if ids else ""


def contexts(sweep: SweepResult) -> dict[str, int]:
    """The mean number of characters of the contexts of each variation."""
    return {run.label: round(fmean(_context(row.answer) for row in run.rows)) for run in sweep.runs}


def _context(answer: Mapping[str, Any]) -> int:
    """The characters of the passages that it was written from; 0 where a system outside does not say it."""
    own = (len(one["text"]) if one.get("table") else one["char_end"] - one["char_start"] for one in answer["context"])
    return sum(own) + sum(map(_context, answer["sub_answers"]))


def live_latencies(sweep: SweepResult) -> dict[str, float]:
    """The median seconds per answer of each variation. Raises Fault unless all were answered in this sweep by live
    calls; variations that are the same as another are left out."""
    problems, found = [], {}
    for run in (run for run in sweep.runs if not run.same_as):
        live = [row.timing for row in run.rows if _is_live(row)]
        timed = [timing["seconds"] for timing in live if is_timed(timing)]
        if len(live) == len(run.rows) and timed:
            found[run.label] = median(timed)
        elif len(live) == len(run.rows):
            problems.append(f"{run.label}: the process was halted during every answer")
        else:
            problems.append(
                f"{run.label}: {len(run.rows) - len(live)} of {len(run.rows)} answers are reused or replayed"
            )
    if problems:
        fix = "latency is gated on live answers only; ask all of them now with llm.cache=refresh"
        raise Fault([*problems, fix])
    return found


def _is_live(row: ResultRow) -> bool:
    return bool(row.timing["answered_now"]) and not row.timing["replayed_calls"]
