"""Makes one tool call of the review loop: in a bucket, or in all documents that may be searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragatta.pipeline.agents.searching.search_tools import EVERYWHERE, SEARCHES, ToolResult, run_tool
from ragatta.pipeline.agents.searching.tool_specs import SearchTools
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.tasks.agentic import ToolRequest


def execute(request: ToolRequest, settings: SearchTools, tools: Toolbox, within: Sequence[str]) -> ToolResult:
    """The result of the call in the documents `within`. An unusable call gives a result with an error."""
    return run_tool(request.tool, arguments(request), settings, tools, within)


def arguments(request: ToolRequest) -> dict[str, Any]:
    """The call's arguments in the tool's form, without the empty ones."""
    if request.tool not in SEARCHES:
        return {"doc_id": request.args.doc_id}
    named = {**request.args.model_dump(), "bucket": request.args.bucket or EVERYWHERE}
    return {name: value for name, value in named.items() if value not in ("", [], 0)}


def call_record(request: ToolRequest, result: ToolResult) -> dict[str, Any]:
    """The call in the form of the trace."""
    error = {"error": result.error} if result.error else {}
    return {"tool": request.tool, "args": arguments(request), "hits": len(result.hits), **error}
