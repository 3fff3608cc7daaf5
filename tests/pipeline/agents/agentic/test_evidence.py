"""The order in which the evidence of several searches is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ragatta.pipeline.agents.agentic.evidence import Evidence
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
