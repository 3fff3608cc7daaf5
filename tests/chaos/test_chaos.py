"""The judge of make chaos, and its harm; tests/extras has its short form."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.chaos.course import CRASH, HANG, NAMED, SAID, SAME, UNNAMED, WRONG, judged
from tests.chaos.flips import ARTEFACTS, Artefact, flip
from tests.chaos.fuzz import RECORDS, changed, changed_records
from tests.chaos.readers import LEAST, MOST, run, worst


def test_one_bit_of_the_files_is_flipped(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(50))
    (tmp_path / "b").write_bytes(b"other")
    file, bit = flip(tmp_path, Artefact(("a",)), random.Random(1))
    assert file == tmp_path / "a"
    assert file.read_bytes()[bit // 8] == 1 << bit % 8
    assert sum(byte.bit_count() for byte in file.read_bytes()) == 1


@pytest.mark.parametrize(
    ("code", "said", "same", "outcome"),
    [
        (0, "", True, SAME),
        (0, "note: kept.json is damaged: made again", True, SAID),
        (0, "note: kept.json is damaged: made again", False, WRONG),
        (1, "error: home/kept.json: damaged", False, NAMED),
        (1, "error: something is wrong", False, UNNAMED),
        (1, "Traceback (most recent call last):\n  kept.json", False, CRASH),
        (-11, "", True, CRASH),
        (None, "", True, HANG),
    ],
)
def test_outcomes(code: int | None, said: str, same: bool, outcome: str) -> None:
    assert judged(code, said, lambda: same, ["kept.json"]) == outcome


def test_ten_kinds_of_artefact_and_more() -> None:
    assert len(ARTEFACTS) >= 10


def test_what_is_changed_is_another_and_the_original_stays() -> None:
    drawn = random.Random(0)
    before = str(RECORDS)
    assert sum(changed_records(RECORDS, drawn, often=1.0) != RECORDS for _ in range(50)) > 45
    assert sum(changed(b"a text of some length", drawn, at_least=1) != b"a text of some length" for _ in range(50)) > 35
    assert str(RECORDS) == before


def test_a_run_has_its_length_before_what_ends_it() -> None:
    assert run("ab", 5, "c") == "ababac"


def test_a_reader_that_takes_time_with_the_square_of_a_text_is_found() -> None:
    def square(text: str) -> int:
        return sum(one == other for one in text for other in text)

    shorter, longer = worst(square, "a", "", short=300, long=3_000)
    assert longer > MOST * max(shorter, LEAST)
    shorter, longer = worst(str.split, "a ", "", short=300, long=3_000)
    assert longer <= MOST * max(shorter, LEAST)
