"""The command that adds a question, run in this process on documents of one's own."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from ragatta.experiments.command_line.commands import run as run_program
from ragatta.experiments.command_line.process import run_command
from standins.adding import QUESTIONS, Command


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process; its page texts are kept below the test's folder."""
    monkeypatch.setattr("ragatta.experiments.adding.gold.CACHE", tmp_path / "cache")
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def run(*words: str, command: str = "add-question") -> SimpleNamespace:
        code: object = 0
        try:
            run_command(run_program, [command, *words])
        except SystemExit as stopped:
            code = stopped.code
        said = capsys.readouterr()
        return SimpleNamespace(returncode=code, stdout=said.out, stderr=said.err)

    return run


@pytest.fixture
def own(documents: Path) -> list[str]:
    (documents / "questions.yaml").write_text(QUESTIONS, encoding="utf-8")
    return ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.yaml"]


@pytest.fixture
def file(documents: Path) -> Path:
    return documents / "questions.yaml"
