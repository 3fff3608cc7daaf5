"""A key of the configuration as labels and tables name it."""

from __future__ import annotations

WITH_GROUP = (
    "queries.",
    "reranker.",
    "window.",
    "detector.",
)  # of which the setting alone, such as size, says too little


def short_key(key: str) -> str:
    """Without the group that it stands in, where its name says enough; the group for the choice of a technique."""
    return key if key.startswith(WITH_GROUP) else key.removesuffix(".name").split(".", 1)[-1]
