"""No orders."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.orders import FindOrders


def reply(task: FindOrders, instructions: Instructions) -> dict[str, Any]:
    return {"orders": []}
