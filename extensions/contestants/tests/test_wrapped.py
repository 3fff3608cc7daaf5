"""Errors of a system outside: their keys, and which of them end a sweep."""

from __future__ import annotations

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
    ModelTimeout,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.llm.wrapped import Outside
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import ScriptedBackend

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
