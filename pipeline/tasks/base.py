"""What every task is made of: typed inputs, and a typed reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel


class Reply(BaseModel):
    """What a task is answered with."""


@dataclass(frozen=True)
class Task:
    """The typed inputs of one question to a model."""

    name: ClassVar[str]
