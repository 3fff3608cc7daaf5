"""The table of a dry run: what would be asked, and about what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ragatta.experiments.forecast.announcing import Planned
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import NONE


def show(planned: Sequence[Planned]) -> None:
    """Prints the result of a dry run, one row per variation."""
    rows = [
        [
            plan.label, str(plan.to_ask), str(plan.kept), str(plan.failed),
            NONE if plan.expected is None else f"{plan.expected.calls:,.0f}", f"{plan.calls:,}",
            NONE if plan.expected is None else f"{_other(plan)}{plan.expected.tokens:,.0f}",
            NONE if plan.usd is None else f"{_other(plan)}{plan.usd:.2f}", plan.run_key[:12] or NONE,
        ]
        for plan in planned
    ]  # fmt: skip
    headings = ["variation", "to ask", "kept", "failed", "calls", "at most", "tokens", "USD", "run key"]
    printed = console.grid("would run", headings, rows)
    printed.caption = Text(
        "calls, tokens and USD by earlier runs of the same architecture; at most: without repairs. Recorded replies "
        "are replayed and not paid for again"
        + ("; ~: they had other settings, which may change tokens by half" if any(map(_other, planned)) else "")
    )
    console.plain_console().print(printed)


def _other(plan: Planned) -> str:
    return "" if plan.expected is None or plan.expected.alike else "~"
