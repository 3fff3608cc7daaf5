"""Decompose → search each sub-question → answer them in one call: separate answers, and a comparison if the question
asks for one. A question with one part gets one search and one answer, exactly as without the decomposer.

Source: seed 003.
"""

from __future__ import annotations

from dataclasses import replace

from ragatta.pipeline.agents.answering.orchestrator import write_answer
from ragatta.pipeline.agents.multi_query.decomposer import decompose
from ragatta.pipeline.agents.multi_query.multi_answer import answer_each
from ragatta.pipeline.agents.multi_query.parallel_retriever import plan_each, search_each
from ragatta.pipeline.agents.multi_query.scenarios import instructions
from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.settings.architecture import Architecture
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult

USES = ("decomposer", "multi_query", "orchestrator")
UNSUPPORTED = ("filter", "clarify", "unsafe")
SEARCHES = True
TAKES_REPLIES = False
# Of settings.retrieval: every search is hybrid, and multi_query says how many hits it fetches and keeps.
UNREAD = ("search", "top_k", "rerank_candidates")


def calls(settings: Architecture, documents: int) -> int:  # noqa: ARG001 - no call depends on their number
    """The most model calls per question, without repairs: one of the decomposer, and one for the answer."""
    return settings.decomposer.enabled + 1


def retrieve(asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
    """A step with its hits for each sub-question, all within the question's scope. Raises ModelError."""
    with tools.stage("decomposer") as stage:
        documents = in_scope(asked, tools, stage)
        sub_questions = decompose(asked.question, tools, stage) if documents else ()
    with tools.stage("retriever") as stage:
        return search_each(plan_each(asked.question, sub_questions, documents), tools, stage)


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer with the context it was written from, and `sub_answers` if the question has several parts. If the
    scope contains no document: no_information. Raises ModelError."""
    found = retrieve(asked, tools)
    budget = min(tools.settings.multi_query.context_tokens, tools.context_tokens)
    within = replace(tools, context_tokens=budget)
    with tools.stage("orchestrator") as stage:
        if len(found.plan.steps) > 1:
            written = answer_each(found, within, stage)
        else:
            written = write_answer(asked.question, found, within, stage, instructions)
        stage.details.update(
            is_multi_query=len(found.plan.steps) > 1,
            sub_queries=[{"id": number, "question": step.query} for number, step in enumerate(found.plan.steps)],
            chunks_used=len(written.context),
        )
        return written
