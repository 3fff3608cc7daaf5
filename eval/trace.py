"""Reads the records of an answer's stages, including those of its sub-answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ragatta.pipeline.types import Answer, StageRecord


def all_steps(answer: Answer) -> Iterator[StageRecord]:
    """The answer's stages, then those of its sub-answers, in order."""
    yield from answer.steps
    for part in answer.sub_answers:
        yield from all_steps(part)


def context_is_known(answer: Answer) -> bool:
    """Whether it is known what the answer was written from; a system outside may not say it."""
    return None not in details(all_steps(answer), "passages")


def details(steps: Iterable[StageRecord], key: str) -> list[Any]:
    """The records under `key`, of each stage that has one."""
    return [step.details[key] for step in steps if key in step.details]
