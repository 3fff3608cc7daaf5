"""What a model judges beside right or wrong: faithfulness, answer relevancy, context precision and recall, and nugget
recall. Off by default (`scoring.judged`). The definitions and sources are in eval/judged/. The gate never uses them.

An answer takes up to three calls, a question one more. A call without a usable reply leaves its metrics empty and is
counted in `judged_failed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ragatta.eval.judged import claims, context, nuggets
from ragatta.eval.judged.asking import Ask, CallFailed, Form, said
from ragatta.eval.judged.claims import CheckClaims
from ragatta.eval.judged.context import JudgeContext
from ragatta.eval.ranking import passages, text_of
from ragatta.eval.scorers import Given
from ragatta.eval.trace import context_is_known

FORMS: dict[str, tuple[Form[Any], ...]] = {  # metric: what the judge is asked for it
    "faithfulness": (claims.FORM,),
    "answer_relevancy": (claims.FORM,),
    "context_precision": (nuggets.MAKING, context.FORM),
    "context_recall": (nuggets.MAKING, context.FORM),
    "nugget_recall": (nuggets.MAKING, nuggets.ASSIGNING),
    "nugget_recall_vital": (nuggets.MAKING, nuggets.ASSIGNING),
}
CALLS = 3  # at most of an answer; its question takes one more
Found = TypeVar("Found")


def metrics(given: Given) -> dict[str, float | None]:
    """Those of FORMS, and `judged_failed`; a failed answer gets 0 without a call. Raises ReplyMissing and
    ModelUnavailable as eval/scorers/judge.py does."""
    none: dict[str, float | None] = dict.fromkeys((*FORMS, "judged_failed"))
    if given.ask_judged is None:
        return none
    if given.answer.status == "failed":
        return none | (dict.fromkeys(FORMS, 0.0) if given.question.expected else {})
    judging = _Judging(given, given.ask_judged)
    return none | judging.of_claims() | judging.of_expected() | {"judged_failed": float(judging.failed)}


class _Judging:
    """The calls about one answer; `failed` are those without a usable reply."""

    def __init__(self, given: Given, ask: Ask) -> None:
        self._given, self._ask, self._tokens = given, ask, given.judged_max_tokens
        self._question, self._answer, self.failed = given.question, given.answer, 0
        self._ranked = tuple(text_of(one, given.pages) for one in passages(given.answer))
        self._passages = tuple(filter(None, self._ranked))

    def of_claims(self) -> dict[str, float | None]:
        """What is not answered makes no claims; it is not relevant where an answer is expected."""
        if self._answer.status != "answered":
            return {"answer_relevancy": 0.0} if self._question.expected else {}
        task = CheckClaims(self._question.question, said(self._answer), self._passages)
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
        answer = said(self._answer)
        found = self._called(lambda: nuggets.recalls(self._question, answer, made, self._ask, self._tokens))
        return {} if found is None else dict(zip(names, found, strict=True))

    def _called(self, call: Callable[[], Found]) -> Found | None:
        try:
            return call()
        except CallFailed:
            self.failed += 1
            return None
