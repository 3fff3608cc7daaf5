"""Reads answers that people have judged, from a CSV or JSONL file.

Each has `question`, `expected` (or expected_output), `answer` and `verdict`: right or wrong, or a number from 0 to 1.
In JSONL a list as `expected` is the items of a list, all needed; a list as `gold` is equally right answers.
Optional are `question_id` (without it equal questions are one), `context` (what the answer was written from: a text, in
JSONL also a list of passages) and people's figures from 0 to 1 for the judged metrics, under their names.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any, cast

from ragatta.eval.answers.status import INFERRED, outcome_of
from ragatta.eval.gold.inferred import inferred
from ragatta.eval.gold.records import GoldError, read_text
from ragatta.eval.gold.written_csv import separator
from ragatta.pipeline.machine.input_limits import strict_json
from ragatta.pipeline.types import Answer, Chunk, Kind, Page, Question, StageRecord

NEEDED = ("question", "expected", "answer")
ALSO = {"expected_output": "expected", "gold": "expected", "human": "verdict", "label": "verdict", "id": "question_id"}
WORDS = {
    **dict.fromkeys(("right", "correct", "correct answer", "yes", "true"), 1.0),
    **dict.fromkeys(("wrong", "incorrect", "incorrect answer", "refusal", "no", "false"), 0.0),
}
VERDICT = "verdict"
QUESTION_ID = "question_id"
EQUALLY_RIGHT = "gold"  # of JSONL: a list under this name is equally right answers
ALSO_ACCEPTED = "also_accepted"
CONTEXT = "context"  # the file that passages stand in


HOLDS = "answers with people's verdicts"


@dataclass(frozen=True)
class Verdicts:
    """An answer with people's figures by name; `verdict` is that of right or wrong. `pages` hold its passages, `where`
    is its line in the file."""

    question: Question
    answer: Answer
    people: Mapping[str, float]
    pages: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)
    where: str = ""


def read_verdicts(path: Path, figures: Collection[str]) -> list[Verdicts]:
    """The answers, in order. Raises GoldError with every fault, each with its line."""
    written = _of_csv(path) if path.suffix.lower() == ".csv" else _of_jsonl(path)
    rows = [*written]
    if not rows:
        raise GoldError([f"{path}: no answers in it; write one a line, with {', '.join((*NEEDED, VERDICT))}"])
    if wrong := _of_columns({name for _, row in rows for name in row}, figures):
        raise GoldError([f"{path}: {fault}" for fault in wrong])
    faults: list[str] = []
    found = [(where, _Row(where, _renamed(row), faults).verdicts(figures)) for where, row in rows]
    faults += _of_ids(found)
    if faults:
        raise GoldError(faults)
    return [verdicts for _, verdicts in found]


def _of_columns(names: set[str], figures: Collection[str]) -> list[str]:
    """What is wrong with the columns: missing, given twice, or almost named like one that is read."""
    known, read = {*NEEDED, VERDICT, CONTEXT, QUESTION_ID, ALSO_ACCEPTED, *figures}, {*_renamed(dict.fromkeys(names))}
    has = f"it has {', '.join(sorted(names))}"
    missing = [name for name in NEEDED if name not in read] + ([] if read & {VERDICT, *figures} else [VERDICT])
    found = [f"{name!r} is missing; {has}" for name in missing]
    for name in (VERDICT, "expected"):
        given = sorted(own for own in names if ALSO.get(own, own) == name)
        found += [f"{', '.join(given)} are the same column; keep one"] if len(given) > 1 else []
    for name in sorted(read - known):
        near = get_close_matches(name, known - read, n=1, cutoff=0.85)
        found += [f"no column {name!r}; did you mean {near[0]}?"] if near else []
    return found


def _renamed(row: Mapping[str, Any]) -> dict[str, Any]:
    """By the names that are read; beside a `question_id`, `id` is that of the line."""
    own = [name for name in row if name != "id" or QUESTION_ID not in row]
    golds = row.get(EQUALLY_RIGHT)
    if isinstance(golds, list) and golds:
        row = {ALSO_ACCEPTED: golds[1:], **row, EQUALLY_RIGHT: golds[0]}
        own = [*own, *({ALSO_ACCEPTED} - {*own})]
    return {ALSO.get(name, name): row[name] for name in own}


def _of_ids(found: list[tuple[str, Verdicts]]) -> list[str]:
    first: dict[str, str] = {}
    for _, row in found:
        first.setdefault(row.question.id, row.question.question)
    return [
        f"{where}, {QUESTION_ID}: {row.question.id!r} is that of another question above; give each its own, or none"
        for where, row in found
        if first[row.question.id] != row.question.question
    ]


def _of_csv(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    text = read_text(path, holds=HOLDS)
    reader = csv.DictReader(StringIO(text, newline=""), strict=True, restkey="", restval="", delimiter=separator(text))
    try:
        for row in reader:
            if "" in row:
                raise GoldError([f"{path}, line {reader.line_num}: more cells than columns; quote cells with a comma"])
            yield f"{path}, line {reader.line_num}", {name.strip().lower(): cell for name, cell in row.items() if cell}
    except csv.Error as error:
        raise GoldError([f"{path}, line {reader.line_num}: not CSV ({error}); quote cells"]) from error


def _of_jsonl(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(read_text(path, holds=HOLDS).split("\n"), 1):
        if line.strip():
            try:
                written = strict_json(line)
                if not isinstance(written, dict):
                    raise ValueError(f"{type(written).__name__}, no object")
            except ValueError as error:
                raise GoldError([f"{path}, line {number}: not a JSON object ({error}); write one a line"]) from error
            yield f"{path}, line {number}", written


class _Row:
    """One line of the file; what is wrong with it goes to `faults`."""

    def __init__(self, where: str, written: Mapping[str, Any], faults: list[str]) -> None:
        self._where, self._written, self._faults = where, written, faults

    def verdicts(self, figures: Collection[str]) -> Verdicts:
        question, expected, answer = (self._text(name) for name in NEEDED)
        kind, right = inferred("", expected)
        asked = Question(
            str(self._written.get(QUESTION_ID) or question),
            question,
            cast(Kind, kind),
            tuple(right) if isinstance(right, list) else right,
            self._also_accepted(),
        )
        people = {name: self._figure(name) for name in (VERDICT, *figures) if self._written.get(name) not in (None, "")}
        if not people:
            self._faults.append(f"{self._where}, {VERDICT}: is missing; write right or wrong, or remove the line")
        passages = self._passages()
        recorded = {
            "status": INFERRED,
            "passages": [{"chunks": [place.id]} for place in passages[0]] if passages else None,
        }
        answered = Answer(
            outcome_of(answer, asked),
            answer,
            context=passages[0] if passages else (),
            steps=(StageRecord("file", 0.0, details=recorded),),
        )
        return Verdicts(asked, answered, people, passages[1] if passages else {}, self._where)

    def _text(self, name: str) -> str:
        value = self._written.get(name)
        if isinstance(value, list) and name == "expected" and all(isinstance(item, str) for item in value):
            return "\n".join(f"- {item}" for item in value)
        if value is None or value == "" or isinstance(value, list | dict):
            empty = name == "expected" and value in (None, "")
            fix = "is empty; leave out what has no expected answer, which a judge compares with" if empty else ""
            self._faults.append(f"{self._where}, {name}: {fix or 'must be a text'}")
            return ""
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)

    def _also_accepted(self) -> tuple[str, ...]:
        value = self._written.get(ALSO_ACCEPTED) or []
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
            self._faults.append(f"{self._where}, {ALSO_ACCEPTED}: must be a text or a list of texts")
            return ()
        return tuple(texts)

    def _figure(self, name: str) -> float:
        written = self._written[name]
        if (word := str(written).strip().lower()) in WORDS:
            return WORDS[word]
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not 0 <= value <= 1:
            self._faults.append(f"{self._where}, {name}: {written!r} must be right or wrong, or a number from 0 to 1")
        return value

    def _passages(self) -> tuple[tuple[Chunk, ...], Mapping[str, tuple[Page, ...]]] | None:
        """The context as chunks of a document of a page a passage; None without a context."""
        written = self._written.get(CONTEXT)
        texts = [written] if isinstance(written, str) else written
        if texts is None:
            return None
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self._faults.append(f"{self._where}, {CONTEXT}: must be a text or a list of texts")
            return None
        pages, chunks, start = [], [], 0
        for number, text in enumerate(texts, 1):
            pages.append(Page(CONTEXT, number, text))
            end = start + len(text)
            chunks.append(Chunk(f"{CONTEXT}@{number}", CONTEXT, number, text, number, number, start, end, len(texts)))
            start = end + 1  # a line break stands between pages
        return tuple(chunks), {CONTEXT: tuple(pages)}
