"""Router → Planner → Retriever → Orchestrator: choose documents, plan searches, search, answer.

Source: seeds 000 and 001.
"""

from __future__ import annotations

from pipeline.agents.orchestrator import write_answer
from pipeline.agents.planner import make_plan
from pipeline.agents.retriever import execute
from pipeline.agents.router import route
from pipeline.settings import Architecture
from pipeline.toolbox import Toolbox
from pipeline.types import Answer, AskedQuestion, ExecutionResult

USES = ("summarizer", "router", "planner", "orchestrator")


def calls(settings: Architecture, documents: int) -> int:
    """Model calls at most for a question over so many documents, without repairs: the router thinks and then chooses,
    if there is anything to choose; the planner plans, the orchestrator answers."""
    routed = settings.router.kind == "llm" and documents > settings.router.top_k_docs
    return 2 * routed + 2


def retrieve(asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
    """Everything before the answer is written: the plan and the hits of its steps, none of them outside the question's
    scope. Raises ModelError."""
    with tools.stage("router") as stage:
        documents = route(asked, tools, stage)
    with tools.stage("planner") as stage:
        plan = make_plan(asked.question, documents, tools, stage)
    with tools.stage("retriever") as stage:
        return execute(plan, tools, stage, documents)


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer with the context it was written from; a question whose scope holds no document gets no_information.
    Raises ModelError."""
    found = retrieve(asked, tools)
    with tools.stage("orchestrator") as stage:
        return write_answer(asked.question, found, tools, stage)
