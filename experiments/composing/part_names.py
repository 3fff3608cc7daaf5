"""How a part from outside is named: it has no file in conf/, so `embedder=letters` does not find it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.documents.parsers import PARSERS
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.embedder import EMBEDDERS
from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.retrieval.retrievers import RETRIEVERS

KEYS: Mapping[str, tuple[Kind[Any], str]] = {  # by the group of conf/
    "parser": (PARSERS, "parser.name"),
    "chunking": (CHUNKERS, "chunking.strategy"),
    "embedder": (EMBEDDERS, "embedder.name"),
    "retrieval": (RETRIEVERS, "retrieval.search"),
    "architecture": (ARCHITECTURES, "architecture.name"),
}


def part_named(group: str, name: str) -> str:
    """The key and name to write instead; empty where no part has the name."""
    kind, key = KEYS.get(group, (None, ""))
    return f"the part of that name is {key}={name}" if kind and kind.knows(name) else ""
