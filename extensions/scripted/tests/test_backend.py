"""The script stands for a model that is right as often as it is told to."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from ragatta.eval.scorers.score import score
from ragatta.extensions.scripted.answers import FromRecord
from ragatta.extensions.scripted.backends.scripted import STYLES, Scripted
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.answering.orchestrator import NO_REPLY, as_answer
from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.recorded import asked
from ragatta.pipeline.llm.scripting import REPLIES
from ragatta.pipeline.llm.seam import Backend, InvalidReply, ModelUnavailable, Prompt, Request
from ragatta.pipeline.tasks import annotations, answers, binding, chunks, documents
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.types import Answer, Exchange, Options, Question

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
        return as_answer(uncited, shown, "", Thresholds(), stage)


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
    assert len({asked(Scripted(options=options), None) for options in ({}, {"accuracy": 0.9}, {"accuracy": 0.8})}) == 3


def test_it_has_a_reply_to_every_task_of_the_core() -> None:
    modules = (annotations, answers, binding, chunks, documents)
    found = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    tasks = {kind.name for kind in found if issubclass(kind, Task) and fields(kind)}
    assert len(tasks) >= 8
    assert not {name for name in tasks if not REPLIES.knows(name)}


@pytest.mark.parametrize("name", REPLIES.names())
def test_a_reply_is_to_a_prompt_or_to_a_conversation(name: str) -> None:
    said = vars(REPLIES.imported(name))
    assert len({"reply", "turn"} & said.keys()) == 1
    assert [one.name for one in said.values() if isinstance(one, type) and issubclass(one, Task)] == [name]


def test_a_task_without_a_reply_is_named() -> None:
    class Unheard(Task):
        name = "unheard_of"

    with pytest.raises(ModelUnavailable, match="llm=scripted has no reply to unheard_of; choose another"):
        script().complete(Request(Unheard(), (), {"type": "object"}, Options()))


def test_the_replies_to_tasks_are_part_of_what_answers() -> None:
    assert {REPLIES.module(name) for name in REPLIES.names()} < {*Pipeline(llm=Scripted()).modules()}


def test_a_turn_of_a_conversation_is_known_by_what_it_rests_on() -> None:
    fee, toll = (Exchange(f"What was the {name} in 2021?", "$1") for name in ("fee", "toll"))
    gold = [
        Question("fee", "And in 2022?", "number", "$25", turns=(fee,), standalone="What was the fee in 2022?"),
        Question("toll", "And in 2022?", "number", "$3", turns=(toll,), standalone="What was the toll in 2022?"),
    ]

    def known(words: str) -> tuple[str, ...]:
        backend = Scripted().connect().taught(gold)
        return FromRecord(backend.gold, "json", True, backend.turns).answer_to(words).lines

    assert known("What was the toll in 2022?") == ("$3",)
    assert known("What was the fee in 2021?\n→ $1\nAnd in 2022?") == ("$25",)
    assert known("And in 2022?") == (), "alone it may be either"
