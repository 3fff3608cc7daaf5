"""Conversations: the figures of each variation by turn, and what its history took."""

from __future__ import annotations

from ragatta.experiments.results.cells import number, readable
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.sections import Section
from ragatta.extensions.conversations.by_turn import by_turn, turn_groups


def section(sweep: SweepResult) -> Section | None:
    """None where no question stands in a conversation."""
    groups = turn_groups(sweep)
    rows = [
        (
            found.label, *(number(found.means.get(name)) for name in groups),
            f"{found.added:,.0f}", f"{found.spent:,.0f}",
        )
        for found in by_turn(sweep)
    ]  # fmt: skip
    if not rows:
        return None
    metric = readable(str(sweep.info["metric"]))
    reading = (
        f"Mean {metric} by turn, and by why a turn cannot stand alone. The last columns are of a later turn: tokens "
        "that the history adds to the question, and that a model read and wrote to word it."
    )
    headings = ("variation", *groups, "tokens added", "tokens for wording")
    return Section("Conversations", reading, headings, rows)
