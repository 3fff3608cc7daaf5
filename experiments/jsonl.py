"""A line of JSON, read fast: the journals of a sweep are tens of megabytes."""

from __future__ import annotations

import json
from typing import Any

import orjson


def parsed(line: bytes | str) -> Any:
    """What `json.loads` gives, in a third of its time. Raises ValueError."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return json.loads(line)  # takes what orjson refuses and json writes: NaN, integers beyond 64 bits
