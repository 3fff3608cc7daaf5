"""Checks the types of a bundle's contents, because a wrong type would crash a later command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from ragatta.experiments.on_record.journal import Entry, answer_of
from ragatta.pipeline.llm.entries import completion_of
from ragatta.pipeline.llm.seam import Completion
from ragatta.pipeline.types import Answer

SHOWN = 3  # faults of a record that are named


class _Call(BaseModel, extra="allow"):
    key: str


class _Stage(BaseModel, extra="allow"):
    name: str
    seconds: float
    calls: list[_Call]


class _Timing(BaseModel, extra="allow"):
    started: float
    seconds: float
    live_calls: int
    replayed_calls: int
    replayed_seconds: float
    tokens_in: int
    tokens_out: int
    stages: list[_Stage]


def check_entry(entry: Entry) -> None:
    """Raises ValueError for an answer or a timing with wrong types."""
    check_answer(entry.record)
    _check(_Timing, entry.timing)


def check_answer(record: Mapping[str, Any]) -> None:
    """Raises ValueError for an answer with wrong types, LookupError or TypeError for one with other fields."""
    _check(Answer, asdict(answer_of(record)))


def check_reply(entry: Mapping[str, Any]) -> None:
    """Raises ValueError for a reply or a failure with wrong types."""
    if entry["reply"]:
        _check(Completion, asdict(completion_of(entry)))
    elif not isinstance(entry["failure"]["message"], str) or not isinstance(entry["failure"]["seconds"], (int, float)):
        raise ValueError("a failure has a message and its seconds")


def check_scores(scores: Any) -> None:
    """Raises ValueError for scores that are no numbers by the names of metrics."""
    _check(dict[str, float], scores)


@lru_cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _check(kind: type, value: Any) -> None:
    try:
        _adapter(kind).validate_python(value)
    except ValidationError as fault:
        faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in fault.errors(include_input=False)]
        raise ValueError("; ".join(faults[:SHOWN])) from None
