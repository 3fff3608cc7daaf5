"""The order in which the evidence of several searches is shown, and what of it stays under a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.agentic.agents.evidence import Evidence, prune, relevance
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.tasks.agentic import ToolArguments, ToolRequest
from ragatta.pipeline.types import Hit
from standins.scripted import chunk, hit


def around(hits: Sequence[Hit], *_: Any) -> list[Hit]:
    """Each hit with its two neighbours on either side, in the document's order."""
    found = {one.chunk.id: one for one in hits}
    for one in hits:
        for step in (-2, -1, 1, 2):
            near = chunk(one.chunk.source_file, one.chunk.chunk_index + step, "near")
            found.setdefault(near.id, hit(near, 0, found_by="window"))
    return sorted(found.values(), key=lambda one: (one.chunk.source_file, one.chunk.chunk_index))


def search(*places: tuple[str, int]) -> tuple[ToolRequest, ToolResult]:
    hits = tuple(hit(chunk(file, index, "found"), rank) for rank, (file, index) in enumerate(places, 1))
    args = ToolArguments(bucket="all", query="pump")
    return ToolRequest(tool="search_text", args=args), ToolResult("search_text", {}, (), hits, ("",) * len(hits))


def count(text: str) -> int:
    return len(text.split())


def ranked(*numbers: int) -> list[Hit]:
    return [hit(chunk("a.pdf", number, "word " * (number % 5 + 1)), rank) for rank, number in enumerate(numbers, 1)]


searches = st.lists(st.lists(st.integers(0, 12), max_size=8, unique=True).map(lambda n: ranked(*n)), max_size=4)


def test_neighbours_stand_behind_all_hits_those_of_the_most_relevant_first(toolbox: Callable[..., Any]) -> None:
    tools, _ = toolbox()
    evidence = Evidence((search(("b.pdf", 20), ("a.pdf", 5)), search(("b.pdf", 20), ("b.pdf", 10))))
    shown = [one.chunk.id for one in evidence.hits(replace(tools, expand=around))]
    assert shown == [
        "b.pdf#20", "a.pdf#5", "b.pdf#10",
        "b.pdf#19", "b.pdf#21", "b.pdf#18", "b.pdf#22",
        "a.pdf#4", "a.pdf#6", "a.pdf#3", "a.pdf#7",
        "b.pdf#9", "b.pdf#11", "b.pdf#8", "b.pdf#12",
    ]  # fmt: skip


@given(searches, st.integers(0, 40))
def test_the_budget_holds_and_nothing_is_lost_unsaid(found: list[list[Hit]], budget: int) -> None:
    left = prune(found, budget, count)
    kept = {one.chunk.id: one.chunk.text for hits in left.kept for one in hits}
    assert sum(map(count, kept.values())) <= budget
    assert set(kept) | set(left.dropped) == {one.chunk.id for hits in found for one in hits}
    assert not set(kept) & set(left.dropped)


@given(searches, st.integers(0, 40))
def test_pruning_twice_prunes_no_more_and_keeps_the_order(found: list[list[Hit]], budget: int) -> None:
    left = prune(found, budget, count)
    used = sum(map(count, {one.chunk.id: one.chunk.text for hits in left.kept for one in hits}.values()))
    assert prune(left.kept, used, count).kept == left.kept
    for before, after in zip(found, left.kept, strict=True):
        assert [one for one in before if one in after] == list(after)


@given(searches)
def test_with_room_for_all_everything_stays(found: list[list[Hit]]) -> None:
    assert prune(found, 10_000, count).kept == tuple(map(tuple, found))


def test_what_two_searches_rank_high_comes_first() -> None:
    # 7 is second twice: 2/62 = 0.0323; 1 and 2 are first once: 1/61 = 0.0164 each.
    order = relevance([ranked(1, 7), ranked(2, 7)])
    assert max(order, key=lambda id_: order[id_]) == "a.pdf#7"
    left = prune([ranked(1, 7), ranked(2, 7)], 3, count)  # the chunk 7 has 3 words
    assert [[one.chunk.chunk_index for one in hits] for hits in left.kept] == [[7], [7]]
