"""The conversation: what is asked, carried out, refused and counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.extensions.tool_loop.agents.tool_caller import FinishedConversation, ToolCaller, filters
from ragatta.pipeline.agents.searching.tool_specs import SearchTools
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage, Trace
from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import ContextOverflow
from ragatta.pipeline.types import AskedQuestion
from standins.bucketed import TEXTS, store_file, toolbox
from tests.standins import tool_calling
from tests.standins.loopback import Said

ASKED = AskedQuestion("What did Acme bill?")
EVERY = tuple(TEXTS)
SEARCH = ("search_text", {"bucket": "bills", "query": "brass pump"})


@dataclass
class Ran:
    held: FinishedConversation
    stage: Stage
    model: tool_calling.ToolCaller

    def messages(self, turn: int = -1) -> list[Any]:
        return list(self.model.requests[turn].messages)


@pytest.fixture(scope="module")
def bucketed(tmp_path_factory: pytest.TempPathFactory) -> Toolbox:
    return toolbox(store_file(tmp_path_factory.mktemp("store")))


@pytest.fixture
def run(bucketed: Toolbox) -> Callable[..., Ran]:
    def made(
        *turns: Said | str,
        scope: Sequence[str] = EVERY,
        asked: AskedQuestion = ASKED,
        limit: int = 5,
        budget: int = 500,
        window: int = 1_000_000,
    ) -> Ran:
        script = [Said(turn) if isinstance(turn, str) else turn for turn in turns]
        model = tool_calling.ToolCaller(lambda _: script.pop(0) if len(script) > 1 else script[0], window)
        asker = Asker(model, None)
        tools = replace(bucketed, converse=asker.converse, context_tokens=budget)
        with Trace(asker.calls).stage("conversation") as stage:
            return Ran(ToolCaller(max_tool_calls=limit).hold(asked, scope, SearchTools(), tools, stage), stage, model)

    return made


def test_a_model_that_answers_at_once_is_shown_a_search_for_the_question(run: Callable[..., Ran]) -> None:
    ran = run("I know it", "done")
    assert ran.held.text == "done"
    (searched,) = ran.stage.details["tool_calls"]
    assert (ran.stage.details["turns"], searched["tool"]) == (2, "search_semantic")
    assert searched["args"] == {"bucket": "all", "query": ASKED.question}
    assert searched["hits"] > 0
    assert "before any search" in ran.stage.notes[0]


def test_it_is_told_the_rules_and_the_buckets(run: Callable[..., Ran]) -> None:
    ran = run(Said(calls=[SEARCH]), "done")
    system, user = ran.messages(0)
    assert "At most 5 tool calls" in system.content
    assert "- bills: bills of suppliers Fields: number (TEXT), supplier (TEXT)" in system.content
    assert "- letters" in system.content
    assert user.content == ASKED.question


def test_calls_are_carried_out_and_answered_in_order(run: Callable[..., Ran]) -> None:
    other = ("get_document_metadata", {"doc_id": "bills/b.pdf"})
    ran = run(Said("I look.", calls=[SEARCH, other]), "done")
    roles = [(message.role, message.tool_call_id) for message in ran.messages()[2:]]
    assert roles == [("assistant", ""), ("tool", "call00001"), ("tool", "call00002")]
    assert "Twelve brass pumps" in ran.messages()[3].content
    assert '"amount": 80.0' in ran.messages()[4].content
    told = ran.stage.details
    assert [(call["tool"], call["hits"] > 0) for call in told["tool_calls"]] == [
        ("search_text", True),
        ("get_document_metadata", False),
    ]
    assert [len(hits) for hits in told["hits"]] == [call["hits"] for call in told["tool_calls"]]
    assert (told["turns"], told["malformed_calls"], told["context_budget"]) == (2, 0, 500)
    json.dumps(told)


def test_at_the_limit_the_answer_is_asked_for_without_tools(run: Callable[..., Ran]) -> None:
    ran = run(Said(calls=[SEARCH]), limit=2)
    assert len(ran.held.results) == 2
    assert [len(request.tools) for request in ran.model.requests] == [3, 3, 0]
    assert "No tool calls are left" in ran.messages()[-1].content
    assert ran.held.text == "", "it went on calling: no usable message"


def test_calls_beyond_the_limit_are_not_made_and_noted(run: Callable[..., Ran]) -> None:
    ran = run(Said(calls=[SEARCH] * 5), "done", limit=2)
    assert len(ran.held.results) == 2
    assert ran.stage.notes == ["3 calls beyond the 2 allowed were not made"]
    assert len(ran.messages()[2].tool_calls) == 2


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (("search_web", {"query": "x"}), "no tool 'search_web'; known: search_text"),
        (("search_text", '{"bucket": "bills", '), "must be one JSON object"),
        (("search_text", "[1]"), "must be one JSON object"),
        (("search_text", '"bills"'), "must be one JSON object"),
        (("search_text", '{"bucket": NaN}'), "must be one JSON object"),
        (("search_text", json.dumps({"bucket": "bills", "query": "x" * 5000})), "at most 4000 characters"),
        (("search_text", {"bucket": "bills"}), "query: Field required"),
        (("search_text", {"bucket": "bills", "query": 3}), "query: Input should be a valid string"),
        (("search_text", {"bucket": "bills", "query": "x", "top_k": "many"}), "top_k: Input should be a valid integer"),
        (("search_text", {"bucket": "boats", "query": "x"}), "no bucket 'boats'; known: bills"),
        (("search_text", {"bucket": "bills", "query": "x", "filters": {"colour": 1}}), "no field 'colour'"),
        (("get_document_metadata", {"doc_id": "lost.pdf"}), "no document 'lost.pdf'"),
        (("", {}), "no tool ''"),
    ],
)
def test_a_malformed_call_is_answered_counted_and_costs(run: Callable[..., Ran], call: Any, wrong: str) -> None:
    ran = run(Said(calls=[call]), "done", limit=1)
    assert wrong in ran.messages()[3].content
    assert ran.stage.details["malformed_calls"] == 1
    (told,) = ran.stage.details["tool_calls"]
    assert wrong in told["error"]
    assert ran.model.requests[-1].tools == ()
    json.dumps(ran.stage.details, allow_nan=False).encode()


@settings(deadline=None)  # it searches
@given(st.text(), st.text())
def test_no_call_whatever_it_says_breaks_the_conversation(bucketed: Toolbox, name: str, arguments: str) -> None:
    said = [Said(calls=[(name, arguments), ("search_text", arguments)]), Said("done")]
    asker = Asker(tool_calling.ToolCaller(lambda _: said.pop(0)), None)
    with Trace([]).stage("conversation") as stage:
        held = ToolCaller().hold(ASKED, EVERY, SearchTools(), replace(bucketed, converse=asker.converse), stage)
    assert held.text == "done"
    json.dumps(stage.details, ensure_ascii=False, allow_nan=False).encode()


def test_the_scope_holds_for_every_call(run: Callable[..., Ran]) -> None:
    calls = [SEARCH, ("search_semantic", {"bucket": "bills", "query": "pump", "filters": {"supplier": "Acme Corp"}}),
             ("get_document_metadata", {"doc_id": "bills/a.pdf"})]  # fmt: skip
    scope = ("bills/b.pdf",)
    ran = run(Said(calls=calls), "done", scope=scope, asked=replace(ASKED, documents=scope))
    assert {hit.chunk.source_file for hit in ran.held.shown.hits} == {"bills/b.pdf"}
    everything = "".join(message.content for message in ran.messages())
    assert "Only these documents may be used: bills/b.pdf" in everything
    assert not [name for name in TEXTS if name != "bills/b.pdf" and name in ran.messages()[2].content]
    assert "- letters" not in everything, "a bucket without a document of the scope"
    assert "no document 'bills/a.pdf'" in ran.messages()[5].content


def test_older_results_make_room_so_that_the_conversation_fits(run: Callable[..., Ran]) -> None:
    ran = run(
        Said(calls=[SEARCH]), Said(calls=[("search_text", {"bucket": "letters", "query": "pump"})]), "done", budget=14
    )
    first, second = (message for message in ran.messages() if message.role == "tool")
    assert "left out to make room" in first.content
    assert "the secret of the brass pump" in second.content
    assert ran.stage.details["cut"]
    assert ran.stage.details["context_tokens"] <= 14


def test_a_window_smaller_than_the_budget_narrows_it(run: Callable[..., Ran]) -> None:
    calls = [("search_text", {"bucket": "bills", "query": "pump hose seals bill"})] * 4
    wide = run(Said(calls=calls), "done", budget=900)
    size = tokens.of_request(wide.model.requests[-1]) + wide.model.requests[-1].options.max_tokens
    assert wide.stage.details["context_budget"] == 900
    narrow = run(Said(calls=calls), "done", budget=900, window=size - 1)
    assert narrow.stage.details["context_tokens"] <= narrow.stage.details["context_budget"] < 900
    assert narrow.held.text == "done"
    assert narrow.stage.details["cut"] == [], "what an older result has lost a newer one still shows"
    less = run(Said(calls=calls), "done", budget=900, window=size - 1000)
    assert len(less.held.shown.hits) < len(narrow.held.shown.hits)
    with pytest.raises(ContextOverflow):
        run("done", window=2000)


def test_a_conversation_that_breaks_off_leaves_its_trace(bucketed: Toolbox) -> None:
    said = [Said(calls=[SEARCH])]
    asker = Asker(tool_calling.ToolCaller(lambda _: said.pop(0)), None)
    with Trace([]).stage("conversation") as stage, pytest.raises(IndexError):
        ToolCaller().hold(ASKED, EVERY, SearchTools(), replace(bucketed, converse=asker.converse), stage)
    assert len(stage.details["tool_calls"]) == 1


def test_filters_of_the_last_search_that_found_something_are_told(run: Callable[..., Ran]) -> None:
    acme = ("search_text", {"bucket": "bills", "query": "pump", "filters": {"supplier": "Acme Corp"}})
    nobody = ("search_text", {"bucket": "bills", "query": "pump", "filters": {"supplier": "Nobody"}})
    one = ("search_text", {"bucket": "bills", "query": "pump", "filters": {"doc_id": "bills/b.pdf"}})
    ran = run(Said(calls=[acme, nobody, one, SEARCH]), "done")
    assert filters(ran.held.results) == [
        {"bucket": "bills", "field": "supplier", "operator": "=", "value": "Acme Corp"}
    ]
    assert filters(run("done").held.results) == []


def test_long_words_beside_a_call_are_shown_again_only_in_part(run: Callable[..., Ran]) -> None:
    ran = run(Said("hm " * 1000, calls=[SEARCH]), "done")
    assert len(ran.messages()[2].content) == 500
