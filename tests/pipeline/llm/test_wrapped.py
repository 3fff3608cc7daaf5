"""A model of its own server beside those of the others."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ragatta.pipeline.llm.seam import (
    Completion,
    Message,
    ModelIdentity,
    Request,
)
from ragatta.pipeline.llm.wrapped import ByModel
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour


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
