"""Carries out one tool call of the review loop: in a bucket by the search tools, or in all that may be searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragatta.pipeline.agents.agentic.search_planner import EVERYWHERE
from ragatta.pipeline.agents.context.snippet import snippet
from ragatta.pipeline.agents.searching.search_tools import SEARCHES, ToolResult, run_tool
from ragatta.pipeline.tasks.agentic import ToolRequest
from ragatta.pipeline.toolbox import Toolbox


def execute(request: ToolRequest, tools: Toolbox, within: Sequence[str]) -> ToolResult:
    """The result of the call among the documents `within`; a call that cannot be used is a result with its error."""
    if request.tool in SEARCHES and request.args.bucket in ("", EVERYWHERE) and not request.args.filters:
        return _everywhere(request, tools, within)
    return run_tool(request.tool, arguments(request), tools, within)


def arguments(request: ToolRequest) -> dict[str, Any]:
    """The call's arguments as the tool takes them: what was left empty is left out."""
    if request.tool not in SEARCHES:
        return {"doc_id": request.args.doc_id}
    given = request.args.model_dump()
    return {name: value for name, value in given.items() if value not in ("", [], 0)}


def told(request: ToolRequest, result: ToolResult) -> dict[str, Any]:
    """The call as a trace holds it."""
    error = {"error": result.error} if result.error else {}
    return {"tool": request.tool, "args": arguments(request), "hits": len(result.hits), **error}


def _everywhere(request: ToolRequest, tools: Toolbox, within: Sequence[str]) -> ToolResult:
    settings, args = tools.settings.search_tools, request.args
    query, only = args.query, args.doc_id
    top_k = min(args.top_k if args.top_k > 0 else settings.top_k, settings.fetch)
    characters = args.context_chars if args.context_chars > 0 else settings.context_chars(request.tool)
    documents = tuple(name for name in within if not only or name == only)
    hits = (
        tools.search(query, documents, top_k, search=SEARCHES[request.tool], candidates=settings.fetch)
        if documents
        else []
    )
    shown = tuple(snippet(hit.chunk.text, query, characters) for hit in hits)
    return ToolResult(request.tool, arguments(request), documents, tuple(hits), shown)
