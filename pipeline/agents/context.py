"""Chooses what the answering agent is shown, under a budget in tokens, and joins it into readable passages.

What a search ranked comes before its window neighbours, the best of every step first; so a budget that is too small
costs the least. Source: design section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.tasks import Passage
from pipeline.types import Chunk, ExecutionResult, Hit


@dataclass(frozen=True)
class Context:
    """`chunks` in the order they are shown, the `passages` they join into, and the hits behind them by chunk id.
    `tokens` counts overlaps twice, so it never understates; `cut` chunks did not fit."""

    chunks: tuple[Chunk, ...]
    passages: tuple[Passage, ...]
    hits: dict[str, Hit]
    tokens: int
    cut: tuple[str, ...]


def build_context(found: ExecutionResult, budget: int, count_tokens: Callable[[str], int]) -> Context:
    hits = _by_importance(found)
    kept: dict[str, Hit] = {}
    cut: list[str] = []
    tokens = 0
    for hit in hits:
        size = count_tokens(hit.chunk.text)
        if tokens + size <= budget:
            kept[hit.chunk.id] = hit
            tokens += size
        else:
            cut.append(hit.chunk.id)
    documents = list(dict.fromkeys(hit.chunk.source_file for hit in hits))
    ordered = sorted(kept.values(), key=lambda hit: (documents.index(hit.chunk.source_file), hit.chunk.chunk_index))
    chunks = tuple(hit.chunk for hit in ordered)
    return Context(chunks, _passages(chunks), kept, tokens, tuple(cut))


def _by_importance(found: ExecutionResult) -> list[Hit]:
    """Every hit once: ranked ones by rank across the steps, then neighbours in the order they stand."""
    ranked: dict[str, Hit] = {}
    neighbours: dict[str, Hit] = {}
    all_hits = [(step, hit) for step, result in enumerate(found.step_results) for hit in result.hits]
    for _, hit in sorted(all_hits, key=lambda pair: (pair[1].rank or len(all_hits), pair[0])):
        (neighbours if hit.found_by == "window" else ranked).setdefault(hit.chunk.id, hit)
    return [*ranked.values(), *(hit for id_, hit in neighbours.items() if id_ not in ranked)]


def _passages(chunks: Sequence[Chunk]) -> tuple[Passage, ...]:
    """Chunks that touch or overlap in their document become one passage, the overlap shown once."""
    runs: list[list[Chunk]] = []
    for chunk in chunks:
        if runs and _touches(runs[-1][-1], chunk):
            runs[-1].append(chunk)
        else:
            runs.append([chunk])
    return tuple(
        Passage(n, run[0].source_file, run[0].first_page, run[-1].last_page, _joined(run))
        for n, run in enumerate(runs, 1)
    )


def _touches(before: Chunk, after: Chunk) -> bool:
    # Pages are joined by one line break, which no page-wise chunk holds: a gap of 1 is no gap.
    return before.source_file == after.source_file and before.char_start <= after.char_start <= before.char_end + 1


def _joined(run: Sequence[Chunk]) -> str:
    text, end = run[0].text, run[0].char_end
    for chunk in run[1:]:
        overlap = end - chunk.char_start
        text += chunk.text[overlap:] if overlap >= 0 else "\n" + chunk.text
        end = max(end, chunk.char_end)
    return text
