"""comparison.metric can only name what every answer is scored by."""

from __future__ import annotations

from ragatta.conf.schema import Config
from ragatta.eval.scorers import declared
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.types import Answer, Question


def test_every_answer_has_every_metric_by_name() -> None:
    scores = score_answer(Question("a", "What?", "text", "x"), Answer("answered", "x"), {}, Scoring())
    assert [*scores] == [*declared()]


def test_a_comparison_by_an_unknown_metric_is_refused_before_any_work() -> None:
    config = Config()
    config.comparison.metric = "evidence_recal"
    assert config.problems() == ["comparison.metric: no metric 'evidence_recal'; did you mean evidence_recall?"]


def test_a_count_is_no_metric_to_compare_by() -> None:
    config = Config()
    config.comparison.metric = "judge_failed"
    (problem,) = config.problems()
    assert problem.startswith("comparison.metric: no metric 'judge_failed'")
