"""What these tests share with those of other architectures."""

from __future__ import annotations

from tests.pipeline.agents.conftest import toolbox
from tests.pipeline.architectures.conftest import (
    annotations,
    collection,
    order_corpus,
    order_tools,
    orders,
    shop,
    tools,
)

__all__ = ["annotations", "collection", "order_corpus", "order_tools", "orders", "shop", "toolbox", "tools"]
