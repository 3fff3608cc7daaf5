"""ragatta init in a folder with PDFs, and what its files are good for."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from ragatta.eval.gold.appending import append_questions
from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.commands import init
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.expected import read_gates
from ragatta.pipeline.documents.pages import NothingRead
from ragatta.pipeline.types import Evidence, Question
from standins.commands import Command, Commands


@pytest.fixture
def ragatta(commands: Commands, documents: Path) -> Command:
    """The command, in the folder of the documents, which is its home."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAGATTA_")}

    def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
        return commands.run(name, words, documents, {**environment, "RAGATTA_HOME": str(documents)})

    return run


def test_the_starter_folder_is_used_by_the_other_commands(ragatta: Command, documents: Path) -> None:
    (documents / "questions.csv").unlink()
    (documents / "pdfs").rename(documents / (pdfs := "it's Größe: 1"))
    (documents / ".gitignore").write_text("mine\n", encoding="utf-8")
    done = ragatta("init", "--pdfs", pdfs)
    assert done.returncode == 0, done.stderr
    assert ".gitignore: kept as it is" in done.stdout
    assert (documents / ".gitignore").read_text(encoding="utf-8") == "mine\n"
    yaml.safe_load((documents / ".github/workflows/ragatta.yml").read_text(encoding="utf-8"))
    gate = read_gates(documents / "expected.yaml")["mine"]
    assert gate.recorded is None
    assert "Größe" in (documents / "expected.yaml").read_text(encoding="utf-8")
    assert gate.arguments[:6] == ["--config-dir", "conf", "--grid", "mine", "--pdfs", pdfs]
    refused = ragatta("sweep", "--dry-run")
    assert refused.returncode
    ways = [f"no questions in it; ragatta {way} some" for way in ("studio drafts", "add-question adds")]
    assert any(way in " ".join(refused.stderr.split()) for way in ways)
    fee = ["What is the storage fee per season?", "--expected", "$25", "--quote", "The storage fee is $25 per season."]
    assert ragatta("add-question", *fee).returncode == 0
    planned = ragatta("sweep", "--dry-run")
    assert planned.returncode == 0, planned.stderr
    assert "4 variations × 1 question" in " ".join((planned.stdout + planned.stderr).split())
    checked = ragatta("check-questions")
    assert checked.returncode == 0, checked.stderr


def test_every_line_of_the_configuration_can_be_uncommented(ragatta: Command, documents: Path) -> None:
    assert ragatta("init").returncode == 0
    text = (documents / "conf/experiment/mine.yaml").read_text(encoding="utf-8")
    listed = [line.strip(" #") for line in text.splitlines() if line.startswith("      # ") and ": " in line]
    keys = {key: values.strip('"').split(",") for key, _, values in (line.partition(": ") for line in listed)}
    assert {"variation", "parser", "llm", "architecture", "reranker", "retrieval.top_k"} <= keys.keys()
    for key in ("variation", "retrieval", "scoring", "retrieval.top_k", "window.size"):
        assert len(compose_grid([f"{key}={','.join(keys[key])}"])) == len(keys[key]) > 1


def test_without_readable_documents_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(init, "CACHE", tmp_path / "cache")
    with pytest.raises(Fault, match="papers: no such folder; put your documents there"):
        run(["init", "--pdfs", "papers"])
    (tmp_path / "papers").mkdir()
    with pytest.raises(FileNotFoundError, match="papers: no documents"):
        run(["init", "--pdfs", "papers"])
    (tmp_path / "papers/empty.pdf").write_bytes(b"")
    (tmp_path / "questions.yaml").write_text("# mine\n", encoding="utf-8")
    with pytest.raises(NothingRead, match="papers: its only document cannot be read"):
        run(["init", "--pdfs", "papers"])
    assert {path.name for path in tmp_path.iterdir()} == {"papers", "questions.yaml"}


@pytest.mark.needs("office")
def test_a_question_is_added_to_the_file_without_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(init, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(init, "fetched", lambda: None)
    monkeypatch.setattr(init, "axes", str)
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs/b.txt").write_text(" ", encoding="utf-8")
    (tmp_path / "pdfs/a.txt").write_text("17 + 25 = 42", encoding="utf-8")
    assert run(["init"]) == 0
    said = capsys.readouterr().out
    assert "1 of 2 documents cannot be read (b.txt: no text: there is nothing to read on its 1 page)" in said
    assert "ragatta studio drafts gold questions" in said
    own = Question("OWN", "What is the sum?", "number", "42", evidence=(Evidence("a.txt", (1,), value="42"),))
    append_questions(tmp_path / "questions.yaml", [own])
    assert load_questions(tmp_path / "questions.yaml") == [own]
