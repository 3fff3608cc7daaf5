"""Keys are found in the environment by the names that hold them, and refused in settings without being repeated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.conf.schema import Config
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.machine.secrets import hidden, looks_like_key, secret_values

KEY = "sk-proj-4f9Qz81LmN07xYw2"
PLAIN = "quite plain words"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tuple(secret_values()):
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("MY_API_KEY", PLAIN, PLAIN),
        ("HF_TOKEN", PLAIN, PLAIN),
        ("client_secret", PLAIN, PLAIN),
        ("DB_PASSWORD", PLAIN, PLAIN),
        ("PGPASSWORD", f" {PLAIN}\n", PLAIN),
        ("GOOGLE_CREDENTIALS", PLAIN, PLAIN),
        ("DATABASE_URL", "postgres://me:my%20words@host/db", "my words"),
        ("GIT_AUTHOR_NAME", PLAIN, ""),
        ("SSH_AUTH_SOCK", "/run/user/agent.1", ""),
        ("PIN_TOKEN", "1234", ""),
        ("PWD", PLAIN, ""),
        ("EDITOR", PLAIN, ""),
    ],
)
def test_the_secrets_of_the_environment_are_told_by_their_names(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, secret: str
) -> None:
    monkeypatch.setenv(name, value)
    assert secret_values().get(name, "") == secret


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        (OpenAI(base_url=f"https://host/{KEY}/v1"), "llm.base_url"),
        (OpenAI(base_url="https://host/quite%20plain%20words/v1"), "llm.base_url"),
        (OpenAI(base_url=f"https://me:{KEY}@host/v1"), "llm.base_url"),
        (OpenAI(base_url=f"https://host/v1?key={KEY}"), "llm.base_url"),
        (OpenAI(replicas=[f"https://host/{KEY}"]), "llm.replicas"),
        (OpenAI(options={"api_key": "any"}), "llm.options.api_key"),
        (OpenAI(options={"extra_body": {"Authorization": "any"}}), "llm.options.extra_body.Authorization"),
        (OpenAI(options={"extra_headers": {"x": f"Bearer {KEY}"}}), "llm.options.extra_headers.x"),
        (OpenAI(api_key_env="hf_AbCdEfGhIjKlMnOpQr12"), "llm.api_key_env"),
        (OpenAI(api_key_env="a8f3kd92lmz0q7xw"), "llm.api_key_env"),
        (OpenAI(model=PLAIN), "llm.model"),
    ],
)
def test_a_key_in_the_settings_is_refused_and_never_repeated(
    monkeypatch: pytest.MonkeyPatch, settings: LLM, key: str
) -> None:
    monkeypatch.setenv("ANY_KEY", PLAIN)
    (problem,) = replace(Config(), llm=settings).problems()
    assert problem.startswith(f"{key} must not hold a key")
    assert KEY not in problem
    assert PLAIN not in problem


@pytest.mark.parametrize(("secret", "refused"), [("postgres", False), ("12345678", False), ("hunter2hunter2", True)])
def test_a_password_that_is_a_plain_word_does_not_forbid_it_elsewhere(
    monkeypatch: pytest.MonkeyPatch, secret: str, refused: bool
) -> None:
    monkeypatch.setenv("DB_PASSWORD", secret)
    config = replace(Config(), dataset=replace(Config().dataset, pdfs=f"/data/{secret}-manuals"))
    assert bool(config.problems()) == refused


@pytest.mark.parametrize(
    "text",
    [
        "https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1",
        "https://host/models/mistralai/Mistral-7B-Instruct-v0.2/v1",
        "http://127.0.0.1:5678/webhook/3f2b8c1e-9d4a-4e6f-8b7a-1c2d3e4f5a6b",
        "HF_TOKEN_OF_PRODUCTION_1",
        "Basic information on bearer securities",
    ],
)
def test_ids_names_and_variables_are_no_keys(text: str) -> None:
    assert not looks_like_key(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"llm.seed: '{KEY}' must be an integer", "llm.seed: '***' must be an integer"),
        (f"no server at https://me:{PLAIN[:5]}@host/v1", "no server at https://***@host/v1"),
        ("no database at postgresql://me:s@cret@db/x", "no database at postgresql://***@db/x"),
        (f"refused: {PLAIN}!", "refused: ***!"),
        ("++llm.options.api_key=hunter2 is", "++llm.options.api_key=*** is"),
        (f"Authorization: Bearer {KEY}", "Authorization: ***"),
        ("set llm.api_key_env=OLLAMA_API_KEY", "set llm.api_key_env=OLLAMA_API_KEY"),
    ],
)
def test_a_message_hides_keys(monkeypatch: pytest.MonkeyPatch, text: str, shown: str) -> None:
    monkeypatch.setenv("ANY_KEY", PLAIN)
    assert hidden(text) == shown
