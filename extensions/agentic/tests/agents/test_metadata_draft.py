"""The searches behind an answer from fields are the search tools' own in how many hits they fetch."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from ragatta.extensions.agentic.agents.metadata_draft import row_evidence
from ragatta.pipeline.agents.searching.tool_specs import FETCH
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.types import Chunk, Hit


def test_every_search_fetches_as_many_as_the_tools_do() -> None:
    made: list[dict[str, Any]] = []

    def search(query: str, documents: list[str], top_k: int, **own: Any) -> list[Hit]:  # noqa: ARG001
        made.append(own)
        if own["search"] == "bm25":
            return []
        chunk = Chunk(f"{documents[0]}#0", documents[0], 0, "Total: $1", 1, 1, 0, 9, 1)
        return [Hit(chunk, 1.0, 1.0, 1, "semantic")]

    tools = SimpleNamespace(context_tokens=100, count_tokens=len, search=search)
    context = row_evidence(["a.pdf", "b.pdf"], ["Total"], cast(Toolbox, tools))
    assert [chunk.source_file for chunk in context.chunks] == ["a.pdf", "b.pdf"]
    assert made == [{"search": search, "candidates": FETCH} for search in ("bm25", "semantic", "semantic")]
