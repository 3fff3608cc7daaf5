"""A newcomer adds gold questions by flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.commands.add_question import only_command
from ragatta.experiments.composing.chosen import Chosen
from ragatta.pipeline.types import Evidence
from standins.adding import QUESTIONS, Command, printed


def test_by_flags_the_page_is_found_and_the_file_keeps_its_bytes(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", 'How often is "the filter" cleaned?', "--expected", "once a month"]
    done = add(*own, *words, "--quote", "Clean the FILTER of every pump")
    assert done.returncode == 0, done.stderr
    assert file.read_text(encoding="utf-8").startswith(QUESTIONS)
    _, new = load_questions(file)
    assert (new.id, new.question, new.kind) == ("G_2", 'How often is "the filter" cleaned?', "text")
    assert new.evidence == (Evidence("handbook.pdf", (2,), "Clean the FILTER of every pump"),)
    assert printed(done.stdout) == f"ragatta sweep --pdfs {own[1]} --questions {own[3]} --only G_2"


def test_without_a_quote_the_answer_itself_is_sought(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", "After how many hours are seals replaced?", "--expected", "600", "--dry-run"]
    done = add(*own, *words)
    assert done.returncode == 0, done.stderr
    assert "value: '600'" in done.stdout
    assert "pages: [4]" in done.stdout
    assert file.read_text(encoding="utf-8") == QUESTIONS  # a dry run
    items = ["Filter Cleaning", "Winter Storage", "Seal Replacement"]
    flags = [word for item in items for word in ("--expected", item)]
    listed = add(*own, "--question", "List the parts", *flags)
    assert listed.returncode == 0, listed.stderr
    assert load_questions(file)[1].evidence == (Evidence("handbook.pdf", (1,)),)


@pytest.mark.parametrize("written", ["", "# our questions\n"], ids=["empty", "a comment"])
def test_a_file_without_questions_gets_its_first(add: Command, own: list[str], file: Path, written: str) -> None:
    file.write_text(written, encoding="utf-8")
    done = add(*own, "--question", "After how many hours are seals replaced?", "--expected", "600")
    assert done.returncode == 0, done.stderr
    assert file.read_text(encoding="utf-8").startswith(written)
    assert [question.expected for question in load_questions(file)] == ["600"]


def test_several_places_are_shown_and_one_is_picked(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", "What is cleaned?", "--kind", "text", "--expected", "pumps", "--quote", "Filter Cleaning"]
    done = add(*own, *words)
    assert done.returncode == 1
    assert "is in 2 places; say which with --file and --page" in done.stderr
    assert "1  handbook.pdf, page 2, line 1: Filter Cleaning Clean the filter" in done.stderr
    assert add(*own, *words, "--page", "2").returncode == 0
    assert load_questions(file)[1].evidence[0].pages == (2,)
    assert add(*own, *words, "--all", "--question", "What else is cleaned?").returncode == 0
    assert load_questions(file)[2].evidence[0].pages == (1, 2)


def test_a_csv_of_ones_own_gets_a_file_beside_it(add: Command, documents: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    before = (documents / "questions.csv").read_bytes()
    done = add(*own, "--question", "What costs the big pump?", "--expected", "$120")
    assert done.returncode == 0, done.stderr
    assert (documents / "questions.csv").read_bytes() == before
    added = documents / "questions.csv.added.yaml"
    assert [question.id for question in load_questions(added)] == ["ADDED_1"]
    checked = add(*own, command="check-questions")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.startswith("local: OK, 4 questions")


def test_nobody_is_asked_where_nobody_answers(add: Command, own: list[str], file: Path) -> None:
    done = add(*own)
    assert done.returncode == 130
    assert "nothing was written" in done.stdout
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_the_command_is_one_that_can_be_given_here() -> None:
    chosen = Chosen(("llm=ollama", "dataset.limit=3"), pdfs="it's Größe: 1", questions="q,1.yaml")
    words = "--pdfs 'it'\"'\"'s Größe: 1' --questions q,1.yaml --only A,B llm=ollama"
    assert only_command(chosen, ["A", "B"]) == f"ragatta sweep {words}"
