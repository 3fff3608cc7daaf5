"""One file adds a metric to the tables, the terminal and the gate, with its heading and direction."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from standins.commands import Command

MINE = '''"""Answers that are long."""

from dataclasses import dataclass
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Scorer


@dataclass(frozen=True)
class Long(Scorer):
    metrics = (
        Metric(
            "too_long",
            "share of the answers of more than {words} words",
            source="Mine 2026",
            better="less",
            heading="overlong",
            column="long",
            gate="mean",
        ),
        Metric("half", "always a half", kinds=("number",), heading="HALF"),
    )

    def score(self, given):
        return {{"too_long": float(len(given.answer.text.split()) > {words}), "half": 0.5}}
'''


def written(folder: Path, words: int) -> None:
    path = folder / "ragatta_parts/scorers/mine.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(MINE.format(words=words), encoding="utf-8")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as stream:
        return [*csv.DictReader(stream)]


@pytest.fixture
def words(documents: Path) -> list[str]:
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    return ["--grid", "none", *files, "tracking=off"]


def test_a_file_adds_a_metric_to_tables_and_terminal(
    command: Command, words: list[str], home: Path, tmp_path: Path
) -> None:
    written(tmp_path, words=1000)
    mine = {"PYTHONPATH": str(tmp_path)}
    done = command("sweep", *words, "--all", **mine)
    assert done.returncode == 0, done.stderr
    folder = home / "outputs/latest"
    assert {row["too_long"] for row in rows(folder / "summary.csv")} == {"0.000000"}
    assert {row["too_long"] for row in rows(folder / "by_question.csv")} == {"0.000000"}
    halves = {(row["kind"] == "number", row["half"]) for row in rows(folder / "by_question.csv")}
    assert halves <= {(True, "0.500000"), (False, "")}, "of other kinds it is not computed"
    assert re.search(r"│\s*long ↓\s*│", done.stdout.replace("┃", "│")), "less is better"
    assert "HALF" in (folder / "summary.md").read_text(encoding="utf-8")
    assert "overlong" in (folder / "summary.md").read_text(encoding="utf-8")

    refused = command("sweep", *words, "comparison.metric=too_long", "--dry-run", **mine)
    assert "comparison.metric: no metric 'too_long'" in refused.stderr, "more of it is not better"
    assert command("sweep", *words, "comparison.metric=half", "--dry-run", **mine).returncode == 0


def test_the_gate_holds_a_metric_of_a_file_the_way_that_it_declares(
    command: Command, words: list[str], home: Path, tmp_path: Path
) -> None:
    home.mkdir()
    written(tmp_path, words=1000)
    mine, gate = {"PYTHONPATH": str(tmp_path)}, ["--expected", str(tmp_path / "expected.yaml")]
    sweep = " ".join(["ragatta", "sweep", *words[:-1]])
    done = command("regress", *gate, "--update", "--gate", "g", "--command", sweep, **mine)
    assert done.returncode == 0, done.stderr
    assert "too_long: 0.0" in (tmp_path / "expected.yaml").read_text(encoding="utf-8")
    assert command("regress", *gate, **mine).returncode == 0
    written(tmp_path, words=-1)
    done = command("regress", *gate, **mine)
    assert "not too long 1.000 → 0.000" in done.stdout, done.stdout + done.stderr
    assert done.returncode in (1, 3), "by the number of questions"
