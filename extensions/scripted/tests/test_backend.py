"""The script stands for a model that is right as often as it is told to."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from ragatta.eval.scorers.score import score
from ragatta.extensions.scripted.backends.scripted import STYLES, Scripted
from ragatta.extensions.scripted.replies import reply_to
from ragatta.pipeline.agents.answering.orchestrator import NO_REPLY, as_answer
from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import Backend, InvalidReply, ModelUnavailable, Prompt
from ragatta.pipeline.tasks import agentic, annotations, answers, binding, documents, orders, sub_questions
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.types import Answer, Question

GOLD = (
    Question("n", "What is the fee?", "number", "$25"),
    Question("l", "List the rules.", "list", ("Filter Cleaning", "Winter Storage")),
    Question("t", "Who insures it?", "text", "Granite Mutual"),
    Question("y", "Is it insured?", "yes_no", "yes"),
    Question("u", "What is the colour?", "unanswerable"),
    Question("m", "What is the fee? Who insures it?", "multi", ("$25", "Granite Mutual"),
             sub_questions=("What is the fee?", "Who insures it?")),
)  # fmt: skip
PASSAGE = Passage(1, "a.pdf", 1, 1, "words")


def script(**options: Any) -> Backend:
    return Scripted(options=options).connect().taught(GOLD)


def answered(question: Question, seed: int = 0, **options: Any) -> Answer:
    asker = Asker(script(**options), None, mode="off", seed=seed)
    task = WriteAnswer(question.question, (PASSAGE,), False)
    reply = asker.ask(Prompt(task, "", question.question, WrittenAnswer, lambda: NO_REPLY))
    with Trace(asker.calls).stage("orchestrator") as stage:
        shown = Context((), (PASSAGE,), {1: ()}, {}, 0, ())
        uncited = reply if reply is NO_REPLY else reply.model_copy(update={"sources": []})
        return as_answer(uncited, shown, "", stage)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("question", GOLD, ids=lambda question: question.id)
def test_a_right_answer_scores_one_in_every_style_and_a_wrong_one_nothing(question: Question, style: str) -> None:
    assert score(question, answered(question, style=style)) == 1
    wrong = score(question, answered(question, style=style, accuracy=0))
    assert wrong == 0 if question.kind != "text" else wrong < 0.2  # a text may be no more than a guess


def test_it_is_right_as_often_as_it_is_told_to_and_the_seed_decides() -> None:
    right = [score(GOLD[0], answered(GOLD[0], seed, accuracy=0.7)) for seed in range(300)]
    assert 0.6 < sum(right) / 300 < 0.8
    assert right[:20] == [score(GOLD[0], answered(GOLD[0], seed, accuracy=0.7)) for seed in range(20)]


def test_refusals_are_no_replies_and_failures_fail() -> None:
    assert answered(GOLD[0], refusals=1).status == "failed"
    with pytest.raises(InvalidReply, match="failures"):
        answered(GOLD[0], failures=1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"acuracy": 1}, "acuracy: llm=scripted takes accuracy"),
        ({"accuracy": 2}, "accuracy"),
        ({"style": "verse"}, "json, prose"),
        ({"latency_s": [2, 1]}, "latency_s"),
    ],
)
def test_an_option_that_it_does_not_take_is_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelUnavailable, match=said):
        script(**options)


def test_another_script_or_gold_is_another_model() -> None:
    some = {script(accuracy=share).identity() for share in (1, 0.9)}
    assert len({*some, Scripted().connect().taught(GOLD[:1]).identity()}) == 3
    assert {one.provider for one in some} == {"scripted"}


def test_it_has_a_reply_to_every_task_of_an_agent() -> None:
    modules = (agentic, annotations, answers, binding, documents, orders, sub_questions)
    tasks = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Task) and fields(kind)
    }
    assert len(tasks) >= 12
    assert not {task.__name__ for task in tasks if reply_to.dispatch(task) is reply_to.dispatch(Task)}
