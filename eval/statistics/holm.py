"""Holm's correction for many comparisons, of which one would seem to differ by chance alone.

Source: Holm 1979, "A Simple Sequentially Rejective Multiple Test Procedure". It holds the chance of any false claim
in the whole sweep at the level, whatever depends on what, and claims no less than Bonferroni's.
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """The corrected p values, in the order given; one below the level is significant at that level."""
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = largest
    return corrected
