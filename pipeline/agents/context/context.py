"""Chooses what the answering agent is shown, under a budget in tokens, and joins it into readable passages.

Ranked hits come before their window neighbours, the best of every step first, so that a small budget cuts the least
important. Text that gives orders to the model is shown like any other text, but flagged. See docs/parts.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ragatta.pipeline.llm.seam import ContextOverflow
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.types import Chunk, ExecutionResult, Hit

LEAST_TOKENS = 200
Made = TypeVar("Made")


@dataclass(frozen=True)
class Context:
    """The `chunks` in the order they are shown, the `passages` that they join into, and their hits by chunk id.
    `members` maps the source number of a passage to its chunk ids. `tokens` counts overlaps twice, so it is never too
    low; `cut` chunks did not fit."""

    chunks: tuple[Chunk, ...]
    passages: tuple[Passage, ...]
    members: dict[int, tuple[str, ...]]
    hits: dict[str, Hit]
    tokens: int
    cut: tuple[str, ...]


def build_context(retrieved: ExecutionResult, budget: int, count_tokens: Callable[[str], int]) -> Context:
    """The chunks to show: as many as fit `budget` tokens, the most important first, without duplicates.

    Documents are ordered by their best hits, chunks by their place in the document. A chunk that does not fit is left
    out whole; a smaller one after it may still fit.
    """
    return context_of(by_importance(retrieved), budget, count_tokens)


def context_of(hits: Sequence[Hit], budget: int, count_tokens: Callable[[str], int]) -> Context:
    """The same for distinct hits, the most important first."""
    kept, cut, tokens = fill(hits, budget, count_tokens)
    documents = list(dict.fromkeys(hit.chunk.source_file for hit in hits))
    ordered = sorted(kept.values(), key=lambda hit: (documents.index(hit.chunk.source_file), hit.chunk.chunk_index))
    chunks = tuple(hit.chunk for hit in ordered)
    runs = dict(enumerate(_runs(chunks), 1))
    passages = tuple(
        Passage(source, run[0].source_file, run[0].first_page, run[-1].last_page, _joined(run))
        for source, run in runs.items()
    )
    members = {source: tuple(chunk.id for chunk in run) for source, run in runs.items()}
    return Context(chunks, passages, members, kept, tokens, cut)


def fill(
    hits: Sequence[Hit], budget: int, count_tokens: Callable[[str], int]
) -> tuple[dict[str, Hit], tuple[str, ...], int]:
    """The hits, by chunk id, that fit `budget` tokens, taken in order; the ids of those that do not fit; the tokens
    used."""
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
    return kept, tuple(cut), tokens


def fitting(budget: int, attempt: Callable[[int], Made]) -> tuple[Made, int]:
    """The result of `attempt` with a budget in tokens, and the budget that it used. The budget shrinks by a third as
    long as the model's window overflows. The budget is not counted with the model's own tokenizer, so it may be too
    large for the window. Raises ContextOverflow below a budget of `LEAST_TOKENS`."""
    while True:
        try:
            return attempt(budget), budget
        except ContextOverflow:
            if budget < LEAST_TOKENS:
                raise
            budget = budget * 2 // 3


def by_importance(retrieved: ExecutionResult) -> list[Hit]:
    """Every hit once: ranked hits by rank across the steps, then window neighbours in document order."""
    ranked: dict[str, Hit] = {}
    neighbours: dict[str, Hit] = {}
    all_hits = [(step, hit) for step, result in enumerate(retrieved.step_results) for hit in result.hits]
    for _, hit in sorted(all_hits, key=lambda pair: (pair[1].rank or len(all_hits), pair[0])):
        (neighbours if hit.found_by == "window" else ranked).setdefault(hit.chunk.id, hit)
    return [*ranked.values(), *(hit for id_, hit in neighbours.items() if id_ not in ranked)]


def _runs(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """Chunks that touch or overlap in their document form one passage; rows of a table form their own."""
    runs: list[list[Chunk]] = []
    for chunk in chunks:
        if runs and _touches(runs[-1][-1], chunk):
            runs[-1].append(chunk)
        else:
            runs.append([chunk])
    return runs


def _touches(before: Chunk, after: Chunk) -> bool:
    if before.table or after.table:  # written-out rows are no continuation of the text around them, nor of each other
        return False
    # Pages are joined by one line break, which no page-wise chunk holds: a gap of 1 is no gap.
    return before.source_file == after.source_file and before.char_start <= after.char_start <= before.char_end + 1


def _joined(run: Sequence[Chunk]) -> str:
    """The text of the chunks, overlaps once."""
    text, end = run[0].text, run[0].char_end
    for chunk in run[1:]:
        overlap = end - chunk.char_start
        text += chunk.text[overlap:] if overlap >= 0 else "\n" + chunk.text
        end = max(end, chunk.char_end)
    return text
