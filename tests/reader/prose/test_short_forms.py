import pytest

from pipeline.tables.row_text import write
from pipeline.tasks.answers import Passage, WriteAnswer
from reader.answers import write_answer
from reader.prose.short_forms import defined_in_full, in_full

TEXT = """The deductible of the coverage for the years before is a maximum. A late payment fee (LPF) is due.
After the first invoice has been sent, a late payment charge of $25 is added to each invoice paid late.
The board of directors (BOD) meets. A width of 16 ft (QRS) is allowed. The inventory is kept."""
PASSAGES = (Passage(1, "a.pdf", 1, 1, TEXT),)


@pytest.mark.parametrize(
    ("question", "full"),
    [
        ("What is the max cov for 3 yrs?", "What is the maximum coverage for 3 years?"),
        ("Cov. B, 16 ft wide", "coverage B, 16 ft wide"),  # "ft" is the passage's own word
        ("What is the inv for it?", "What is the inv for it?"),  # "invoice" or "inventory"?
        ("How is the min. set?", "How is the minimum set?"),
    ],
)
def test_a_short_form_that_no_passage_uses_is_written_in_full(question: str, full: str) -> None:
    assert in_full(question, PASSAGES) == full


@pytest.mark.parametrize(
    ("question", "full"),
    [
        ("Is the LPF due?", "Is the late payment fee due?"),
        ("When does the BOD meet?", "When does the board of directors meet?"),
        ("What is QRS?", "What is QRS?"),  # the words before it do not begin so
        ("What is XYZ?", "What is XYZ?"),
    ],
)
def test_an_abbreviation_is_what_the_passages_define(question: str, full: str) -> None:
    assert defined_in_full(question, PASSAGES) == full


def test_a_figure_is_found_where_the_question_says_only_the_abbreviation() -> None:
    table = Passage(2, "b.pdf", 1, 1, write(["Fees"], ("Kind", "Amount"), [("Copy", "$3"), ("Plan", "$7")]))
    asked = "After the first invoice, what LPF is charged on each invoice paid late?"
    found = write_answer(WriteAnswer(asked, (*PASSAGES, table), False, True))
    assert found.value == "$25"
