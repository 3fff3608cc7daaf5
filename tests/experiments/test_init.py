"""ragatta init in a folder with PDFs, and what its files are good for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import yaml

from ragatta.eval.gold import load_questions
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.gate.expected import read_gates
from ragatta.experiments.paths import ROOT


def ragatta(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command, in that folder, which is its home."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAGATTA_")}
    environment |= {"RAGATTA_HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "ragatta", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_starter_folder_is_used_by_the_other_commands(documents: Path) -> None:
    (documents / "questions.csv").unlink()
    (documents / "pdfs").rename(documents / (pdfs := "it's Größe: 1"))
    (documents / ".gitignore").write_text("mine\n", encoding="utf-8")
    done = ragatta(documents, "init", "--pdfs", pdfs)
    assert done.returncode == 0, done.stderr
    assert ".gitignore: kept as it is" in done.stdout
    assert (documents / ".gitignore").read_text(encoding="utf-8") == "mine\n"
    questions = load_questions(documents / "questions.yaml")
    assert [(one.expected, one.evidence[0].file, one.evidence[0].pages) for one in questions] == [
        ("600", "handbook.pdf", (4,))
    ]
    yaml.safe_load((documents / ".github/workflows/ragatta.yml").read_text(encoding="utf-8"))
    gate = read_gates(documents / "expected.yaml")["mine"]
    assert gate.recorded is None
    assert "Größe" in (documents / "expected.yaml").read_text(encoding="utf-8")
    assert gate.arguments[:6] == ["--config-dir", "conf", "--grid", "mine", "--pdfs", pdfs]
    planned = ragatta(documents, "sweep", "--dry-run")
    assert planned.returncode == 0, planned.stderr
    assert "4 variations × 1 question" in " ".join((planned.stdout + planned.stderr).split())
    checked = ragatta(documents, "check-questions")
    assert checked.returncode == 0, checked.stderr


def test_every_line_of_the_configuration_can_be_uncommented(documents: Path) -> None:
    assert ragatta(documents, "init").returncode == 0
    text = (documents / "conf/experiment/mine.yaml").read_text(encoding="utf-8")
    listed = [line.strip(" #") for line in text.splitlines() if line.startswith("      # ") and ": " in line]
    keys = {key: values.strip('"').split(",") for key, _, values in (line.partition(": ") for line in listed)}
    assert {"variation", "parser", "llm", "architecture", "retrieval.reranker", "retrieval.top_k"} <= keys.keys()
    for key in ("variation", "retrieval", "scoring", "retrieval.top_k", "retrieval.expand_context"):
        assert len(compose_grid([f"{key}={','.join(keys[key])}"])) == len(keys[key]) > 1


def test_a_folder_without_pdfs_is_said(tmp_path: Path) -> None:
    done = ragatta(tmp_path, "init", "--pdfs", "papers")
    assert done.returncode == 1
    assert "papers: no such folder; put your documents there" in done.stderr
    assert list(tmp_path.iterdir()) == []
