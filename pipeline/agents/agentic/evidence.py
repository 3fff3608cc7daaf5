"""The evidence of the review loop: every tool call with the part of its result that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragatta.pipeline.agents.agentic.pruning import prune, relevance
from ragatta.pipeline.agents.agentic.selection import told_condition
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.tasks.agentic import ToolRequest
from ragatta.pipeline.types import ExecutionResult, Hit, RetrievalPlan, RetrievalResult, RetrievalStep


@dataclass(frozen=True)
class Evidence:
    """The tool `calls` in order, each with its result after pruning. `found` has the original results, `pruned` the ids
    of the chunks that were dropped."""

    calls: tuple[tuple[ToolRequest, ToolResult], ...] = ()
    found: tuple[tuple[Hit, ...], ...] = ()
    pruned: tuple[str, ...] = ()

    def added(
        self, request: ToolRequest, result: ToolResult, budget: int, count_tokens: Callable[[str], int]
    ) -> Evidence:
        """The evidence with one more call, pruned to the budget."""
        calls = (*self.calls, (request, result))
        left = prune([own.hits for _, own in calls], budget, count_tokens)
        kept = tuple((asked, _only(own, hits)) for (asked, own), hits in zip(calls, left.kept, strict=True))
        return Evidence(kept, (*self.found, result.hits), (*self.pruned, *left.dropped))

    def filters(self) -> list[dict[str, Any]]:
        """The conditions of the calls that were made, in the form of the trace."""
        return [
            told_condition(request.args.bucket, condition)
            for request, result in self.calls
            for condition in result.conditions
        ]

    def executed(self, question: str, strategy: str) -> ExecutionResult:
        """The calls as an executed plan, one step per call."""
        steps = tuple(
            RetrievalStep(number, request.tool, result.documents, request.args.query, "")
            for number, (request, result) in enumerate(self.calls, 1)
        )
        results = tuple(RetrievalResult(step, result.hits) for step, (_, result) in zip(steps, self.calls, strict=True))
        return ExecutionResult(RetrievalPlan(question, strategy, steps, len(steps) > 1), results)

    def hits(self, tools: Toolbox) -> list[Hit]:
        """Every hit once, the most relevant first; then their window neighbours in the same order."""
        searches = [result.hits for _, result in self.calls]
        every = {hit.chunk.id: hit for hits in reversed(searches) for hit in hits}
        order = relevance(searches)
        ranked = [every[id_] for id_ in sorted(order, key=lambda id_: -order[id_])]
        widened = [hit for asked, result in self.calls for hit in tools.expand(result.hits, asked.args.query)]
        neighbours = {hit.chunk.id: hit for hit in widened if hit.chunk.id not in every}
        return [*ranked, *sorted(neighbours.values(), key=lambda hit: _nearest(hit, ranked))]


def _nearest(neighbour: Hit, ranked: Sequence[Hit]) -> tuple[int, int]:
    """The rank of the hit that is nearest to a window neighbour, and the distance between the two."""
    here = neighbour.chunk
    own = [(at, hit.chunk) for at, hit in enumerate(ranked) if hit.chunk.source_file == here.source_file]
    distance, at = min((abs(chunk.chunk_index - here.chunk_index), at) for at, chunk in own)
    return at, distance


def distinct(filters: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The distinct conditions, in order."""
    found: list[dict[str, Any]] = []
    for one in filters:
        if one not in found:
            found.append(one)
    return found


def _only(result: ToolResult, kept: tuple[Hit, ...]) -> ToolResult:
    ids = {hit.chunk.id for hit in kept}
    shown = [text for hit, text in zip(result.hits, result.snippets, strict=True) if hit.chunk.id in ids]
    return replace(result, hits=kept, snippets=tuple(shown))
