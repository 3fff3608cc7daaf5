"""The table of counts: of each class of answers, how many people judged right, and from which error on it decides.

`python -m benchmarks.record` writes `table.json` from people's verdicts. It has counts and no text of a dataset.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ragatta.eval.verdict import ClassRecord
from ragatta.pipeline.machine.installation import ROOT
from ragatta.pipeline.plugins.identity import digest, file_digest
from ragatta.pipeline.plugins.reach import reached

TABLE = Path(__file__).with_name("table.json")
COLUMNS = ("answers", "questions", "right", "as_rule", "decides_from")  # of a class's counts
ENOUGH = 20  # answers of a class that give a guess; else those of the class without its last signal
BETWEEN = ", "  # the signals in the name of a class
RULED_BY = ("ragatta.eval.by_rule", "ragatta.eval.record.classes")  # the rules, and the classes of what they say


@dataclass(frozen=True)
class Source:
    """Answers with people's verdicts that the table was made from."""

    name: str
    answers: int
    questions: int


@dataclass(frozen=True)
class Record:
    """The record of each class by its name, also of each group of classes that have their first signals in common.
    `rules` is the digest of the rules that judged the answers."""

    classes: Mapping[str, ClassRecord] = field(default_factory=dict)
    sources: Sequence[Source] = ()
    rules: str = ""

    def of(self, group: str) -> ClassRecord | None:
        """The record of exactly this class; None where there is none."""
        return self.classes.get(group)

    def like(self, group: str) -> ClassRecord | None:
        """The record of the smallest group with ENOUGH answers that the class belongs to; None where there is none."""
        signals = group.split(BETWEEN)
        groups = (self.classes.get(BETWEEN.join(signals[:length])) for length in range(len(signals), 0, -1))
        return next((one for one in groups if one and one.answers >= ENOUGH), None)


@lru_cache(maxsize=1)
def recorded() -> Record:
    """The table that comes with Ragatta."""
    return read_table(TABLE)


def read_table(path: Path) -> Record:
    """The table in a file. Raises OSError, ValueError for a file that is no such table."""
    written = json.loads(path.read_text(encoding="utf-8"))
    classes = {name: _class(name, *counts) for name, counts in written["classes"].items()}
    return Record(classes, tuple(Source(**one) for one in written["sources"]), written["rules"])


def write_table(path: Path, record: Record) -> None:
    """Writes the table, a class a line. Raises OSError."""
    rows = [
        f"{json.dumps(name)}: {json.dumps([one.answers, one.questions, one.right, one.as_rule, _written(one)])}"
        for name, one in sorted(record.classes.items())
    ]
    sources = [json.dumps(vars(one)) for one in record.sources]
    text = (
        f'{{"rules": "{record.rules}",\n"sources": [\n{_lines(sources)}\n],\n'
        f'"columns": {json.dumps(COLUMNS)},\n"classes": {{\n{_lines(rows)}\n}}}}\n'
    )
    path.write_text(text, encoding="utf-8")


def rules_digest() -> str:
    """The digest of the code that judges an answer and finds its class."""
    files = [file for file in reached(*RULED_BY) if file.is_relative_to(ROOT / "eval")]
    return digest([[file.relative_to(ROOT).as_posix(), file_digest(file)] for file in files])[:16]


def _lines(rows: Sequence[str]) -> str:
    return ",\n".join(f" {row}" for row in rows)


def _written(one: ClassRecord) -> float | None:
    return round(one.decides_from, 6) if math.isfinite(one.decides_from) else None


def _class(
    name: str, answers: int, questions: int, right: int, as_rule: int, decides_from: float | None
) -> ClassRecord:
    limit = math.inf if decides_from is None else decides_from
    return ClassRecord(name, answers, questions, right, as_rule, limit)
