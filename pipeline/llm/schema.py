"""The JSON schema of a reply type in a form that every constrained decoder accepts.

Self-contained (no $ref: Ollama's client drops what a tool's parameters refer to), every object closed and every
field required (OpenAI's strict mode refuses anything else; a small model leaves out what it may leave out).
It is sent without descriptions: the prompt has them (form.py), and a model reads each once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ragatta.pipeline.tasks.base import Reply

# Titles repeat the names and defaults would invite the model to leave a field out.
_LEFT_OUT = ("$defs", "title", "default", "properties")


@lru_cache(maxsize=256)  # the same few types are asked for with every question
def reply_schema(reply: type[Reply]) -> dict[str, Any]:
    """The schema as it is sent. Raises ValueError for a type that contains itself."""
    return _of(reply, (*_LEFT_OUT, "description"))


def described_schema(reply: type[Reply]) -> dict[str, Any]:
    """The schema with what its fields mean. Raises as `reply_schema` does."""
    return _of(reply, _LEFT_OUT)


def _of(reply: type[Reply], left_out: Sequence[str]) -> dict[str, Any]:
    schema = reply.model_json_schema()
    closed = _Closing(schema.get("$defs", {}), left_out).closed(schema, ())
    assert isinstance(closed, dict)
    return closed


@dataclass(frozen=True)
class _Closing:
    definitions: Mapping[str, Any]
    left_out: Sequence[str]

    def closed(self, node: Any, inside: tuple[str, ...]) -> Any:
        if isinstance(node, list):
            return [self.closed(item, inside) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            if name in inside:
                raise ValueError(f"reply type {name} contains itself; constrained decoding needs a finite schema")
            aside = {key: value for key, value in node.items() if key != "$ref"}
            return self.closed({**self.definitions[name], **aside}, (*inside, name))
        return self._object(node, inside)

    def _object(self, node: Mapping[str, Any], inside: tuple[str, ...]) -> dict[str, Any]:
        found = {key: self.closed(value, inside) for key, value in node.items() if key not in self.left_out}
        if "properties" in node:  # its keys are names of fields, not words of the schema language
            fields = {name: self.closed(value, inside) for name, value in node["properties"].items()}
            found |= {"properties": fields, "required": list(fields), "additionalProperties": False}
        return found
