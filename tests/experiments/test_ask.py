from __future__ import annotations

from pathlib import Path

from standins.commands import Command


def own(documents: Path) -> list[str]:
    return ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]


def test_a_question_shows_every_stage_and_its_citations(command: Command, documents: Path) -> None:
    done = command("ask", *own(documents), "--question", "What is the storage fee per season?")
    assert done.returncode == 0, done.stderr
    for stage in ("router", "planner", "retriever", "orchestrator"):
        assert stage in done.stdout
    assert "25" in done.stdout
    assert "handbook.pdf" in done.stdout


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
    assert "3 of 4 PDFs read" in done.stdout
    assert "skipped" in done.stdout
    listed = command("collections")
    assert "2 collections" in listed.stdout
    assert command("collections", "nosuch").returncode == 1
    assert "removed pdf_" in command("collections", "unused").stdout
    assert "0 collections" in command("collections").stdout
