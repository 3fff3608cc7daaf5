from __future__ import annotations

import json
import re
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from ragatta.experiments.faults import Fault, explained
from ragatta.experiments.on_record.journal import (
    CLAIM,
    RECORDED,
    Claim,
    Entry,
    Journal,
    answer_of,
    is_timed,
    record_of,
    timing_of,
)
from ragatta.pipeline.machine.checksums import sealed
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.types import Answer, Calculation, Chunk, Citation, Operand, StageRecord
from tests.standins.mangled import damaged, quick, refusal, spoiled


def entry(key: str, status: str = "answered") -> Entry:
    answer = Answer(status, f"text of {key} ü")  # type: ignore[arg-type]
    return Entry(key, 0, record_of(answer), timing_of(answer, 0.5, 1e9))


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for key in ("a", "b"):
        journal.add(entry(key))
    assert list(journal.entries) == [("a", 0), ("b", 0)]
    assert Journal(tmp_path).entries == journal.entries


def test_a_line_cut_short_by_a_kill_is_dropped_and_the_journal_goes_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(entry("a"))
    whole = journal.path.read_bytes()
    journal.add(entry("b"))
    for cut in (len(whole) + 1, len(whole) + 40, journal.path.stat().st_size - 1):
        data = journal.path.read_bytes()
        journal.path.write_bytes(data[:cut])
        again = Journal(tmp_path)
        assert list(again.entries) == [("a", 0)]
        assert len(again.warnings) == 1
        again.add(entry("b"))
        assert len(Journal(tmp_path).entries) == 2


def test_a_damaged_line_in_the_middle_names_file_and_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for key in ("a", "b", "c"):
        journal.add(entry(key))
    lines = journal.path.read_text().splitlines()
    journal.path.write_text("\n".join([lines[0], lines[1][:20], lines[2], ""]))
    with pytest.raises(Fault, match=r"journal\.jsonl:2"):
        Journal(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "null",
        '{"question_key": "x", "sample": 0, "record": null, "timing": {"seconds": 1}}',
        '{"question_key": 1, "sample": "0"}',
    ],
)
def test_json_that_is_no_entry_is_a_damaged_line(tmp_path: Path, line: str) -> None:
    journal = Journal(tmp_path)
    journal.add(entry("a"))
    whole = journal.path.read_text()
    journal.path.write_text(f"{line}\n{whole}")
    with pytest.raises(Fault, match=r"journal\.jsonl:1: damaged"):
        Journal(tmp_path)
    journal.path.write_text(f"{whole}{line}\n")
    with pytest.raises(Fault, match=r"journal\.jsonl:2: damaged"):
        Journal(tmp_path)


@pytest.mark.parametrize("change", [{"sample": "0"}, {"record": None}, {"seed": 1}, None])
def test_a_line_of_another_version_is_not_called_damaged(tmp_path: Path, change: dict[str, object] | None) -> None:
    journal = Journal(tmp_path)
    journal.add(entry("a"))
    fields = vars(entry("b"))
    line = json.dumps(fields if change is None else fields | change, sort_keys=True)
    with journal.path.open("a") as stream:
        stream.write((line if change is None else sealed(line, tmp_path.name)) + "\n")
    with pytest.raises(Fault, match=r"journal\.jsonl:2: written by another version of Ragatta"):
        Journal(tmp_path)


def test_a_changed_digit_names_file_line_and_fix(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for key in ("a", "b"):
        journal.add(entry(key))
    journal.path.write_text(journal.path.read_text().replace("text of b", "text of c"))
    said = r"journal\.jsonl:2: damaged line \(it does not match its checksum\); delete that line, or the file"
    with pytest.raises(Fault, match=said):
        Journal(tmp_path)


def test_a_damaged_line_before_one_that_was_cut_short_is_no_last_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(entry("a"))
    with journal.path.open("ab") as stream:
        stream.write(b'{"damaged"\n{"cut')
    with pytest.raises(Fault, match=r"journal\.jsonl:2: damaged"):
        Journal(tmp_path)


def test_a_failed_answer_is_kept_and_asked_again_only_if_that_is_wanted(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(entry("a", "failed"))
    assert journal.finished(("a", 0))
    assert not journal.finished(("a", 0), retry_failed=True)
    assert not journal.finished(("a", 1)), "another repeat is another answer"
    journal.add(entry("a"))
    assert Journal(tmp_path).finished(("a", 0), retry_failed=True)


def test_what_another_process_appended_is_read_without_reading_all_again(tmp_path: Path) -> None:
    mine, other = Journal(tmp_path), Journal(tmp_path)
    mine.add(entry("a"))
    other.refresh()
    other.add(entry("b"))
    with mine.path.open("ab") as stream:
        stream.write(b'{"cut short')
    mine.refresh()
    assert list(mine.entries) == [("a", 0), ("b", 0)]
    assert len(mine.warnings) == 1
    assert mine.path.read_bytes().count(b"\n") == 2
    mine.path.write_bytes(mine.path.read_bytes().split(b"\n")[0] + b"\n")
    mine.refresh()
    assert list(mine.entries) == [("a", 0)], "a line that somebody deleted is gone"


def test_a_second_sweep_waits_for_the_first(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with Claim(tmp_path) as claim:
            assert not claim.taken()
            order.append("waiting")
            claim.wait()
            order.append("second")

    with Claim(tmp_path) as first:
        assert first.taken()
        other = threading.Thread(target=second)
        other.start()
        deadline = time.monotonic() + 10
        while order != ["waiting"] and time.monotonic() < deadline:
            time.sleep(0.01)
        order.append("first")
    other.join(10)
    assert order == ["waiting", "first", "second"]


def test_who_lost_its_claim_writes_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, now = Journal(tmp_path), time.time()
    with Claim(tmp_path) as claim:
        assert claim.taken()
        journal.claim = claim
        journal.add(entry("a"))
        marker = tmp_path / CLAIM
        marker.write_text(re.sub("^host=.*", "host=elsewhere", marker.read_text(), flags=re.MULTILINE))
        monkeypatch.setattr(time, "time", lambda: now + 100)  # it was halted
        with pytest.raises(Fault, match="another sweep took this run over while this process was halted"):
            journal.add(entry("b"))
    assert list(Journal(tmp_path).entries) == [("a", 0)]


def test_a_record_holds_no_time_and_no_context_text_and_comes_back() -> None:
    chunk = Chunk("c1", "a.pdf", 3, "secret text", 1, 2, 10, 21, 9)
    step = StageRecord("router", 1.25, live_calls=2, tokens_in=7, notes=("n",), details={"documents": ["a.pdf"]})
    answer = Answer(
        "answered", "yes", ("x",), "1", (Citation("a.pdf", 1, 2, "c1", 0.5),), context=(chunk,), steps=(step,)
    )
    record = record_of(answer)
    assert "secret text" not in str(record)
    assert "1.25" not in str(record)
    back = answer_of(record)
    assert back.citations == answer.citations
    assert back.context[0].char_end == 21
    assert back.steps[0].details == {"documents": ["a.pdf"]}
    assert timing_of(answer, 2.0, 1e9)["stages"][0]["seconds"] == 1.25


def test_a_record_holds_what_was_shown_of_a_table_chunk() -> None:
    rows = Chunk("c1", "a.pdf", 3, "Table: Fares\nZone: 1", 2, 2, 10, 21, 9, original="Zone\n1", table="a.pdf#t1")
    record = json.loads(json.dumps(record_of(Answer("answered", "yes", context=(rows,)))))
    assert answer_of(record).context == (replace(rows, original=""),)


def test_a_calculation_is_recorded_where_there_is_one_and_comes_back() -> None:
    cited = Citation("a.pdf", 1, 2, "c1", 0.5)
    rounded = Calculation("fare * 2", (Operand("Fare", "$2.25", cited),), "$4.5", "$5", "to whole dollars", cited)
    for calculation in (rounded, Calculation("fare * 2", (Operand("Fare", "$2.25", cited),), "$4.5")):
        answer = Answer("answered", "yes", calculation=calculation)
        record = json.loads(json.dumps(record_of(answer)))
        assert answer_of(record) == answer
        assert set(record) > RECORDED
    assert "calculation" not in record_of(Answer("answered", "yes"))


def test_a_full_disk_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.path = Path("/dev/full")
    with pytest.raises(OSError, match="could not write /dev/full") as fault:
        journal.add(entry("a"))
    assert "free some space" in explained(fault.value)


WHOLE = vars(entry("a"))
RUN = "0123456789ab"
LINE = (sealed(json.dumps(WHOLE), RUN) + "\n").encode()


def with_a_checksum(value: object) -> bytes:
    text = json.dumps(value)
    return ((sealed(text, RUN) if text.startswith('{"') else text) + "\n").encode()


def test_a_journal_of_another_run_is_damage(tmp_path: Path) -> None:
    Journal(tmp_path / "one").add(entry("a"))
    (tmp_path / "one").rename(tmp_path / "other")
    with pytest.raises(Fault, match=r"journal\.jsonl:1: damaged line"):
        Journal(tmp_path / "other")


@quick
@given(data=damaged(LINE * 2) | spoiled(WHOLE).map(with_a_checksum))
def test_any_journal_is_read_or_a_fault_that_names_the_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / RUN / "journal.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    said = refusal(lambda: [Journal(path.parent).finished((key, 0), True) for key in "ab"], Fault)
    assert not said or re.match(rf"{path}:\d+: (damaged line|written by another version)", said)


def test_a_reader_leaves_the_line_that_another_writes(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(entry("a"))
    with journal.path.open("ab") as stream:
        stream.write(LINE[:40])
    under_way = journal.path.read_bytes()
    assert list(Journal(tmp_path).entries) == [("a", 0)]
    assert journal.path.read_bytes() == under_way


def test_threads_add_whole_lines(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    side_by_side(lambda number: journal.add(entry(f"{number}")), range(200), 16)
    assert len(Journal(tmp_path).entries) == 200


def test_a_halt_stands_beside_the_seconds_only_where_there_was_one() -> None:
    answer = Answer("answered", "yes")
    assert is_timed(timing_of(answer, 2.0, 1e9))
    assert "halted" not in timing_of(answer, 2.0, 1e9)
    halted = timing_of(answer, 2.0, 1e9, halted=90.0)
    assert (halted["seconds"], halted["halted"], is_timed(halted)) == (2.0, 90.0, False)
