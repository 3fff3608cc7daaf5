"""Describes the search tools to a model: names, descriptions and JSON schemas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.agents.agent import Settings
from ragatta.pipeline.llm.seam import ToolSpec
from ragatta.pipeline.plugins.technique import tried


@dataclass(frozen=True)
class SearchTools(Settings):
    """What the tools find and show."""

    fetch: int = 100  # hits before reranking
    top_k: int = tried(10, retrieval=(20,), context=(5,))  # snippets returned
    text_context_chars: int = 400  # of a snippet that search_text returns
    semantic_context_chars: int = 500  # of one that search_semantic returns
    overload: int = 100  # documents from which on the user is asked to narrow the search

    def context_chars(self, tool: str) -> int:
        """The default length in characters of a snippet that the search tool returns."""
        return self.text_context_chars if tool == "search_text" else self.semantic_context_chars


METADATA = "get_document_metadata"


def tool_specs(settings: SearchTools) -> tuple[ToolSpec, ...]:
    """The tools as they are described to a model."""
    return (
        ToolSpec(
            "search_text",
            "Finds passages by their words, in one bucket or in all. Good for names, codes, numbers and fixed terms.",
            _parameters("The words to look for.", settings, settings.text_context_chars),
        ),
        ToolSpec(
            "search_semantic",
            "Finds passages by their meaning, in one bucket or in all. Good for questions in natural language.",
            _parameters("What to look for, in natural language.", settings, settings.semantic_context_chars),
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
