"""Keys are refused in what is sent to a system outside."""

from __future__ import annotations

import pytest

from ragatta.conf.schema import Config
from ragatta.extensions.contestants.architectures.http import HttpSystem
from ragatta.extensions.contestants.exchange import External
from ragatta.extensions.contestants.services.http import Http
from ragatta.pipeline.machine.secrets import secret_values

KEY = "sk-proj-4f9Qz81LmN07xYw2"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tuple(secret_values()):
        monkeypatch.delenv(name)


def test_a_key_in_the_headers_of_a_system_outside_is_refused() -> None:
    for value in (f"Bearer {KEY}", "correcthorse", "a8f3kd92lmz0q7xw"):
        service = Http(base_url="http://host/ask", options={"headers": {"Authorization": value}})
        problem, *_ = Config(architecture=HttpSystem(service=service)).problems()
        assert problem.startswith("architecture.service.options.headers.Authorization must not hold a key")
        assert value not in problem


def test_a_key_in_the_request_to_a_system_outside_is_refused() -> None:
    external = External(request={"q": "{question}", "api_key": "a8f3kd92lmz0q7xw"})
    asking = HttpSystem(external=external, service=Http(base_url="http://host/ask"))
    (problem,) = Config(architecture=asking).problems()
    assert problem.startswith("architecture.external.request.api_key must not hold a key")
    assert problem.endswith("into architecture.service.options.headers")
