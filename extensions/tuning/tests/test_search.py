"""The sampler of a search hears what each of its trials came to."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.extensions.tuning.commands import tune


class Study:
    """One that proposes the values in turn."""

    def __init__(self) -> None:
        self.asked = 0
        self.told: list[tuple[int, float]] = []

    def ask(self) -> Any:
        at, self.asked = self.asked, self.asked + 1
        return SimpleNamespace(number=at, suggest_categorical=lambda _, values: values[at % len(values)])

    def tell(self, asked: Any, value: float) -> None:
        self.told.append((asked.number, value))


def test_each_trials_value_is_told_to_the_sampler(monkeypatch: pytest.MonkeyPatch) -> None:
    study, shared = Study(), SimpleNamespace(of=lambda *_, **__: None)
    dataset = SimpleNamespace(dataset=None, architecture=None, comparison=SimpleNamespace(metric="score"))

    def run(_: Sequence[str], choices: Any, __: Any) -> tuple[None, Any]:
        return None, choices["retrieval.top_k"]

    monkeypatch.setattr(tune, "_study", lambda: study)
    monkeypatch.setattr(tune, "_composed", lambda _: SimpleNamespace(config=dataset))
    monkeypatch.setattr(tune, "open_dataset", lambda *_, **__: None)
    monkeypatch.setattr(tune, "Resources", shared)
    monkeypatch.setattr(tune, "_run", run)
    monkeypatch.setattr(tune, "_mean", lambda top_k, _: top_k / 10)
    metric, trials = tune.search([], {"retrieval.top_k": (3, 5)}, 3)
    assert metric == "score"
    assert [(trial.choices["retrieval.top_k"], trial.value) for trial in trials] == [(3, 0.3), (5, 0.5), (3, 0.3)]
    assert study.told == [(0, 0.3), (1, 0.5), (2, 0.3)]
