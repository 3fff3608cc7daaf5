"""The journal: every answer of a run key, written as soon as it arrives and read back instead of asked again.

A line of journal.jsonl is one answer with its timing and a checksum, keyed by (question key, sample). A line that a
kill cut short is dropped with a warning; one that does not match its checksum is an error. Whoever has the claim on the
run writes; everybody may read at any time.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ragatta.experiments.faults import Fault
from ragatta.experiments.jsonl import parsed
from ragatta.pipeline.machine.checksums import sealed, verified
from ragatta.pipeline.machine.lines import append
from ragatta.pipeline.machine.locks import Lock
from ragatta.pipeline.types import Answer, Calculation, Chunk, Citation, Operand, StageRecord

Key = tuple[str, int]  # (question key, sample)
CHUNK_FIELDS = (
    "id",
    "source_file",
    "chunk_index",
    "first_page",
    "last_page",
    "char_start",
    "char_end",
    "total_pages",
)
OF_ROWS = ("text", "table")  # of a table chunk alone: its span does not say what was shown of it
TIMED = ("seconds", "live_calls", "replayed_calls", "replayed_seconds")
CLAIM = ".lease"  # the file of the lock on a run
OPTIONAL = {"calculation", "failure"}  # stored where an answer has it: the others' records stay as they were
RECORDED = {field.name for field in fields(Answer)} - OPTIONAL
MEASURED = {
    "started", "seconds", "live_calls", "replayed_calls", "replayed_seconds", "tokens_in", "tokens_out", "stages",
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One answered question: its reproducible record, and its timing."""

    question_key: str
    sample: int
    record: Mapping[str, Any]
    timing: Mapping[str, Any]

    @property
    def status(self) -> str:
        return str(self.record["status"])

    @property
    def came(self) -> bool:
        """See `Answer.came`."""
        return came(self.record)


def came(record: Mapping[str, Any]) -> bool:
    """`Answer.came` of an answer's record."""
    return record.get("status") != "failed" or record.get("failure") == "answered_badly"


def timed_out(record: Mapping[str, Any]) -> bool:
    return record.get("status") == "failed" and record.get("failure") == "timed_out"


def entry_of(record: Any) -> Entry:
    """The entry in a line of JSON, with defaults for fields that older entries lack. Raises ValueError for a line that
    `add` did not write."""
    entry = _entry(record)
    if not (entry.record.keys() >= RECORDED and entry.timing.keys() >= MEASURED):
        raise ValueError("not a journal entry: required fields are missing")
    return entry


def _entry(record: Any) -> Entry:
    try:
        entry = Entry(**record)
    except TypeError as fault:
        raise ValueError(f"not a journal entry: {fault}") from fault
    expected = ((entry.question_key, str), (entry.sample, int), (entry.record, dict), (entry.timing, dict))
    if not all(isinstance(value, kind) for value, kind in expected) or not isinstance(entry.record.get("status"), str):
        raise ValueError("not a journal entry: a field has the wrong type")
    return entry


class Journal:
    """The answers of one run key. Opening reads the file; `add` appends one complete line; `refresh` reads the lines
    that others have appended."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.jsonl"
        self.warnings: list[str] = []  # of the last reading
        self.entries: dict[Key, Entry] = {}
        self._lines, self._size = 0, 0  # read so far
        self._adding = threading.Lock()
        self.claim: Claim | None = None  # of the one who appends
        self.refresh()

    def add(self, entry: Entry) -> None:
        """Appends it, in one write. Only for the one who has the claim; from any thread. Raises Fault if the claim has
        become another sweep's meanwhile."""
        if self.claim and not self.claim.holds():
            raise Fault(
                f"{self.path.parent}: another sweep took this run over while this process was halted; "
                "the same command continues with its answers"
            )
        line = json.dumps(vars(entry), ensure_ascii=False, sort_keys=True)
        data = (sealed(line, self.path.parent.name) + "\n").encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._adding:
            self._drop_what_was_cut()
            append(self.path, data)
        self.entries[entry.question_key, entry.sample] = Entry(**json.loads(line))

    def _drop_what_was_cut(self) -> None:
        """The next line must not be appended to half of one."""
        if self.warnings:
            os.truncate(self.path, self._size)
            self.warnings.clear()

    def finished(self, key: Key, retry_failed: bool = False) -> bool:
        """Whether a question need not be asked again. A failure is kept like any other answer, so that a resumed sweep
        ends like an uninterrupted one; `retry_failed` asks it again."""
        entry = self.entries.get(key)
        return entry is not None and not (retry_failed and entry.status == "failed")

    def refresh(self) -> None:
        """Raises Fault for a damaged line."""
        if not self.path.exists():
            return
        with self._adding, self.path.open("rb") as stream:
            if stream.seek(0, os.SEEK_END) < self._size:  # somebody has deleted lines of it
                self.entries.clear()
                self._lines, self._size = 0, 0
            stream.seek(self._size)
            self._read_lines(stream.read())

    def _read_lines(self, data: bytes) -> None:
        *lines, last = data.split(b"\n")
        for line in lines:
            try:
                record = parsed(verified(line, self.path.parent.name))
                del record["check"]
            except ValueError as damage:
                if _is_whole(line):
                    raise self._of_another_version("it has no checksum") from damage
                raise Fault(
                    f"{self.path}:{self._lines + 1}: damaged line ({damage}); delete that line, or the file, and its "
                    "questions are asked again"
                ) from damage
            try:
                entry = _entry(record)
            except ValueError as fault:
                raise self._of_another_version(str(fault)) from fault
            self.entries[entry.question_key, entry.sample] = entry
            self._lines, self._size = self._lines + 1, self._size + len(line) + 1
        # No line break at the end: the last write was cut short, or is under way.
        self.warnings = [f"{self.path}: the last line was cut short and is dropped"] if last else []

    def _of_another_version(self, why: str) -> Fault:
        """The error for a line that is not damaged and that this version cannot read."""
        return Fault(
            f"{self.path}:{self._lines + 1}: written by another version of Ragatta ({why}), which still reads it; "
            f"its answers are whole. Move {self.path.parent} away to keep them, and its questions are asked again here"
        )


def _is_whole(line: bytes) -> bool:
    """Whether the line is an entry, though without a checksum."""
    try:
        record = parsed(line)
        return "check" not in record and bool(_entry(record))
    except (ValueError, TypeError):
        return False


class Claim:
    """An exclusive claim on a run key's folder: a second sweep over the same run key waits, so that no question is
    asked twice and no file mixes two sweeps. The claim ends with the block or with the process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = Lock(folder / CLAIM)
        self._is_locked = False

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    def taken(self) -> bool:
        """Tries to take the claim without waiting; whether it succeeded. A folder that cannot be locked needs no
        lock."""
        try:
            self._is_locked = self._lock.taken()
        except OSError:
            return True
        return self._is_locked

    def wait(self) -> None:
        """Waits for the other sweep to end."""
        with contextlib.suppress(OSError):
            self._lock.wait()
            self._is_locked = True

    def holds(self) -> bool:
        """Whether nobody else has taken it since."""
        return not self._is_locked or self._lock.is_ours()

    def holder(self) -> int:
        """The number of the process of this machine that has it; 0 if it is another machine's or free."""
        return self._lock.holder()


def record_of(answer: Answer) -> dict[str, Any]:
    """The reproducible part of an answer as JSON values, without seconds and without live or replayed. The context is
    kept as places; a table chunk, whose text is in no document, also keeps its shown text."""
    return {
        **{field.name: getattr(answer, field.name) for field in fields(answer) if field.name not in OPTIONAL},
        **({"calculation": asdict(answer.calculation)} if answer.calculation else {}),
        **({"failure": answer.failure} if answer.failure else {}),
        "citations": [asdict(citation) for citation in answer.citations],
        "context": [_place_of(chunk) for chunk in answer.context],
        "steps": [
            {f.name: getattr(step, f.name) for f in fields(step) if f.name not in (*TIMED, "calls", "parts")}
            for step in answer.steps
        ],
        "sub_answers": [record_of(sub) for sub in answer.sub_answers],
    }


def _place_of(chunk: Chunk) -> dict[str, Any]:
    return {name: getattr(chunk, name) for name in (*CHUNK_FIELDS, *(OF_ROWS if chunk.table else ()))}


def answer_of(record: Mapping[str, Any]) -> Answer:
    """The answer from its record; chunks come without the documents' text, steps without timing."""
    parts = dict(record)
    parts["citations"] = tuple(Citation(**citation) for citation in record["citations"])
    parts["context"] = tuple(Chunk(**{"text": "", **chunk}) for chunk in record["context"])
    parts["steps"] = tuple(
        StageRecord(**{**step, "seconds": 0.0, "notes": tuple(step["notes"])}) for step in record["steps"]
    )
    parts["sub_answers"] = tuple(answer_of(sub) for sub in record["sub_answers"])
    for name in ("items", "evidence", "safety_flags"):
        parts[name] = tuple(record[name])
    if "calculation" in record:
        parts["calculation"] = _calculation_of(record["calculation"])
    return Answer(**parts)


def is_timed(timing: Mapping[str, Any]) -> bool:
    """Whether its seconds are what it took. While a process is halted its server goes on, so that they are not."""
    return not timing.get("halted")


def _calculation_of(record: Mapping[str, Any]) -> Calculation:
    cited = record["rule_citation"]
    operands = tuple(Operand(one["name"], one["value"], Citation(**one["citation"])) for one in record["operands"])
    return Calculation(**{**record, "operands": operands, "rule_citation": Citation(**cited) if cited else None})


def timing_of(
    answer: Answer, seconds: float, started: float, in_flight: int = 1, halted: float = 0.0
) -> dict[str, Any]:
    """The answer's timing: when it `started` (seconds since 1970), its wall `seconds`, how many questions were
    `in_flight` when it began (itself included), and the seconds and model calls of each stage. `halted` seconds, in
    which the process did not run, are not in the others, and are there only if there were any."""
    return {
        "started": started,
        "seconds": seconds,
        "in_flight": in_flight,
        **({"halted": halted} if halted else {}),
        "live_calls": sum(step.live_calls for step in answer.steps),
        "replayed_calls": sum(step.replayed_calls for step in answer.steps),
        "replayed_seconds": sum(step.replayed_seconds for step in answer.steps),
        "tokens_in": sum(step.tokens_in for step in answer.steps),
        "tokens_out": sum(step.tokens_out for step in answer.steps),
        "stages": [
            {
                "name": step.name,
                **{key: getattr(step, key) for key in TIMED},
                "calls": [asdict(call) for call in step.calls],
                "parts": [asdict(part) for part in step.parts],
            }
            for step in answer.steps
        ],
    }
