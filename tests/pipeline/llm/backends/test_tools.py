"""Conversations with tools over real HTTP: the wire formats of Ollama and of OpenAI, and what servers refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.extensions.extractive.answering import Rules
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.backends.smollm2 import LlamaCpp
from ragatta.pipeline.llm.seam import (
    Conversation,
    InvalidReply,
    Message,
    ModelUnavailable,
    ToolCall,
    ToolSpec,
    Turn,
)
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import MODEL, OpenAIServer

LOOK = ToolSpec(
    "look",
    "Looks somewhere.",
    {
        "type": "object",
        "properties": {
            "at": {"type": "string", "description": "Where."},
            "filters": {"type": ["object", "null"], "additionalProperties": True},
            "top_k": {"type": "integer", "default": 10},
        },
        "required": ["at"],
    },
)
OPENING = (Message("system", "You look."), Message("user", "What colour is the sky?"))
CALLED = (
    Message(
        "assistant",
        "Let me see.",
        (ToolCall("call00001", "look", '{"at": "sky"}'), ToolCall("call00002", "look", '{"at": ')),
    ),
    Message("tool", "blue", (), "call00001", "look"),
    Message("tool", "no JSON", (), "call00002", "look"),
)
CALLS = [("look", {"at": "sky", "filters": {"year": 2024}}), ("look", {"at": "sea"})]


def asker_of(server: OllamaServer | OpenAIServer) -> Asker:
    if isinstance(server, OllamaServer):
        return Asker(Ollama(base_url=server.base_url, timeout_s=5).connect(), None)
    return Asker(OpenAI(model=MODEL, base_url=server.base_url, timeout_s=5).connect(), None)


def said(server: Any, *more: Message, tools: tuple[ToolSpec, ...] = (LOOK,)) -> Turn:
    return asker_of(server).converse(Conversation(NameColour("x"), (*OPENING, *more), tools, Options(max_tokens=64)))


@pytest.fixture(params=["ollama_server", "openai_server"])
def server(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


def test_every_backend_says_whether_it_calls_tools() -> None:
    says = {name: BACKENDS.load(name).CALLS_TOOLS for name in BACKENDS.names()}
    calls = {"extractive": False, "ollama": True, "openai": True, "scripted": True, "smollm2": False}
    assert says == {name: calls[name] for name in BACKENDS.names()}


def test_tools_are_offered_and_words_come_back(server: Any) -> None:
    server.say("It is blue.")
    assert said(server) == Turn("It is blue.")
    (body,) = server.chats
    (tool,) = body["tools"]
    assert tool["type"] == "function"
    function = tool["function"]
    assert (function["name"], function["description"]) == ("look", "Looks somewhere.")
    assert function["parameters"]["required"] == ["at"]
    assert set(function["parameters"]["properties"]) == {"at", "filters", "top_k"}
    assert not {"format", "response_format", "tool_choice"} & body.keys(), "the model decides"


def test_all_calls_of_a_turn_come_back_in_order(server: Any) -> None:
    server.say(Said("Let me see.", calls=CALLS))
    turn = said(server)
    assert turn.text == "Let me see."
    assert [(call.id, call.name) for call in turn.tool_calls] == [("call00001", "look"), ("call00002", "look")]
    assert [call.arguments for call in turn.tool_calls] == [
        '{"at": "sky", "filters": {"year": 2024}}',
        '{"at": "sea"}',
    ]


def test_without_tools_none_are_offered_and_no_form_is_asked_for(server: Any) -> None:
    server.say("It is blue.")
    assert said(server, *CALLED, tools=()).text == "It is blue."
    assert not {"tools", "format", "response_format"} & {key for key, value in server.chats[0].items() if value}


def test_what_was_called_and_answered_goes_back_as_ollama_documents_it(ollama_server: OllamaServer) -> None:
    ollama_server.say("blue")
    said(ollama_server, *CALLED)
    calling, first, second = ollama_server.chats[0]["messages"][2:]
    assert calling["content"] == "Let me see."
    assert [call["function"] for call in calling["tool_calls"]] == [
        {"name": "look", "arguments": {"at": "sky"}},
        {"name": "look", "arguments": {}},
    ]
    assert first == {"role": "tool", "content": "blue", "tool_name": "look"}
    assert second["content"] == "no JSON"


def test_what_was_called_and_answered_goes_back_as_openai_documents_it(openai_server: OpenAIServer) -> None:
    openai_server.say("blue")
    said(openai_server, *CALLED)
    calling, first, _ = openai_server.chats[0]["messages"][2:]
    assert calling["tool_calls"] == [
        {"id": "call00001", "type": "function", "function": {"name": "look", "arguments": '{"at": "sky"}'}},
        {"id": "call00002", "type": "function", "function": {"name": "look", "arguments": "{}"}},
    ]
    assert first == {"role": "tool", "tool_call_id": "call00001", "content": "blue"}


def test_broken_arguments_are_kept_as_the_model_wrote_them(openai_server: OpenAIServer) -> None:
    openai_server.say(Said(calls=[("look", '{"at": "sk')]))
    assert said(openai_server).tool_calls[0].arguments == '{"at": "sk'


def test_a_stream_that_breaks_off_between_calls_is_no_turn(ollama_server: OllamaServer) -> None:
    ollama_server.say(Said("Let me see.", calls=CALLS, cut=True))
    with pytest.raises(InvalidReply):
        said(ollama_server)


def test_the_window_is_sized_to_the_tools_too(ollama_server: OllamaServer) -> None:
    ollama_server.say("blue")
    wide = ToolSpec("look", "sea " * 1000, LOOK.parameters)
    said(ollama_server)
    said(ollama_server, tools=(wide,))
    assert [body["options"]["num_ctx"] for body in ollama_server.chats] == [1024, 2048]


def test_a_model_without_tools_is_said_beforehand(ollama_server: OllamaServer, openai_server: OpenAIServer) -> None:
    ollama_server.capabilities = ["completion"]
    openai_server.told = {"supported_parameters": ["temperature", "max_tokens"]}
    for server, name in ((ollama_server, "llama3.2"), (openai_server, MODEL)):
        with pytest.raises(ModelUnavailable, match=f"{name}, says .* calls no tools; choose a model that does"):
            asker_of(server)._caller.backend.check_tools()
        assert server.chats == []


def test_a_server_that_does_not_say_is_tried(ollama_server: OllamaServer, openai_server: OpenAIServer) -> None:
    ollama_server.capabilities = None
    for server in (ollama_server, openai_server):
        asker_of(server)._caller.backend.check_tools()


@pytest.mark.parametrize(
    "words",
    [
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "No endpoints found that support tool use. To learn more about provider routing, visit the docs",
        "tools param requires --jinja flag",
        "Unsupported param: tools",
    ],
)
def test_a_servers_refusal_of_tools_names_the_fix(openai_server: OpenAIServer, words: str) -> None:
    openai_server.refuses_tools = words
    with pytest.raises(ModelUnavailable, match=rf"calls no tools with '{MODEL}': .*--jinja.*set llm\.model"):
        said(openai_server)


def test_ollamas_own_refusal_is_told_in_its_words(ollama_server: OllamaServer) -> None:
    ollama_server.say(Said(status=400, error="registry.ollama.ai/library/phi does not support tools"))
    with pytest.raises(Exception, match="does not support tools"):
        said(ollama_server)


@pytest.mark.parametrize("name", ["extractive", "smollm2"])
def test_a_backend_without_tools_says_which_has_them(name: str) -> None:
    backend = Rules() if name == "extractive" else LlamaCpp(Path(), 512, 1.0)
    with pytest.raises(ModelUnavailable, match=f"llm={name} calls no tools; choose .*llm=ollama"):
        backend.check_tools()
