"""What every agent has as settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.plugins.checks import too_small
from ragatta.pipeline.types import Options


@dataclass(frozen=True)
class Settings:
    """Settings of a part of an architecture. Every number is a count of at least 1, but the temperature."""

    def problems(self, key: str) -> list[str]:
        """What is wrong with them, each fault with its fix; `key` is where they stand in a configuration."""
        return too_small(key, self)


@dataclass(frozen=True)
class Agent(Settings):
    """How one agent calls its model."""

    calls_tools: ClassVar[bool] = False  # whether it holds a conversation with tools
    model: str | None = None  # the sweep's model unless another is named
    temperature: float = 0.0
    max_tokens: int = 512  # of the reply

    @property
    def options(self) -> Options:
        """Of its calls."""
        return Options(self.temperature, self.max_tokens, model=self.model)
