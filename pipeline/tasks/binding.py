"""The task about one step of a plan that binds values: to read the value that the step should find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.tasks.base import Reply, Task


class BoundValue(Reply):
    """A value as the passage prints it, or what must be known first; neither if the passages do not contain it."""

    value: str = Field(default="", description="the one value, as the source prints it; empty if it is not there")
    source: int = Field(default=0, description="the N of the source that holds it")
    quote: str = Field(default="", description="the words of the source that state the value, copied exactly")
    needs: str = Field(default="", description="the name of what must be known before the value can be chosen")
    choices: list[str] = Field(default_factory=list, description="the values that the needed one can take, if known")
    certain: bool = Field(default=True, description="whether the source leaves no doubt that this is the value")
    unmet: list[str] = Field(
        default_factory=list, description="conditions of the question that the quote does not meet"
    )


@dataclass(frozen=True)
class BindValue(Task):
    """`wanted`: a description of the value to find; `binds`: its name in the plan. `bound`: (name, value) pairs that
    are known. `choices`: the values that it can take (empty: any); with choices, a rule in prose gives the value."""

    name: ClassVar[str] = "bind_value"
    question: str
    binds: str
    wanted: str
    passages: tuple[Passage, ...]
    bound: tuple[tuple[str, str], ...] = ()
    choices: tuple[str, ...] = ()
