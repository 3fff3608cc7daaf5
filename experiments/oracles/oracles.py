"""The oracles, by the name that `oracle=` gives them; several are joined by +.

- documents: only the documents of the gold evidence can be searched;
- passages: a search finds the chunks that hold the evidence first, then its own hits, up to top_k;
- pages: the same with every chunk of the evidence's pages;
- context: the answering agent is shown the chunks that hold the evidence, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ragatta.experiments.oracles.gold import Gold
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.types import AskedQuestion, Chunk, Hit

Handed = tuple[AskedQuestion, Toolbox]  # what an architecture answers with
Oracle = Callable[[AskedQuestion, Toolbox, Gold], Handed]


def with_oracles(names: Sequence[str], asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    """The question and the toolbox as the oracles leave them; a question without gold evidence as it was."""
    if gold.documents:
        for name in names:
            asked, tools = ORACLES[name](asked, tools, gold)
    return asked, tools


def documents(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    known = tuple(name for name in tools.documents if name in gold.documents)
    return replace(asked, documents=gold.documents), replace(tools, documents=known)


def passages(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    return asked, _first(tools, gold.chunks)


def pages(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    return asked, _first(tools, gold.page_chunks)


def context(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    def search(*_: Any, **__: Any) -> list[Hit]:
        return _hits(gold.chunks, 1.0, 1.0)

    def expand(hits: Sequence[Hit], *_: Any, **__: Any) -> list[Hit]:
        return list(hits)

    return asked, replace(tools, search=search, expand=expand)


ORACLES: dict[str, Oracle] = {"documents": documents, "passages": passages, "pages": pages, "context": context}


def _first(tools: Toolbox, chunks: Sequence[Chunk]) -> Toolbox:
    def search(query: str, documents: Sequence[str] | None = None, top_k: int | None = None, **how: Any) -> list[Hit]:
        own = tools.search(query, documents, top_k, **how)
        fitting = [chunk for chunk in chunks if documents is None or chunk.source_file in documents]
        if how.get("prose"):
            fitting = [chunk for chunk in fitting if not chunk.table]
        elif how.get("tables"):
            fitting = [chunk for chunk in fitting if chunk.table]
        score, similarity = (own[0].score, max(hit.similarity for hit in own)) if own else (1.0, 1.0)
        gold, ids = _hits(fitting, score, similarity), {chunk.id for chunk in fitting}
        found = [*gold, *(hit for hit in own if hit.chunk.id not in ids)]
        return [replace(hit, rank=rank) for rank, hit in enumerate(found[: len(own) or len(gold)], 1)]

    return replace(tools, search=search)


def _hits(chunks: Sequence[Chunk], score: float, similarity: float) -> list[Hit]:
    return [Hit(chunk, score, similarity, rank, "oracle") for rank, chunk in enumerate(chunks, 1)]
