"""The row of a judged run."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ragatta.conf.schema import Config
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.composing.config import Point
from ragatta.experiments.resources.judge import Judging
from ragatta.experiments.results.summary import Run, summary_row
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.types import ModelCall
from tests.experiments.results.test_summary import answered, row


def call(key: str) -> ModelCall:
    return ModelCall("judge", "test", "m", "d", key, True, 1.0, 1000, 10)


def test_the_judge_has_columns_of_its_own() -> None:
    config = Config(scoring=Scoring(judge=True, judge_llm=Ollama(price_in=2.0, price_out=100.0)))
    rows = [replace(answered(n, True, 0, 1), judging=Judging((call(key),))) for n, key in enumerate(["a", "a", "", ""])]
    found = summary_row(Run(Point("b", (), config), "k", "c", "d", "m", 1, 0, 0, tuple(rows)))
    assert (found["judge_tokens_in"], found["judge_tokens_out"]) == (3000, 30), "equal prompts are one call"
    assert found["judge_cost_usd"] == pytest.approx((3000 * 2 + 30 * 100) / 1e6)
    assert (found["tokens_in"], math.isnan(found["cost_usd"])) == (4, True), "the answers' own have no price"
    without = row(*rows)
    assert all(math.isnan(without[f"judge_{name}"]) for name in ("tokens_in", "tokens_out", "cost_usd"))
