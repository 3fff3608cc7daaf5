"""What one question is measured by."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.experiments.running.system import System
from ragatta.pipeline.agents.trace import ALIGNMENT, Trace
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.documents.files import NoDocuments
from ragatta.pipeline.llm.seam import BrokenReply, Filtered, ModelError, ModelTimeout, Refused
from ragatta.pipeline.types import CONTENT_FILTER, Answer, AskedQuestion


def asked(
    monkeypatch: pytest.MonkeyPatch, answer: Any, trace: Trace, lost: Sequence[ModelError] = (), after: str = ""
) -> tuple[Answer, float]:
    """`lost`: of calls that gave no reply, behind which one may stand whose reply was unusable, because `after`."""
    monkeypatch.setattr(RouterPlanner, "answer", answer)
    monkeypatch.setattr(System, "toolbox", lambda *_: (None, trace))
    calls = [SimpleNamespace(error=str(error), fell_back=False) for error in lost]
    calls += [SimpleNamespace(error=after, fell_back=True, task="write")] if after else []
    asker: Any = SimpleNamespace(calls=calls, lost=lost)
    return System(Pipeline(), cast(Any, None)).answer(AskedQuestion("Where?"), asker)


def test_the_seconds_in_which_passages_are_aligned_are_none_of_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = Trace([])

    def answer(*_: Any) -> Answer:
        with trace.stage("system"):
            sleep(0.02)
        with trace.stage(ALIGNMENT):
            sleep(0.2)
        return Answer("answered", "here")

    found, seconds = asked(monkeypatch, answer, trace)
    assert [step.name for step in found.steps] == ["system", ALIGNMENT]
    assert seconds == pytest.approx(0.02, abs=0.1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda *_: 1 / 0, r"ZeroDivisionError: division by zero .test_system\.py:\d+."),
        (lambda *_: sys.exit(3), r"SystemExit: 3 .test_system\.py:\d+."),
        (lambda *_: None, r"architecture 'router_planner': answer returned None, not an Answer .*test_system\.py:\d+."),
        (lambda *_: Answer(cast(Any, "good"), ""), "answer returned an Answer of status 'good'"),
    ],
)
def test_what_an_architecture_raises_or_returns_wrongly_fails_one_question(
    monkeypatch: pytest.MonkeyPatch, answer: Any, said: str
) -> None:
    found, _ = asked(monkeypatch, answer, Trace([]))
    assert (found.status, found.failure) == ("failed", "answered_badly")
    assert re.search(said, found.limitations)


def test_a_failure_says_whether_an_answer_came(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*_: Any) -> Answer:
        raise ModelTimeout("too slow")

    def failed(*_: Any) -> Answer:
        return Answer("failed", "", limitations="no usable reply")

    assert asked(monkeypatch, raising, Trace([]))[0].failure == "timed_out"
    assert asked(monkeypatch, failed, Trace([]))[0].failure == "answered_badly"
    assert asked(monkeypatch, failed, Trace([]), [BrokenReply("cut")])[0].failure == "not_answered"
    assert asked(monkeypatch, failed, Trace([]), [BrokenReply("cut")], after="no JSON")[0].failure == "not_answered"


def test_a_content_filter_is_an_answer_that_refuses_and_is_told_from_the_models_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, _ = asked(monkeypatch, lambda *_: Answer("failed", ""), Trace([]), [Filtered("a filter took the rest")])
    assert (found.status, found.failure, found.safety_flags) == ("refused", "", (CONTENT_FILTER,))
    assert (found.text, found.limitations) == ("", "a filter took the rest")


def test_a_models_refusal_in_the_apis_own_field_is_an_answer_that_refuses_in_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, _ = asked(monkeypatch, lambda *_: Answer("failed", "", limitations="none"), Trace([]), [Refused("I won't.")])
    assert (found.status, found.failure, found.text, found.limitations) == ("refused", "", "I won't.", "")
    assert found.safety_flags == ()


def test_a_filter_that_the_architecture_went_on_after_is_not_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    filtered = [Filtered("a filter took the rest")]
    later, _ = asked(monkeypatch, lambda *_: Answer("failed", ""), Trace([]), filtered, after="no JSON")
    assert (later.status, later.failure) == ("failed", "answered_badly")
    crashed, _ = asked(monkeypatch, lambda *_: 1 / 0, Trace([]), filtered, after="no JSON")
    assert (crashed.status, crashed.failure) == ("failed", "answered_badly")


@pytest.mark.parametrize("there", [False, True], ids=["asked of a sweep", "asked alone"])
@pytest.mark.parametrize("able", [False, True])
def test_only_what_can_is_asked_without_documents_and_only_alone(able: bool, there: bool) -> None:
    def retriever(*_: Any) -> Any:
        raise NoDocuments("no documents")

    settings = SimpleNamespace(architecture=SimpleNamespace(ANSWERS_WITHOUT_DOCUMENTS=able))
    resources = SimpleNamespace(index=SimpleNamespace(retriever=retriever))
    system = System(cast(Any, settings), cast(Any, resources), without_documents=there)
    if able and there:
        assert not system.retriever.documents
    else:
        with pytest.raises(NoDocuments):
            _ = system.retriever
