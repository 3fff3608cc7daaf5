"""Scoring with a judge: its settings, and what its verdicts decide."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.people import People, Settled, answer_text, gold_digest
from ragatta.eval.scoring import ScoringTools, graded, score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.extensions.judges.scorers.judge import Judgement, JudgeVerdict
from ragatta.extensions.judges.scorers.judged import Judged
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.types import Answer, Evidence, Question

OPEN = Answer("answered", "Bread costs $4.50 and soup costs $6.")  # no rule decides
QUESTION = Question("Q", "Costs?", "number", "$4.50", evidence=(Evidence("book.pdf", (3,), value="$4.50"),))


def test_a_judge_needs_a_model(corpus: Corpus) -> None:
    answer, judging = Answer("answered", "$4.50"), Scoring(judge=True, judge_llm=Ollama())
    with pytest.raises(ValueError, match=r"scoring\.judge and scoring\.judged need a model"):
        score_answer(QUESTION, answer, corpus, judging)
    tools = ScoringTools(ask=lambda _: Judgement(reason="", verdict="correct"))
    assert score_answer(QUESTION, answer, corpus, judging, tools)["judge"] is None, "a rule decides"
    assert score_answer(QUESTION, OPEN, corpus, judging, tools)["judge"] == 1


def test_a_judge_decides_undecided_answers_alone_and_only_where_it_may(corpus: Corpus) -> None:
    asked: list[Prompt[Any]] = []

    def incorrect(prompt: Prompt[Any]) -> Judgement:
        asked.append(prompt)
        return Judgement(reason="", verdict="partly_correct")

    judging = Scoring(judge=True, judge_llm=Ollama())
    shown, settling = ScoringTools(ask=incorrect), ScoringTools(ask=incorrect, judge_settles=True)
    _, by_rule = graded(QUESTION, OPEN, corpus, Scoring())
    scores, verdict = graded(QUESTION, OPEN, corpus, judging, shown)
    assert (scores["judge"], scores["undecided"], verdict) == (0.5, 1, by_rule)
    scores, verdict = graded(QUESTION, OPEN, corpus, judging, settling)
    assert (verdict.score, verdict.rule, verdict.undecided) == (0.5, "judge", "")
    assert [scores[name] for name in ("score", "undecided", "score_if_wrong", "score_if_right")] == [0.5, 0, 0.5, 0.5]
    asked.clear()
    assert graded(QUESTION, Answer("answered", "$4.50"), corpus, judging, settling)[1].rule == "number: exact"
    assert graded(QUESTION, Answer("no_information", ""), corpus, judging, settling)[1].score == 0
    lines = [Settled("Q", gold_digest(QUESTION), answer_text(OPEN), float(who == "ann"), who) for who in ("ann", "bob")]
    for people, said in ((lines[:1], ("person", "")), (lines, (by_rule.rule, "people differ (1 by ann, 0 by bob)"))):
        _, verdict = graded(QUESTION, OPEN, corpus, judging, replace(settling, people=People(people)))
        assert (verdict.rule, verdict.undecided) == said, "a person stands above a judge"
    assert not asked


def test_a_judge_without_a_verdict_settles_nothing(corpus: Corpus) -> None:
    tools = ScoringTools(ask=lambda prompt: prompt.fallback(), judge_settles=True)
    scores, verdict = graded(QUESTION, OPEN, corpus, Scoring(judge=True, judge_llm=Ollama()), tools)
    assert (scores["judge"], scores["judge_failed"], bool(verdict.undecided)) == (None, 1, True)


@pytest.mark.parametrize(
    ("llm", "tokens", "said"),
    [
        (Extractive(), 9, "extractive is not a model; choose one, scoring/judge_llm=ollama, openai or smollm2"),
        (OpenAI(base_url="https://me:secret@host"), 9, "scoring.judge_llm.base_url must not contain user"),
        (OpenAI(cache="always"), 9, "scoring.judge_llm.cache: unknown 'always'"),
        (Ollama(), 0, "scoring.judge_max_tokens (0) must be at least 1"),
    ],
)
def test_what_is_wrong_with_a_judge(llm: LLM, tokens: int, said: str) -> None:
    (problem,) = Scoring(judge=True, judge_llm=llm, judge_max_tokens=tokens).problems()
    assert said in problem
    assert "secret" not in problem
    assert Scoring(judge_llm=llm, judge_max_tokens=tokens).problems() == []
    (problem,) = Scoring(judged=True, judge_llm=llm, judged_max_tokens=tokens).problems()
    assert said.replace("judge_max", "judged_max") in problem


def test_the_calls_of_a_judge_at_most() -> None:
    judging = Scoring(judge=True, judged=True)
    assert Scoring().calls(10, 5) == judging.without_model().calls(10, 5) == 0
    assert Scoring(judge=True).calls(10, 5) == 10
    assert judging.calls(10, 5) == 10 + 3 * 10 + 5
    assert judging.without_model() == Scoring()


def test_failed_calls_are_told_with_what_they_leave_out() -> None:
    rows: list[dict[str, float | None]] = [
        {"judge_failed": 1.0, "judged_failed": 2.0},
        {"judge_failed": 0.0, "judged_failed": None},
        {"judge_failed": None, "judged_failed": None},
    ]
    assert JudgeVerdict.failures(rows) == ("1 of 2 judgements", "judge is")
    about = "calls of the judge about claims, passages or nuggets"
    assert Judged.failures(rows) == (f"2 {about}", "their metrics are")
    assert JudgeVerdict.failures(rows[1:]) == Judged.failures(rows[1:]) == ("", "")
