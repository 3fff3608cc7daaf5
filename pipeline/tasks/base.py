"""The base types of every task: typed inputs, and a typed reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel


class Reply(BaseModel):
    """The reply to a task."""


@dataclass(frozen=True)
class Task:
    """The typed inputs of one question to a model."""

    name: ClassVar[str]
