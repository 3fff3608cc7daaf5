"""MakePlan: one broad step for an enumeration, a step per quantity for a calculation, else the question."""

from __future__ import annotations

from pipeline.llm.extractive.products import named_quantities
from pipeline.tasks import MakePlan, Plan, PlannedStep
from pipeline.words import STOP


def make_plan(task: MakePlan) -> Plan:
    """A plan over the given documents with at most `max_steps` steps. Source: seed 000, Planner Agent."""
    if task.is_enumeration:
        return _enumeration(task)
    quantities = named_quantities(task.question)
    return _calculation(task, quantities) if quantities else _single(task)


def _enumeration(task: MakePlan) -> Plan:
    topic = _content(task.question)
    step = PlannedStep(
        description=f"Retrieve the complete list of {topic}",
        target_documents=list(task.documents),
        query=f"table of contents {topic} complete list",
        expected_output="Every item, once",
    )
    return Plan(strategy="One broad step: tables of contents, indexes and complete lists", steps=[step])


def _calculation(task: MakePlan, quantities: tuple[str, str]) -> Plan:
    queries = [*quantities, task.question]  # the question itself finds the rule that stands between the two
    purposes = [
        *(f"Find the value: {name}" for name in quantities),
        "Find the conditions that decide between values",
    ]
    steps = [
        PlannedStep(
            description=purpose,
            target_documents=list(task.documents),
            query=query,
            expected_output=purpose[5:],
        )
        for purpose, query in zip(purposes, queries, strict=True)
    ][: task.max_steps]
    return Plan(
        strategy="A step per named quantity, then the calculation",
        steps=steps,
        requires_combination=len(steps) > 1,
    )


def _single(task: MakePlan) -> Plan:
    step = PlannedStep(
        description="Find the passages that answer the question",
        target_documents=list(task.documents),
        query=task.question,
        expected_output="A statement or figure that answers the question",
    )
    return Plan(strategy="One step with the question's own words", steps=[step])


def _content(question: str) -> str:
    """The question without its stop words; the question itself where nothing is left."""
    words = [word for word in question.rstrip("?.! ").split() if word.lower().strip(",;:") not in STOP]
    return " ".join(words) or question
