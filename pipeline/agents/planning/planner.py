"""Plans the searches that a question needs: one broad step for an enumeration, one step per fact for a calculation.

Narrow sub-queries lose items of a list, so an enumeration gets a single broad step, whatever the model planned, unless
architecture.planner.enumeration is off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.agents.agent import Agent
from ragatta.pipeline.agents.planning.step_names import named
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.llm.templates import Template
from ragatta.pipeline.plugins.technique import tried
from ragatta.pipeline.retrieval.named_documents import match_documents
from ragatta.pipeline.tasks.answers import MakePlan, Plan, PlannedStep
from ragatta.pipeline.text.enumeration import is_enumeration
from ragatta.pipeline.types import Options, RetrievalPlan, RetrievalStep

SYSTEM = Template(
    "planner.system",
    "You plan searches in documents. You do not answer the question yourself.",
)

USER = Template(
    "planner.user",
    """Plan the searches that find what is needed to answer the question "{question}".
These documents may be searched:
{documents}
{guidance}
Give a strategy and at most {max_steps} steps. Each step has a description, target_documents (exact names from
above; leave it empty for all), a query, and the expected output. Set requires_combination to true when the answer
joins several steps.""",
)

LIST = Plan(
    strategy="find the complete list",
    steps=[
        PlannedStep(
            description="find the list of all warranty terms",
            query="table of contents complete list of warranty terms",
            expected_output="every warranty term",
        )
    ],
)
NARROW = ("warranty terms for engines", "warranty terms for tyres")
FARE = Plan(
    strategy="look up the fare and the grade, then the factor",
    steps=[
        PlannedStep(
            description="look up the fare", query="fare to the island", expected_output="an amount", binds="fare"
        ),
        PlannedStep(
            description="find the grade of the bag",
            query="luggage grade of a bag of 42 kg",
            expected_output="a grade",
            binds="grade",
        ),
        PlannedStep(
            description="look up the factor of the grade",
            query="luggage factor for grade {grade}",
            expected_output="a factor",
            binds="factor",
        ),
    ],
    requires_combination=True,
    calculation="fare * factor",
    result="price",
)

ENUMERATION = f"""
The question asks for a complete list. Use ONE broad step that looks for a table of contents, an index or a
complete list; set requires_combination to false. Several narrow steps, such as "{NARROW[0]}" and
"{NARROW[1]}", miss items. A plan for another question, "Which warranty terms are there?":
{LIST.model_dump_json()}
"""

CALCULATION = f"""
One step is enough for a question about one fact. When several facts have to be found and joined, use one step each.
When a value has to be calculated, or a later search needs a value that an earlier one finds, put a short name for that
value into binds of its step. A later query may hold the name in braces. Write the arithmetic over the names (+ - * /
and brackets) into calculation, and what it gives into result; compute nothing yourself. A plan for another question,
"What does a bag of 42 kg cost to the island?":
{FARE.model_dump_json()}
"""


@dataclass(frozen=True)
class Planner(Agent):
    """As the module says."""

    options: ClassVar[Options] = Options(max_tokens=2048)
    max_steps: int = tried(5, planning=(8,))
    enumeration: bool = tried(True, planning=(False,))  # a question for a list gets one broad step

    def plan(self, question: str, documents: Sequence[str], tools: Toolbox, stage: Stage) -> RetrievalPlan:
        """A plan over the given documents: the simple plan if the model gives no usable one, and no steps if there is
        no document to search. Raises ModelError."""
        if not documents:
            stage.note("no documents to search, so nothing was planned")
            return RetrievalPlan(question, "no documents to search", (), False)
        enumerating = self.enumeration and is_enumeration(question)
        plan = tools.ask(_prompt(question, documents, enumerating, self))
        if enumerating and len(plan.steps) > 1:
            stage.note(f"{len(plan.steps)} narrow steps for an enumeration replaced by one broad step")
            plan = broad_plan(question)
        if len(plan.steps) > self.max_steps:
            stage.note(f"{len(plan.steps)} steps cut to {self.max_steps}")
        steps = tuple(
            _step(number, planned, documents, enumerating, stage)
            for number, planned in enumerate(plan.steps[: self.max_steps], 1)
        )
        combined = plan.requires_combination and not enumerating
        steps, calculation = named(steps, "" if enumerating else plan.calculation, stage)
        stage.details["strategy"] = plan.strategy
        stage.details["steps"] = [_step_record(step) for step in steps]
        if calculation:
            stage.details["calculation"] = calculation
        return RetrievalPlan(question, plan.strategy, steps, combined, calculation, plan.result if calculation else "")


def simple_plan(question: str) -> Plan:
    """The simple plan: search for the question."""
    return Plan(strategy="search for the question itself", steps=[PlannedStep(query=question)])


def broad_plan(question: str) -> Plan:
    """The single step for an enumeration."""
    query = f"table of contents, index or complete list: {question}"
    return Plan(strategy="find the complete list", steps=[PlannedStep(query=query)])


def _step(
    number: int, planned: PlannedStep, documents: Sequence[str], enumerating: bool, stage: Stage
) -> RetrievalStep:
    """The step over the documents that it names, or over all if it names none that exist."""
    matched = match_documents(planned.target_documents, documents)
    if matched.unknown:
        stage.note(f"step {number} names unknown documents: {', '.join(matched.unknown)}")
    targets = matched.documents or tuple(documents)
    return RetrievalStep(
        number,
        planned.description,
        targets,
        planned.query,
        planned.expected_output,
        "" if enumerating else planned.binds,
    )


def _step_record(step: RetrievalStep) -> dict[str, Any]:
    """The step in the form of the trace."""
    record = {"query": step.query, "documents": list(step.target_documents)}
    return record | ({"binds": step.binds} if step.binds else {})


def _prompt(question: str, documents: Sequence[str], enumerating: bool, settings: Planner) -> Prompt[Plan]:
    return Prompt(
        task=MakePlan(question, tuple(documents), enumerating, settings.max_steps),
        system=SYSTEM,
        user=USER.format(
            question=question,
            documents="\n".join(f"- {name}" for name in documents),
            guidance=ENUMERATION if enumerating else CALCULATION,
            max_steps=settings.max_steps,
        ),
        reply=Plan,
        fallback=lambda: broad_plan(question) if enumerating else simple_plan(question),
        options=settings.options,
    )
