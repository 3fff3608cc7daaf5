"""Reads a value whose key lies between two rows, if a rule in the documents says how: from one row or from both.

"Weights between those shown are interpolated" replaces a step by two, and its name in the calculation by the line
between the two values; "use the next higher weight" keeps one step. See docs/parts.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ragatta.pipeline.text.nearest_keys import Neighbours
from ragatta.pipeline.text.numbers import plain
from ragatta.pipeline.types import RetrievalStep

# What such a rule may say, as it says it; the first ones are those that another's words may stand beside.
WAYS = ("interpolate", "interpolation", "next higher", "next highest", "next lower", "next lowest", "nearest")
_UP, _DOWN = frozenset(WAYS[2:4]), frozenset(WAYS[4:6])


@dataclass(frozen=True)
class Part:
    """A step that reads the row next to the question's amount: the `amount`, and the `value` of the `key` in that
    row."""

    step: RetrievalStep
    key: str
    value: str
    amount: str

    @property
    def given(self) -> tuple[str, str]:
        return self.key, self.value


def rule_name(key: str) -> str:
    """The description of the rule in a plan."""
    return f"rule for a {key} between those shown"


def rule_query(key: str) -> str:
    """The search for the rule."""
    return f"{key} between the values shown in the table: interpolate, or use the next higher"


def parts(step: RetrievalStep, key: str, near: Neighbours, way: str) -> tuple[list[Part], str]:
    """The steps that replace the step under the rule, and the expression that replaces its name in the calculation ("":
    unchanged)."""
    word = way.casefold()
    if word in WAYS[:2]:
        below, above = f"{step.binds}_below", f"{step.binds}_above"
        line = f"({below} + ({above} - {below}) * {_number(near.part)} / {_number(near.whole)})"
        return [_part(step, key, near, near.below, below), _part(step, key, near, near.above, above)], line
    up = word in _UP or (word not in _DOWN and 2 * near.part >= near.whole)
    return [_part(step, key, near, near.above if up else near.below, step.binds)], ""


def in_calculation(calculation: str, lines: Sequence[tuple[str, str]]) -> str:
    """The calculation, with the line between two values in place of each name that was read from two rows."""
    for name, line in lines:
        calculation = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", line, calculation)
    return calculation


def _part(step: RetrievalStep, key: str, near: Neighbours, value: str, name: str) -> Part:
    """Uses the step's own query: the rows next to the amount are in the window of the search that found no exact
    row."""
    return Part(replace(step, binds=name), key, value, near.amount)


def _number(value: Decimal) -> str:
    return plain(value).replace(",", "")
