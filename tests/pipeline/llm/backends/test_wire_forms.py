"""The forms in which the providers that docs/models.md names send a reply, each with what is read of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.llm import retry
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.seam import (
    Backend,
    BrokenReply,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelUnavailable,
)
from tests.pipeline.llm.conftest import name_colour
from tests.standins.faulty_server import CHATS, MODEL, FaultyServer, Line

BLUE = '{"colour": "blue", "shades": []}'
RED = '{"colour": "red", "shades": []}'


def connect(server: FaultyServer) -> Backend:
    return BACKENDS.load(server.wire)(model=MODEL, base_url=server.base_url, timeout_s=5.0).connect()


def message(content: Any, /, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def choice(**error: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": message(""), "finish_reason": "error", **error}]}


@dataclass(frozen=True)
class Sent:
    """A reply: its message, its other fields, or the whole `body`; of another wire and status where that is said.
    `raised` is what the call ends with, and `declined` what it notes, unless the answer is read."""

    said: Any = None
    more: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    wire: str = "openai"
    raised: str = ""
    declined: str = ""
    status: str = "200 OK"


def ollama_says(said: Any, raised: str = "", **more: Any) -> Sent:
    return Sent(said, more, wire="ollama", raised=raised)


def harmony(start: str, final: str) -> Sent:
    thought = f"<|channel|>analysis<|message|>{RED}<|end|>"
    return Sent(message(f"{thought}{start}<|channel|>final{final}<|message|>{BLUE}"))


def part(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


THOUGHT = {"type": "thinking", "thinking": [part(RED)]}
LONG = r"still thinking at max_tokens=64 .*llm\.options\."
NO = "I'm sorry, I can't help with that."


def filtered(ended: str) -> Sent:
    return Sent(message(BLUE), {"ended": ended}, declined=f"ended its reply with {ended.lower()}: a filter of content")


def refused(status: str, words: str, **error: Any) -> Sent:
    said = rf"a filter of content at 127.* refused the call \({status[:3]}\): .*{words}"
    return Sent(body={"error": {"message": words, **error}}, declined=said, status=status)


AZURE = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
MODERATED = {"reasons": ["violence"], "flagged_input": "a text", "provider_name": "OpenAI"}
BROKE = {"message": "it broke", "code": 503}
UNDONE = json.dumps({"message": message(BLUE), "done": False}) + "\n"
FORMS: dict[str, dict[str, tuple[Sent, ...]]] = {  # as docs/models.md names them: by sender
    "`content` as text": {"OpenAI": (Sent(message(BLUE)),), "Ollama": (ollama_says(message(BLUE)),)},
    "`content` as a list of parts": {
        "Mistral": (Sent(message([part(BLUE)])), Sent(message([THOUGHT, part(BLUE)]))),
        "gateways": (Sent(message([BLUE[:9], BLUE[9:]])), Sent(message([""], reasoning_content=BLUE))),
    },
    "`usage` of 50.0": {
        "llama.cpp": (Sent(message(BLUE), {"read": 40.0, "written": 9.0}),),
        "Ollama": (ollama_says(message(BLUE), read=40.0, written=9.0, total_duration=5.0e9),),
    },
    "an error within HTTP 200, in place of the reply": {
        "OpenRouter": (Sent(body={"error": BROKE}, raised=r"\(503\): it broke"),),
        "FastChat": (
            Sent(body={"object": "error", "message": "it broke", "code": 50001}, raised=r"\(500\): it broke"),
        ),
    },
    "an error within HTTP 200, in `choices`": {
        "OpenRouter": (Sent(body=choice(error=BROKE), raised=r"\(503\): it broke"),)
    },
    "`finish_reason: error` without an error": {
        "OpenRouter": (Sent(body=choice(), raised=r"\(500\): the reply ended with finish_reason error"),)
    },
    "`finish_reason: content_filter`, or another that a filter gives": {
        "OpenAI": (filtered("content_filter"),),
        "Azure": (filtered("content_filter"),),
        "Gemini": (filtered("SAFETY"), filtered("PROHIBITED_CONTENT")),
        "Anthropic": (filtered("refusal"),),
        "Bedrock": (filtered("guardrail_intervened"),),
    },
    "the error of a filter": {
        "Azure": (
            refused("400 Bad Request", AZURE, code="content_filter", type=None, param="prompt"),
            refused("400 Bad Request", "filtered", code=None, innererror={"code": "ResponsibleAIPolicyViolation"}),
        ),
        "OpenAI": (
            refused("400 Bad Request", "your prompt was flagged as potentially violating", code="invalid_prompt"),
        ),
        "OpenRouter": (
            refused("403 Forbidden", "your input was flagged", code=403, metadata=MODERATED),
            Sent(
                body={"error": {"message": "flagged", "code": 403, "metadata": MODERATED}}, declined=r"\(403\): flagged"
            ),
        ),
        "DashScope": (refused("400 Bad Request", "inappropriate content", code="data_inspection_failed"),),
        "DeepSeek": (refused("400 Bad Request", "Content Exists Risk", code="invalid_request_error"),),
        "xAI": (
            Sent(
                body={"code": "no permission", "error": "Content violates usage guidelines."},
                declined=r"\(403\): Content violates",
                status="403 Forbidden",
            ),
        ),
    },
    "`refusal` of the message, or a part of that type, and no text": {
        name: (
            Sent(message(None, refusal=NO), declined=NO),
            Sent(message("", refusal=NO), declined=NO),
            Sent(message([{"type": "refusal", "refusal": NO}]), declined=NO),
        )
        for name in ("OpenAI", "Azure")
    },
    "a thought in a field of its own": {
        **{name: (Sent(message(BLUE, reasoning_content=RED)),) for name in ("vLLM", "llama.cpp", "DeepSeek")},
        "OpenRouter": (Sent(message(BLUE, reasoning=RED)),),
        "Ollama": (ollama_says(message(BLUE, thinking=RED)),),
    },
    "the answer in that field, and `content` empty": {
        "vLLM": (Sent(message(None, reasoning_content=BLUE)),),
        "llama.cpp": (Sent(message("", reasoning_content=BLUE)),),
        "DeepSeek": (Sent(message("", reasoning_content=BLUE)),),
        "OpenRouter": (Sent(message(None, reasoning=BLUE)),),
        "Ollama": (ollama_says(message("", thinking=BLUE)),),
    },
    "a thought that takes all of `max_tokens`": {
        "vLLM": (
            Sent(message(None, reasoning_content="Okay"), {"ended": "length"}, raised=LONG + "reasoning_effort=low"),
        ),
        "Ollama": (ollama_says(message("", thinking="Okay"), LONG + "think=false", ended="length"),),
    },
    "the thought in the text, up to `</think>`": {
        "vLLM": (
            Sent(message(f"<think>{RED}</think>{BLUE}")),
            Sent(message(f"{RED}</think>\n```json\n{BLUE}\n```")),
        ),
        "Ollama": (ollama_says(message(f"<think>{RED}</think>{BLUE}")),),
    },
    "the thought in the text, up to `</thinking>` or `</reasoning>`": {
        "OpenRouter": (
            Sent(message(f"<reasoning>{RED} maybe?</reasoning>{BLUE}")),
            Sent(message(f"<thinking>{RED}</thinking>{BLUE}")),
        )
    },
    "the thought in the text, up to `[/THINK]` or `◁/think▷`": {
        "Magistral": (Sent(message(f"[THINK]{RED}[/THINK]{BLUE}")),),
        "Kimi": (Sent(message(f"◁think▷{RED}◁/think▷{BLUE}")),),
    },
    "harmony channels": {
        "gpt-oss": (
            harmony("<|start|>assistant", ""),
            harmony("", " <|constrain|>json"),
            Sent(message(f"analysisThe sky is {RED}.assistantfinal{BLUE}")),  # without its tokens, as of vLLM
        )
    },
    "an error line in the stream": {
        "Ollama": (Sent(body={"error": "it broke"}, wire="ollama", raised="refused 'small': .*it broke"),)
    },
    'a stream without `"done": true`': {
        "Ollama": (
            Sent(body=UNDONE, wire="ollama", raised='must end with "done": true'),
            Sent(body=UNDONE + '{"mess', wire="ollama", raised='must end with "done": true'),
        )
    },
}
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \| .+ \|$",
    re.split(r"\| form \| sent by .*\n.*\n", Path("docs/models.md").read_text(encoding="utf-8"))[1].partition("\n\n")[
        0
    ],
    re.MULTILINE,
)


def test_the_forms_are_those_of_the_docs() -> None:
    assert [form for form, _ in ROWS] == [*FORMS]


@pytest.mark.parametrize(("form", "sender"), [(form, one) for form, senders in ROWS for one in senders.split(", ")])
def test_a_form_that_docs_name_is_read(form: str, sender: str) -> None:
    for sent in FORMS[form][sender]:
        body = sent.body if isinstance(sent.body, str) else sent.body and json.dumps(sent.body)

        def reply(line: Line, sent: Sent = sent, body: str | None = body) -> None:
            line.whole(body or line.good(sent.said, **sent.more), status=sent.status)

        with FaultyServer(sent.wire, reply) as server:
            asker = Asker(connect(server), None)
            if sent.raised:
                with pytest.raises(ModelError, match=sent.raised):
                    asker.ask(name_colour())
                continue
            assert asker.ask(name_colour()).colour == ("unknown" if sent.declined else "blue")
            assert sum(path in CHATS for path in server.paths) == 1
        (call,) = asker.calls
        if sent.declined:
            assert re.search(sent.declined, call.error)
            assert call.fell_back
            continue
        assert (call.tokens_in, call.tokens_out, call.error) == (40, 9, "")


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


def test_a_stream_of_ollama_that_breaks_off_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "_JITTER", lambda _: 0.0)
    with FaultyServer("ollama", lambda line: line.whole(UNDONE)) as server:
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
        settings = Ollama(model=MODEL, base_url=form.format(port=server.base_url.rpartition(":")[2]), timeout_s=5.0)
        assert settings.problems() == []
        assert Asker(settings.connect(), None).ask(name_colour()).colour == "blue"


def test_a_wrong_address_names_the_variable_that_it_is_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "ftp://here")
    assert "llm.base_url (from OLLAMA_HOST) must be the address" in " ".join(Ollama(base_url="ftp://here").problems())
