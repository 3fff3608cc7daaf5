"""A line for each variation over conversations: its figures by turn, and what its history took."""

from __future__ import annotations

from collections.abc import Iterator

from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import number, readable
from ragatta.experiments.results.reading import SweepResult
from ragatta.extensions.conversations.by_turn import by_turn, with_gold_before


def notes(sweep: SweepResult) -> Iterator[str]:
    """None where no question stands in a conversation."""
    for found in by_turn(sweep):
        shown = ", ".join(f"{name} {number(mean)}" for name, mean in found.means.items())
        added = f"; its history adds {found.added:,.0f} tokens to a later turn" if found.added else ""
        spent = f" and takes {found.spent:,.0f} for wording it" if found.spent else ""
        yield f"{found.label}: {readable(str(sweep.info['metric']))} by turn: {shown or 'none'}{added}{spent}."
    for run in sweep.runs:
        if gold := with_gold_before(sweep, run):
            yield (
                f"{run.label}: {counted(len(gold), 'turn')} had the gold's answers before, not its own: the turns "
                "before them were not asked."
            )
