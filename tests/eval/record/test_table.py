"""The table that comes with Ragatta, and how it is read."""

from __future__ import annotations

import json
import math
from pathlib import Path

from ragatta.eval.record.table import ENOUGH, TABLE, Record, Source, read_table, recorded, rules_digest, write_table
from ragatta.eval.verdict import ClassRecord, is_text


def counted(name: str, answers: int, decides_from: float = math.inf) -> ClassRecord:
    return ClassRecord(name, answers, answers, answers // 2, answers // 2, decides_from)


def test_the_record_is_of_the_rules_as_they_are() -> None:
    assert recorded().rules == rules_digest(), "the rules have changed: python -m benchmarks.record"


def test_the_table_has_counts_and_no_text() -> None:
    written = json.loads(TABLE.read_text(encoding="utf-8"))
    assert set(written) == {"rules", "sources", "columns", "classes"}
    assert all(isinstance(count, int | float) for counts in written["classes"].values() for count in counts if count)
    assert sum(one.answers for one in recorded().sources) > 10_000
    assert all(0 <= one.right <= one.answers >= one.as_rule for one in recorded().classes.values())


def test_some_classes_of_texts_decide_and_some_do_not() -> None:
    limits = [one.decides_from for name, one in recorded().classes.items() if is_text(name)]
    assert 0 < min(limits) < 0.03 < max(limit for limit in limits if limit < math.inf)
    assert math.inf in limits


def test_what_is_written_is_read(tmp_path: Path) -> None:
    classes = {name: counted(name, 40, limit) for name, limit in (("text: a, b", 0.02), ("number: exact", math.inf))}
    record = Record(classes, (Source("some", 80, 16),), "abc")
    write_table(tmp_path / "table.json", record)
    assert read_table(tmp_path / "table.json") == record


def test_the_smallest_group_with_enough_answers_gives_the_guess() -> None:
    names = {"text: a": 90, "text: a, b": ENOUGH, "text: a, b, c": ENOUGH - 1}
    record = Record({name: counted(name, answers) for name, answers in names.items()})
    assert record.like("text: a, b, c") == record.like("text: a, b, d") == record.of("text: a, b")
    assert record.like("text: a, e, f") == record.of("text: a")
    assert record.like("text: z") is None
