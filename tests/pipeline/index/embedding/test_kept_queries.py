from __future__ import annotations

from functools import cached_property
from time import sleep
from typing import Any, ClassVar

import numpy as np
import pytest

from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.index.embedding.kept_queries import KeptQueries
from ragatta.pipeline.machine.clock import answering_time, running_time
from ragatta.pipeline.machine.side_by_side import side_by_side

SECONDS = 0.05


class Slow:
    identity: ClassVar[dict[str, str]] = {"name": "slow"}

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.waits = 0.0

    @cached_property
    def dimensions(self) -> int:
        sleep(10 * SECONDS)  # the model is read
        return 2

    def embed_query(self, text: str) -> Any:
        sleep(SECONDS + self.waits)
        self.asked.append(text)
        return np.array([len(text), 1.0], np.float32)


def kept() -> tuple[KeptQueries, Slow]:
    slow = Slow()
    encoder = KeptQueries(slow)  # type: ignore[arg-type]
    encoder.embed_query("first")
    return encoder, slow


def test_a_query_is_embedded_once_and_takes_its_time_in_every_answer() -> None:
    encoder, slow = kept()
    trace = Trace([])
    vectors = []
    for _ in range(3):
        with trace.stage("search") as stage, stage.part("vector"):
            vectors.append(encoder.embed_query("fees"))
    assert slow.asked == ["first", "fees"]
    assert all(np.array_equal(vector, [4.0, 1.0]) for vector in vectors)
    for step in trace.records:
        assert SECONDS <= step.seconds < 4 * SECONDS
        assert step.parts[0].seconds <= step.seconds


def test_the_time_of_reading_the_model_is_no_querys() -> None:
    encoder, _ = kept()
    begun = answering_time()
    encoder.embed_query("first")
    assert SECONDS <= answering_time() - begun < 4 * SECONDS


def test_what_is_owed_is_no_time_that_passes() -> None:
    encoder, _ = kept()
    begun = running_time()
    for _ in range(10):
        encoder.embed_query("first")
    assert running_time() - begun < 5 * SECONDS


def test_queries_side_by_side_are_owed_side_by_side() -> None:
    encoder, _ = kept()
    texts = [str(number) for number in range(4)]
    for text in texts:
        encoder.embed_query(text)
    begun = answering_time()
    side_by_side(encoder.embed_query, texts, 4)
    assert SECONDS <= answering_time() - begun < 3.5 * SECONDS
    begun = answering_time()
    side_by_side(encoder.embed_query, texts, 1)
    assert answering_time() - begun >= 4 * SECONDS


def test_a_vector_that_is_kept_cannot_be_written_to() -> None:
    encoder, _ = kept()
    with pytest.raises(ValueError, match="read-only"):
        encoder.embed_query("first")[0] = 1.0


def test_what_one_vector_waited_for_is_owed_by_no_other_answer() -> None:
    encoder, slow = kept()
    for text in ("a", "b", "c"):
        encoder.embed_query(text)
    slow.waits = 10 * SECONDS
    encoder.embed_query("late")
    begun = answering_time()
    encoder.embed_query("late")
    assert SECONDS < answering_time() - begun < 5 * SECONDS
