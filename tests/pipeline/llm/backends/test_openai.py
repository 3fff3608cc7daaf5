"""OpenAI-compatible servers over real HTTP, failures included, against a stand-in."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends import openai
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.seam import (
    ContextOverflow,
    InvalidReply,
    ModelBusy,
    ModelError,
    ModelTimeout,
    ModelUnavailable,
)
from tests.pipeline.llm.conftest import name_colour
from tests.standins.loopback import Said
from tests.standins.openai_server import MODEL, OpenAIServer

BLUE = '{"colour": "blue", "shades": []}'
SECRET = "sk-never-to-be-seen"


def connect(server: OpenAIServer, **changes: object) -> openai.OpenAICompatible:
    settings: Any = {"model": MODEL, "base_url": server.base_url, "timeout_s": 5.0, "api_key_env": "A_KEY"}
    return OpenAI(**{**settings, **changes}).connect()


@pytest.fixture
def asker(openai_server, monkeypatch):
    monkeypatch.setenv("A_KEY", SECRET)
    openai_server.key = SECRET
    openai_server.say(BLUE)
    return Asker(connect(openai_server), None)


def test_a_call_carries_schema_options_and_key(asker, openai_server):
    asker.ask(name_colour())
    (call,) = openai_server.chats
    assert (call["model"], call["temperature"], call["seed"], call["max_tokens"]) == (MODEL, 0.0, 0, 64)
    assert call["response_format"]["json_schema"]["strict"] is True
    assert call["response_format"]["json_schema"]["schema"]["additionalProperties"] is False
    assert openai_server.exchanges[-1].headers["authorization"] == f"Bearer {SECRET}"
    assert asker.calls[0].tokens_out == 9


def test_a_server_without_schemas_is_asked_for_plain_json_from_then_on(asker, openai_server):
    openai_server.takes_schema = False
    for thing in ("the sky", "the sea"):
        assert asker.ask(name_colour(thing)).colour == "blue"
    forms = [call["response_format"]["type"] for call in openai_server.chats]
    assert forms == ["json_schema", "json_object", "json_object"]


def test_options_go_along_with_the_call(openai_server):
    backend = connect(openai_server)
    openai_server.say(Said(BLUE))
    Asker(backend, None, more={"top_p": 0.9, "stop": ["."], "min_p": 0.1}).ask(name_colour())
    (call,) = openai_server.chats
    assert (call["top_p"], call["stop"], call["min_p"]) == (0.9, ["."], 0.1)


def test_a_local_server_needs_no_key(openai_server, monkeypatch):
    monkeypatch.delenv("A_KEY", raising=False)
    openai_server.say(BLUE)
    assert Asker(connect(openai_server), None).ask(name_colour()).colour == "blue"


def test_the_identity_tells_servers_apart_and_holds_only_what_is_stable(openai_server):
    first = connect(openai_server).identity()
    openai_server.window = 4096
    assert connect(openai_server).identity() == first
    openai_server.told = {"root": "org/other"}
    assert connect(openai_server).identity().digest != first.digest
    openai_server.told = {}
    assert connect(openai_server).identity().digest == ""
    with OpenAIServer() as other:
        assert connect(other).identity().provider != first.provider


def test_without_a_list_of_models_the_window_must_be_said(openai_server):
    openai_server.lists_models = False
    assert connect(openai_server).identity().digest == ""
    with pytest.raises(ModelUnavailable, match=r"set llm\.context_window"):
        connect(openai_server).context_window()
    assert connect(openai_server, context_window=900).context_window() == 900


def test_a_model_that_the_server_has_not_is_answered_with_those_it_has(openai_server):
    with pytest.raises(ModelUnavailable, match=rf"has no model 'smal'; set llm\.model to one it has: {MODEL}"):
        connect(openai_server, model="smal").context_window()


def test_no_model_named_is_answered_with_those_there_are(openai_server):
    with pytest.raises(ModelUnavailable, match=rf"needs llm\.model; .* has: {MODEL}"):
        connect(openai_server, model="").identity()


def test_the_server_is_down(openai_server):
    backend = connect(openai_server, base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailable, match=r"no server at 127\.0\.0\.1:9; start it, or set llm\.base_url"):
        backend.identity()


def test_a_slow_reply_is_a_time_out_and_not_tried_again(openai_server):
    openai_server.say(Said(BLUE, hang_s=3))
    asker = Asker(connect(openai_server, timeout_s=0.3), None)
    with pytest.raises(ModelTimeout, match=r"within 0\.3 s; raise llm\.timeout_s"):
        asker.ask(name_colour())
    assert len(openai_server.chats) == 1


@pytest.mark.parametrize("said", [Said(BLUE, cut=True), Said(raw=b"<html>busy</html>"), Said(raw=b'{"object": "x"}')])
def test_a_truncated_or_foreign_reply_is_invalid(asker, openai_server, said):
    openai_server.say(said)
    with pytest.raises(InvalidReply):
        asker.ask(name_colour())
    assert len(openai_server.chats) == 1


def test_invalid_json_is_repaired_once_then_replaced(asker, openai_server):
    openai_server.say("blue", '{"colour": [3, 4]}')
    assert asker.ask(name_colour()).colour == "unknown"
    assert [call.fell_back for call in asker.calls] == [False, True]


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_no_fault_of_the_call(asker, openai_server, status):
    openai_server.say(Said(status=status, error="slow down, Bearer abc"), BLUE)
    with pytest.raises(ModelBusy, match=rf"cannot take a call now \({status}\): slow down, Bearer \*\*\*"):
        asker.ask(name_colour())
    assert asker.ask(name_colour()).colour == "blue"


def test_no_waiting_fills_an_empty_account(asker, openai_server):
    openai_server.say(Said(status=429, error="insufficient_quota"))
    with pytest.raises(ModelUnavailable, match="the account is empty") as refused:
        asker.ask(name_colour())
    assert not isinstance(refused.value, ModelBusy)


def test_an_overflow_that_only_the_server_sees(asker, openai_server):
    openai_server.say(Said(status=400, error="context_length_exceeded"))
    with pytest.raises(ContextOverflow, match=r"lower context_tokens"):
        asker.ask(name_colour())
    assert len(openai_server.chats) == 1


@pytest.mark.parametrize(("status", "every_call"), [(400, False), (413, False), (422, False), (402, True)])
def test_a_refusal_of_one_prompt_is_no_refusal_of_all(asker, openai_server, status, every_call):
    openai_server.say(Said(status=status, error="no_such_style"))
    with pytest.raises(ModelError, match="no_such_style") as refused:
        asker.ask(name_colour())
    assert isinstance(refused.value, ModelUnavailable) == every_call


def test_a_wrong_key_is_named_by_its_variable(openai_server, monkeypatch):
    monkeypatch.setenv("A_KEY", SECRET)
    openai_server.key = "another"
    with pytest.raises(ModelUnavailable, match="set the environment variable A_KEY"):
        connect(openai_server).identity()


@pytest.mark.parametrize(
    "said",
    [
        Said(status=401, error=f"bad key {SECRET}"),
        Said(status=400, error=f"bad call of {SECRET}"),
        Said(status=404, error=f"nothing for {SECRET}"),
        Said(raw=SECRET.encode()),
    ],
)
def test_the_secret_shows_in_no_error(asker, openai_server, said, caplog, capfd):
    openai_server.say(said)
    with caplog.at_level("DEBUG"), pytest.raises(ModelError) as caught:
        asker.ask(name_colour())
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text + "".join(capfd.readouterr())
    assert SECRET not in shown + repr(asker.calls) + repr(asker._caller.backend)
