"""Reads the records of an answer's stages, including those of its sub-answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ragatta.pipeline.types import Answer, StageRecord


def all_answers(answer: Answer) -> Iterator[Answer]:
    """The answer, then its sub-answers, in order."""
    yield answer
    for part in answer.sub_answers:
        yield from all_answers(part)


def all_steps(answer: Answer) -> Iterator[StageRecord]:
    """The stages of the answer, then those of its sub-answers, in order."""
    return (step for part in all_answers(answer) for step in part.steps)


def context_is_known(answer: Answer) -> bool:
    """Whether it is known what the answer was written from; a system outside may not say it."""
    return None not in details(all_steps(answer), "passages")


def details(steps: Iterable[StageRecord], key: str) -> list[Any]:
    """The records under `key`, of each stage that has one."""
    return [step.details[key] for step in steps if key in step.details]
