"""What one question is measured by."""

from __future__ import annotations

import re
import sys
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.experiments.running.system import System
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.alignment.passages import STAGE
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.types import Answer


def asked(monkeypatch: pytest.MonkeyPatch, answer: Any, trace: Trace) -> tuple[Answer, float]:
    monkeypatch.setattr(RouterPlanner, "answer", answer)
    monkeypatch.setattr(System, "toolbox", lambda *_: (None, trace))
    return System(Pipeline(), cast(Any, None)).answer(cast(Any, None), cast(Any, SimpleNamespace(calls=[])))


def test_the_seconds_in_which_passages_are_aligned_are_none_of_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = Trace([])

    def answer(*_: Any) -> Answer:
        with trace.stage("system"):
            sleep(0.02)
        with trace.stage(STAGE):
            sleep(0.2)
        return Answer("answered", "here")

    found, seconds = asked(monkeypatch, answer, trace)
    assert [step.name for step in found.steps] == ["system", STAGE]
    assert seconds == pytest.approx(0.02, abs=0.1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda *_: 1 / 0, r"ZeroDivisionError: division by zero .test_system\.py:\d+."),
        (lambda *_: sys.exit(3), r"SystemExit: 3 .test_system\.py:\d+."),
        (lambda *_: None, r"architecture 'router_planner': answer returned None, not an Answer .*test_system\.py:\d+."),
        (lambda *_: Answer(cast(Any, "good"), ""), "answer returned an Answer of status 'good'"),
    ],
)
def test_what_an_architecture_raises_or_returns_wrongly_fails_one_question(
    monkeypatch: pytest.MonkeyPatch, answer: Any, said: str
) -> None:
    found, _ = asked(monkeypatch, answer, Trace([]))
    assert found.status == "failed"
    assert re.search(said, found.limitations)
