"""`--limit`: a draw that is said, is within each larger one, and stays what a sweep was when questions are added."""

from __future__ import annotations

from pathlib import Path

from standins.commands import Command


def test_a_draw_is_announced_and_a_larger_one_asks_only_the_others(command: Command, documents: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none", "tracking=off"]
    first = command("sweep", *own, "--limit", "1", "--all")
    assert first.returncode == 0, first.stderr
    said = "1 of 3 questions (dataset.limit), drawn over documents (0 of 0) and kinds (1 of 2)."
    assert said in first.stdout.split("1 to ask, 0 reused")[0], "before the work begins"
    assert first.stdout.count(said) == 2, "and under the table"
    assert "1 to ask, 1 reused" in command("sweep", *own, "--limit", "2").stdout
    assert "dataset.limit" not in command("sweep", *own, "--dry-run").stdout
