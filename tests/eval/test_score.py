"""All metrics of an answer, their means, and the digest of the code that makes them."""

from __future__ import annotations

import math
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.people import People, Settled, answer_text, gold_digest
from ragatta.eval.record.table import recorded
from ragatta.eval.score import (
    Scoring,
    ScoringTools,
    graded,
    score_answer,
    scorer_versions,
    summarise,
)
from ragatta.eval.scorers import SCORERS, declared, passage_ranking
from ragatta.experiments.paths import ROOT
from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.extensions.judges.scorers.judge import Judgement
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.types import Answer, Chunk, Citation, Component, Evidence, Page, Question, StageRecord

BEHAVIOUR = ("sub_answers", "filter_correctness", "tool_calls", "injected_obeyed")  # of the questions that test it
OPTIONAL = ["passages_aligned", *(name for name, one in declared().items() if one.on_request)]
OPEN = Answer("answered", "Bread costs $4.50 and soup costs $6.")  # no rule decides
QUESTION = Question("Q", "Costs?", "number", "$4.50", evidence=(Evidence("book.pdf", (3,), value="$4.50"),))


def everything(pages: tuple[Page, ...]) -> Chunk:
    text = document_text(pages)
    return Chunk("all", pages[0].source_file, 0, text, 1, len(pages), 0, len(text), len(pages))


def test_every_metric_by_name(corpus: Corpus) -> None:
    answer = Answer(
        "answered",
        "It costs $4.50, soup $6",
        value="4.5",
        context=(everything(corpus["book.pdf"]),),
        citations=(
            Citation("book.pdf", 3, 3, "all", 0.9),
            Citation("book.pdf", 1, 2, "all", 0.8),
            Citation("x", 3, 3, "", 0),
        ),
        steps=(StageRecord("router", 0.1, details={"documents": ["book.pdf"]}),),
    )
    assert score_answer(QUESTION, answer, corpus, Scoring()) == {
        "score": 1.0,
        "decided": 1.0,
        "record_error": round(recorded().classes["number: exact, decided, measured"].error, 6),
        "undecided": 0.0,
        "score_if_wrong": 1.0,
        "score_if_right": 1.0,
        "partial_match": 1.0,
        "exact_match": 1.0,
        "evidence_recall": 1.0,
        "page_recall": 1.0,
        **dict.fromkeys((metric.name for metric in passage_ranking.PassageRanking.metrics), 1.0),
        "router_recall": 1.0,
        "citation_precision": 0.333333,
        "citation_validity": 0.666667,  # the corpus has no document x
        **dict.fromkeys(BEHAVIOUR),
        **dict.fromkeys(OPTIONAL),
    }


def test_a_failed_answer_is_zero_wherever_a_metric_applies(corpus: Corpus) -> None:
    shown = (everything(corpus["book.pdf"]),)
    failed = Answer("failed", "4.50", value="4.50", context=shown, failure="answered_badly")
    scores = score_answer(QUESTION, failed, corpus, Scoring())
    missing = {name for name, value in scores.items() if value is None}
    assert missing == {"record_error", "router_recall", "citation_validity", *BEHAVIOUR, *OPTIONAL}
    assert {name: value for name, value in scores.items() if value} == {"decided": 1.0}
    lost = score_answer(QUESTION, replace(failed, failure="not_answered"), corpus, Scoring())
    assert lost == {**scores, "score_if_right": 1.0, "decided": None}, "nothing is known of it"


def test_tolerance_comes_from_the_settings(corpus: Corpus) -> None:
    answer = Answer("answered", "", value="4.52")
    assert score_answer(QUESTION, answer, corpus, Scoring())["score"] == 0.0
    assert score_answer(QUESTION, answer, corpus, Scoring(number_tolerance=0.01))["score"] == 1.0


@pytest.mark.parametrize(("tolerance", "wrong"), [(0.0, 0), (0.5, 0), (-0.1, 1), (1.0, 1)])
def test_settings_say_what_is_wrong(tolerance: float, wrong: int) -> None:
    assert len(Scoring(tolerance).problems()) == wrong


COMPONENTS = (Component("price", 1.0, "$4.50"), Component("book", 1.0, files=("book.pdf",)))


def test_components_are_scored_unless_switched_off(corpus: Corpus) -> None:
    question, answer = replace(QUESTION, components=COMPONENTS), Answer("answered", "$4.50")
    scores = score_answer(question, answer, corpus, Scoring())
    assert (scores["components_context"], scores["components_answer"]) == (0.0, 0.5)
    scores = score_answer(question, answer, corpus, Scoring(components=False))
    assert (scores["components_context"], scores["components_answer"]) == (None, None)


def test_optional_metrics_need_their_tools(corpus: Corpus) -> None:
    answer = Answer("answered", "$4.50")
    judging = Scoring(judge=True, judge_llm=Ollama())
    with pytest.raises(ValueError, match="needs an embedder"):
        score_answer(QUESTION, answer, corpus, Scoring(semantic_similarity=True))
    with pytest.raises(ValueError, match="need a model"):
        score_answer(QUESTION, answer, corpus, judging)
    tools = ScoringTools(lambda texts: np.ones((len(texts), 2)), lambda _: Judgement(reason="", verdict="correct"))
    assert score_answer(QUESTION, answer, corpus, Scoring(semantic_similarity=True), tools)["semantic_similarity"] == 1
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
    assert Scoring().judge_calls(10, 5) == 0
    assert Scoring(judge=True).judge_calls(10, 5) == 10
    assert Scoring(judge=True, judged=True).judge_calls(10, 5) == 10 + 3 * 10 + 5


def test_means_leave_out_what_does_not_apply() -> None:
    rows: list[dict[str, float | None]] = [
        {"score": 1.0, "page_recall": None},
        {"score": 0.0, "page_recall": 0.5},
        {"score": 0.5, "router_recall": None},
    ]
    means = summarise(rows)
    assert means["score"] == (1.0 + 0.0 + 0.5) / 3
    assert means["page_recall"] == 0.5
    assert "router_recall" not in means
    assert means["score_ci_low"] <= 0.5 <= means["score_ci_high"]


def test_repeats_of_a_question_are_averaged_first() -> None:
    rows = [{"score": 1.0}, {"score": 0.0}, {"score": 1.0}, {"score": 1.0}]
    means = summarise(rows, ["A", "A", "B", "C"])
    assert means["score"] == round((0.5 + 1.0 + 1.0) / 3, 6)


def test_one_question_says_next_to_nothing() -> None:
    means = summarise([{"score": 0.7}])
    assert means["score"] == 0.7
    assert means["score_ci_low"] < 0.02
    assert means["score_ci_high"] > 0.98
    assert summarise([]) == {}


def test_questions_that_belong_together_widen_the_interval() -> None:
    rows = [{"score": float(n % 20 < 10)} for n in range(100)]
    names = [f"q{n}" for n in range(100)]
    alone, together = summarise(rows, names), summarise(rows, names, {f"q{n}": str(n // 10) for n in range(100)})
    assert together["score_ci_low"] < alone["score_ci_low"] < alone["score_ci_high"] < together["score_ci_high"]


def test_the_interval_is_that_of_the_mean() -> None:
    rows = [{"score": float(n % 2)} for n in range(100)]
    means = summarise(rows)
    # the mean of 100 fair coins has a standard deviation of 0.05: 95% lie within 1.96 of them
    assert means["score_ci_low"] == pytest.approx(0.5 - 1.96 * 0.05, abs=0.015)
    assert means["score_ci_high"] == pytest.approx(0.5 + 1.96 * 0.05, abs=0.015)
    assert summarise(rows) == means


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_the_interval_lies_within_the_scores(scores: list[float]) -> None:
    means = summarise([{"score": score} for score in scores])
    if not math.isnan(means["score_ci_low"]):
        assert 0 <= means["score_ci_low"] <= means["score"] <= means["score_ci_high"] <= 1


def test_every_scorer_has_a_version() -> None:
    versions = scorer_versions()
    assert set(versions) == set(SCORERS.names())
    assert versions["components"] == sha256((ROOT / "eval/scorers/components.py").read_bytes()).hexdigest()
