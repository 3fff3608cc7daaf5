"""What a sweep says beforehand of calls, tokens and money."""

from __future__ import annotations

from dataclasses import replace

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.forecast.announcing import Planned, spending
from ragatta.experiments.forecast.past_runs import QuestionCost
from ragatta.pipeline.llm.backends.ollama import Ollama

MODEL, RULES = Point("a", (), Config(llm=Ollama())), Point("b", (), Config())
PLAN = Planned("a", "", 10, 0, 0, 40, QuestionCost(30, 12_000, 500, 20), 0.25)


def test_calls_tokens_and_money_of_the_variations_that_ask_a_model() -> None:
    (line,) = spending([MODEL, MODEL, RULES], [PLAN, PLAN, PLAN])
    assert line == (
        "At most 80 model calls, without repairs, about 25,000 tokens and 0.50 USD; recorded replies are not paid for "
        "again."
    )


def test_what_no_earlier_run_tells_is_left_out() -> None:
    (line,) = spending([MODEL, MODEL], [PLAN, replace(PLAN, expected=None, usd=None)])
    assert line == "At most 80 model calls, without repairs; recorded replies are not paid for again."
    assert not [*spending([RULES], [PLAN])]
    assert not [*spending([MODEL], [replace(PLAN, to_ask=0)])]
