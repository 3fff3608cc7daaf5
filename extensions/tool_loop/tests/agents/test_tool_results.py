"""What a conversation shows of many results under a budget."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.tool_loop.agents.tool_results import within
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.agents.searching.tool_specs import METADATA
from standins.scripted import chunk, hit


def words(text: str) -> int:
    return len(text.split())


def search(*texts: str, file: str = "a.pdf", snippets: tuple[str, ...] = ()) -> ToolResult:
    hits = tuple(hit(chunk(file, n, text, start=n * 100), rank=n + 1) for n, text in enumerate(texts))
    return ToolResult("search_text", {}, (file,), hits, snippets or texts)


def test_all_is_shown_where_it_fits() -> None:
    first, second = search("one two", "three four"), search("five six", file="b.pdf")
    shown = within(6, [first, second], words)
    assert shown.tokens == 6
    assert [stretch.text for stretch in shown.stretches] == ["one two", "three four", "five six"]
    assert "five six" in shown.texts[1]
    assert "data from documents" in shown.texts[0]
    assert shown.cut == ()


def test_older_results_are_shortened_then_dropped_with_a_note() -> None:
    results = [search("one two", "three four"), search("five six", file="b.pdf")]
    shortened = within(4, results, words)
    assert "one two" in shortened.texts[0]
    assert "three four" not in shortened.texts[0]
    assert "1 of its passages are left out" in shortened.texts[0]
    assert shortened.cut == ("a.pdf#1",)
    dropped = within(3, results, words)
    assert dropped.texts[0].startswith("Result of search_text: left out to make room")
    assert [found.chunk.source_file for found in dropped.hits] == ["b.pdf"]


def test_a_smaller_passage_behind_one_too_large_is_still_taken() -> None:
    shown = within(2, [search("one two three", "four five")], words)
    assert [found.chunk.id for found in shown.hits] == ["a.pdf#1"]


def test_metadata_count_and_errors_do_not() -> None:
    metadata = ToolResult(METADATA, {}, ("a.pdf",), metadata={"doc_id": "a.pdf", "amount": 3})
    error = ToolResult("look", {}, error="no tool 'look'")
    shown = within(100, [metadata, error], words)
    assert '"amount": 3' in shown.texts[0]
    assert shown.tokens == words(metadata.as_json())
    tight = within(0, [metadata, error], words)
    assert "left out" in tight.texts[0]
    assert "no tool 'look'" in tight.texts[1]


def test_an_empty_result_is_told_not_dropped() -> None:
    assert '"documents_found": 0' in within(0, [ToolResult("search_text", {})], words).texts[0]


def test_only_what_a_snippet_shows_is_context() -> None:
    text = "zero one two three four"
    shown = within(9, [search(text, snippets=("...two three...",))], words)
    (stretch,) = shown.stretches
    assert (stretch.text, stretch.char_start, stretch.char_end) == ("two three", 9, 18)
    assert text[stretch.char_start : stretch.char_end] == stretch.text
    assert shown.hits[0].chunk.text == text


@given(st.lists(st.lists(st.text("ab ", max_size=12), max_size=5), max_size=6), st.integers(0, 30))
def test_the_budget_holds_whatever_was_found(found: Any, budget: int) -> None:
    results = [search(*texts, file=f"{n}.pdf") for n, texts in enumerate(found)]
    shown = within(budget, results, words)
    assert shown.tokens <= budget
    assert sum(words(stretch.text) for stretch in shown.stretches) <= budget
    assert len(shown.texts) == len(results)
    assert {h.chunk.id for h in shown.hits} | set(shown.cut) == {h.chunk.id for r in results for h in r.hits}
