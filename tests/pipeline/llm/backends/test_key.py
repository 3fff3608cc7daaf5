"""A key is sent where the configuration says so, nothing else of the environment is, and no message holds it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends import openai
from ragatta.pipeline.llm.backends._key import key_in, masked
from ragatta.pipeline.llm.seam import ModelUnavailable
from tests.pipeline.llm.backends.test_contract import asked
from tests.standins.loopback import LoopbackServer, Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import MODEL, OpenAIServer

MINE = "sk-mine-and-nobody-elses"
NOT_MEANT = {
    "OLLAMA_API_KEY": "stray-ollama", "OPENAI_API_KEY": "stray-openai", "OPENAI_ADMIN_KEY": "stray-admin",
    "OPENAI_ORG_ID": "stray-org", "OPENAI_PROJECT_ID": "stray-project",
    "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer stray\nX-Stray: stray",
}  # fmt: skip
SERVERS = {"ollama": (OllamaServer, "llama3.2"), "openai": (OpenAIServer, MODEL)}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {**NOT_MEANT, "MY_KEY": f" {MINE}\n"}.items():
        monkeypatch.setenv(name, value)


def headers(wire: str, **settings: str) -> list[Mapping[str, str]]:
    """Of every request of a whole exchange."""
    kind, model = SERVERS[wire]
    with kind() as server:
        server.say("{}")
        backend = BACKENDS.load(wire)(model=model, base_url=server.base_url, **settings).connect()
        backend.identity()
        backend.complete(asked())
        return [exchange.headers for exchange in server.exchanges]


@pytest.mark.parametrize("wire", SERVERS)
def test_the_key_that_is_named_is_sent_and_nothing_else_of_the_environment(wire: str) -> None:
    sent = headers(wire, api_key_env="MY_KEY")
    assert len(sent) >= 2
    for each in sent:
        assert each["authorization"] == f"Bearer {MINE}"
        assert "stray" not in " ".join(each.values())


@pytest.mark.parametrize("wire", SERVERS)
def test_without_a_key_none_is_sent(wire: str) -> None:
    assert all("authorization" not in each for each in headers(wire, api_key_env="A_VARIABLE_WITHOUT_VALUE"))


def test_ollama_is_sent_no_key_that_nobody_asked_for() -> None:
    assert all("authorization" not in each for each in headers("ollama"))
    assert headers("ollama", api_key_env="OLLAMA_API_KEY")[0]["authorization"] == "Bearer stray-ollama"


def test_an_account_is_told_to_openai_itself_alone() -> None:
    assert openai._of_the_account() == {"openai-organization": "stray-org", "openai-project": "stray-project"}


@pytest.mark.parametrize("key", ["sk-\u00e9t\u00e9", "sk-\nX-Other: 1", "sk-\x7f"])
def test_what_no_header_can_carry_is_refused_unquoted(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(ModelUnavailable, match="variable MY_KEY holds characters that no key has") as caught:
        key_in("MY_KEY")
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("wire", SERVERS)
def test_a_server_that_quotes_the_key_is_not_repeated(wire: str) -> None:
    kind, model = SERVERS[wire]
    server: LoopbackServer
    with kind() as server:
        server.say(Said(status=400, error=f"no {MINE} here"))
        backend = BACKENDS.load(wire)(
            model=model, base_url=server.base_url, api_key_env="MY_KEY", context_window=4096
        ).connect()
        with pytest.raises(Exception, match=r"\*\*\*") as caught:
            backend.complete(asked())
    assert MINE not in str(caught.value) + repr(backend)


def test_what_a_server_quotes_of_the_key_is_masked() -> None:
    key = "sk-test-SECRET-123"
    for said in (
        f"bad key {key}",
        f"bad key {key[:12]}...",
        f"header 'Bearer {key[:9]}'",
        "header Basic dXNlcjpodW50ZXI=",
    ):
        shown = masked(said, key)
        assert "***" in shown
        assert key[:8] not in shown
        assert "dXNlcj" not in shown
    assert masked("no such model", key) == "no such model"
