"""What one question is measured by."""

from __future__ import annotations

from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.experiments.running.runner import ask
from ragatta.pipeline.external.passages import STAGE
from ragatta.pipeline.settings.pipeline import Pipeline
from ragatta.pipeline.trace import Trace
from ragatta.pipeline.types import Answer


def test_the_seconds_in_which_passages_are_aligned_are_none_of_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = Trace([])

    def answer(*_: Any) -> Answer:
        with trace.stage("system"):
            sleep(0.02)
        with trace.stage(STAGE):
            sleep(0.2)
        return Answer("answered", "here")

    monkeypatch.setattr(
        "ragatta.experiments.running.runner.ARCHITECTURES",
        SimpleNamespace(load=lambda _: SimpleNamespace(answer=answer)),
    )
    prepared = cast(Any, SimpleNamespace(toolbox=lambda *_: (None, trace)))
    asker = cast(Any, SimpleNamespace(calls=[]))
    found, seconds = ask(cast(Any, None), Pipeline(), prepared, cast(Any, None), asker)
    assert [step.name for step in found.steps] == ["system", STAGE]
    assert seconds == pytest.approx(0.02, abs=0.1)
