"""A backend without a model: one deterministic rule per task, over the typed inputs. It is the floor for real models
(extensions/extractive/README.md). See docs/models.md."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ragatta.extensions.extractive.answers import write_answer
from ragatta.extensions.extractive.binding import bind_value
from ragatta.extensions.extractive.bucket_routing import route_buckets
from ragatta.extensions.extractive.composing import compose_answer
from ragatta.extensions.extractive.decompositions import decompose_query
from ragatta.extensions.extractive.plans import make_plan
from ragatta.extensions.extractive.searching import plan_search, review_evidence
from ragatta.extensions.extractive.sub_answers import write_answers
from ragatta.extensions.extractive.sub_questions import decompose
from ragatta.extensions.extractive.whole_documents import analyse_routing, annotate, select_documents, summarize
from ragatta.pipeline.llm.seam import Completion, ModelError, ModelIdentity, ModelUnavailable, Request
from ragatta.pipeline.plugins.identity import code_digest
from ragatta.pipeline.tasks.agentic import ComposeAnswer, DecomposeQuery, PlanSearch, ReviewEvidence, RouteBuckets
from ragatta.pipeline.tasks.annotations import Annotate
from ragatta.pipeline.tasks.answers import MakePlan, WriteAnswer
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.tasks.binding import BindValue
from ragatta.pipeline.tasks.documents import AnalyseRouting, SelectDocuments, Summarize
from ragatta.pipeline.tasks.sub_questions import Decompose, WriteAnswers
from ragatta.pipeline.text.number_words import in_figures

_RULES: dict[type[Task], Callable[[Any], Reply]] = {
    Summarize: summarize,
    Annotate: annotate,
    AnalyseRouting: analyse_routing,
    SelectDocuments: select_documents,
    MakePlan: make_plan,
    BindValue: bind_value,
    WriteAnswer: write_answer,
    Decompose: decompose,
    WriteAnswers: write_answers,
    RouteBuckets: route_buckets,
    DecomposeQuery: decompose_query,
    PlanSearch: plan_search,
    ReviewEvidence: review_evidence,
    ComposeAnswer: compose_answer,
}


class Rules:
    """Answers from the task's inputs without reading the messages; uses no tokens."""

    cacheable = False

    def identity(self, model: str | None = None) -> ModelIdentity:  # noqa: ARG002 - there is one set of rules
        return ModelIdentity("extractive", "extractive", code_digest(__name__))

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return 1_000_000

    def check_tools(self, model: str | None = None) -> None:  # noqa: ARG002
        raise ModelUnavailable("llm=extractive calls no tools; choose llm=ollama or llm=openai")

    def complete(self, request: Request) -> Completion:
        """The rule's reply as JSON. Raises ModelError for a task that has no rule."""
        rule = _RULES.get(type(request.task))
        if rule is None:
            known = ", ".join(sorted(task.name for task in _RULES))
            raise ModelError(
                f"llm=extractive has no rule for {type(request.task).__name__} (it has: {known}); "
                "choose a model with llm=ollama, openai or smollm2"
            )
        start = time.perf_counter()
        text = rule(_asked_in_figures(request.task)).model_dump_json()
        return Completion(text, 0, 0, time.perf_counter() - start)


def _asked_in_figures(task: Task) -> Task:
    """The task with the numbers of its question in figures."""
    question = getattr(task, "question", "")
    figures = in_figures(question)
    return task if figures == question else replace(task, question=figures)  # type: ignore[call-arg]
