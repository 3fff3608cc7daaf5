"""Reads replies that are almost right: a harmless other type in a field, and the damage that small models do to JSON.

Damaged JSON is read by json-repair and by a second reader (Python's literals, else YAML). What the two do not read
alike is refused: json-repair alone reads whatever it is given, also a reply that was cut.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from pydantic import ValidationError

from ragatta.pipeline.tasks.base import Reply

LONGEST = 50_000  # characters: a longer reply is not repaired
_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'))
_COMMENT = re.compile(r"(?m)(?:^|(?<=[\s,{\[]))//[^\n]*$|/\*.*?\*/", re.DOTALL)
_KEY = re.compile(r"([{,]\s*[A-Za-z_]\w*):(?=\S)")  # a bare key, after which YAML wants a space
_NAMED = re.compile(r"'([^']*)'")  # the values that an error of pydantic says a field may have


def eased(value: Any, faults: ValidationError) -> Any:
    """The value with each wrong field in the type that the reply wants, where it says the same: 45 for "45", "Answered"
    for "answered", a list of one for the one, null for what may be left out; else as it is."""
    found = deepcopy(value)
    for fault in faults.errors(include_url=False):
        *way, last = fault["loc"] or ("",)
        try:
            held = found
            for step in way:
                held = held[step]
            given = held[last]
            if given is None and fault["type"] != "model_type" and isinstance(held, dict):
                del held[last]  # what has no default is missing then
            else:
                held[last] = _harmless(given, fault)
        except (KeyError, IndexError, TypeError):
            continue
    return found


def _harmless(given: Any, fault: Mapping[str, Any]) -> Any:
    kind = fault["type"]
    if kind == "list_type":
        return [given] if isinstance(given, int | float) and not isinstance(given, bool) else given
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if kind == "string_type" and isinstance(given, int | float) and not isinstance(given, bool):
        return json.dumps(given)
    if kind in ("literal_error", "enum") and isinstance(given, str):
        allowed = _NAMED.findall(str(fault.get("ctx", {}).get("expected", "")))
        alike = [one for one in allowed if one.casefold() == given.strip().casefold()]
        return alike[0] if len(alike) == 1 else given
    return given


def mended(text: str, reply: type[Reply]) -> Iterator[dict[str, Any]]:
    """The objects that the whole text is, but for damage that two readers mend alike. One without its last brace must
    have all fields of the reply: it may have been cut."""
    start = text.find("{")
    if start < 0 or len(text) > LONGEST:
        return
    rest = text[start:].strip().removesuffix("```").rstrip()
    for candidate in dict.fromkeys((rest[: rest.rfind("}") + 1], rest)):
        if candidate and (found := _read_alike(candidate)) is not None:
            yield found
            return
    found = _read_alike(rest + "}")
    if found is not None and reply.model_fields.keys() <= found.keys():
        yield found


def _read_alike(candidate: str) -> dict[str, Any] | None:
    """As it is, else with straight quotes."""
    from json_repair import loads

    for written in dict.fromkeys((candidate, candidate.translate(_QUOTES))):
        second = _second(written)
        if not isinstance(second, dict):
            continue
        try:
            if _as_text(loads(written, skip_json_loads=True)) == _as_text(second):
                return second
        except (ValueError, TypeError, RecursionError):
            continue
    return None


def _second(written: str) -> Any:
    """What the text is as a literal of Python, else as YAML without comments; None if neither."""
    import yaml

    try:
        return ast.literal_eval(written)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    plain = _KEY.sub(r"\1: ", _COMMENT.sub("", written))
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(plain, loader)):
            return None  # it could stand for a value without end
        return yaml.load(plain, loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def _as_text(value: Any) -> str:
    """Equal for equal values of JSON alone: true is not 1."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)
    text.encode()  # half a surrogate pair could never be written to a file
    return text
