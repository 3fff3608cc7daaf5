"""What every agent has as settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.plugins.checks import too_small
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.types import Options


@dataclass(frozen=True)
class Settings:
    """Settings of a part of an architecture. Every number is a count of at least 1."""

    FORMER: ClassVar[Mapping[str, Former]] = {}  # by name

    def problems(self, key: str) -> list[str]:
        """What is wrong with them, each fault with its fix; `key` is where they stand in a configuration."""
        return too_small(key, self)


@dataclass(frozen=True)
class Agent(Settings):
    """A part that calls a model."""

    calls_tools: ClassVar[bool] = False  # whether it holds a conversation with tools
    options: ClassVar[Options] = Options()  # of its calls, unless a configuration's `agents` has others
