"""Drafts of gold questions in a file questions.drafts.jsonl beside the questions.

A line is an object: `id`, `state` (draft, accepted, rejected), `record` (the fields of a gold question as in JSONL),
`origin`, `who` and `when`. Lines are only added, and the last one of an id counts, so that two people's files merge
line by line, and a rejection is remembered.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from ragatta.eval.gold.records import GoldError, read_text
from ragatta.eval.matching.normalise import key
from ragatta.experiments.adding.writing import formed
from ragatta.pipeline.machine.lines import append_lines
from ragatta.pipeline.machine.locks import lease_of, locked

DRAFT, ACCEPTED, REJECTED = "draft", "accepted", "rejected"
STATES = (DRAFT, ACCEPTED, REJECTED)


@dataclass(frozen=True)
class Stored:
    """A draft as it stands in the file. `difficulty`: how a search finds its evidence."""

    id: str
    record: Mapping[str, Any]
    state: str = DRAFT
    origin: str = ""  # where it comes from, in words
    difficulty: str = ""
    who: str = ""
    when: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)  # of other versions, which are kept

    def line(self) -> str:
        held = {**asdict(self), **self.fields}
        written = {name: value for name, value in held.items() if name == "record" or (value and name != "fields")}
        return json.dumps(written, ensure_ascii=False) + "\n"

    def turned(self, state: str, record: Mapping[str, Any] | None = None, who: str = "") -> Stored:
        """The same in another state, as from now."""
        return replace(self, state=state, record=record or self.record, who=who, when=now())


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def new_id() -> str:
    return uuid4().hex[:12]


def drafts_file(questions: Path) -> Path:
    """The file of drafts beside a file of questions."""
    return questions.with_name(f"{questions.stem}.drafts.jsonl")


def append_drafts(path: Path, drafts: Iterable[Stored]) -> None:
    """Adds lines, which are on the disk when this returns. Raises OSError."""
    if lines := "".join(one.line() for one in drafts):
        append_lines(path, lines)


def append_new_drafts(path: Path, drafts: Iterable[Stored]) -> int:
    """Adds those whose question no draft of the file has, as another command may have added it meanwhile. Returns how
    many these were. Raises GoldError and OSError."""
    path = path.resolve()  # as append_lines has it
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(lease_of(path)):
        there = {question_key(one) for one in read_drafts(path).values()}
        new = [one for one in drafts if question_key(one) not in there]
        append_drafts(path, new)
    return len(new)


def question_key(draft: Stored) -> str:
    """Its question, as two drafts with the same one are compared."""
    return key(all_said_of(draft.record))


def all_said_of(record: Mapping[str, Any]) -> str:
    """What the user says in a record: its question after the turns that it has."""
    turns = record.get("turns") or []
    return " ".join([*(str(turn.get("user", "")) for turn in turns), str(record.get("question", ""))])


def read_drafts(path: Path) -> dict[str, Stored]:
    """The drafts by id, in the order of their first lines; none without a file. Raises GoldError with every fault."""
    found: dict[str, Stored] = {}
    faults = []
    for number, line in enumerate(read_text(path, appended=True).split("\n") if path.exists() else (), 1):
        if line.strip():
            try:
                one = _stored(json.loads(line))
                found[one.id] = one
            except (ValueError, RecursionError) as fault:
                faults.append(f"{path}, line {number}: {fault}; correct the line, or remove it")
    if faults:
        raise GoldError(faults)
    return found


def _stored(written: Any) -> Stored:
    if not isinstance(written, dict) or not isinstance(written.get("record"), dict):
        raise ValueError("must be a JSON object with a record")
    texts = {name: written.get(name, "") for name in ("id", "state", "origin", "difficulty", "who", "when")}
    if wrong := [name for name, value in texts.items() if not isinstance(value, str)]:
        raise ValueError(f"{wrong[0]}: must be a text")
    texts["state"] = texts["state"] or DRAFT
    if not texts["id"] or texts["state"] not in STATES:
        raise ValueError(f"id is missing, or state is none of {', '.join(STATES)}")
    formed(written["record"])
    others = {name: value for name, value in written.items() if name not in Stored.__dataclass_fields__}
    return Stored(record=written["record"], fields=others, **texts)
