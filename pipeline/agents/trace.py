"""Records what each stage of one answer decided and how long it took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ragatta.pipeline.machine.clock import answering_time
from ragatta.pipeline.types import ModelCall, StagePart, StageRecord

ALIGNMENT = "alignment"  # the stage in which Ragatta seeks a black box's passages: its seconds are none of the answer's


@dataclass
class Stage:
    """The current stage, in which an agent notes what the trace should show."""

    notes: list[str] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    fallbacks: int = 0
    parts: list[StagePart] = field(default_factory=list)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Times one part of the stage, such as one search of many."""
        started = answering_time()
        yield
        self.parts.append(StagePart(name, answering_time() - started))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def fall_back(self, reason: str) -> None:
        """Notes why the agent had to decide without the model, and counts it as a fallback. A prompt's own fallback is
        already counted by its call."""
        self.fallbacks += 1
        self.notes.append(reason)


class Trace:
    """The stages of one question. `calls` is the asker's growing list of model calls."""

    def __init__(self, calls: Sequence[ModelCall]) -> None:
        self._calls = calls
        self.records: list[StageRecord] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[Stage]:
        """Times the block and records the model calls made in it. A stage that fails is recorded too."""
        stage, first, started = Stage(), len(self._calls), answering_time()
        try:
            yield stage
        finally:
            seconds = answering_time() - started
            calls = self._calls[first:]
            replayed = [call for call in calls if not call.live]
            self.records.append(
                StageRecord(
                    name=name,
                    seconds=seconds,
                    live_calls=len(calls) - len(replayed),
                    replayed_calls=len(replayed),
                    replayed_seconds=sum(call.seconds for call in replayed),
                    tokens_in=sum(call.tokens_in for call in calls),
                    tokens_out=sum(call.tokens_out for call in calls),
                    fallbacks=sum(call.fell_back for call in calls) + stage.fallbacks,
                    notes=tuple(stage.notes),
                    details=stage.details,
                    calls=tuple(calls),
                    parts=tuple(stage.parts),
                )
            )
