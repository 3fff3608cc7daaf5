"""What `ragatta add-question` says is wrong, and what its flags can say of a question."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from standins.adding import QUESTIONS, Command


def test_a_quote_that_stands_nowhere_shows_the_nearest_lines(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", "Where?", "--expected", "here", "--quote", "clean filters of pumps once every month"]
    done = add(*own, *words)
    assert done.returncode == 1
    assert "is on no page" in done.stderr
    assert "near it, handbook.pdf, page 2" in done.stderr
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_an_answer_that_stands_nowhere_shows_what_a_search_with_the_question_finds(
    add: Command, own: list[str]
) -> None:
    for answer in ("yes", "a charge for every season"):
        done = add(*own, "--question", "Is there a fee for the storage of a pump in winter?", "--expected", answer)
        assert done.returncode == 1
        assert "a search with the question finds:" in done.stderr
        assert "1  handbook.pdf, page 3, line " in done.stderr


def test_no_place_is_taken_by_enter_where_places_compete(
    add: Command, own: list[str], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["How often is the filter cleaned?", "", "monthly", "Filter Cleaning", "", "1", "", "", "", "yes"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    done = add(*own)
    assert done.returncode == 0, done.stdout
    assert "it is needed" in done.stdout
    assert load_questions(file)[1].evidence[0].pages == (2,)


def test_what_is_wrong_is_said_and_nothing_is_written(add: Command, own: list[str], file: Path) -> None:
    words = ["--question", "Why is it so?", "--expected", "many", "--kind", "number", "--quote", "Price List"]
    done = add(*own, *words, "--id", "a b")
    assert done.returncode == 1
    assert "must hold exactly one number" in done.stderr
    assert "must be of letters, digits" in done.stderr
    taken = add(*own, *words, "--id", "G_1", "--expected", "7", "--kind", "list")
    assert "G_1, id: taken already" in taken.stderr
    assert "'many' is on no page of the evidence" in taken.stderr
    assert "not a grid" in add(*own, *words, "parser=pdfium,pypdf").stderr
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_the_same_question_with_another_answer_is_refused(add: Command, own: list[str]) -> None:
    words = ["--question", "What is the storage fee per season?", "--expected", "$80"]
    done = add(*own, *words)
    assert "asks the same as G_1 but expects another answer" in done.stderr
    assert "near duplicate (100% of the words) of G_2: G_1" in done.stdout


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
    assert "--filters: not valid JSON" in add(*own, *words, "--filters", "{year").stderr
