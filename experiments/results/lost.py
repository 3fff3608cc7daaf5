"""How many answers of a run did not come, and the sentences that say so (docs/statistics.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ragatta.experiments.counting import counted
from ragatta.experiments.on_record.journal import came, timed_out

SETTING = "comparison.not_answered"
AGAIN = "--retry-failed asks them again"


@dataclass(frozen=True)
class Lost:
    """`not_answered` of the `answers` did not come; `timed_out` of these were too slow."""

    answers: int
    not_answered: int
    timed_out: int

    @property
    def share(self) -> float:
        return self.not_answered / self.answers if self.answers else 0.0

    @property
    def words(self) -> str:
        """68 of 84 answers did not come (12 timed out)"""
        slow = f" ({self.timed_out} timed out)" if self.timed_out else ""
        return f"{self.not_answered} of {counted(self.answers, 'answer')} did not come{slow}"

    def too_many(self, most: float) -> str:
        """That no verdict is given, where the share is above `most`; else ""."""
        if self.share <= most:
            return ""
        return f"{self.words}, too many for a verdict ({SETTING}={most:g}); {AGAIN}"


def lost_of(records: Iterable[Mapping[str, Any]], missing: int = 0) -> Lost:
    """Of the records of a run's answers (experiments/on_record/journal.py), and of so many more that a server which
    stopped answering left out."""
    found = [(not came(record), timed_out(record)) for record in records]
    return Lost(len(found) + missing, sum(lost for lost, _ in found) + missing, sum(slow for _, slow in found))


def lost_words(lost: Mapping[str, Lost]) -> str:
    """Of the variations by their labels, those of which something can still be said; "" where every answer came."""
    if not any(one.not_answered for one in lost.values()):
        return ""
    each = ", ".join(f"{label} {one.not_answered}" for label, one in lost.items() if one.not_answered)
    slow = sum(one.timed_out for one in lost.values())
    is_uneven = len({one.share for one in lost.values()}) > 1
    uneven = " The shares differ: a difference between the variations may come from the server." if is_uneven else ""
    timeouts = f" ({slow} of them timed out)" if slow else ""
    return (
        f"Answers that did not come: {each}{timeouts}. They count as 0, and their scores may be anything from 0 to 1; "
        f"{AGAIN}.{uneven}"
    )
