"""A newcomer adds gold questions, by flags, in a terminal and from files, and runs the printed command."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import pytest
from standins.pdfs import write_pdf
from standins.terminal import converse

from conf.schema import Dataset
from eval.appending import append_questions
from eval.gold import load_questions
from experiments import add_question, check_questions
from experiments.adding.gold import header, target
from experiments.dataset import open_course
from experiments.faults import Fault, run_command
from experiments.paths import ROOT
from pipeline.types import Evidence, Question

QUESTIONS = """# Our gold questions.
- id: G_1
  question:   "What is the storage fee per season?"   # asked often
  kind: number
  expected: $25
"""


class Command(Protocol):
    def __call__(self, *words: str, module: str = ...) -> SimpleNamespace: ...


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process; its page texts are kept below the test's folder."""
    monkeypatch.setattr("experiments.adding.gold.CACHE", tmp_path / "cache")
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def run(*words: str, module: str = "add_question") -> SimpleNamespace:
        code: object = 0
        main = {"add_question": add_question.main, "check_questions": check_questions.main}[module]
        try:
            run_command(main, list(words))
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


def printed(output: str) -> str:
    return next(line.strip() for line in output.splitlines() if line.strip().startswith("make sweep"))


def test_by_flags_the_page_is_found_and_the_file_keeps_its_bytes(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", 'How often is "the filter" cleaned?', "--expected", "once a month"]
    done = add(*own, *words, "--quote", "Clean the FILTER of every pump")
    assert done.returncode == 0, done.stderr
    assert file.read_text(encoding="utf-8").startswith(QUESTIONS)
    _, new = load_questions(file)
    assert (new.id, new.question, new.kind) == ("G_2", 'How often is "the filter" cleaned?', "text")
    assert new.evidence == (Evidence("handbook.pdf", (2,), "Clean the FILTER of every pump"),)
    assert printed(done.stdout) == f"make sweep PDFS={own[1]} QUESTIONS={own[3]} ONLY=G_2"


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
    assert "stands in 2 places; say which with --file and --page" in done.stderr
    assert "handbook.pdf, page 2: Filter Cleaning Clean the filter" in done.stderr
    assert add(*own, *words, "--page", "2").returncode == 0
    assert load_questions(file)[1].evidence[0].pages == (2,)
    assert add(*own, *words, "--all", "--question", "What else is cleaned?").returncode == 0
    assert load_questions(file)[2].evidence[0].pages == (1, 2)


def test_a_quote_that_stands_nowhere_shows_the_nearest_lines(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", "Where?", "--expected", "here", "--quote", "clean filters of pumps once every month"]
    done = add(*own, *words)
    assert done.returncode == 1
    assert "stands on no page" in done.stderr
    assert "near it, handbook.pdf, page 2" in done.stderr
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_what_is_wrong_is_said_and_nothing_is_written(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", "Why is it so?", "--expected", "many", "--kind", "number", "--quote", "Price List"]
    done = add(*own, *words, "--id", "a b")
    assert done.returncode == 1
    assert "must hold exactly one number" in done.stderr
    assert "must be of letters, digits" in done.stderr
    taken = add(*own, *words, "--id", "G_1", "--expected", "7", "--kind", "list")
    assert "G_1, id: taken already" in taken.stderr
    assert "'many' stands on no page of the evidence" in taken.stderr
    assert "not a grid" in add(*own, *words, "parser=pdfium,pypdf").stderr
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_the_same_question_with_another_answer_is_refused(add: Command, own: list[str]) -> None:
    words = ["--question", "What is the storage fee per season?", "--expected", "$80"]
    done = add(*own, *words)
    assert "asks the same as G_1 but expects another answer" in done.stderr
    assert "near duplicate (100% of the words) of G_2: G_1" in done.stdout


def test_a_csv_of_ones_own_gets_a_file_beside_it(add: Command, documents: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    before = (documents / "questions.csv").read_bytes()
    done = add(*own, "--question", "What costs the big pump?", "--expected", "$120")
    assert done.returncode == 0, done.stderr
    assert (documents / "questions.csv").read_bytes() == before
    added = documents / "questions.csv.added.yaml"
    assert [question.id for question in load_questions(added)] == ["ADDED_1"]
    checked = add(*own, module="check_questions")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.startswith("local: OK, 4 questions")


def test_in_the_terminal_and_then_alone(own: list[str], file: Path, home: Path) -> None:
    environment = {**os.environ, "RAGATTA_HOME": str(home), "TERM": "xterm"}
    said = [
        ("question>", "What is the fee for storage?"),
        ("is yours another question?", "yes"),
        ("kind [", ""),
        ("expected>", "$25"),
        ("quote [", "the storage fee is 25 $ a season"),
        ("quote [", "The storage fee is $25"),
        ("another quote", ""),
        ("id [G_2]", ""),
        ("split [test]", ""),
        ("append it?", "yes"),
    ]
    code, screen = converse(["-m", "experiments.add_question", *own], ROOT, environment, said)
    assert code == 0, screen
    assert "near it (" in screen
    assert "near it, handbook.pdf, page 3" in screen
    new = load_questions(file)[1]
    assert new.evidence == (Evidence("handbook.pdf", (3,), "The storage fee is $25"),)

    shown = printed(screen)
    alone = f"{shown} ARGS=tracking=off"
    done = subprocess.run(alone, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        assert {row["question_id"] for row in csv.DictReader(stream)} == {"G_2"}


def test_the_parts_of_a_question_are_asked_for(own: list[str], file: Path, home: Path) -> None:
    environment = {**os.environ, "RAGATTA_HOME": str(home), "TERM": "xterm"}
    said = [
        ("question>", "What are the fee and the hours?"),
        ("kind [", "multi"),
        ("part 1", "The fee?"),
        ("its answer>", "$25"),
        ("part 2", "The hours?"),
        ("its answer>", "600"),
        ("part 3", ""),
        ("quote [", "The storage fee is $25"),
        ("another quote", "after 600 hours"),
        ("another quote", ""),
        ("id [", ""),
        ("split [test]", ""),
        ("append it?", "yes"),
    ]
    code, screen = converse(["-m", "experiments.add_question", *own], ROOT, environment, said)
    assert code == 0, screen
    new = load_questions(file)[1]
    assert (new.expected, new.sub_questions) == (("$25", "600"), ("The fee?", "The hours?"))
    assert [evidence.pages for evidence in new.evidence] == [(3,), (4,)]


def test_nobody_is_asked_where_nobody_answers(add: Command, own: list[str], file: Path) -> None:
    done = add(*own)
    assert done.returncode == 130
    assert "nothing was written" in done.stdout
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_many_are_imported_at_once_and_their_quotes_found(add: Command, own: list[str], file: Path) -> None:
    source = file.parent / "more.jsonl"
    source.write_text(
        '{"id": "J_1", "question": "What costs the hose?", "answer": "$19", "evidence": [{"quote": "Garden hose"}]}\n'
        '{"id": "J_2", "question": "When is the fair?", "answer": "April"}\n',
        encoding="utf-8",
    )
    done = add(*own, "--from", str(source))
    assert done.returncode == 0, done.stderr
    assert load_questions(file)[1].evidence == (Evidence("prices.pdf", (1,), "Garden hose"),)
    assert printed(done.stdout).endswith("ONLY=J_1,J_2")
    again = add(*own, "--from", str(source))
    assert again.returncode == 1
    assert "J_1, id: taken already" in again.stderr
    assert "J_2, id: taken already" in again.stderr


def test_an_import_with_a_fault_imports_nothing(add: Command, own: list[str], file: Path) -> None:
    source = file.parent / "more.jsonl"
    source.write_text(
        '{"id": "J_1", "question": "What?", "answer": "$19", "evidence": [{"quote": "Garden hoes"}]}\n'
        '{"id": "J_2", "question": "Which?", "answer": "x", "evidence": [{"file": "prices.pdf", "pages": [9], '
        '"quote": "Pump"}]}\n{"id": "J_3", "qustion": "When?", "answer": "April"}\n',
        encoding="utf-8",
    )
    done = add(*own, "--from", str(source))
    assert done.returncode == 1
    assert "more.jsonl, line 1, J_1, evidence[1]: 'Garden hoes' stands on no page" in done.stderr
    assert "more.jsonl, line 3, J_3, qustion: unknown field; did you mean question" in done.stderr
    assert file.read_text(encoding="utf-8") == QUESTIONS


GENERATOR = """import argparse, shutil, pathlib
words = argparse.ArgumentParser()
words.add_argument("--seed")
words.add_argument("--out", type=pathlib.Path)
given = words.parse_args()
shutil.rmtree(given.out, ignore_errors=True)
shutil.copytree(pathlib.Path(__file__).parent / "model", given.out)
"""


def test_a_generated_dataset_keeps_what_was_added_when_it_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, made = tmp_path / "datasets" / "tiny", tmp_path / "made" / "tiny" / "seed_7"
    (home / "model" / "pdfs").mkdir(parents=True)
    (home / "__main__.py").write_text(GENERATOR, encoding="utf-8")
    write_pdf(home / "model" / "pdfs" / "a.pdf", ["The fee is $25."])
    (home / "model" / "questions.yaml").write_text(QUESTIONS, encoding="utf-8")
    monkeypatch.setattr("experiments.dataset.DATASETS", tmp_path / "datasets")
    monkeypatch.setattr("experiments.dataset.GENERATED", tmp_path / "made")
    dataset = Dataset("tiny", generator="tiny", added="added-seed-7.yaml")
    assert [q.id for q in open_course(dataset).questions] == ["G_1"]

    append_questions(target(dataset), [Question("G_2", "How much?", "number", "$25")], header(dataset))
    assert (home / "added-seed-7.yaml").read_text(encoding="utf-8").startswith("# Gold questions on tiny, seed 7")
    stamp = (made / "generator.sha256").stat().st_mtime_ns
    assert [q.id for q in open_course(dataset).questions] == ["G_1", "G_2"]
    assert (made / "generator.sha256").stat().st_mtime_ns == stamp  # not taken for another generator

    (home / "more.py").write_text("changed = True\n", encoding="utf-8")
    dataset.only = ["G_2"]
    assert [q.id for q in open_course(dataset).questions] == ["G_2"]
    assert (made / "generator.sha256").stat().st_mtime_ns != stamp
    dataset.only = ["G_3"]
    with pytest.raises(Fault, match="no question 'G_3'; did you mean"):
        open_course(dataset)


def test_parts_filters_and_forbidden_texts_by_flags(add: Command, own: list[str], file: Path) -> None:
    words = [
        "--question",
        "What are the fee and the hours?",
        "--sub-question",
        "The fee?",
        "--sub-question",
        "The hours?",
    ]
    answers = ["--expected", "$25", "--expected", "600"]
    more = ["--filters", '{"year": {">=": 2024}}', "--forbidden", "PWNED"]
    missing = add(*own, *words, *answers)
    assert "quote: missing" in missing.stderr
    quotes = ["--quote", "The storage fee is $25", "--quote", "after 600 hours"]
    done = add(*own, *words, *answers, *more, *quotes)
    assert done.returncode == 0, done.stderr
    _, new = load_questions(file)
    assert (new.kind, new.expected, new.sub_questions) == ("multi", ("$25", "600"), ("The fee?", "The hours?"))
    assert (new.filters, new.forbidden) == ({"year": {">=": 2024}}, ("PWNED",))
    assert [evidence.pages for evidence in new.evidence] == [(3,), (4,)]
    assert "2 sub_questions" in add(*own, *words, "--expected", "$25", *quotes, "--id", "X").stderr
    assert "--filters: no JSON" in add(*own, *words, "--filters", "{year").stderr
