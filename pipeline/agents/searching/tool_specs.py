"""Describes the search tools to a model: names, descriptions and JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.agents.agent import Settings
from ragatta.pipeline.llm.seam import ToolSpec
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.plugins.technique import tried

FETCH = 100  # hits that a tool's search hands to the reranker, and the most that a call may ask for
# Characters of a snippet where a call names no number: the defaults of the source's tools (seed 004, see
# extensions/agentic/README.md).
CONTEXT_CHARS = {"search_text": 400, "search_semantic": 500}
METADATA = "get_document_metadata"
HERE = "pipeline/agents/searching/tool_specs.py"


@dataclass(frozen=True)
class SearchTools(Settings):
    """What the tools find and show."""

    FORMER: ClassVar[Mapping[str, Former]] = {
        "fetch": Former(FETCH, constant=HERE),
        "text_context_chars": Former(CONTEXT_CHARS["search_text"], constant=HERE),
        "semantic_context_chars": Former(CONTEXT_CHARS["search_semantic"], constant=HERE),
    }
    top_k: int = tried(10, retrieval=(20,), context=(5,))  # snippets returned
    overload: int = 100  # documents from which on the user is asked to narrow the search


def tool_specs(settings: SearchTools) -> tuple[ToolSpec, ...]:
    """The tools as they are described to a model."""
    return (
        ToolSpec(
            "search_text",
            "Finds passages by their words, in one bucket or in all. Good for names, codes, numbers and fixed terms.",
            _parameters("The words to look for.", settings, CONTEXT_CHARS["search_text"]),
        ),
        ToolSpec(
            "search_semantic",
            "Finds passages by their meaning, in one bucket or in all. Good for questions in natural language.",
            _parameters("What to look for, in natural language.", settings, CONTEXT_CHARS["search_semantic"]),
        ),
        ToolSpec(
            METADATA,
            "Gives all that is known of one document: its bucket and every field of the bucket's schema.",
            _object({"doc_id": {"type": "string", "description": "The document's name, exactly."}}, ["doc_id"]),
        ),
    )


def _parameters(query: str, settings: SearchTools, context_chars: int) -> dict[str, Any]:
    return _object(
        {
            "bucket": {
                "type": "string",
                "description": "The bucket to search, by its name above; all: every document.",
            },
            "query": {"type": "string", "description": query},
            "filters": {
                "type": ["object", "null"],
                "description": "Conditions on the bucket's fields, such as {'field': 'value'} or "
                "{'field': {'>=': 10, '<': 20}}; operators =, !=, <, <=, >, >=, LIKE, IN.",
                "additionalProperties": True,
            },
            "top_k": {"type": "integer", "default": settings.top_k, "description": "How many passages to return."},
            "context_chars": {"type": "integer", "default": context_chars},
            "doc_id": {"type": ["string", "null"], "description": "Searches this document alone."},
        },
        ["bucket", "query"],
    )


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


TOOLS = tool_specs(SearchTools())
