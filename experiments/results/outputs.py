"""Writes the files that scripts and CI read: a folder per run, a folder per sweep, and `latest`.

answers.jsonl and scores.jsonl contain only what is reproducible byte for byte; seconds, ids and dates are in
timings.jsonl and manifest.json. digests.json beside them has the digests of all files.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragatta.eval.metrics import SCORE
from ragatta.eval.people import JUDGE, PERSON
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.composing.lineage import lineage
from ragatta.experiments.jsonl import line
from ragatta.experiments.paths import LATEST, SWEEPS
from ragatta.experiments.results.summary import Run, Scored
from ragatta.pipeline.annotations.export import starts_a_formula
from ragatta.pipeline.machine.checksums import write_with_digests
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.types import Question

JUDGED_BY = "judged_by"  # in timings.jsonl: the people whose verdict the score is
DECIMALS = 6  # of a number in a CSV
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")  # no formula, though it may begin with a minus


def new_sweep_folder() -> Path:
    """A new folder, also for two sweeps begun in the same second."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
    for suffix in ("", *(f"-{n}" for n in range(2, 100))):
        folder = SWEEPS / f"{stamp}{suffix}"
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            continue
    raise OSError(f"{SWEEPS}: a hundred sweeps began in one second")


def write_run(run: Run, folders: Sequence[Path], keys: Mapping[str, Any]) -> None:
    """config.yaml, manifest.json, answers.jsonl, scores.jsonl and timings.jsonl of the questions of this sweep, in the
    run's folder, which the next sweep over it overwrites, and in the sweep's, where they stay."""
    manifest = {
        "answers": len(run.rows),
        "answered_now": sum(row.asked_now for row in run.rows),
        "verdicts_digest": digest(given) if (given := _verdicts(run)) else "",
        **lineage(run.point.config, keys),
    }
    files = {
        "config.yaml": as_yaml(run.point.config),
        "answers.jsonl": _lines(_answer(r) for r in run.rows),
        "scores.jsonl": _lines(map(scores_of, run.rows)),
        "timings.jsonl": _lines(_timing(r) for r in run.rows),
        "manifest.json": _json(manifest),  # last: where it is, the others are
    }
    write_with_digests(folders[0], files, *folders[1:])


def write_questions(folder: Path, questions: Sequence[Question]) -> None:
    """The gold records that the sweep is scored against."""
    write_with_digests(folder, {"questions.jsonl": _lines(question.stated() for question in questions)})


def write_progress(folder: Path, record: Mapping[str, Any]) -> None:
    """sweep.json: the sweep's description and progress."""
    write_with_digests(folder, {"sweep.json": _json(record)})


def write_sweep(folder: Path, **tables: Sequence[Mapping[str, Any]] | str) -> None:
    """One CSV per table, such as summary.csv, of the runs so far. A table is given as rows, or as the text of its
    CSV."""
    texts = {f"{name}.csv": rows if isinstance(rows, str) else csv_of(rows) for name, rows in tables.items()}
    write_with_digests(folder, texts)


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """One more CSV."""
    write_whole(path, csv_of(rows))


def point_latest(folder: Path) -> None:
    """Points outputs/latest at this sweep, atomically."""
    beside = LATEST.with_name(f".latest-{os.getpid()}")
    beside.unlink(missing_ok=True)
    beside.symlink_to(folder.relative_to(LATEST.parent))
    os.replace(beside, LATEST)


def _verdicts(run: Run) -> list[Any]:
    """The verdicts of people and of a judge that its scores rest on; the latter with the judge, its prompt and its
    calibration."""
    given = [[*_which(row).values(), row.rule, row.scores[SCORE]] for row in run.rows if row.rule in (PERSON, JUDGE)]
    return [*given, run.keys["judge"]] if any(rule == JUDGE for _, _, rule, _ in given) else given


def _answer(row: Scored) -> dict[str, Any]:
    record = dict(row.entry.record)
    return {**_which(row), "answer": record.pop("text"), **record}


def scores_of(row: Scored) -> dict[str, Any]:
    """The record of scores.jsonl. A metric that does not apply to the question is left out."""
    return {
        **_which(row),
        "scores": {name: score for name, score in row.scores.items() if score is not None},
        "rule": row.rule,
        "why_undecided": row.undecided,
        **({"by_person": row.by_person.of_rules()} if row.by_person else {}),
        "lost_at": row.lost_at,
        "evidence": [{"phrase": phrase, "lost_at": stage} for phrase, stage in row.evidence_lost],
    }


def _timing(row: Scored) -> dict[str, Any]:
    """What is not reproducible: the timing with that of the judgement, the reason of a failure, and who judged."""
    judged: dict[str, Any] = {"judge": asdict(row.judging)} if row.judging else {}
    judged |= {JUDGED_BY: [*row.by_person.who]} if row.by_person else {}
    return {**_which(row), "answered_now": row.asked_now, **row.entry.timing, **judged}


def _which(row: Scored) -> dict[str, Any]:
    return {"question_id": row.question.id, "sample": row.sample}


def _json(record: Mapping[str, Any]) -> str:
    return json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _lines(rows: Any) -> str:
    return "".join(map(line, rows))


def csv_of(rows: Sequence[Mapping[str, Any]], heading: bool = True) -> str:
    """CSV with six decimals and empty cells for missing values, with or without its header."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    if heading:
        writer.writeheader()
    for row in rows:
        writer.writerow({key: _cell(value) for key, value in row.items()})
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.{DECIMALS}f}"
    is_formula = isinstance(value, str) and (value.startswith(("\t", "\r")) or starts_a_formula(value))
    if is_formula and not NUMBER.fullmatch(value):
        return f"'{value}"
    return "" if value is None else value
