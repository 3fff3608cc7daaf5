"""The question of each trace, in whatever form its spans were written."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.eval.gold.traces import traced

NAMES = (
    "input.value", "mlflow.spanInputs", "gen_ai.input.messages", "langfuse.observation.input", "langfuse.trace.input",
    "traceloop.entity.input", "gen_ai.prompt", "input", "question", "query",
)  # fmt: skip


def otlp(*attributes: tuple[str, Any], parent: str = "") -> dict[str, Any]:
    pairs = [{"key": name, "value": {"stringValue": value}} for name, value in attributes]
    span = {"traceId": "t1", "parentSpanId": parent, "startTimeUnixNano": "1", "attributes": pairs}
    return {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}


@pytest.mark.parametrize("name", NAMES)
def test_the_question_is_the_input_by_any_of_these_names(name: str) -> None:
    given = otlp(("locale", "en"), (name, "How many?"))
    assert traced([("line 1", given)]) == [("trace t1", {"question": "How many?"})]


def test_the_root_is_asked_first_and_numbered_messages_are_read() -> None:
    below = otlp(("input.value", "a rewritten query"), parent="s1")
    root = otlp(("llm.input_messages.0.message.role", "user"), ("llm.input_messages.0.message.content", "How many?"))
    assert traced([("1", below), ("2", root)]) == [("trace t1", {"question": "How many?"})]
    assert traced([("1", otlp(("locale", "en")))]) == [("trace t1", {})]


def test_what_is_no_span_stays_as_it_is_beside_spans() -> None:
    other = {"question": "Which?"}
    assert traced([("1", other)]) == []
    assert traced([("1", other), ("2", otlp(("query", "How many?")))])[1] == ("1", other)
