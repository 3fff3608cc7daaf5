"""The evidence of the review loop: every tool call with what is kept of it (seed 004, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragatta.pipeline.agents.agentic.pruning import prune, relevance
from ragatta.pipeline.agents.agentic.selection import told_condition
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.tasks.agentic import ToolRequest
from ragatta.pipeline.toolbox import Toolbox
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
        """With one more call, all of it under the budget."""
        calls = (*self.calls, (request, result))
        left = prune([own.hits for _, own in calls], budget, count_tokens)
        kept = tuple((asked, _only(own, hits)) for (asked, own), hits in zip(calls, left.kept, strict=True))
        return Evidence(kept, (*self.found, result.hits), (*self.pruned, *left.dropped))

    def filters(self) -> list[dict[str, Any]]:
        """The conditions of the calls that were carried out, as a trace holds them."""
        return [
            told_condition(request.args.bucket, condition)
            for request, result in self.calls
            for condition in result.conditions
        ]

    def executed(self, question: str, strategy: str) -> ExecutionResult:
        """The calls as an executed plan, a step a call."""
        steps = tuple(
            RetrievalStep(number, request.tool, result.documents, request.args.query, "")
            for number, (request, result) in enumerate(self.calls, 1)
        )
        results = tuple(RetrievalResult(step, result.hits) for step, (_, result) in zip(steps, self.calls, strict=True))
        return ExecutionResult(RetrievalPlan(question, strategy, steps, len(steps) > 1), results)

    def hits(self, tools: Toolbox) -> list[Hit]:
        """Every hit once, the most relevant first, and behind them their window neighbours, those of the most relevant
        first."""
        searches = [result.hits for _, result in self.calls]
        every = {hit.chunk.id: hit for hits in reversed(searches) for hit in hits}
        order = relevance(searches)
        ranked = [every[id_] for id_ in sorted(order, key=lambda id_: -order[id_])]
        widened = [hit for asked, result in self.calls for hit in tools.expand(result.hits, asked.args.query)]
        neighbours = {hit.chunk.id: hit for hit in widened if hit.chunk.id not in every}
        return [*ranked, *sorted(neighbours.values(), key=lambda hit: _nearest(hit, ranked))]


def _nearest(neighbour: Hit, ranked: Sequence[Hit]) -> tuple[int, int]:
    """The place in the ranking of the hit that a window neighbour stands nearest to, and how far it is from it."""
    here = neighbour.chunk
    own = [(at, hit.chunk) for at, hit in enumerate(ranked) if hit.chunk.source_file == here.source_file]
    distance, at = min((abs(chunk.chunk_index - here.chunk_index), at) for at, chunk in own)
    return at, distance


def distinct(filters: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each condition once, in order."""
    found: list[dict[str, Any]] = []
    for one in filters:
        if one not in found:
            found.append(one)
    return found


def _only(result: ToolResult, kept: tuple[Hit, ...]) -> ToolResult:
    ids = {hit.chunk.id for hit in kept}
    shown = [text for hit, text in zip(result.hits, result.snippets, strict=True) if hit.chunk.id in ids]
    return replace(result, hits=kept, snippets=tuple(shown))
