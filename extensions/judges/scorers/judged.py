"""What a model judges beside right or wrong: faithfulness, answer relevancy, context precision and recall, and nugget
recall. Off by default (`scoring.judged`). The definitions and sources are in judged/, beside. The gate never uses them.

An answer takes up to three calls, a question one more. A call without a usable reply leaves its metrics empty and is
counted in `judged_failed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

from ragatta.eval.metrics import Metric
from ragatta.eval.ranking import passages, text_of
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import context_is_known
from ragatta.extensions.judges.judged import claims, context, nuggets
from ragatta.extensions.judges.judged.asking import answer_words
from ragatta.extensions.judges.judged.claims import CheckClaims
from ragatta.extensions.judges.judged.context import JudgeContext
from ragatta.pipeline.llm.as_data import Ask, CallFailed

FAILED = "judged_failed"
CALLS = 3  # at most of an answer; its question takes one more
Found = TypeVar("Found")
_metric = partial(Metric, on_request="judged", place=180)


@dataclass(frozen=True)
class Judged(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        _metric(
            "faithfulness",
            "share of the answer's claims that the passages support",
            source="Ragas: Es et al. 2023",
            applies_to="answers",
            asks=(claims.FORM,),
        ),
        _metric(
            "answer_relevancy",
            "share of the answer's claims that help to answer the question; 0 where none was given",
            source="after Ragas, which asks for questions instead",
            applies_to="answers, and questions with an expected answer",
            asks=(claims.FORM,),
        ),
        _metric(
            "context_precision",
            "average precision of the passages that are useful for the expected answer",
            source="Ragas",
            applies_to="questions with an expected answer",
            asks=(nuggets.MAKING, context.FORM),
        ),
        _metric(
            "context_recall",
            "share of the expected answer's nuggets that the passages state",
            source="Ragas",
            applies_to="questions with an expected answer",
            asks=(nuggets.MAKING, context.FORM),
        ),
        _metric(
            "nugget_recall",
            "support of the expected answer's nuggets by the answer, partial support 1/2, okay nuggets with "
            "half the weight",
            source="AutoNuggetizer: Pradeep et al. 2024",
            applies_to="questions with an expected answer",
            asks=(nuggets.MAKING, nuggets.ASSIGNING),
        ),
        _metric(
            "nugget_recall_vital",
            "share of the vital nuggets that the answer supports fully",
            source="AutoNuggetizer",
            applies_to="questions with an expected answer",
            asks=(nuggets.MAKING, nuggets.ASSIGNING),
        ),
        _metric(
            FAILED,
            "number of the judge's calls on claims, passages and nuggets without a usable reply",
            range="count",
            better="less",
            added="sum",
        ),
    )

    judged_max_tokens: int = 1024

    def score(self, given: Given) -> dict[str, float | None]:
        """A failed answer gets 0 without a call. Raises ReplyMissing and ModelUnavailable as judge.py does."""
        assert given.ask, "eval.score sees to it"
        if given.answer.status == "failed":
            names = [metric.name for metric in self.metrics if metric.name != FAILED]
            return dict.fromkeys(names, 0.0) if given.question.expected else {}
        judging = _Judging(given, given.ask, self.judged_max_tokens)
        return judging.of_claims() | judging.of_expected() | {FAILED: float(judging.failed)}

    @classmethod
    def calls(cls, answers: int, questions: int) -> int:
        return CALLS * answers + questions

    @classmethod
    def failures(cls, rows: Sequence[Mapping[str, float | None]]) -> tuple[str, str]:
        failed = int(sum(row.get(FAILED) or 0 for row in rows))
        what = f"{failed:,} call{'s' * (failed != 1)} of the judge about claims, passages or nuggets"
        return (what, "their metrics are") if failed else ("", "")


class _Judging:
    """The calls about one answer; `failed` are those without a usable reply."""

    def __init__(self, given: Given, ask: Ask, max_tokens: int) -> None:
        self._ask, self._tokens = ask, max_tokens
        self._question, self._answer, self.failed = given.question, given.answer, 0
        self._ranked = tuple(text_of(one, given.pages) for one in passages(given.answer))
        self._passages = tuple(filter(None, self._ranked))

    def of_claims(self) -> dict[str, float | None]:
        """What is not answered makes no claims; it is not relevant where an answer is expected."""
        if self._answer.status != "answered":
            return {"answer_relevancy": 0.0} if self._question.expected else {}
        task = CheckClaims(self._question.question, answer_words(self._answer), self._passages)
        found = self._called(lambda: claims.shares(task, self._ask, self._tokens))
        if found is None:
            return {}
        supported, relevant = found
        known = context_is_known(self._answer)
        return {"faithfulness": supported if known else None, "answer_relevancy": relevant}

    def of_expected(self) -> dict[str, float | None]:
        """Nothing for a question that expects no answer."""
        if not self._question.expected:
            return {}
        made = self._called(lambda: nuggets.nuggets_of(self._question, self._ask, self._tokens))
        return {} if made is None else self._of_context(made) | self._of_nuggets(made)

    def _of_context(self, made: list[nuggets.Nugget]) -> dict[str, float | None]:
        if not context_is_known(self._answer):
            return {}
        task = JudgeContext(self._question.question, tuple(one.nugget for one in made), self._passages)
        with_text = [*map(bool, self._ranked)]
        found = self._called(lambda: context.figures(task, self._ask, self._tokens, with_text))
        return {} if found is None else dict(zip(("context_precision", "context_recall"), found, strict=True))

    def _of_nuggets(self, made: list[nuggets.Nugget]) -> dict[str, float | None]:
        names = ("nugget_recall", "nugget_recall_vital")
        if self._answer.status != "answered":
            return dict.fromkeys(names, 0.0)
        answer = answer_words(self._answer)
        found = self._called(lambda: nuggets.recalls(self._question, answer, made, self._ask, self._tokens))
        return {} if found is None else dict(zip(names, found, strict=True))

    def _called(self, call: Callable[[], Found]) -> Found | None:
        try:
            return call()
        except CallFailed:
            self.failed += 1
            return None
