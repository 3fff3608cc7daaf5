"""The forms in which the providers that docs/models.md names send a reply, each with what is read of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragatta.pipeline.llm import retry
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends import ollama, openai
from ragatta.pipeline.llm.seam import (
    Backend,
    BrokenReply,
    InvalidReply,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelUnavailable,
)
from ragatta.pipeline.settings.llm import LLM
from tests.pipeline.llm.conftest import name_colour
from tests.standins.faulty_server import MODEL, FaultyServer, Line

BLUE = '{"colour": "blue", "shades": []}'
RED = '{"colour": "red", "shades": []}'


def connect(server: FaultyServer) -> Backend:
    module = {"ollama": ollama, "openai": openai}[server.wire]
    return module.connect(LLM(server.wire, MODEL, server.base_url, timeout_s=5.0))


def message(content: Any, /, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


OPENAI = {
    "OpenAI": (message(BLUE), {}),
    "Mistral: a list of parts": (message([{"type": "text", "text": BLUE}]), {}),
    "Mistral: a thought among the parts": (
        message([{"type": "thinking", "thinking": [{"type": "text", "text": RED}]}, {"type": "text", "text": BLUE}]),
        {},
    ),
    "gateways: texts as parts": (message([BLUE[:9], BLUE[9:]]), {}),
    "llama.cpp: counts as 40.0": (message(BLUE), {"read": 40.0, "written": 9.0}),
    "llama.cpp: the answer in the thought": (message("", reasoning_content=BLUE), {}),
    "vLLM: the answer in the thought": (message(None, reasoning_content=BLUE), {}),
    "OpenRouter: the answer in the thought": (message(None, reasoning=BLUE), {}),
    "OpenRouter: a thought beside the answer": (message(BLUE, reasoning=RED), {}),
    "vLLM: <think>": (message(f"<think>{RED}</think>{BLUE}"), {}),
    "vLLM: </think> alone": (message(f"{RED}</think>\n```json\n{BLUE}\n```"), {}),
    "OpenRouter: <reasoning>": (message(f"<reasoning>{RED} maybe?</reasoning>{BLUE}"), {}),
    "OpenRouter: <thinking>": (message(f"<thinking>{RED}</thinking>{BLUE}"), {}),
    "vLLM: Magistral": (message(f"[THINK]{RED}[/THINK]{BLUE}"), {}),
    "vLLM: Kimi": (message(f"◁think▷{RED}◁/think▷{BLUE}"), {}),
    "llama.cpp: harmony": (
        message(
            f"<|channel|>analysis<|message|>{RED}<|end|><|start|>assistant<|channel|>final<|message|>{BLUE}<|end|>"
        ),
        {},
    ),
    "llama.cpp: harmony, constrained": (
        message(f"<|channel|>analysis<|message|>{RED}<|end|><|channel|>final <|constrain|>json<|message|>{BLUE}"),
        {},
    ),
    "vLLM: harmony without its tokens": (message(f"analysisThe sky is {RED}.assistantfinal{BLUE}"), {}),
}
OLLAMA = {
    "Ollama": (message(BLUE), {}),
    "Ollama: counts as 40.0": (message(BLUE), {"read": 40.0, "written": 9.0, "total_duration": 5.0e9}),
    "Ollama: the answer in the thought": (message("", thinking=BLUE), {}),
    "Ollama: a thought beside the answer": (message(BLUE, thinking=RED), {}),
    "Ollama: <think>": (message(f"<think>{RED}</think>{BLUE}"), {}),
}
FORMS = [("openai", *form) for form in OPENAI.items()] + [("ollama", *form) for form in OLLAMA.items()]


@pytest.mark.parametrize(
    ("wire", "form"), [(wire, form) for wire, _, form in FORMS], ids=[name for _, name, _ in FORMS]
)
def test_a_form_is_read(wire: str, form: tuple[dict[str, Any], dict[str, Any]]) -> None:
    said, changes = form
    with FaultyServer(wire, lambda line: line.whole(line.good(said, **changes))) as server:
        asker = Asker(connect(server), None)
        assert asker.ask(name_colour()).colour == "blue"
    (call,) = asker.calls
    assert (call.tokens_in, call.tokens_out, call.error) == (40, 9, "")


def choice(**error: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": message(""), "finish_reason": "error", **error}]}


UPSTREAM = {"message": "Provider returned error", "metadata": {"provider_name": "Acme", "raw": "upstream is down"}}


@pytest.mark.parametrize(
    ("said", "raised", "words"),
    [
        ({"error": {"message": "slow down", "code": 429}}, ModelBusy, r"cannot take a call now \(429\): slow down"),
        (
            {"error": {**UPSTREAM, "code": 502}},
            ModelBusy,
            r"\(502\): Provider returned error \(Acme: upstream is down\)",
        ),
        ({"error": {"message": "slow down", "type": "rate_limit_error"}}, ModelBusy, r"\(429\): slow down"),
        ({"error": "it broke"}, ModelBusy, r"\(500\): it broke"),
        (choice(), ModelBusy, r"\(500\): the reply ended with finish_reason error"),
        (choice(error={"message": "it broke", "code": 503}), ModelBusy, r"\(503\): it broke"),
        ({**choice(), "error": {"message": "it broke", "code": "502"}}, ModelBusy, r"\(502\): it broke"),
        ({"object": "error", "message": "it broke", "code": 50001}, ModelBusy, r"\(500\): it broke"),
        ({"error": {"message": "not with this content", "code": 400}}, ModelError, r"\(400\): not with this content"),
        ({"error": {"message": "who are you", "code": 401}}, ModelUnavailable, "refused the key"),
    ],
    ids=lambda value: None if isinstance(value, type | str) else json.dumps(value)[:40],
)
def test_an_error_within_http_200_is_one_of_its_code(said: Any, raised: type[ModelError], words: str) -> None:
    with FaultyServer("openai", lambda line: line.whole(json.dumps(said))) as server:
        with pytest.raises(raised, match=words) as found:
            Asker(connect(server), None).ask(name_colour())
        assert isinstance(found.value, ModelUnavailable) == (raised is not ModelError)


@pytest.mark.parametrize(
    ("wire", "said", "fix"),
    [
        ("ollama", message("", thinking="Okay, the sky ..."), r"llm\.options\.think=false"),
        ("openai", message(None, reasoning_content="Okay, the sky ..."), r"llm\.options\.reasoning_effort=low"),
    ],
)
def test_a_thought_that_used_up_the_tokens_names_the_fix(wire: str, said: Any, fix: str) -> None:
    with (
        FaultyServer(wire, lambda line: line.whole(line.good(said, ended="length"))) as server,
        pytest.raises(InvalidReply, match=rf"still thinking at max_tokens=64 .*{fix}"),
    ):
        Asker(connect(server), None).ask(name_colour())


def test_a_reply_that_a_filter_ended_is_none() -> None:
    with (
        FaultyServer("openai", lambda line: line.whole(line.good(message(BLUE), ended="content_filter"))) as server,
        pytest.raises(InvalidReply, match="ended its reply with content_filter"),
    ):
        Asker(connect(server), None).ask(name_colour())


@pytest.mark.parametrize("rest", ["", '{"mess'])
def test_a_stream_of_ollama_that_breaks_off_is_tried_again(rest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "_JITTER", lambda _: 0.0)
    said = json.dumps({"message": message(BLUE), "done": False}) + "\n" + rest
    with FaultyServer("ollama", lambda line: line.whole(said)) as server:
        with pytest.raises(BrokenReply, match='must end with "done": true'):
            Asker(retry.Retries(connect(server), 5, print), None).ask(name_colour())
        assert server.paths.count("/api/chat") == retry.TRIES


@pytest.mark.parametrize("before", ["", json.dumps({"message": message('{"col'), "done": False}) + "\n"])
def test_an_error_in_ollamas_stream_is_tried_again_as_a_500_is(before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "_JITTER", lambda _: 0.0)
    said = before + json.dumps({"error": "llama runner process has terminated"}) + "\n"
    with FaultyServer("ollama", lambda line: line.whole(said)) as server:
        with pytest.raises(ModelFailed, match=r"llama runner process has terminated; tried 3 times"):
            Asker(retry.Retries(connect(server), 5, print), None).ask(name_colour())
        assert server.paths.count("/api/chat") == retry.TRIES


def test_a_cloud_model_that_is_not_signed_in_names_the_command() -> None:
    said = json.dumps({"error": "unauthorized", "signin_url": "https://example.org/connect?key=sk-secret"})

    def refuse(line: Line) -> None:
        line.whole(said, status="401 Unauthorized")

    with FaultyServer("ollama", refuse) as server:
        with pytest.raises(ModelUnavailable, match="`ollama signin`") as found:
            Asker(connect(server), None).ask(name_colour())
        assert "sk-secret" not in str(found.value)


@pytest.mark.parametrize("form", [":{port}", "127.0.0.1:{port}", "http://127.0.0.1:{port}/"])
def test_the_forms_of_ollama_host(form: str) -> None:
    with FaultyServer("ollama", lambda line: line.whole(line.good(message(BLUE)))) as server:
        settings = LLM("ollama", MODEL, form.format(port=server.base_url.rpartition(":")[2]), timeout_s=5.0)
        assert settings.problems() == []
        assert Asker(ollama.connect(settings), None).ask(name_colour()).colour == "blue"


def test_a_wrong_address_names_the_variable_that_it_is_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "ftp://here")
    assert "llm.base_url (from OLLAMA_HOST) must be the address" in " ".join(
        LLM("ollama", base_url="ftp://here").problems()
    )
