"""What the chat formats of Ollama and of OpenAI have in common: how tools are offered, and what a call asks for."""

from __future__ import annotations

import json
from typing import Any

from pipeline.llm.seam import Request, ToolCall, ToolSpec


def offered(request: Request) -> list[dict[str, Any]]:
    """The tools of a request as functions: those of a conversation, or the one that gives a prompt's reply."""
    tools = request.tools
    if request.tool:
        tools = (ToolSpec(request.tool, "Gives the reply.", request.schema),)
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
        }
        for tool in tools
    ]


def arguments(call: ToolCall) -> dict[str, Any]:
    """The arguments of a call of the model's own, to be shown to it again: an empty object where they are none, for
    servers refuse what they cannot read."""
    try:
        found = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
