"""An architecture by its name, for tests that hold for several."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.architecture import ARCHITECTURES, Architecture

SEARCHING = tuple(name for name in ARCHITECTURES.names() if ARCHITECTURES.load(name).searches())
TWO_DOCUMENTS = Router(top_k_docs=2)  # of the four of tests/pipeline/architectures
EVERY_DOCUMENT = Router(kind="off")


def architecture(name: str, **parts: Any) -> Architecture:
    """The architecture with those of the parts that it has."""
    kind = ARCHITECTURES.load(name)
    own = {each.name for each in fields(kind)}
    return kind(**{part: value for part, value in parts.items() if part in own})
