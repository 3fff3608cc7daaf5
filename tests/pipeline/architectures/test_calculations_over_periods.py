"""A calculation over periods or parts, from the question to the cited answer, in both architectures that plan."""

from __future__ import annotations

import pytest

from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.types import Answer, AskedQuestion
from tests.pipeline.architectures.conftest import WordEncoder, toolbox_over
from tests.standins.architectures import EVERY_DOCUMENT, architecture
from tests.standins.travel import chunks

COSTS = write(
    ("Workshop costs", "(in thousands)"),
    ("", "2019", "2018"),
    [("Solder", "$ 52", "$ 40"), ("Wire", "(13)", "26"), ("Total costs", "$ 39", "$ 66")],
)
NAMELESS = write(("Workshop costs, earlier print",), ("", "", ""), [("Solder", "$ 99", "$ 98")])
PLANNING = ("router_planner", pytest.param("agentic", marks=pytest.mark.needs("agentic")))
PROSE = "Solder was bought from two suppliers in 2018 and in 2019. The average supplier was paid after 30 days."


def answer(question: str, name: str) -> Answer:
    pages = chunks({"workshop.pdf": [(COSTS, "t1"), (NAMELESS, "t2"), (PROSE, "")]})
    collection = Collection("pdf_w", "key", {}, pages, WordEncoder().embed([page.text for page in pages]))
    asking = architecture(name, router=EVERY_DOCUMENT)
    toolbox, _ = toolbox_over(asking, collection, NO_ANNOTATIONS, None, 2000, Hybrid(top_k=3))
    return asking.answer(AskedQuestion(question), toolbox)


@pytest.mark.parametrize("name", PLANNING)
@pytest.mark.parametrize(
    ("question", "value", "line"),
    [
        ("What is the change in solder from 2018 to 2019?", "$12.00", "52 − 40 = 12"),
        ("What is the percentage change in solder from 2018 to 2019?", "30%", "(52 − 40) ÷ 40 × 100% = 30%"),
        ("What is the average cost of wire for 2018 and 2019?", "6.5", "(26 + (−13)) ÷ 2 = 6.5"),
        ("What is the change in wire between 2018 and 2019?", "−39", "(−13) − 26 = −39"),
        ("What is the difference between wire and solder in 2018?", "$14.00", "|26 − 40| = 14"),
        ("What percentage of total costs was wire in 2018?", "39.39%", "26 ÷ 66 × 100%"),
    ],
)
def test_each_operand_is_cited_and_code_computes(name: str, question: str, value: str, line: str) -> None:
    found = answer(question, name)
    assert (found.status, found.value) == ("answered", value)
    assert line in found.text
    assert found.calculation is not None
    assert len(found.calculation.operands) == 2
    assert {operand.citation.chunk_id for operand in found.calculation.operands} == {"workshop.pdf#0"}
    assert ("in thousands" in found.text) == ("%" not in value)


@pytest.mark.parametrize("name", PLANNING)
def test_what_is_missing_is_named_and_no_plain_cell_given(name: str) -> None:
    found = answer("What is the change in solder from 2015 to 2016?", name)
    assert found.status == "no_information"
    assert "solder 2015" in found.text


def test_without_a_plan_a_plain_cell_is_no_result() -> None:
    found = answer("What is the average cost of solder for 2018 and 2019?", "single_pass")
    assert found.status == "no_information" or found.confidence == "low"
