from __future__ import annotations

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

from ragatta.experiments.commands import ask as ask_command
from ragatta.experiments.running.system import System
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.meter import Meter
from ragatta.pipeline.types import Answer, AskedQuestion, Exchange, StageRecord
from standins.commands import Command


def own(documents: Path) -> list[str]:
    return ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]


def test_a_question_shows_every_stage_and_its_citations(command: Command, documents: Path) -> None:
    done = command("ask", *own(documents), "--question", "What is the storage fee per season?")
    assert done.returncode == 0, done.stderr
    for stage in ("router", "planner", "retriever", "orchestrator"):
        assert stage in done.stdout
    assert re.search(r"step 1: \d+ chunk", done.stdout), "what a stage decided"
    assert "25" in done.stdout
    assert "handbook.pdf" in done.stdout


@pytest.mark.parametrize(
    ("architecture", "said"),
    [
        pytest.param("guarded", "no_information", marks=pytest.mark.needs("guarded")),
        ("single_pass", "no documents (*.pdf"),
    ],
)
def test_an_empty_folder_is_an_answer_of_guarded_alone(
    command: Command, tmp_path: Path, architecture: str, said: str
) -> None:
    (tmp_path / "empty").mkdir()
    done = command(
        "ask",
        "--pdfs",
        str(tmp_path / "empty"),
        "--question",
        "What is the storage fee?",
        f"architecture={architecture}",
    )
    is_answer = architecture == "guarded"
    assert (done.returncode == 0) == is_answer, done.stderr
    assert said in (done.stdout if is_answer else done.stderr)
    assert ("There is nothing to search yet" in done.stdout) == is_answer


def test_stopping_after_retrieval_writes_no_answer(command: Command, documents: Path) -> None:
    done = command("ask", *own(documents), "--question", "What is the storage fee?", "--stop", "retrieval")
    assert done.returncode == 0, done.stderr
    assert "orchestrator" not in done.stdout
    assert "cosine" in done.stdout


def test_a_plan_written_by_hand_is_carried_out(command: Command, documents: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("steps:\n- query: price of a pump\n  target_documents: [prices.pdf]\n", encoding="utf-8")
    done = command("ask", *own(documents), "--plan", str(plan))
    assert done.returncode == 0, done.stderr
    assert "router" not in done.stdout
    assert "prices.pdf, page 1" in done.stdout
    assert "handbook.pdf" not in done.stdout
    plan.write_text("steps: [{}]", encoding="utf-8")
    assert "needs `steps:`" in command("ask", *own(documents), "--plan", str(plan)).stderr


def test_index_says_what_became_of_each_pdf_and_collections_lists_them(command: Command, documents: Path) -> None:
    (documents / "pdfs" / "broken.pdf").write_bytes(b"no PDF at all")
    done = command("index", *own(documents))
    assert done.returncode == 0, done.stderr
    assert "3 of 4 documents read" in done.stdout
    assert "broken: it does not begin as a PDF does" in done.stdout
    assert "4 documents: 3 read, 1 broken; 3 read whole, not listed" in done.stdout
    listed = command("collections")
    assert "2 collections" in listed.stdout
    assert command("collections", "--remove", "nosuch").returncode == 1
    assert "removed pdf_" in command("collections", "--remove", "unused").stdout
    assert "0 collections" in command("collections").stdout


def test_a_collection_of_a_recorded_run_is_used(command: Command, documents: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none"]
    assert command("sweep", *own, "tracking=off").returncode == 0
    assert command("index", *own, "chunking.chunk_size=300").returncode == 0
    assert "2 collections" in command("collections").stdout
    removed, kept = command("collections", "--remove", "unused").stdout.splitlines()
    assert removed.count("pdf_") == kept.count("pdf_") == 1
    assert "300" in removed
    assert "1 collection " in command("collections").stdout


class Session:
    """What is typed, and what the system, which it stands for, is asked."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, architecture: str, said: list[str], answers: list[Answer]
    ) -> None:
        self.asked: list[AskedQuestion] = []
        self.settings = Pipeline(architecture=ARCHITECTURES.load(architecture)())
        self.resources = SimpleNamespace(models=SimpleNamespace(meter=Meter()))
        self._answers = iter(answers)
        lines = iter(said)
        monkeypatch.setattr("builtins.input", lambda _prompt: next(lines, ""))

    def answer(self, asked: AskedQuestion) -> tuple[Answer, float]:
        self.asked.append(asked)
        return next(self._answers), 0.0

    def run(self) -> str:
        out = Console(file=io.StringIO(), width=200)
        assert ask_command._converse(out, cast(System, self)) == 0
        assert isinstance(out.file, io.StringIO)
        return out.file.getvalue()


CLARIFY, DONE = Answer("clarify", "too many", clarification="narrow it"), Answer("answered", "two")


@pytest.mark.needs("agentic")
def test_what_is_said_to_a_clarification_is_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(monkeypatch, "agentic", ["List all.", "in 2024", "CSV", "Next?"], [CLARIFY, CLARIFY, DONE, DONE])
    session.run()
    assert session.asked == [
        AskedQuestion("List all."),
        AskedQuestion("List all.", replies=("in 2024",)),
        AskedQuestion("List all.", replies=("in 2024", "CSV")),
        AskedQuestion("Next?", turns=(Exchange("List all.", "two"),)),
    ]


def test_an_architecture_that_takes_no_replies_is_asked_the_longer_question(monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["Price?", "of the brass pump", "And in 2022?"]
    session = Session(monkeypatch, "router_planner", said, [CLARIFY, DONE, DONE])
    session.run()
    assert session.asked[1] == AskedQuestion("Price? of the brass pump")
    turns = (Exchange("Price? of the brass pump", "two"),)
    assert session.asked[2] == AskedQuestion("And in 2022?", turns=turns), "the next turn of one conversation"


@pytest.mark.needs("agentic")
def test_a_csv_is_written_to_a_file_named_by_its_content(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ask_command, "EXPORTS", tmp_path)
    steps = (StageRecord("composer", 0.0, details={"export": "csv"}),)
    exported = Answer("answered", "doc_id,amount\na.pdf,12\nb.pdf,7\n", steps=steps)
    shown = Session(monkeypatch, "agentic", ["List all.", "CSV"], [CLARIFY, exported]).run()
    (written,) = tmp_path.iterdir()
    assert written.read_text(encoding="utf-8") == exported.text
    assert f"{written}: 2 documents as CSV" in shown
    assert "a.pdf,12" not in shown
