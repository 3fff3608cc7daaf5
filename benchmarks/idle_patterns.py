"""Which patterns of eval/answers/ change nothing on answers with people's verdicts.

    python -m benchmarks.idle_patterns [--part 0.3]

Reads answer_verdicts/*.jsonl of the folder that RAGATTA_DATA names, the first part of each file. Each pattern in turn
matches nothing, and the answers in which it had matched are judged again, by the record that comes with Ragatta.
Printed as Markdown, a line a pattern: in how many answers it matches, how many verdicts change without it, and how many
more of them are then as people judge, and decided. There are no lists among these answers, and hardly a formula:
patterns for them show no worth here.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from benchmarks.agreement import RIGHT, question_of
from benchmarks.record import files
from ragatta.eval.answers import status
from ragatta.eval.record.classes import side
from ragatta.eval.scorers.score import verdict
from ragatta.eval.verdict import Verdict
from ragatta.experiments.command_line.process import run_command
from ragatta.pipeline.types import Answer, Question, StageRecord

ROOM = "ragatta.eval."
BY_WORDS = (StageRecord("file", 0.0, details={"status": status.INFERRED}),)
Row = tuple[Question, str, bool]  # whether a person judged the answer right


class Watched:
    """A pattern that says whether it matched, and that matches nothing while `is_off`."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.matched, self.is_off = pattern, False, False

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(r"(?!)") if self.is_off else self.pattern, name)

        def call(*given: Any, **named: Any) -> Any:
            if self.is_off and name == "sub":
                return given[1]
            self.matched = self.matched or self.pattern.search(given[name == "sub"]) is not None
            return method(*given, **named)

        return call


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--part", type=float, default=0.3, help="of the answers, 0.3 if not said")
    rows = list(_rows(words.parse_args(arguments).part))
    print("\n".join(report(rows, watched())))
    return 0


def _rows(part: float) -> Iterator[Row]:
    for path in files():
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines[: int(part * len(lines))]:
            written = json.loads(line)
            yield question_of(written), written["answer"], written["verdict"] == RIGHT


def _rooms() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith(ROOM)]


def watched() -> dict[str, Watched]:
    """Every pattern of eval/answers/, watched wherever it is used."""
    found: dict[re.Pattern[str], Watched] = {}
    names: dict[str, Watched] = {}
    for module in _rooms():
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and module.__name__.startswith(f"{ROOM}answers."):
                names.setdefault(
                    f"{module.__name__.removeprefix(ROOM)}.{name}", found.setdefault(value, Watched(value))
                )
    for module in _rooms():
        for name, value in list(vars(module).items()):
            if isinstance(value, re.Pattern) and value in found:
                setattr(module, name, found[value])
    return names


def report(rows: Sequence[Row], patterns: dict[str, Watched]) -> Iterator[str]:
    matching: dict[str, list[int]] = {name: [] for name in patterns}
    before = []
    for at, row in enumerate(rows):
        for one in patterns.values():
            one.matched = False
        before.append(_judged(row))
        for name, one in patterns.items():
            matching[name] += [at] if one.matched else []
    yield "| pattern | matches in | changed without it | as people | decided |\n| --- | --- | --- | --- | --- |"
    for name, one in sorted(patterns.items()):
        one.is_off = True
        pairs = [(before[at], _judged(rows[at]), rows[at][2]) for at in matching[name]]
        one.is_off = False
        changed = [pair for pair in pairs if pair[0] != pair[1]]
        people = sum(_agrees(new, right) - _agrees(old, right) for old, new, right in changed)
        decided = sum(bool(old.undecided) - bool(new.undecided) for old, new, _ in changed)
        yield f"| {name} | {len(matching[name])} | {len(changed)} | {people:+d} | {decided:+d} |"


def _judged(row: Row) -> Verdict:
    for module in _rooms():
        for one in list(vars(module).values()):
            if hasattr(one, "cache_clear") and one.__module__.startswith((f"{ROOM}answers", f"{ROOM}final")):
                one.cache_clear()
    question, text, _ = row
    return verdict(question, Answer(status.outcome_of(text, question), text, steps=BY_WORDS))


def _agrees(found: Verdict, is_right: bool) -> bool:
    return (side(found.score) == "right") == is_right


if __name__ == "__main__":
    run_command(main)
