"""MakePlan: one broad step for an enumeration, one step per quantity for a calculation, else the question itself."""

from __future__ import annotations

import re

from ragatta.extensions.extractive.calculations.expressions import Calculation
from ragatta.extensions.extractive.calculations.named_measures import QUANTITY
from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.extensions.extractive.tables.key_values import asks_between_rows
from ragatta.pipeline.tasks.answers import MakePlan, Plan, PlannedStep
from ragatta.pipeline.text.measures import amounts
from ragatta.pipeline.text.words import STOP

_ASKS_FOR_ONE = re.compile(r"(?:what|which|how (?:much|high|large)|give|state|find)\b", re.IGNORECASE)
THE_VALUE = "value"  # what the one step of a plan that looks up binds


def make_plan(task: MakePlan) -> Plan:
    """A plan over the given documents with at most `max_steps` steps."""
    if task.is_enumeration:
        return _enumeration(task)
    calculation = read_calculation(task.question)
    if calculation and len(calculation.operands) <= task.max_steps:
        return _calculation(task, calculation)
    by_rule = _states_a_measure(task.question) or asks_between_rows(task.question)
    return _by_measure(task) if by_rule else _single(task)


def _enumeration(task: MakePlan) -> Plan:
    topic = _content(task.question)
    step = PlannedStep(
        description=f"Retrieve the complete list of {topic}",
        target_documents=list(task.documents),
        query=f"table of contents {topic} complete list",
        expected_output="Every item, once",
    )
    return Plan(strategy="One broad step: tables of contents, indexes and complete lists", steps=[step])


def _calculation(task: MakePlan, asked: Calculation) -> Plan:
    """One step that binds each quantity, then the question itself, which finds the rules that relate them."""
    operands = [
        PlannedStep(
            description=f"Find the value: {operand}",
            target_documents=list(task.documents),
            query=asked.query(operand),
            expected_output=operand,
            binds=name,
        )
        for operand, name in zip(asked.operands, asked.names, strict=True)
    ]
    if asked.cells:  # no rule decides between the cells of one line
        return Plan(
            strategy="A step per operand, then the calculation",
            steps=operands,
            requires_combination=True,
            calculation=asked.expression,
            result=asked.result,
        )
    rules = PlannedStep(
        description="Find the conditions that decide between values",
        target_documents=list(task.documents),
        query=task.question,
        expected_output="the conditions that decide between values",
    )
    return Plan(
        strategy="A step per named quantity, then the calculation",
        steps=[*operands, rules][: task.max_steps],
        requires_combination=True,
        calculation=asked.expression,
        result=asked.result,
    )


def _states_a_measure(question: str) -> bool:
    """Whether a quantity depends on an amount, as in rules with a threshold: "3 miles"."""
    measured = any(one.unit and one.unit not in ("$", "%") for one in amounts(question))
    return measured and bool(QUANTITY.search(question)) and bool(_ASKS_FOR_ONE.match(question))


def _by_measure(task: MakePlan) -> Plan:
    """The question's own words in one step, whose value may depend on a rule for the measure."""
    step = PlannedStep(
        description="Find the value that answers the question",
        target_documents=list(task.documents),
        query=task.question,
        expected_output=task.question,
        binds=THE_VALUE,
    )
    strategy = "One step with the question's own words, and one more for what a rule decides"
    return Plan(strategy=strategy, steps=[step], calculation=THE_VALUE)


def _single(task: MakePlan) -> Plan:
    step = PlannedStep(
        description="Find the passages that answer the question",
        target_documents=list(task.documents),
        query=task.question,
        expected_output="A statement or figure that answers the question",
    )
    return Plan(strategy="One step with the question's own words", steps=[step])


def _content(question: str) -> str:
    """The question without its stop words; unchanged if nothing is left."""
    words = [word for word in question.rstrip("?.! ").split() if word.lower().strip(",;:") not in STOP]
    return " ".join(words) or question
