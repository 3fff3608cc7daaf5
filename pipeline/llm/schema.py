"""The JSON schema of a reply type in the form that every constrained decoder takes.

Self-contained (no $ref: Ollama's client drops what a tool's parameters refer to), every object closed and every
field required (OpenAI's strict mode refuses anything else; a small model leaves out what it may leave out).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ragatta.pipeline.tasks.base import Reply


@lru_cache(maxsize=256)  # the same few types are asked for with every question
def reply_schema(reply: type[Reply]) -> dict[str, Any]:
    """Raises ValueError for a type that contains itself."""
    schema = reply.model_json_schema()
    closed = _closed(schema, schema.get("$defs", {}), ())
    assert isinstance(closed, dict)
    return closed


def _closed(node: Any, definitions: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        return [_closed(item, definitions, inside) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name in inside:
            raise ValueError(f"reply type {name} contains itself; constrained decoding needs a finite schema")
        aside = {key: value for key, value in node.items() if key != "$ref"}
        return _closed({**definitions[name], **aside}, definitions, (*inside, name))
    return _object(node, definitions, inside)


def _object(node: Mapping[str, Any], definitions: Mapping[str, Any], inside: tuple[str, ...]) -> dict[str, Any]:
    # Titles repeat the names and defaults would invite the model to leave a field out.
    found = {
        key: _closed(value, definitions, inside)
        for key, value in node.items()
        if key not in ("$defs", "title", "default", "properties")
    }
    if "properties" in node:  # its keys are names of fields, not words of the schema language
        fields = {name: _closed(value, definitions, inside) for name, value in node["properties"].items()}
        found |= {"properties": fields, "required": list(fields), "additionalProperties": False}
    return found
