"""The values that a plan's steps found, each with the words that state it, and the values that are missing."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.types import ExecutionResult, Hit


@dataclass(frozen=True)
class StepValue:
    """A value that a step found. `name`: its name in the plan; `wanted`: its description; `hit`: the chunk with
    the `quote`. `unmet`: conditions of the question that the quote does not mention."""

    name: str
    wanted: str
    value: str
    hit: Hit
    quote: str
    certain: bool
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True)
class Binding:
    """The hits, the bound values in the plan's order, and descriptions of the `missing` values."""

    found: ExecutionResult
    bound: tuple[StepValue, ...]
    missing: tuple[str, ...]

    @property
    def ruled(self) -> bool:
        """Whether all values were found and are certain, and a rule in prose gave one of them; no other agent looks for
        such rules."""
        sure = bool(self.bound) and not self.missing and all(one.certain for one in self.bound)
        return sure and any(not one.hit.chunk.table for one in self.bound)

    @property
    def left_unmet(self) -> tuple[str, ...]:
        """The conditions of the question that no value's quote mentions."""
        if not self.bound:
            return ()
        left = set(self.bound[0].unmet).intersection(*(one.unmet for one in self.bound[1:]))
        return tuple(one for one in self.bound[0].unmet if one in left)
