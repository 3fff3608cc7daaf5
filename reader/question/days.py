"""Days, however they are written: "8/18/2025", "Aug. 18, 2025", "18 August 2025" and "2025-08-18" are one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from functools import lru_cache

from reader.question.periods import periods


@lru_cache(maxsize=50_000)  # cells come again with every question
def days(text: str) -> frozenset[date]:
    """The days that a text states."""
    return frozenset(one.first for one in periods(text) if one.is_day) if any(map(str.isdigit, text)) else frozenset()


def without_days(text: str) -> str:
    """The text without the days that it states."""
    for one in reversed(periods(text)):
        text = f"{text[: one.start]} {text[one.end :]}" if one.is_day else text
    return text


def other_days(asked: Collection[date], cells: Iterable[str], over: str) -> list[str]:
    """Of the days that are asked for, those that a row with days of its own does not state, nor a title or file name
    over it; one between the row's first and last day is of its period."""
    stated = sorted(day for cell in cells for day in days(cell)) if asked else []
    missed = (day for day in asked if stated and day not in days(over) and not stated[0] <= day <= stated[-1])
    return [day.isoformat() for day in missed]
