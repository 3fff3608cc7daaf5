"""The stages of a pipeline in their order, the oracle that makes each perfect, and whether a run has a use for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragatta.conf.schema import Config
from ragatta.experiments.counting import counted
from ragatta.experiments.results.reading import RunResult
from ragatta.extensions.diagnosis.oracles.gold import values_of
from ragatta.extensions.diagnosis.oracles.replies import PLANS, VALUES
from ragatta.pipeline.types import Question

NO_INDEX = "not applicable: no collection is searched"
READER = "not asked: name the model that reads the evidence in the system's place, such as llm=ollama"


@dataclass(frozen=True)
class Stage:
    """`action` is what the oracle makes perfect."""

    oracle: str
    name: str
    action: str


OF_TURNS = Stage("standalone", "history", "wording questions so that they need no turn before them")
STAGES = (
    OF_TURNS,
    Stage("documents", "routing", "choosing the right documents"),
    Stage("plan", "planning", "planning the right searches"),
    Stage("passages", "retrieval", "finding the right passages"),
    Stage("context", "context", "showing the evidence and nothing else"),
    Stage("values", "reading", "reading the right values"),
)
REST = Stage("", "reader, gold or scorer", "")  # what no oracle mends


def uses(
    config: Config, run: RunResult, asked: Mapping[str, Question], reader: bool
) -> tuple[list[Stage], dict[str, str]]:
    """The stages that the questions can be asked with, and why not, or only in part, by the name of a stage. What an
    architecture asks its models is read from the run. `reader`: a model answers in an outside system's place."""
    tasks = {call["task"] for row in run.rows for stage in row.timing["stages"] for call in stage["calls"]}
    stages = [stage for stage in STAGES if stage is not OF_TURNS or any(one.turns for one in asked.values())]
    why = {stage.name: _why_not(stage, config, tasks, [*asked.values()], reader) for stage in stages}
    return [stage for stage in stages if not why[stage.name]], {name: words for name, words in why.items() if words}


def _why_not(stage: Stage, config: Config, tasks: set[str], asked: list[Question], reader: bool) -> str:
    """Why a stage is not asked with its oracle; "" where it is."""
    architecture = config.architecture
    if stage is OF_TURNS:
        return "" if any(map(_is_worded, asked)) else "the gold has no wording that stands alone"
    if stage.oracle == "documents":
        if not architecture.takes_scope():
            return "not applicable: no scope"
        return "" if any(map(_is_open, asked)) else "already given"
    if stage.oracle == "plan":
        known = any(question.sub_questions or question.filters for question in asked)
        return _door(tasks, PLANS.names(), "plan") or ("" if known else "the gold has no sub-questions and no filters")
    if stage.oracle == "values":
        return _door(tasks, VALUES.names(), "value") or ("" if any(map(values_of, asked)) else "the gold has no values")
    if stage.oracle == "context" and architecture.BLACK_BOX:
        return "" if reader else READER
    return "" if architecture.searches() else NO_INDEX


def _door(tasks: set[str], those: tuple[str, ...], what: str) -> str:
    return "" if tasks & {*those} else f"not applicable: no model is asked for a {what}"


def _is_open(question: Question) -> bool:
    """Whether the question may be asked over other documents than those of its evidence."""
    return not question.documents or not {*question.documents} <= {one.file for one in question.evidence}


def _is_worded(question: Question) -> bool:
    """Whether it is a turn whose gold has other words that stand alone."""
    return bool(question.turns) and question.standalone not in ("", question.question)


def given_in_part(stages: Sequence[Stage], asked: Mapping[str, Question]) -> list[str]:
    """What the gold record gives to some questions only, a note each."""
    has = {
        OF_TURNS.oracle: (_is_worded, "the others are asked as they are"),
        "documents": (_is_open, "the others are asked over these documents anyway"),
        "plan": (lambda one: bool(one.sub_questions or one.filters), "the others have no sub-questions or filters"),
        "values": (lambda one: bool(values_of(one)), "the others have no values"),
    }
    counts = [(stage, sum(map(has[stage.oracle][0], asked.values()))) for stage in stages if stage.oracle in has]
    return [
        f"{stage.name}: {number} of {counted(len(asked), 'question')}; {has[stage.oracle][1]}"
        for stage, number in counts
        if number < len(asked)
    ]
