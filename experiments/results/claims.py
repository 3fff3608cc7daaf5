"""One comparison in words: what is shown, the difference with its interval, and its p value with what it is corrected
for."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragatta.eval.statistics import Comparison, Terms
from ragatta.eval.statistics.comparison import ALPHA, BETTER, FEWEST_CLUSTERS, NEGLIGIBLE, NOT_SIGNIFICANT, WORSE
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import NONE, listed, p_value, signed

NAMED = 3  # of several things
SHORT = {NOT_SIGNIFICANT: "not shown"}


def verdict(one: Comparison, terms: Terms) -> str:
    """In a word or two, for a cell; where the interval is off 0 and nothing is shown, with what decides in brackets."""
    if one.verdict == NOT_SIGNIFICANT and one.is_off_0:
        return f"not ({'p' if one.p >= ALPHA else 'looks' if terms.looks == 'repeated' else 'Holm'})"
    return SHORT.get(one.verdict, one.verdict)


def bounds(one: Comparison) -> str:
    """-0.331 to -0.135"""
    return f"{signed(one.low)} to {signed(one.high)}" if math.isfinite(one.low) else NONE


def change(one: Comparison, among: int, terms: Terms) -> str:
    """-0.231 (-0.331 to -0.135), p 0.010, 0.070 corrected for 7 comparisons"""
    words = f"{signed(one.difference)} ({bounds(one)}), p {p_value(one.p)}"
    reason = corrected_for(among, terms)
    return f"{words}, {p_value(one.p_corrected)} {reason}" if reason else words


def corrected_for(among: int, terms: Terms) -> str:
    """What the p value that is compared with 0.05 is corrected for; "" where it is for nothing."""
    reasons = [counted(among, "comparison")] if among > 1 else []
    reasons += ["repeated looks"] if terms.looks == "repeated" else []
    return f"corrected for {' and '.join(reasons)}" if reasons else ""


def claim(ours: str, theirs: str, metric: str, one: Comparison, among: int, terms: Terms) -> str:
    """The sentence that says whether `ours` is better or worse than `theirs` by a metric in words; where neither is
    shown, what would show it."""
    figures = f"{metric} {change(one, among, terms)}"
    if one.verdict in (BETTER, WORSE):
        return f"{ours} is {one.verdict} than {theirs}: {figures}."
    if one.verdict == NEGLIGIBLE:
        return f"{ours} differs from {theirs} by too little to matter: {figures}."
    once = " once corrected" if one.is_off_0 and one.p < ALPHA else ""
    return f"{ours} is not shown to differ from {theirs}{once}: {figures}; {needed(one)}."


def needed(one: Comparison) -> str:
    """What would settle a comparison that is not significant."""
    if one.clusters >= FEWEST_CLUSTERS or one.is_unsayable:
        return one.what_it_takes
    noun = "question" if one.clusters == one.questions else "document"
    return f"{counted(one.clusters, noun)} cannot show it, at least {FEWEST_CLUSTERS} are needed"


def several(names: Sequence[str]) -> str:
    """The first NAMED; the others are counted."""
    more = len(names) - NAMED
    return listed(names if more < 1 else [*names[:NAMED], f"{more} more"])
