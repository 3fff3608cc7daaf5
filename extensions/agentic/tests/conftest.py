"""What these tests share with those of other architectures and of the commands."""

from __future__ import annotations

from tests.experiments.conftest import command, composed_once, documents, home, own_split, serve
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

__all__ = [
    "annotations", "collection", "command", "composed_once", "documents", "home", "order_corpus", "order_tools",
    "orders", "own_split", "serve", "shop", "toolbox", "tools",
]  # fmt: skip
