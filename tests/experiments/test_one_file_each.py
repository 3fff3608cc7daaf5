"""Each example of CONTRIBUTING.md, put into the one file that it says, works in a clone: no other file is touched."""

from __future__ import annotations

import csv
import os
from pathlib import Path

from ragatta.experiments.paths import MODELS
from standins.clone import copied, python_path
from standins.commands import Commands
from standins.examples import examples

FILES = {  # by the class or function that the example defines
    "Brevity": "pipeline/retrieval/rerankers/brevity.py",
    "ByPage": "pipeline/index/chunking/by_page.py",
    "Echo": "pipeline/llm/backends/echo.py",
    "Answered": "eval/scorers/answered.py",
    "hello": "experiments/commands/hello.py",
}
CHOSEN = (
    "chunking=by_page", "reranker=brevity", "reranker.wanted=300", "reranker.weight=1", "llm=echo", "llm.words=20",
    "architecture=single_pass", "comparison.metric=answered_share", "tracking=off",
)  # fmt: skip


def test_a_technique_a_backend_a_metric_and_a_command_are_one_file_each(
    commands: Commands, documents: Path, tmp_path: Path
) -> None:
    clone = copied(tmp_path / "clone", MODELS)
    for name, file in FILES.items():
        (clone / file).write_text(examples()[name], encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "RAGATTA_HOME"}
    environment["PYTHONPATH"] = python_path(clone)
    own = ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    done = commands.run("sweep", [*own, *CHOSEN], clone, environment)
    assert done.returncode in (0, 1), done.stderr  # 1: an echo is no usable reply to some prompts
    with (clone / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["llm"], row["collection"].split("_")[1]) == ("echo", "by")
    assert float(row["answered_share"]) == int(row["answered"]) / 3
    greeted = commands.run("hello", ["--name", "Ann"], clone, environment)
    assert greeted.stdout == "hello Ann\n"
    assert "hello" in commands.run("--help", [], clone, environment).stdout
