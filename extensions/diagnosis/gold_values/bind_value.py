"""The gold's value for a step of a calculation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ragatta.pipeline.agents.calculating.value_source import folded
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.binding import BindValue, BoundValue
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Evidence


def reply(prompt: Prompt[Any], values: Sequence[Evidence]) -> BoundValue | None:
    """The gold value that the passages show and no step has bound yet; of several that whose quote shares most words
    with what is wanted; None where there is none."""
    task = prompt.task
    assert isinstance(task, BindValue), "found by its name"
    bound = {folded(value) for _, value in task.bound}
    wanted = {*terms(f"{task.wanted} {task.binds}")}
    there = [
        (len(wanted & {*terms(piece.quote)}), piece, passage)
        for piece in values
        for passage in task.passages
        if passage.source_file == piece.file and _stands(piece.value, passage.text) and folded(piece.value) not in bound
    ]
    if not there:
        return None
    _, piece, passage = max(there, key=lambda each: each[0])
    quote = piece.quote if folded(piece.quote) in folded(passage.text) else piece.value
    return BoundValue(value=piece.value, source=passage.source, quote=quote)


def _stands(value: str, text: str) -> bool:
    """Whether a text has a value by itself: "2" is not in "312" or "2.5"."""
    return bool(re.search(rf"(?<![\w.,]){re.escape(folded(value))}(?![\w%]|[.,]\d)", folded(text)))
