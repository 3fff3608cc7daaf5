"""Whether an answer came: by the class of the error."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from urllib.error import HTTPError

import httpx
import pytest

from ragatta.pipeline.llm import seam
from ragatta.pipeline.llm.failure_kinds import KINDS, failure_kind
from ragatta.pipeline.llm.meter import BudgetSpent


def subclasses(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def test_every_class_of_a_model_error_has_its_row() -> None:
    known = {kind for kind in (seam.ModelError, *subclasses(seam.ModelError)) if kind.__module__ == seam.__name__}
    assert known == {kind for kind in KINDS if issubclass(kind, seam.ModelError)}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (seam.ModelTimeout("slow"), "timed_out"),
        (seam.BrokenReply("cut"), "not_answered"),
        (seam.InvalidReply("no JSON"), "not_answered"),
        (seam.ModelFailed("500"), "not_answered"),
        (seam.UnusableReply("thought only"), "answered_badly"),
        (seam.ContextOverflow("too long"), "answered_badly"),
        (BudgetSpent("spent"), "not_answered"),
        (ConnectionResetError(), "not_answered"),
        (TimeoutError(), "timed_out"),
        (KeyError("page"), "answered_badly"),
    ],
)
def test_the_kind_of_a_failure_follows_from_the_class_of_its_error(error: BaseException, kind: str) -> None:
    assert failure_kind(error) == kind


def test_a_cause_tells_what_the_error_of_a_contestants_client_does_not() -> None:
    error = RuntimeError("their client's own error")
    error.__cause__ = ConnectionRefusedError()
    assert failure_kind(error) == "not_answered"


def test_causes_that_go_round_end() -> None:
    error = RuntimeError()
    error.__cause__ = other = RuntimeError()
    other.__cause__ = error
    assert failure_kind(error) == "answered_badly"


def test_what_was_handled_when_a_contestants_bug_showed_is_not_its_cause() -> None:
    error = KeyError("page")
    error.__context__ = TimeoutError()
    assert failure_kind(error) == "answered_badly"


@pytest.mark.parametrize(("status", "kind"), [(503, "not_answered"), (429, "not_answered"), (404, "answered_badly")])
def test_the_status_of_a_contestants_own_client_counts(status: int, kind: str) -> None:
    request = httpx.Request("GET", "http://127.0.0.1/")
    error = httpx.HTTPStatusError("refused", request=request, response=httpx.Response(status, request=request))
    assert failure_kind(error) == kind
    assert failure_kind(HTTPError("http://127.0.0.1/", status, "refused", Message(), None)) == kind
