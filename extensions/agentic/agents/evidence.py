"""The evidence of the review loop: every tool call with the part of its result that fits a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragatta.extensions.agentic.agents.selection import condition_record
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.tasks.agentic import ToolRequest
from ragatta.pipeline.types import ExecutionResult, Hit, RetrievalPlan, RetrievalResult, RetrievalStep

RANK_CONSTANT = 60  # of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009)


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
            condition_record(request.args.bucket, condition)
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
    beside = [(at, hit.chunk) for at, hit in enumerate(ranked) if hit.chunk.source_file == here.source_file]
    distance, at = min((abs(chunk.chunk_index - here.chunk_index), at) for at, chunk in beside)
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
    snippets = [text for hit, text in zip(result.hits, result.snippets, strict=True) if hit.chunk.id in ids]
    return replace(result, hits=kept, snippets=tuple(snippets))


@dataclass(frozen=True)
class Pruned:
    """The `kept` hits of each search, in its order, and the ids of the `dropped` chunks, the most relevant first."""

    kept: tuple[tuple[Hit, ...], ...]
    dropped: tuple[str, ...]


def prune(searches: Sequence[Sequence[Hit]], budget: int, count_tokens: Callable[[str], int]) -> Pruned:
    """The most relevant snippets that fit the budget, each counted once. After a snippet that does not fit, a smaller
    one may still be kept. Ties go to the earlier search, then to its order."""
    order = relevance(searches)
    texts = {hit.chunk.id: hit.chunk.text for hits in searches for hit in hits}
    kept: set[str] = set()
    dropped: list[str] = []
    tokens = 0
    for id_ in sorted(order, key=lambda id_: -order[id_]):
        size = count_tokens(texts[id_])
        if tokens + size <= budget:
            kept.add(id_)
            tokens += size
        else:
            dropped.append(id_)
    return Pruned(tuple(tuple(hit for hit in hits if hit.chunk.id in kept) for hits in searches), tuple(dropped))


def relevance(searches: Sequence[Sequence[Hit]]) -> dict[str, float]:
    """The fused reciprocal rank of each chunk id, in the order in which the chunks were first found. Scores of searches
    (BM25, cosine, a reranker's) cannot be compared, so a snippet that several searches rank high is most relevant."""
    found: dict[str, float] = {}
    for hits in searches:
        for rank, hit in enumerate(hits, 1):
            found[hit.chunk.id] = found.get(hit.chunk.id, 0.0) + 1 / (RANK_CONSTANT + rank)
    return found
