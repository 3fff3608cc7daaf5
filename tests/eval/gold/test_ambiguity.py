"""Evidence that stands in several rows of its page is named, with the rows as quotes."""

from __future__ import annotations

from ragatta.eval.gold.ambiguity import ambiguous
from ragatta.eval.gold.questions import check_evidence
from ragatta.eval.matching.evidence import Corpus
from ragatta.pipeline.types import Evidence, Page, Question

RATES = """Rates of 2025
HO3 10 1.05 1.05
HO4 10 1.05 0.95
from 1 to 5
km 1.00 2.50
from 5 to 9
km 1.00 2.50
Say "no" 7.00
"""
CORPUS: Corpus = {"a.pdf": (Page("a.pdf", 1, RATES), Page("a.pdf", 2, 'HO3 1.05\n0.95\n7.00\nSay "no" 7.00'))}


def messages(evidence: Evidence, question: str = "What is the rate of HO4 from 5 to 9 km?") -> list[str]:
    asked = Question("Q", question, "number", "1", evidence=(evidence,))
    return [finding.message for finding in ambiguous(asked, CORPUS)]


def quotes(message: str) -> list[str]:
    return [line.strip().removeprefix("quote: ") for line in message.splitlines() if "quote: " in line]


def test_a_value_in_several_rows_is_ambiguous_and_the_likeliest_row_comes_first() -> None:
    (message,) = messages(Evidence("a.pdf", (1,), value="1.05"))
    assert message.startswith("'1.05' is in 2 rows of page 1 of a.pdf; quote the row that is meant, such as")
    assert quotes(message) == ['"HO4 10 1.05 0.95"', '"HO3 10 1.05 1.05"']


def test_a_row_that_stands_twice_is_proposed_with_the_lines_above_it() -> None:
    (message,) = messages(Evidence("a.pdf", (1,), value="2.50"))
    assert quotes(message) == ['"from 1 to 5 km 1.00 2.50"', '"from 5 to 9 km 1.00 2.50"']


def test_what_is_proposed_is_not_ambiguous_and_stands_on_the_page() -> None:
    for value in ("1.05", "2.50", "1.00"):
        (message,) = messages(Evidence("a.pdf", (1,), value=value))
        for quote in quotes(message):
            evidence = Evidence("a.pdf", (1,), quote=quote.strip('"'), value=value)
            assert messages(evidence) == []
            assert check_evidence([Question("Q", "?", "number", "1", evidence=(evidence,))], CORPUS) == []


def test_several_places_in_one_row_or_on_several_pages_are_not_ambiguous() -> None:
    assert messages(Evidence("a.pdf", (2,), value="1.05")) == []
    assert messages(Evidence("a.pdf", (1, 2), value="0.95")) == []
    one_row: Corpus = {"b.pdf": (Page("b.pdf", 1, "HO3 1.05 1.05"),)}
    asked = Question("Q", "?", "number", "1", evidence=(Evidence("b.pdf", (1,), value="1.05"),))
    assert ambiguous(asked, one_row) == []


def test_a_quote_is_ambiguous_only_where_it_is_a_figures() -> None:
    assert len(messages(Evidence("a.pdf", (1,), quote="km 1.00 2.50"))) == 1
    assert messages(Evidence("a.pdf", (1,), quote="km")) == []
    assert messages(Evidence("a.pdf", (1,))) == []
    items = Question("Q", "?", "list", ("1.05",), evidence=(Evidence("a.pdf", (1,)),))
    assert ambiguous(items, CORPUS) == []


def test_a_quote_with_marks_is_ready_for_yaml() -> None:
    (message,) = messages(Evidence("a.pdf", (2,), value="7.00"))
    assert quotes(message) == ['"0.95 7.00"', r'"Say \"no\" 7.00"']
