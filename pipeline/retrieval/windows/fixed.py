"""All neighbours."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.retrieval.window import Window


@dataclass(frozen=True)
class Fixed(Window):
    """As Window says."""
