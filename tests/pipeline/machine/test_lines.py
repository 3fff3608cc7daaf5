"""Whole lines are added, and the last one is taken back unless another follows it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ragatta.pipeline.machine.lines import append_lines, on_disk, remove_last_line


def test_lines_of_several_at_once_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"
    with ThreadPoolExecutor(4) as pool:
        [*pool.map(lambda n: append_lines(path, f"{n}\n"), range(40))]
    assert sorted(map(int, path.read_text().splitlines())) == [*range(40)]


def test_a_line_without_its_end_is_ended_first(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("cut")
    append_lines(path, "ä\n")
    assert path.read_text(encoding="utf-8") == "cut\nä\n"


def test_the_last_line_is_taken_back_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    append_lines(path, "one\n")
    append_lines(path, "twö\n")
    assert not remove_last_line(path, "one\n")
    assert remove_last_line(path, "twö\n")
    assert not remove_last_line(path, "longer than all there is\n")
    on_disk(path)
    assert path.read_text() == "one\n"
