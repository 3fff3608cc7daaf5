"""Whole lines are added."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ragatta.pipeline.machine.lines import append_lines


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
