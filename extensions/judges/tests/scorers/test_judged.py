"""The judged metrics of an answer: which calls are made, and what a failed one costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.scorers import Given
from ragatta.eval.scoring import ScoringTools, score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.extensions.judges.judged.claims import Claim, Claims
from ragatta.extensions.judges.judged.context import OfNugget, OfPassage, Verdicts
from ragatta.extensions.judges.judged.nuggets import Assignment, Nugget, Nuggets, Verdict
from ragatta.extensions.judges.scorers.judged import CALLS, FAILED, Judged
from ragatta.pipeline.llm.seam import ModelTimeout, Prompt
from ragatta.pipeline.types import Answer, Chunk, Question, StageRecord, Status

Cut = Callable[[str, str], Chunk]
QUESTION = Question("Q", "How is it made?", "text", "Simmer for 45 minutes, best at 92 degrees.")
FIGURES = [metric.name for metric in Judged.metrics if metric.asks]


def figures(given: Given) -> dict[str, float | None]:
    found = Judged().score(given)
    return {metric.name: found.get(metric.name) for metric in Judged.metrics}


class Judge:
    """Replies by the task's name, or fails."""

    def __init__(self, *failing: str) -> None:
        self.failing, self.prompts = failing, list[Prompt[Any]]()
        self.replies: dict[str, BaseModel] = {
            "check_claims": Claims(
                claims=[
                    Claim(claim="a", supported=True, relevant=True),
                    Claim(claim="b", supported=False, relevant=True),
                ]
            ),
            "make_nuggets": Nuggets(nuggets=[Nugget(nugget="45 minutes", importance="vital")]),
            "assign_nuggets": Assignment(verdicts=[Verdict(number=1, support="partial_support")]),
            "judge_context": Verdicts(
                passages=[OfPassage(number=1, useful=False), OfPassage(number=2, useful=True)],
                nuggets=[OfNugget(number=1, supported=True)],
            ),
        }

    def __call__(self, prompt: Prompt[Any]) -> Any:
        self.prompts.append(prompt)
        if prompt.task.name in self.failing:
            raise ModelTimeout("late")
        return self.replies[prompt.task.name]

    @property
    def asked(self) -> list[str]:
        return [prompt.task.name for prompt in self.prompts]


@pytest.fixture
def answer(chunk: Cut) -> Answer:
    return Answer("answered", "In 45 minutes.", context=(chunk("Contents", "Soup"), chunk("Onion soup.", "serve")))


def test_four_calls_and_six_figures(answer: Answer, corpus: Corpus) -> None:
    judge = Judge()
    assert Judged().score(Given(QUESTION, answer, corpus, ask=judge)) == {
        "faithfulness": 0.5,
        "answer_relevancy": 1.0,
        "context_precision": 0.5,
        "context_recall": 1.0,
        "nugget_recall": 0.5,
        "nugget_recall_vital": 0.0,
        "judged_failed": 0.0,
    }
    assert judge.asked == ["check_claims", "make_nuggets", "judge_context", "assign_nuggets"]
    assert len(judge.asked) == CALLS + 1
    (claims, making, _, _) = judge.prompts
    assert "Simmer for 45 minutes\\nat 92 degrees" in claims.user, "the text of the documents, which a journal lacks"
    assert "In 45 minutes." not in making.user, "nuggets are those of the question, whatever was answered"
    assert {prompt.options.max_tokens for prompt in judge.prompts} == {1024}


@pytest.mark.parametrize(
    ("failing", "missing"),
    [
        (("check_claims",), {"faithfulness", "answer_relevancy"}),
        (("make_nuggets",), {"context_precision", "context_recall", "nugget_recall", "nugget_recall_vital"}),
        (
            ("judge_context", "assign_nuggets"),
            {"context_precision", "context_recall", "nugget_recall", "nugget_recall_vital"},
        ),
    ],
)
def test_a_failed_call_is_counted_and_no_zero(
    failing: tuple[str, ...], missing: set[str], answer: Answer, corpus: Corpus
) -> None:
    found = figures(Given(QUESTION, answer, corpus, ask=Judge(*failing)))
    assert {name for name, value in found.items() if value is None} == missing
    assert found["judged_failed"] == len(failing)


def test_what_is_not_answered_takes_only_calls_about_its_context(answer: Answer, corpus: Corpus) -> None:
    def of(status: Status, question: Question = QUESTION) -> tuple[dict[str, float | None], list[str]]:
        judge = Judge()
        given = Given(question, Answer(status, "", context=answer.context), corpus, ask=judge)
        return figures(given), judge.asked

    found, asked = of("no_information")
    assert asked == ["make_nuggets", "judge_context"]
    assert (found["faithfulness"], found["answer_relevancy"], found["nugget_recall"]) == (None, 0.0, 0.0)
    assert found["context_recall"] == 1.0
    assert of("failed") == (dict.fromkeys(FIGURES, 0.0) | {FAILED: None}, [])
    unanswerable = Question("Q", "Who?", "unanswerable")
    assert of("no_information", unanswerable) == (dict.fromkeys(FIGURES) | {FAILED: 0.0}, [])
    invented, asked = of("answered", unanswerable)
    assert (invented["faithfulness"], invented["context_recall"], asked) == (0.5, None, ["check_claims"])


def test_an_unknown_context_has_no_faithfulness(corpus: Corpus) -> None:
    steps = (StageRecord("alignment", 0.0, details={"passages": None}),)
    judge = Judge()
    found = figures(Given(QUESTION, Answer("answered", "So.", steps=steps), corpus, ask=judge))
    assert {name for name, value in found.items() if value is None} == {
        "faithfulness", "context_precision", "context_recall",
    }  # fmt: skip
    assert "judge_context" not in judge.asked
    scores = score_answer(QUESTION, Answer("answered", "So."), corpus, Scoring(), ScoringTools(ask=judge))
    assert {scores[metric.name] for metric in Judged.metrics} == {None}, "off unless it is switched on"
