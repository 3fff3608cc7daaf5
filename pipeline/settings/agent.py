"""What every agent that calls a model has as settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass
class Agent:
    """How one agent calls its model."""

    calls_tools: ClassVar[bool] = False  # whether it holds a conversation with tools
    model: str | None = None  # the sweep's model unless another is named
    temperature: float = 0.0
    max_tokens: int = 512  # of the reply
