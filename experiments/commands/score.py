"""Scores answers made elsewhere, without running anything; leaves <name>.scores.csv beside the file.

A line of --from is a JSON object with `question`, a gold record (docs/datasets.md), and `answer`: a text, or an
object with `text`, `value`, `items`, `status` and `sub_answers` (answers likewise), all optional; a `value` that is a
list is the items. Metrics that need the documents (evidence, citations) are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, cast, get_args

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from ragatta.eval.answers.status import INFERRED, outcome_of, status_of
from ragatta.eval.gold.records import GoldError, Record, read_question, read_text
from ragatta.eval.gold.written_jsonl import read_object, record_of
from ragatta.eval.metrics import RECORD_ERROR
from ragatta.eval.scorers import asking, exact_match, partial_match
from ragatta.eval.scorers import score as score_scorer
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SETTINGS, option
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.cells import listed
from ragatta.experiments.results.notes import record_words
from ragatta.experiments.results.outputs import csv_of
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.types import Answer, Question, StageRecord, Status

STATUSES: tuple[str, ...] = get_args(Status)


@dataclass(frozen=True)
class AnswerToScore:
    """An answer with its question."""

    question: Question
    answer: Answer


@command(__doc__, "score --from answers.jsonl", "score --from answers.jsonl scoring.number_tolerance=0.01")
@option("--from", "source", default="", metavar="FILE", help="the .jsonl file with the answers")
@SETTINGS
def score(source: str, settings: tuple[str, ...]) -> int:
    if not source:
        raise Fault("ragatta score --from answers.jsonl: name the file that holds the answers")
    scoring = _scoring(settings)
    path = Path(source)
    if not path.is_file():
        raise Fault(f"ragatta score --from {path}: no such file; name the .jsonl file that holds the answers")
    bars, rows = Bars(), []
    with bars.shown():
        answers = read_answers(path)
        for number, answer_given in enumerate(answers, 1):
            rows.append(_row(answer_given, scoring))
            bars("scoring", number, len(answers))
    target = path.with_suffix(".scores.csv")
    write_whole(target, csv_of(rows))
    print(_summary(rows))
    print(f"scores: {target}")
    return 0


def read_answers(path: Path) -> list[AnswerToScore]:
    """The answers of a JSONL file, in order; empty lines are passed over. Raises GoldError with every fault."""
    found: list[AnswerToScore] = []
    faults: list[str] = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            try:
                found.append(_read_line(f"{path}, line {number}", line))
            except GoldError as error:
                faults += error.faults
            except ValueError as error:
                why = str(error).partition(": line ")[0]  # which counts from this line
                faults.append(f"{path}, line {number}: not a JSON object ({why}); write one object per line")
    if not found and not faults:
        faults.append(f"{path}: no answers in it; write one JSON object per line, with question and answer")
    if faults:
        raise GoldError(faults)
    return found


def _read_line(where: str, line: str) -> AnswerToScore:
    written, twice = read_object(line)
    gold, answer = written.get("question"), written.get("answer")
    faults = [f"{where}, {name}: is given twice; remove one" for name in twice]
    if not isinstance(gold, Mapping):
        faults.append(f"{where}, question: must be an object with the fields of a gold question")
    if not isinstance(answer, Mapping | str):
        faults.append(f"{where}, answer: must be a text, or an object with text, value, items or status")
    if faults:
        raise GoldError(faults)
    record = record_of(Record(where, {**cast(Mapping[str, Any], gold)}))
    question = read_question(record)
    read = _answer(record, answer, question)
    if record.faults or question is None:
        raise GoldError(record.faults)
    return AnswerToScore(question, read)


def _answer(record: Record, answer: Any, question: Question | None) -> Answer:
    written: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {"text": answer}
    text, listed = _text(record, "text", written.get("text")), isinstance(written.get("value"), list)
    value = "" if listed else _text(record, "value", written.get("value"))
    items = written.get("items") or (written["value"] if listed else [])
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        record.fault("answer.value" if listed else "answer.items", "must be a list of texts")
        items = []
    parts = written.get("sub_answers") or []
    if not isinstance(parts, list) or not all(isinstance(part, Mapping | str) for part in parts):
        record.fault("answer.sub_answers", "must be a list of answers")
        parts = []
    by_words = outcome_of(text, question) if question else status_of(text, "")
    status = written.get("status") or ("answered" if value or items or parts else by_words)
    if status not in STATUSES:
        record.fault("answer.status", f"unknown {status!r}; use one of {', '.join(STATUSES)}")
    sub_answers = tuple(_answer(record, part, None) for part in parts)
    steps = () if written.get("status") else (StageRecord("file", 0.0, details={"status": INFERRED}),)
    return Answer(cast(Status, status), text, items=tuple(items), value=value, sub_answers=sub_answers, steps=steps)


def _text(record: Record, name: str, value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    record.fault(f"answer.{name}", "must be one text")
    return ""


def _scoring(overrides: Sequence[str]) -> Scoring:
    """The scoring settings from the overrides; a model and semantic similarity need a sweep."""
    try:
        written = OmegaConf.from_dotlist([*overrides])
        merged = OmegaConf.merge(OmegaConf.structured(Scoring), written.get("scoring") or {})
        scoring = cast(Scoring, OmegaConf.to_object(merged))
    except OmegaConfBaseException as fault:
        raise Fault(f"{str(fault).splitlines()[0]}; only scoring.* can be set here") from fault
    if unknown := [str(key) for key in written if key != "scoring"]:
        raise Fault(f"{', '.join(unknown)}: only scoring.* can be set here")
    if scoring.asked_model() or scoring.semantic_similarity:
        raise Fault(f"{listed([*asking(), 'scoring.semantic_similarity'])} need a sweep: ragatta sweep")
    if problems := scoring.problems():
        raise Fault(problems)
    return scoring


def _row(to_score: AnswerToScore, scoring: Scoring) -> dict[str, Any]:
    question, answer, tolerance = to_score.question, to_score.answer, scoring.number_tolerance
    decided = score_scorer.verdict(question, answer, tolerance, scoring.number_rules, scoring.error)
    return {
        "question_id": question.id,
        "kind": question.kind,
        "status": answer.status,
        "score": float(decided.score),
        "partial_match": partial_match.score(question, answer, tolerance),
        "exact_match": exact_match.score(question, answer),
        "rule": decided.rule,
        "undecided": decided.undecided,
        "class": decided.group,
        "record_error": decided.metrics()[RECORD_ERROR],
    }


def _summary(rows: list[dict[str, Any]]) -> str:
    return "\n".join(_lines(rows))


def _lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{counted(len(rows), 'answer')}, mean score {fmean(row['score'] for row in rows):.3f}"
    for kind, count in sorted(Counter(row["kind"] for row in rows).items()):
        yield f"  {kind}: {count}, mean {fmean(row['score'] for row in rows if row['kind'] == kind):.3f}"
    if guessed := [row for row in rows if row["undecided"]]:
        low, high = (fmean(guess if row["undecided"] else row["score"] for row in rows) for guess in (0.0, 1.0))
        yield f"  {len(guessed)} {score_scorer.UNDECIDED} ({low:.3f} and {high:.3f})"
    recorded = [(row["score"], row["record_error"]) for row in rows if row["record_error"] is not None]
    if words := record_words(recorded):
        yield f"  {words}"
