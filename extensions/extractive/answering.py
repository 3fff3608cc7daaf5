"""A backend without a model: one deterministic rule per task, over the typed inputs. It is the floor for real models
(extensions/extractive/README.md). See docs/models.md."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from ragatta.pipeline.llm.seam import Completion, ModelError, ModelIdentity, ModelUnavailable, Request
from ragatta.pipeline.plugins.identity import code_digest
from ragatta.pipeline.plugins.registry import Kind
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.text.number_words import in_figures

RULES = Kind("rules")  # a file each, with a function that is named as the task


def rules() -> tuple[str, ...]:
    """The modules of all rules, which are found by the names of tasks."""
    return tuple(map(RULES.module, RULES.names()))


class Rules:
    """Answers from the task's inputs without reading the messages; uses no tokens."""

    cacheable = False

    def identity(self, model: str | None = None) -> ModelIdentity:  # noqa: ARG002 - there is one set of rules
        return ModelIdentity("extractive", "extractive", code_digest(__name__, *rules()))

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return 1_000_000

    def check_tools(self, model: str | None = None) -> None:  # noqa: ARG002
        raise ModelUnavailable("llm=extractive calls no tools; choose llm=ollama or llm=openai")

    def complete(self, request: Request) -> Completion:
        """The rule's reply as JSON. Raises ModelError for a task that has no rule."""
        name = request.task.name
        if not RULES.knows(name):
            raise ModelError(
                f"llm=extractive has no rule for {type(request.task).__name__} (it has: {', '.join(RULES.names())}); "
                "choose a model with llm=ollama, openai or smollm2"
            )
        rule: Callable[[Task], Reply] = getattr(RULES.imported(name), name)
        start = time.perf_counter()
        text = rule(_asked_in_figures(request.task)).model_dump_json()
        return Completion(text, 0, 0, time.perf_counter() - start)


def _asked_in_figures(task: Task) -> Task:
    """The task with the numbers of its question in figures."""
    question = getattr(task, "question", "")
    figures = in_figures(question)
    return task if figures == question else replace(task, question=figures)  # type: ignore[call-arg]
