"""The metric of a file is in the report, as it says of itself."""

from __future__ import annotations

from pathlib import Path

from standins.commands import Command
from tests.experiments.test_metric_of_a_file import words, written

__all__ = ["words"]


def test_a_file_adds_a_metric_to_the_report(command: Command, words: list[str], tmp_path: Path) -> None:
    written(tmp_path, words=1000)
    mine = {"PYTHONPATH": str(tmp_path)}
    assert command("sweep", *words, **mine).returncode == 0
    page = tmp_path / "report.html"
    assert command("report", "--out", str(page), **mine).returncode == 0
    report = page.read_text(encoding="utf-8")
    assert '"too_long":"share of the answers of more than 1000 words (Mine 2026); less is better"' in report
    assert '"too_long":"overlong"' in report
