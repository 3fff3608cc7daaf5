"""A model server as messages name it, and its own words as one line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.llm.seam import InvalidReply

TOLD = 300  # characters of a refusal that is no JSON


@dataclass(frozen=True)
class Server:
    """A server as messages name it: of which kind, what it is called, host and port, and how to get it going."""

    kind: str
    name: str
    where: str
    start: str
    timeout_s: float

    def invalid(self, words: str) -> InvalidReply:
        """`words` say what is wrong with the reply."""
        return InvalidReply(f"the reply from {self.where} {words}; is it {self.kind}?")


def printable_error(error: Any) -> str:
    """A server's message as one printable line."""
    return str(in_one_line(error if isinstance(error, str) else json.dumps(error)[:TOLD]))


def in_one_line(value: Any) -> Any:
    """The value of JSON with each of its texts in one line of printable characters."""
    if isinstance(value, str):
        return " ".join("".join(character if character.isprintable() else " " for character in value).split())
    if isinstance(value, dict):
        return {name: in_one_line(part) for name, part in value.items()}
    return [in_one_line(part) for part in value] if isinstance(value, list) else value
