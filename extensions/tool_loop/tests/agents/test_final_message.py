"""What a last message says: the answer, its value, its items, its citations; or that there is none."""

from __future__ import annotations

import pytest

from ragatta.extensions.tool_loop.agents.final_message import NOTHING_FOUND, NOTHING_SAID, read, says_missing
from ragatta.extensions.tool_loop.agents.tool_caller import FinishedConversation
from ragatta.extensions.tool_loop.agents.tool_results import within
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.answering.orchestrator import INSUFFICIENT
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import Answer
from standins.scripted import chunk, hit

HITS = (
    hit(chunk("manual.pdf", 0, "Leaks are covered for five years.", page=3), similarity=0.9),
    hit(chunk("prices.pdf", 0, "The brass pump costs $40.", page=2), rank=2, similarity=0.7),
)
FOUND = ToolResult(
    "search_text", {"query": "pump"}, ("manual.pdf", "prices.pdf"), HITS, tuple(h.chunk.text for h in HITS)
)
NONE = ToolResult("search_text", {"query": "pump"})


def held(text: str, *results: ToolResult) -> FinishedConversation:
    return FinishedConversation(text, results, within(1000, results, lambda words: len(words.split())))


def answered(text: str, question: str = "What does the pump cost?", stage: Stage | None = None) -> Answer:
    return read(question, held(text, FOUND), Thresholds(), stage or Stage())


def test_an_answer_with_value_citation_page_and_quote() -> None:
    found = answered("The brass pump costs $40 [prices.pdf].\nAnswer: $40")
    assert (found.status, found.value, found.items, found.safety_flags) == ("answered", "$40", (), ())
    (cited,) = found.citations
    assert (cited.source_file, cited.first_page, cited.chunk_id) == ("prices.pdf", 2, "prices.pdf#0")
    assert found.evidence == ("The brass pump costs $40.",)
    assert {stretch.id for stretch in found.context} == {"manual.pdf#0", "prices.pdf#0"}
    assert found.confidence == "medium"
    assert found.reasoning == "search_text: pump"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Answer: $40", "$40"),
        ("**Answer:** $40.", "$40"),
        ("answer = forty dollars [prices.pdf]", "forty dollars"),
        ("Answer: $39\n\nAnswer: $40", "$40"),
        ("The answer is $40.", ""),
    ],
)
def test_the_value_stands_on_the_last_answer_line(line: str, value: str) -> None:
    assert answered(f"It costs forty [prices.pdf].\n{line}").value == value


def test_items_are_the_lines_of_a_list_without_their_marks() -> None:
    listed = answered("They are:\n- Leaks [manual.pdf]\n* **Rust**\n3. Dents", "List the covered damages")
    assert listed.items == ("Leaks", "Rust", "Dents")
    assert answered("- Leaks [manual.pdf]", "List the covered damages").items == ("Leaks",)
    assert answered("- $40 [prices.pdf]").items == (), "one line is no list where none was asked for"


def test_invented_citations_are_removed_flagged_and_told() -> None:
    stage = Stage()
    found = answered("It costs $40 [doc_99] [prices.pdf].", stage=stage)
    assert "doc_99" not in found.text
    assert [cited.source_file for cited in found.citations] == ["prices.pdf"]
    assert found.safety_flags == ("unknown_citation",)
    assert len(stage.details["unknown_marks"]) == 1
    assert "not in the evidence" in stage.notes[0]


def test_an_answer_without_citation_is_flagged_and_trusted_little() -> None:
    found = answered("It costs $40.")
    assert (found.status, found.safety_flags, found.confidence) == ("answered", ("uncited",), "low")


@pytest.mark.parametrize("results", [(), (FOUND,), (NONE,)])
def test_a_message_that_says_it_is_missing_is_no_information(results: tuple[ToolResult, ...]) -> None:
    found = read("What?", held(f"{INSUFFICIENT} No year is given.", *results), Thresholds(), Stage())
    assert (found.status, found.value, found.citations) == ("no_information", "", ())
    assert found.limitations == "No year is given."
    assert found.text


@pytest.mark.parametrize(
    ("text", "cited", "missing"),
    [
        (f"{INSUFFICIENT} See [a.pdf].", True, True),
        ("The information is insufficient to answer this question, sorry.", False, True),
        ("I could not find anything about it. The search was short.", False, True),
        ("The documents do not mention a fee.", False, True),
        ("The documents don't say.", False, True),
        ("The documents do not mention tax; the fee is $5.", True, False),
        ("The fee is $5. The documents do not mention tax.", False, False),
        ("No fee is due.", False, False),
    ],
)
def test_how_a_message_says_that_it_is_missing(text: str, cited: bool, missing: bool) -> None:
    assert says_missing(text, cited) is missing


@pytest.mark.parametrize("text", ["", "  ", "[doc_99]"])
def test_no_usable_message_is_a_failure_and_counted(text: str) -> None:
    stage = Stage()
    found = read("What?", held(text, FOUND), Thresholds(), stage)
    assert (found.status, found.text, found.limitations) == ("failed", "", NOTHING_SAID)
    assert stage.fallbacks == 1


@pytest.mark.parametrize("results", [(), (NONE,), (ToolResult("search_web", {}, error="no tool"),)])
def test_an_answer_from_no_evidence_is_a_failure_and_counted(results: tuple[ToolResult, ...]) -> None:
    stage = Stage()
    found = read("What?", held("It costs $40 [prices.pdf].", *results), Thresholds(), stage)
    assert (found.status, found.text, found.limitations, found.citations) == ("failed", "", NOTHING_FOUND, ())
    assert stage.fallbacks == 1
