"""Router → Planner → Retriever → Orchestrator: choose documents, plan searches, search, answer.

Source: seeds 000 and 001.
"""

from __future__ import annotations

from pipeline.agents.orchestrator import write_answer
from pipeline.agents.planner import make_plan
from pipeline.agents.retriever import execute
from pipeline.agents.router import route
from pipeline.toolbox import Toolbox
from pipeline.types import Answer, AskedQuestion, ExecutionResult


def retrieve(asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
    """Everything before the answer is written."""
    with tools.stage("router") as stage:
        documents = route(asked, tools, stage)
    with tools.stage("planner") as stage:
        plan = make_plan(asked.question, documents, tools, stage)
    with tools.stage("retriever") as stage:
        return execute(plan, tools, stage)


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    found = retrieve(asked, tools)
    with tools.stage("orchestrator") as stage:
        return write_answer(asked.question, found, tools, stage)
