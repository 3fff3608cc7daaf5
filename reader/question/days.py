"""Reads days in any notation: "8/18/2025", "Aug. 18, 2025", "18 August 2025" and "2025-08-18" are the same."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from ragatta.reader.question.periods import periods


@lru_cache(maxsize=50_000)  # cells come again with every question
def days(text: str) -> frozenset[date]:
    """The days that a text states."""
    return frozenset(one.first for one in periods(text) if one.is_day) if any(map(str.isdigit, text)) else frozenset()


def without_days(text: str) -> str:
    """The text without its days."""
    for one in reversed(periods(text)):
        text = f"{text[: one.start]} {text[one.end :]}" if one.is_day else text
    return text
