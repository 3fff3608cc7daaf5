"""Errors of a system outside: their keys, and which of them end a sweep."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ragatta.extensions.contestants.services.http import Http
from ragatta.extensions.contestants.task import AskSystem
from ragatta.pipeline.llm import retry
from ragatta.pipeline.llm.seam import (
    Completion,
    Message,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelIdentity,
    ModelTimeout,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.llm.wrapped import ByModel, Outside
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour, ScriptedBackend

ASKED = Request(AskSystem("Why?"), (Message("user", '"Why?"'),), {}, Options())


class Raising(ScriptedBackend):
    raised: ModelError

    def complete(self, request: Request) -> Completion:  # noqa: ARG002
        raise self.raised


@pytest.mark.parametrize(
    ("raised", "words", "stops"),
    [
        (ModelTimeout("raise llm.timeout_s"), "raise architecture.service.timeout_s", False),
        (ModelBusy("llm.patience_s=2"), "architecture.service.patience_s=2", True),
        (ModelFailed("failed (500)"), r"failed \(500\)", False),
        (ModelError("of allm.model, llm.nothing"), "of allm.model, llm.nothing", False),
    ],
)
def test_what_it_says(raised: ModelError, words: str, stops: bool) -> None:
    backend = Raising([])
    backend.raised = raised
    with pytest.raises(ModelError, match=words) as found:
        Outside(backend, Http()).complete(ASKED)
    assert isinstance(found.value, ModelUnavailable) == stops


def test_a_server_that_fails_on_each_try_fails_the_question_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "_JITTER", lambda _: 0.0)
    backend = Raising([])
    backend.raised = ModelBusy("failed (500)", often=False)
    with pytest.raises(ModelError, match=r"failed \(500\); tried 3 times") as found:
        Outside(retry.Retries(backend, 5, print), Http()).complete(ASKED)
    assert not isinstance(found.value, ModelUnavailable)


@dataclass
class Server:
    name: str
    cacheable: bool = True

    def identity(self, model: str | None = None) -> ModelIdentity:
        return ModelIdentity(self.name, model or "usual", "")

    def context_window(self, model: str | None = None) -> int:
        return len(self.name) + len(model or "")

    def check_tools(self, model: str | None = None) -> None:
        raise LookupError(f"{self.name} {model}")

    def complete(self, request: Request) -> Completion:
        return Completion(f"{self.name} {request.options.model}", 1, 1, 0.1)


@pytest.mark.parametrize(("model", "server"), [("small", "second"), ("other", "first"), (None, "first")])
def test_each_model_is_asked_where_it_is_served(model: str | None, server: str) -> None:
    backend = ByModel(Server("first"), {"small": Server("second")}, "usual")
    request = Request(NameColour("the sky"), (Message("user", "Which?"),), {}, Options(max_tokens=1, model=model))
    assert backend.identity(model).provider == server
    assert backend.context_window(model) == len(server) + len(model or "")
    assert backend.complete(request).text == f"{server} {model}"
    with pytest.raises(LookupError, match=server):
        backend.check_tools(model)


def test_the_sweeps_own_model_may_be_one_of_them() -> None:
    assert ByModel(Server("first"), {"small": Server("second")}, "small").identity(None).provider == "second"
