"""Single bits of what was written are flipped; `python -m tests.standins.flips` does it hundreds of times."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from standins.commands import Commands

from tests.standins.flips import ARTEFACTS, GOOD, Artefact, Bench, flip, flipped, outcome_of, write_documents

QUICK = ("page cache", "vectors", "journal", "results of runs")


@pytest.mark.parametrize("name", QUICK)
def test_a_flipped_bit_is_never_another_figure(name: str, tmp_path: Path, commands: Commands) -> None:
    write_documents(tmp_path)
    ended = flipped(name, 1, 14, Bench(tmp_path, commands))
    assert not ended.faults
    assert sum(ended.outcomes[good] for good in GOOD) == 1


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
        (0, "", True, "same figures"),
        (0, "note: kept.json is damaged: made again", True, "same figures, said"),
        (0, "note: kept.json is damaged: made again", False, "WRONG FIGURES"),
        (1, "error: home/kept.json: damaged", False, "named error"),
        (1, "error: something is wrong", False, "UNNAMED ERROR"),
        (1, "Traceback (most recent call last):\n  kept.json", False, "CRASH (1)"),
        (-11, "", True, "CRASH (-11)"),
    ],
)
def test_outcomes(code: int, said: str, same: bool, outcome: str, tmp_path: Path) -> None:
    assert outcome_of(code, said, tmp_path / "folder" / "kept.json", lambda: same) == outcome


def test_ten_kinds_of_artefact_and_more() -> None:
    assert len(ARTEFACTS) >= 10
