from __future__ import annotations

import pytest

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.faults import Fault


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["llm.name=ollama"], "llm.name: a choice has its name from its group; write llm=ollama"),
        pytest.param(
            ["scoring.judge_llm.name=x"],
            "scoring.judge_llm.name: a choice has its name from its group",
            marks=pytest.mark.needs("judges"),
        ),
        (
            ["llm.model=x,y"],
            "llm.model=x: llm=extractive asks no model; choose a backend that does, such as llm=ollama",
        ),
    ],
)
def test_a_model_that_would_not_be_asked_is_refused(words: list[str], said: str) -> None:
    with pytest.raises(Fault) as fault:
        compose_grid(words)
    assert fault.value.problems[0].startswith(said)
    assert len(fault.value.problems) == 1


def test_rules_may_stand_beside_a_model() -> None:
    beside = compose_grid(["llm=extractive,ollama", "llm.model=x"])
    assert [point.config.llm.name for point in beside] == ["extractive", "ollama"]
