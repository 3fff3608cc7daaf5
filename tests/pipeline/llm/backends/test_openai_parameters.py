"""Servers that refuse a parameter: it is left out, or sent under its other name, from then on."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends import openai
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.entries import call_key
from ragatta.pipeline.llm.seam import ModelBusy, ModelError, ModelIdentity, Request
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour, name_colour
from tests.standins.openai_server import MODEL, OpenAIServer

BLUE = '{"colour": "blue", "shades": []}'
OLD_LIMIT = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
NEW_LIMIT = "max_completion_tokens: Extra inputs are not permitted"
TEMPERATURE = "Unsupported value: 'temperature' does not support 0 with this model. Only the default is supported."
SEED = "Unknown parameter: 'seed'."
SCHEMA = 'response_format type must be one of "text" or "json_object", but got: json_schema'
FORMAT = "'response_format' is not supported by this model"


def refusing(status: int, **words: str) -> Any:
    """Refuses the parameters that are named, with these words."""

    def refuses(body: Any) -> tuple[int, str] | None:
        sent = {*body, body.get("response_format", {}).get("type")}
        return next(((status, said) for name, said in words.items() if name in sent), None)

    return refuses


def connect(server: OpenAIServer, said: list[str] | None = None) -> openai.OpenAICompatible:
    backend = OpenAI(model=MODEL, base_url=server.base_url, timeout_s=5.0).connect()
    assert isinstance(backend, openai.OpenAICompatible)
    if said is not None:
        backend.say = said.append
    return backend


def ask_twice(backend: openai.OpenAICompatible, **more: Any) -> list[str]:
    asker = Asker(backend, None, **more)
    return [asker.ask(name_colour(thing)).colour for thing in ("the sky", "the sea")]


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize(
    ("words", "gone", "there"),
    [
        ({"max_tokens": OLD_LIMIT}, "max_tokens", "max_completion_tokens"),
        ({"temperature": TEMPERATURE}, "temperature", "seed"),
        ({"seed": SEED}, "seed", "temperature"),
        ({"json_schema": SCHEMA}, "json_schema", "json_object"),
        ({"response_format": FORMAT}, "response_format", "seed"),
        ({"max_tokens": OLD_LIMIT, "max_completion_tokens": NEW_LIMIT}, "max_completion_tokens", "seed"),
        ({"seed": SEED, "temperature": TEMPERATURE, "response_format": FORMAT}, "seed", "max_tokens"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else None,
)
def test_what_a_server_refuses_is_left_out_from_then_on_and_said_once(
    openai_server: OpenAIServer, status: int, words: dict[str, str], gone: str, there: str
) -> None:
    openai_server.say(BLUE)
    openai_server.refuses = refusing(status, **words)
    said: list[str] = []
    assert ask_twice(connect(openai_server, said)) == ["blue", "blue"]
    last = openai_server.chats[-1]
    sent = {*last, last.get("response_format", {}).get("type")}
    assert gone not in sent
    assert there in sent
    assert sum("the sea" in str(call["messages"]) for call in openai_server.chats) == 1, "it is remembered"
    assert len(said) == len(words) - ("max_completion_tokens" in words)
    assert all(f"refuses {name} " in " ".join(said) for name in words if name != "max_completion_tokens")


FORMS = {
    "fastapi": lambda words: {"detail": [{"type": "extra_forbidden", "loc": ["body", words], "msg": "Extra inputs"}]},
    "detail": lambda words: {"detail": f"Unsupported parameter: {words}"},
    "error": lambda words: {"error": f"unknown field '{words}'"},
    "nested": lambda words: {"message": {"detail": [{"msg": "Extra inputs", "loc": ["body", words]}]}},
    "list": lambda words: [{"error": {"code": 400, "message": f'Invalid JSON payload: unknown name "{words}"'}}],
    "text": lambda words: f"unknown parameter {words}".encode(),
}


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_refusal_is_read_in_every_form(openai_server: OpenAIServer, form: Any, status: int) -> None:
    openai_server.say(BLUE)
    openai_server.form = form
    openai_server.refuses = refusing(status, seed="seed", max_tokens="max_tokens")
    said: list[str] = []
    assert ask_twice(connect(openai_server, said)) == ["blue", "blue"]
    assert not {"seed", "max_tokens"} & {*openai_server.chats[-1]}
    assert "response_format" in openai_server.chats[-1]
    assert len(said) == 2


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_other_refusals_are_told_in_the_server_s_words(openai_server: OpenAIServer, form: Any) -> None:
    openai_server.form = form
    openai_server.refuses = lambda _: (422, "a purple seal")
    with pytest.raises(ModelError, match=r"refused the call \(422\): .*a purple seal.*; llm.omit leaves out"):
        ask_twice(connect(openai_server))


def test_a_refusal_that_another_call_mends_is_learnt_only_if_that_call_is_taken(openai_server: OpenAIServer) -> None:
    openai_server.say(BLUE)
    openai_server.refuses = lambda _: (400, "the prompt is against our rules; seed 0")
    backend, said = connect(openai_server), list[str]()
    backend.say = said.append
    with pytest.raises(ModelError, match="against our rules"):
        Asker(backend, None).ask(name_colour())
    openai_server.refuses = lambda _: None
    ask_twice(backend)
    assert openai_server.chats[-1]["seed"] == 0
    assert not said


def test_a_failure_that_names_no_refusal_is_a_failure(openai_server: OpenAIServer) -> None:
    openai_server.refuses = lambda _: (500, "out of memory at temperature 90")
    with pytest.raises(ModelBusy, match="out of memory"):
        Asker(connect(openai_server), None).ask(name_colour())
    assert len(openai_server.chats) == 1


@pytest.mark.parametrize("name", ["max_tokens", "response_format", "seed", "temperature"])
def test_a_setting_leaves_each_out_from_the_start(openai_server: OpenAIServer, ollama_server: Any, name: str) -> None:
    openai_server.say(BLUE)
    ollama_server.say(BLUE)
    assert OpenAI(omit=[name]).problems() == []
    ask_twice(connect(openai_server), omit=[name])
    ask_twice(Ollama(base_url=ollama_server.base_url).connect(), omit=[name])  # type: ignore[arg-type]
    assert {*openai_server.chats[-1]}.isdisjoint([name, "max_completion_tokens"])
    at_ollama = {"max_tokens": "num_predict", "response_format": "format"}.get(name, name)
    call = ollama_server.chats[-1]
    assert at_ollama not in {*call["options"], *(key for key, value in call.items() if value)}


def test_the_key_of_a_call_holds_what_is_left_out_and_is_as_before_without() -> None:
    def key(**options: Any) -> str:
        request = Request(NameColour("the sky"), (), {}, Options(**options))
        return call_key(ModelIdentity("test", "small", "1"), request)

    assert key() == "27111ddfd2a14db10f4404e530c5170946a4a8c453a69d01ff69448e4fa5bae0"
    assert len({key(), key(omit=("seed",)), key(omit=("temperature",))}) == 3


def test_the_setting_names_what_it_knows() -> None:
    assert "llm.omit: unknown 'sed'" in " ".join(OpenAI(omit=["sed"]).problems())
