"""What a table chunk shows is its own text, not the page that it stands on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.eval.matching.evidence import Corpus, Piece, locate, wanted
from ragatta.eval.matching.shown import Shown, reached
from ragatta.eval.ranking import text_of
from ragatta.eval.scorers import components, evidence_recall
from ragatta.pipeline.tables import row_text
from ragatta.pipeline.types import Answer, Chunk, Component, Evidence, Page, Question

PAGE = "Fares of 2024\nClass Fare Fee\nFirst 12.50 1.000\nSecond 9.80 1.000\nChildren ride free.\n"
COLUMNS = ("Class", "Fare", "Fee")
ROWS = [("First", "12.50", "1.000"), ("Second", "9.80", "1.000")]
CORPUS: Corpus = {"a.pdf": (Page("a.pdf", 1, PAGE), Page("a.pdf", 2, PAGE.replace("2024", "2025")))}


def rows(*written: tuple[str, ...]) -> Chunk:
    """A table chunk of the first page; it stands over both rows, whatever is written of them."""
    start, end = PAGE.index("First"), PAGE.index("\nChildren")
    text = row_text.write(("Fares of 2024",), COLUMNS, written)
    return Chunk("a.pdf#0", "a.pdf", 0, text, 1, 1, start, end, 2, original=PAGE[start:end], table="a.pdf#t1")


def recall(evidence: Evidence, *context: Chunk) -> float | None:
    question = Question("Q", "?", "number", "9.80", evidence=(evidence,))
    return evidence_recall.score(question, Answer("answered", "", context=context), CORPUS)


def test_a_figure_that_the_table_lost_is_not_shown() -> None:
    value = Evidence("a.pdf", (1,), value="9.80")
    assert recall(value, rows(*ROWS)) == 1.0
    assert recall(value, rows(ROWS[0])) == 0.0
    assert recall(value, rows(ROWS[0], ("Second", "", "1.000"))) == 0.0


def test_a_row_counts_as_it_is_written() -> None:
    row = Evidence("a.pdf", (1,), quote="Second 9.80 1.000", value="1.000")
    assert recall(row, rows(*ROWS)) == 1.0
    assert recall(row, rows(ROWS[0])) == 0.0
    assert recall(row, rows(("First", "9.80", "1.000"), ("Second", "12.50", "1.000"))) == 0.0


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("receives a supplementary allowance", "The keeper receives a supple-mentary allow-\nance."),
        ("receives a supple-mentary allowance", "The keeper receives a supplementary allowance."),
        ("The fee is $320 a year", "The fee is $320^1 a year."),
        ("The fee is $320¹ a year", "The fee is $320^1 a year."),
        ("the warden keeps the key", "The warden [12] keeps the^(3) key."),
        ("about 3 x 10⁶ cells", "about 3 x 10^6 cells"),
    ],
)
def test_marks_and_hyphens_within_words_make_no_difference(quote: str, page: str) -> None:
    corpus = {"a.pdf": (Page("a.pdf", 1, page),)}
    (piece,) = wanted(Question("Q", "?", "text", evidence=(Evidence("a.pdf", (1,), quote),)), corpus)
    prose = Chunk("a.pdf#0", "a.pdf", 0, page, 1, 1, 0, len(page), 1)
    table = replace(prose, text=row_text.write((), ("Text",), [(page.replace("\n", " "),)]), original=page, table="t")
    assert Shown([prose], corpus).has(piece)
    assert Shown([table], corpus).has(piece)


def test_a_phrase_with_a_mark_is_found_beside_one_without() -> None:
    corpus = {"a.pdf": (Page("a.pdf", 1, "The fee is $320^1 a year. Children ride free."),)}
    assert all(locate(Evidence("a.pdf", (1,)), ("Children ride free", "The fee is $320 a year"), corpus).values())


@pytest.mark.parametrize(
    ("quote", "page"), [("about 3 x 10 cells", "about 3 x 10^6 cells"), ("C-6", "C6"), ("[1]", "2")]
)
def test_other_words_are_other_words(quote: str, page: str) -> None:
    corpus = {"a.pdf": (Page("a.pdf", 1, page),)}
    (piece,) = wanted(Question("Q", "?", "text", evidence=(Evidence("a.pdf", (1,), quote),)), corpus)
    assert not piece.places


def test_a_row_of_another_page_does_not_count() -> None:
    assert recall(Evidence("a.pdf", (2,), quote="Second 9.80 1.000"), rows(*ROWS)) == 0.0
    assert recall(Evidence("a.pdf", (2,), value="9.80"), rows(*ROWS)) == 0.0


def test_a_statement_counts_from_the_table_of_any_page() -> None:
    page = "First class tickets are sold at the counter only\n"
    corpus: Corpus = {"a.pdf": tuple(Page("a.pdf", number, page) for number in (1, 2))}
    question = Question("Q", "?", "text", "x", evidence=(Evidence("a.pdf", (1,), quote=page.strip()),))
    text = row_text.write((), ("Note",), [(page,)])
    shown = Chunk("a.pdf#1", "a.pdf", 1, text, 2, 2, 50, 50 + len(page), 2, original=page, table="a.pdf#t1")
    assert reached(question, Answer("answered", "", context=(shown,)), corpus) == [(page.strip(), True)]


def test_the_title_is_shown_and_what_stands_around_the_rows_is_not() -> None:
    assert recall(Evidence("a.pdf", (1,), quote="Fares of 2024"), rows(*ROWS)) == 1.0
    assert recall(Evidence("a.pdf", (1,), quote="Children ride free"), rows(*ROWS)) == 0.0


def test_items_of_a_list_count_in_a_table_but_not_within_longer_ones() -> None:
    corpus: Corpus = {"a.pdf": (Page("a.pdf", 1, "Rye\nRye Bread\nOat Cake"),)}
    question = Question("Q", "List", "list", ("Rye", "Rye Bread", "Oat Cake"), evidence=(Evidence("a.pdf", (1,)),))
    text = row_text.write((), ("Loaf",), [("Rye Bread",), ("Oat Cake",)])
    shown = Chunk("a.pdf#0", "a.pdf", 0, text, 1, 1, 0, 22, 1, original="Rye\nRye Bread\nOat Cake", table="t")
    found = reached(question, Answer("answered", "", context=(shown,)), corpus)
    assert found == [("Rye", False), ("Rye Bread", True), ("Oat Cake", True)]


def test_prose_is_not_joined_over_a_table() -> None:
    start = PAGE.index("First")
    before = Chunk("a.pdf#1", "a.pdf", 1, PAGE[:start], 1, 1, 0, start, 2)
    quote = Evidence("a.pdf", (1,), quote="2024 Class Fare Fee First 12.50")
    assert recall(quote, before, rows(*ROWS)) == 0.0
    whole = replace(before, text=PAGE, char_end=len(PAGE))
    assert recall(quote, whole) == 1.0


def test_a_component_is_sought_in_the_text_of_the_table() -> None:
    def shown(*context: Chunk) -> float | None:
        question = Question("Q", "?", "number", "1", components=(Component("fare", 1, match="12.50"),))
        return components.in_context(question, Answer("answered", "", context=context), CORPUS)

    assert shown(rows(ROWS[0])) == 1.0
    assert shown(rows(ROWS[1])) == 0.0


def test_a_table_chunk_of_other_pages_is_refused() -> None:
    with pytest.raises(ValueError, match="same parser"):
        Shown([replace(rows(*ROWS), original="First 12.60")], CORPUS)
    kept = replace(rows(*ROWS), original="")  # as a journal keeps it
    (piece,) = wanted(Question("Q", "?", "number", "9.80", evidence=(Evidence("a.pdf", (1,), value="9.80"),)), CORPUS)
    assert Shown([kept], CORPUS).has(piece)
    assert not Shown([kept], CORPUS).has(Piece("7.77", piece.places))


def test_a_chunk_of_a_document_that_is_not_there_shows_nothing() -> None:
    table = replace(rows(*ROWS), source_file="b.pdf")
    prose = replace(table, text=table.original, original="", table="")
    question = Question("Q", "?", "number", "9.80", evidence=(Evidence("a.pdf", (1,), value="9.80"),))
    assert reached(question, Answer("answered", "", context=(table, prose)), CORPUS) == [("9.80", False)]
    assert [*Shown([table, prose], CORPUS).texts()] == []
    assert text_of((table, prose), CORPUS) == ""
