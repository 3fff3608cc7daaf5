"""Router → Planner → Retriever → Orchestrator: choose documents, plan searches, search, answer.

Source: seeds 000 and 001.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.agents.binding import Binding, bind, binds, most_calls
from pipeline.agents.calculation import answer_bound, known, source_mark
from pipeline.agents.orchestrator import write_answer
from pipeline.agents.planner import make_plan
from pipeline.agents.retriever import execute, find
from pipeline.agents.router import route
from pipeline.settings import Architecture
from pipeline.toolbox import Toolbox
from pipeline.trace import Stage
from pipeline.types import Answer, AskedQuestion, ExecutionResult, RetrievalPlan, RetrievalResult, RetrievalStep

USES = ("summarizer", "router", "planner", "orchestrator")


def calls(settings: Architecture, documents: int) -> int:
    """Model calls at most for a question over so many documents, without repairs: the router thinks and then chooses,
    if there is anything to choose; the planner plans; the orchestrator answers, or the values of a plan that binds are
    read, which code answers from."""
    routed = settings.router.kind == "llm" and documents > settings.router.top_k_docs
    return 2 * routed + 1 + max(1, most_calls(settings.planner.max_steps))


def retrieve(asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
    """Everything before the answer is written: the plan and the hits of its steps, none of them outside the question's
    scope. Raises ModelError."""
    documents, plan = _planned(asked, tools)
    with tools.stage("retriever") as stage:
        if binds(plan):
            return _bound(plan, documents, tools, stage).found
        return execute(plan, tools, stage, documents)


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer with the context it was written from; a question whose scope holds no document gets no_information.
    Raises ModelError."""
    documents, plan = _planned(asked, tools)
    if binds(plan):
        return _calculated(plan, documents, tools)
    with tools.stage("retriever") as stage:
        found = execute(plan, tools, stage, documents)
    with tools.stage("orchestrator") as stage:
        return write_answer(asked.question, found, tools, stage)


def _planned(asked: AskedQuestion, tools: Toolbox) -> tuple[tuple[str, ...], RetrievalPlan]:
    with tools.stage("router") as stage:
        documents = route(asked, tools, stage)
    with tools.stage("planner") as stage:
        return documents, make_plan(asked.question, documents, tools, stage)


def _bound(plan: RetrievalPlan, documents: Sequence[str], tools: Toolbox, stage: Stage) -> Binding:
    def found(step: RetrievalStep, prose: bool) -> RetrievalResult:
        return find(step, documents, tools, stage, prose)

    planner = tools.settings.planner
    return bind(plan, found, tools, stage, planner, planner.max_steps)


def _calculated(plan: RetrievalPlan, documents: Sequence[str], tools: Toolbox) -> Answer:
    """The answer of a plan that binds: the values, and then what code makes of them."""
    with tools.stage("retriever") as stage:
        binding = _bound(plan, documents, tools, stage)
    with tools.stage("orchestrator") as stage:
        if not plan.calculation:
            return write_answer(plan.question, binding.found, tools, stage, lambda _: known(binding))
        return answer_bound(binding, lambda step: find(step, documents, tools, stage, True), source_mark, tools, stage)
