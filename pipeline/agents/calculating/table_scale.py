"""The scale that the tables of a calculation's operands state for their figures: "in thousands"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ragatta.pipeline.types import Hit

_SCALE = re.compile(
    r"\b(?:in|of) (?P<word>thousand|million|billion)s?\b|(?<![\d,.])(?P<zeros>000)[’']?s\b", re.IGNORECASE
)


def scales(hits: Iterable[Hit]) -> frozenset[str]:
    """The scales that the hits' tables state, as text; "" for a table that states none. Prose states the scale beside
    each figure."""
    return frozenset(_stated(hit.chunk.text) for hit in hits if hit.chunk.table)


def _stated(text: str) -> str:
    found = _SCALE.search(text)
    if found is None:
        return ""
    return "thousands" if found["zeros"] else f"{found['word'].lower()}s"
