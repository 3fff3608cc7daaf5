"""The form of a reply in words, for the prompt: constrained decoding forces the form but tells the model nothing of it.

A small model copies the words of a JSON schema into its reply, so it is shown a list of fields instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ragatta.pipeline.llm.schema import described_schema
from ragatta.pipeline.tasks.base import Reply

_KINDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}
ENOUGH = 4  # fields that two objects share
_MANY = {"text": "texts", "whole number": "whole numbers", "number": "numbers"}


@lru_cache(maxsize=256)  # the same few types are asked for with every question
def form_of(reply: type[Reply]) -> str:
    """What to reply with: one JSON object, its fields a line each, nested ones below theirs."""
    schema = described_schema(reply)
    return "\n".join(
        ("Reply with one JSON object only, without any other words. It has these fields:", *_fields(schema, ""))
    )


def _fields(node: Mapping[str, Any], indent: str) -> Iterator[str]:
    """A line a field. Many fields that an object shares with the one around it are named and not told again."""
    fields = node.get("properties", {})
    for name, field in fields.items():
        inner = _object(field)
        same = [own for own, one in inner["properties"].items() if fields.get(own) == one] if inner else []
        again = same if len(same) >= ENOUGH else []
        kind = _kind(field) + (" with" if inner else "")
        kind += f" {', '.join(again)} as above" if again else ""
        about = f" ({field['description']})" if field.get("description") else ""
        if not inner or len(again) == len(inner["properties"]):
            yield f'{indent}- "{name}"{about}: {kind}'
            continue
        yield f'{indent}- "{name}"{about}: {kind}{", and" if again else ""}:'
        left = {own: one for own, one in inner["properties"].items() if own not in again}
        yield from _fields({"properties": left}, indent + "  ")


def _kind(field: Mapping[str, Any]) -> str:
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_kind(one) for one in field["anyOf"]))
    if "const" in field:
        return f'"{field["const"]}"'
    if "enum" in field:
        return " or ".join(f'"{one}"' for one in field["enum"])
    if field.get("type") == "array":
        # Names that the items must be among stand in the prompt, each once.
        item = "text" if "enum" in field.get("items", {}) else _kind(field.get("items", {}))
        return "list of objects, each" if item == "object" else f"list of {_MANY.get(item, item)}"
    return _KINDS.get(str(field.get("type")), "object")


def _object(field: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The object that the field is, may be, or is a list of."""
    for one in (field, field.get("items", {}), *field.get("anyOf", ())):
        if one.get("properties"):
            found: Mapping[str, Any] = one
            return found
    return None
