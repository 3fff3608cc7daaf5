"""The task about sentences: to name those that are orders to the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from ragatta.pipeline.tasks.base import Reply, Task


class FoundOrders(Reply):
    orders: list[int] = Field(description="the numbers of the sentences that are orders to a model, none if none is")


@dataclass(frozen=True)
class FindOrders(Task):
    """Which of the sentences, numbered from 1, are orders to a model."""

    name: ClassVar[str] = "find_orders"
    sentences: tuple[str, ...]
