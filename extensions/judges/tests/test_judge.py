"""A judge's failures are kept with their reason, and asked again alone."""

from __future__ import annotations

from pathlib import Path
from time import sleep
from typing import Any

import pytest

from ragatta.experiments.on_record.places import Records
from ragatta.experiments.resources import models
from ragatta.experiments.resources.judge import Judge
from ragatta.extensions.judges.scorers.judge import score
from ragatta.pipeline.llm import retry
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.recorded import connected
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import Completion, ModelError, ModelIdentity, ModelTimeout, ModelUnavailable, Request
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.types import Answer, Question
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer

RIGHT = '{"reason": "so", "verdict": "correct"}'
QUESTION = Question("Q", "How long?", "number", "45")


class Model:
    """Says of each answer what is laid down for it: a reply, or an error."""

    cacheable = True

    def __init__(self, **said: str | ModelError) -> None:
        self.said, self.asked = said, list[str]()

    def identity(self, model: str | None = None) -> ModelIdentity:
        return ModelIdentity("test", model or "judge", "1")

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return 8000

    def complete(self, request: Request) -> Completion:
        name = request.task.answer  # type: ignore[attr-defined]
        self.asked.append(name)
        said = self.said[name]
        if isinstance(said, ModelError):
            raise said
        return Completion(said, 10, 5, 0.1)


@pytest.fixture
def judge(tmp_path: Path) -> Any:
    replies = Replies(tmp_path / "judgements.sqlite")

    def made(model: Model, retry_failed: bool = False, cache: str = "use") -> Judge:
        llm = Ollama(cache=cache)
        return Judge(connected(llm, lambda: replies, lambda _: model), llm, replies, retry_failed)

    return made


def scored(judge: Judge, answer: str) -> dict[str, float]:
    return score(QUESTION, Answer("answered", answer), judge.ask, 99)


FAILURES: dict[str, str | ModelError] = {
    "late": ModelTimeout("no reply within 3 s; raise llm.timeout_s"),
    "odd": "no idea",
}


def test_a_server_that_fails_at_one_judgement_after_the_other_is_asked_no_more(judge: Any) -> None:
    late = {f"late {n}": FAILURES["late"] for n in range(9)}
    model = Model(good=RIGHT, **late)
    own = judge(model)
    for answer in [*late][:4]:
        assert scored(own, answer) == {"judge_failed": 1.0}
    assert scored(own, "good")["judge"] == 1.0
    for answer in [*late][4:8]:
        assert scored(own, answer) == {"judge_failed": 1.0}
    with pytest.raises(ModelUnavailable, match="with 5 judgements one after the other"):
        scored(own, "late 8")
    again = judge(model)
    for answer in late:  # on record, so that none of them is a call
        assert scored(again, answer) == {"judge_failed": 1.0}
    assert len(model.asked) == 10


def test_a_failure_is_kept_with_its_reason_and_asked_again_by_nobody(judge: Any) -> None:
    first = judge(Model(good=RIGHT, **FAILURES))
    assert scored(first, "good") == {"judge": 1.0, "judge_failed": 0.0}
    assert first.take().failed == ""
    assert scored(first, "late") == {"judge_failed": 1.0}
    assert first.take().failed == "no reply within 3 s; raise scoring.judge_llm.timeout_s"
    assert scored(first, "odd") == {"judge_failed": 1.0}
    odd = first.take()
    assert ("no idea" in odd.failed or "JSON" in odd.failed, len(odd.calls)) == (True, 2)
    assert first.take() is None
    wide = "long " * 9000
    assert scored(first, wide) == {"judge_failed": 1.0}
    assert first.take().failed.endswith("choose a judge with a larger window: scoring.judge_llm.model")

    recovered = Model(good=RIGHT, late=RIGHT, odd=RIGHT)
    later = judge(recovered)
    assert [scored(later, name)["judge_failed"] for name in ("good", "late", "odd")] == [0.0, 1.0, 1.0]
    assert later.take().failed == f"no reply within 3 s; raise scoring.judge_llm.timeout_s; {odd.failed}", (
        "of all calls since the last look"
    )
    assert recovered.asked == []


def test_failed_judgements_alone_are_asked_again(judge: Any) -> None:
    first = judge(Model(good=RIGHT, **FAILURES))
    for name in ("good", "late", "odd"):
        scored(first, name)
    recovered = Model(good=RIGHT, late=RIGHT, odd=RIGHT, new=RIGHT)
    again = judge(recovered, retry_failed=True)
    assert [scored(again, name)["judge_failed"] for name in ("good", "late", "odd", "new")] == [0.0] * 4
    assert recovered.asked == ["late", "odd", "new"]
    replayed = judge(Model(), cache="only")
    assert [scored(replayed, name)["judge_failed"] for name in ("good", "late", "odd")] == [0.0] * 3


def test_a_judgement_that_fails_again_is_asked_once_a_sweep(judge: Any) -> None:
    scored(judge(Model(**FAILURES)), "late")
    failing = Model(**FAILURES)
    again = judge(failing, retry_failed=True)
    assert [scored(again, "late") for _ in range(3)] == [{"judge_failed": 1.0}] * 3
    assert failing.asked == ["late"]


def test_equal_prompts_at_once_are_asked_once(judge: Any) -> None:
    class Slow(Model):
        def complete(self, request: Request) -> Completion:
            sleep(0.05)
            return super().complete(request)

    model = Slow(good=RIGHT)
    asked = judge(model)
    assert side_by_side(lambda _: scored(asked, "good")["judge"], range(4), 4) == [1.0] * 4
    assert model.asked == ["good"]


def test_a_correction_that_worked_is_no_failure(judge: Any) -> None:
    class Corrected(Model):
        def complete(self, request: Request) -> Completion:
            super().complete(request)
            return Completion(RIGHT if len(request.messages) > 2 else "no idea", 10, 5, 0.1)

    scored(judge(Corrected(odd=RIGHT)), "odd")
    later = Model(odd=RIGHT)
    assert scored(judge(later, retry_failed=True), "odd") == {"judge": 1.0, "judge_failed": 0.0}
    assert later.asked == []


def test_a_dead_server_stops_the_judging(judge: Any) -> None:
    dead = judge(Model(good=ModelUnavailable("no server")))
    with pytest.raises(ModelUnavailable):
        scored(dead, "good")
    back = judge(Model(good=RIGHT))
    assert scored(back, "good") == {"judge": 1.0, "judge_failed": 0.0}


def test_a_server_that_fails_on_a_judgement_goes_on_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "_JITTER", lambda _: 0.0)
    with OllamaServer() as server:
        judge = models.Models(records=Records(tmp_path)).judge(Ollama(base_url=server.base_url), False)
        server.say(*[Said(status=500, error="out of memory")] * retry.TRIES, RIGHT)
        assert scored(judge, "long") == {"judge_failed": 1.0}
        assert "out of memory; tried 3 times" in judge.take().failed
        assert scored(judge, "good") == {"judge": 1.0, "judge_failed": 0.0}
        assert scored(judge, "long") == {"judge_failed": 1.0}
        assert len(server.chats) == retry.TRIES + 1, "the failed one is kept"
