"""Makes the table by which texts are decided (eval/record/table.json), and measures what it is worth.

    python -m benchmarks.record [--left-out]

Reads the answers with people's verdicts of the folder that RAGATTA_DATA names (answer_verdicts/*.jsonl) and judges each
by the rules, as `ragatta score` would. Without options the table is written: counts by class, no text. With --left-out
nothing is written: each dataset, each system and each fifth of the questions is judged by the record of all others.
Printed as Markdown, a line a value of `scoring.error`: the share of answers that are decided, and the share that people
judge likewise: of all decided, of those decided right, of those decided wrong, and of all when guesses take their
likelier side.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agreement import RIGHT, question_of
from ragatta.eval.answers.status import INFERRED, outcome_of
from ragatta.eval.record.applied import ERROR, with_record
from ragatta.eval.record.classes import side
from ragatta.eval.record.making import Judged, record_of
from ragatta.eval.record.table import TABLE, Record, Source, rules_digest, write_table
from ragatta.eval.scorers.score import ruled
from ragatta.eval.verdict import Verdict
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.faults import Fault
from ragatta.pipeline.types import Answer, StageRecord

ERRORS = (0.01, 0.02, ERROR, 0.05, 0.1)
FOLDS = 5


@dataclass(frozen=True)
class Row:
    """An answer of a dataset with the verdict of the rules, and whether a person judged it right."""

    dataset: str
    system: str
    question: str
    kind: str
    ruled: Verdict
    is_right: bool


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--left-out", action="store_true", help="measures on what is left out, and writes nothing")
    options = words.parse_args(arguments)
    rows = [row for path in files() for row in read(path)]
    if options.left_out:
        print("\n".join(left_out(rows)))
        return 0
    record = made_of(rows, rules_digest())
    write_table(TABLE, record)
    print("\n".join(table("the answers that the record is of", [(record, rows)])))
    return 0


def files() -> list[Path]:
    folder = os.environ.get("RAGATTA_DATA", "")
    files = sorted((Path(folder) / "answer_verdicts").glob("*.jsonl")) if folder else []
    if not files:
        raise Fault("set RAGATTA_DATA to the folder that holds answer_verdicts/")
    return files


def read(path: Path) -> Iterator[Row]:
    """The answers of a file, judged by the rules."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if not line:
            continue
        written = json.loads(line)
        question = question_of(written)
        by_words = StageRecord("file", 0.0, details={"status": INFERRED})
        answer = Answer(outcome_of(written["answer"], question), written["answer"], steps=(by_words,))
        of, right = f"{path.stem} {question.id}", written["verdict"] == RIGHT
        yield Row(path.stem, written["system"], of, question.kind, ruled(question, answer), right)


def made_of(rows: Sequence[Row], rules: str = "") -> Record:
    """The record of these answers."""
    names = dict.fromkeys(row.dataset for row in rows)
    own = {name: [row for row in rows if row.dataset == name] for name in names}
    sources = [Source(name, len(of), len({row.question for row in of})) for name, of in own.items()]
    judged = [Judged(row.ruled.group, side(row.ruled.score) == "right", row.is_right, row.question) for row in rows]
    return record_of(judged, sources, rules)


def left_out(rows: Sequence[Row]) -> Iterator[str]:
    """The tables of what each record is worth on what it does not hold."""
    for dataset in dict.fromkeys(row.dataset for row in rows):
        yield from table(f"{dataset}, by the record of the other", [_without(rows, _dataset, dataset)])
        folds = [_without(rows, _fifth, at) for at in range(FOLDS)]
        own = [(record, [row for row in tested if row.dataset == dataset]) for record, tested in folds]
        yield from table(f"{dataset}, by the record of four fifths of all questions, on the last fifth", own)
    for system in sorted({_system(row) for row in rows}):
        yield from table(f"{system}, by the record of the others", [_without(rows, _system, system)])


def _without(rows: Sequence[Row], part: Callable[[Row], object], left: object) -> tuple[Record, list[Row]]:
    """The record without the rows of one part, and these rows."""
    return made_of([row for row in rows if part(row) != left]), [row for row in rows if part(row) == left]


def _dataset(row: Row) -> str:
    return row.dataset


def _system(row: Row) -> str:
    return f"{row.dataset} {row.system}"


def _fifth(row: Row) -> int:
    return hashlib.sha256(row.question.encode()).digest()[1] % FOLDS


def table(title: str, parts: Sequence[tuple[Record, Sequence[Row]]]) -> Iterator[str]:
    """A line an error: the answers of each part judged by its record."""
    yield f"\n{title} ({sum(len(rows) for _, rows in parts)} answers)\n"
    yield "| scoring.error | decided | as people | of right | of wrong | all, with guesses |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for error in ERRORS:
        found = [(with_record(row.ruled, record, error), row.is_right) for record, rows in parts for row in rows]
        decided = [one for one in found if not one[0].undecided]
        by_side = [_as_people([one for one in decided if side(one[0].score) == of]) for of in ("right", "wrong")]
        cells = [len(decided) / len(found), _as_people(decided), *by_side, _as_people(found)]
        yield f"| {error:g} | {' | '.join(f'{cell:.3f}' for cell in cells)} |"


def _as_people(found: Sequence[tuple[Verdict, bool]]) -> float:
    same = sum((side(verdict.score) == "right") == is_right for verdict, is_right in found)
    return same / len(found) if found else float("nan")


if __name__ == "__main__":
    run_command(main)
