"""The share of a system's passages that were found in the PDFs. The others are counted, and never guessed.

Below 1, evidence and page recall may be too low: what stands in a passage that was not found does not count.
"""

from __future__ import annotations

from ragatta.eval.scorers import Given
from ragatta.eval.trace import all_steps, details


def metrics(given: Given) -> dict[str, float | None]:
    """As the protocol says; None for an architecture that searches by itself, and where there are no passages."""
    if given.answer.status == "failed":
        return {"passages_aligned": None}
    told = [one for passages in details(all_steps(given.answer), "passages") for one in passages or ()]
    return {"passages_aligned": sum(bool(one["stands_on"]) for one in told) / len(told) if told else None}
