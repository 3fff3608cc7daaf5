"""One question with the trace of every stage; without a question it asks for some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console
from rich.markup import escape

from ragatta.conf.schema import Config
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.journal import record_of
from ragatta.experiments.paths import EXPORTS
from ragatta.experiments.progress.bars import Bars, alive
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.keys import said
from ragatta.experiments.running.system import System
from ragatta.pipeline.agents.searching.retriever import execute
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.documents.format import format_of, pages_of
from ragatta.pipeline.machine.files import read_small, write_whole
from ragatta.pipeline.machine.input_limits import plain_yaml
from ragatta.pipeline.types import (
    Answer,
    AskedQuestion,
    Calculation,
    Citation,
    Exchange,
    ExecutionResult,
    RetrievalPlan,
    RetrievalStep,
    StageRecord,
)

SNIPPET = 300  # characters of a chunk shown


@command(__doc__, 'ask "List all rating plan rules"', "ask --variation hybrid_search --stop retrieval")
@option("--stop", default="", metavar="STAGE", help="retrieval: stop after it and write no answer")
@option("--plan", default="", metavar="FILE", help="a YAML file with a retrieval plan, in place of router and planner")
@chooses(question=True)
def ask(chosen: Chosen, question: str, stop: str, plan: str) -> int:
    if stop not in ("", "retrieval"):
        raise Fault(f"--stop {stop}: there is retrieval alone to stop after")
    config = one_point(chosen.overrides("optional"), "ask").config
    if why := config.handing():
        raise Fault(why)
    out = Console(highlight=False)
    written_plan = _plan(Path(plan)) if plan else None
    system = opened(config)
    if written_plan or stop:
        if not written_plan and not question:
            raise Fault('--stop retrieval needs a question: ragatta ask "..." --stop retrieval')
        _show_retrieval(out, *_retrieved(question, written_plan, system))
        return 0
    if question:
        _show(out, _answered(system, AskedQuestion(question)), system)
        return 0
    return _converse(out, system)


def opened(config: Config) -> System:
    """The system that answers, its collection built where it is not there. Raises the errors of the rooms."""
    progress = Bars()
    with progress.shown():
        resources = Resources.of(open_dataset(config.dataset, progress, with_questions=False), progress)
        system = System(config.pipeline(), resources, without_documents=True)
        resources.models.identities(system.settings)  # a model that is not there is said before anything is built
        system.prepare()
    return system


def _converse(out: Console, system: System) -> int:
    """Reads questions until an empty line or the end of input; each is asked with those before it and their answers. A
    reply to a clarification goes to the architecture, or is added to the question if the architecture takes none, until
    there is an answer."""
    takes_replies = system.settings.architecture.TAKES_REPLIES
    asked = AskedQuestion("")
    while True:
        try:
            typed = input("your answer> " if asked.question else "question> ").strip()
        except EOFError:
            print()
            return 0
        if not typed:
            return 0
        if asked.question and takes_replies:
            asked = replace(asked, replies=(*asked.replies, typed))
        else:
            asked = replace(asked, question=f"{asked.question} {typed}".strip())
        answer = _answered(system, asked)
        _show(out, answer, system)
        if answer.status != "clarify":
            turn = Exchange(asked.question, said(record_of(answer)))
            asked = AskedQuestion("", turns=(*asked.turns, turn))


def _answered(system: System, asked: AskedQuestion) -> Answer:
    with alive(system.resources.models.meter.waits.line):
        return system.answer(asked)[0]


def _retrieved(question: str, plan: RetrievalPlan | None, system: System) -> tuple[ExecutionResult, list[StageRecord]]:
    tools, trace = system.toolbox(system.asker())
    architecture = system.settings.architecture
    if plan is None:
        try:
            return architecture.retrieve(AskedQuestion(question), tools), trace.records
        except NotImplementedError:
            message = f"--stop retrieval: the architecture {architecture.name} has no retrieve() to stop after"
            raise Fault(message) from None
    with tools.stage("retriever") as stage:
        return execute(plan, tools, stage), trace.records


def _plan(path: Path) -> RetrievalPlan:
    """A plan written by hand: question, and steps with a query and perhaps target_documents. Raises Fault."""
    try:
        text = read_small(path)
        plain_yaml(text)
        raw = yaml.safe_load(text)
        steps = tuple(
            RetrievalStep(
                number,
                str(step.get("description", "")),
                _names(step.get("target_documents")),
                str(step["query"]),
                str(step.get("expected_output", "")),
            )
            for number, step in enumerate(raw["steps"], 1)
        )
        return RetrievalPlan(str(raw.get("question", "")), str(raw.get("strategy", "")), steps, len(steps) > 1)
    except FileNotFoundError as fault:
        raise Fault(f"--plan {path}: no such file") from fault
    except (ValueError, yaml.YAMLError, KeyError, TypeError, AttributeError) as fault:
        raise Fault(
            f"--plan {path}: needs `steps:`, a list of items with `query` and optionally `target_documents` ({fault})"
        ) from fault


def _names(names: Any) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(str(name) for name in names or ())


def _show_retrieval(out: Console, retrieved: ExecutionResult, records: list[StageRecord]) -> None:
    for record in records:
        _show_stage(out, record)
    for result in retrieved.step_results:
        out.print(f"\n[bold]step {result.step.step_number}[/bold] {escape(result.step.query)}")
        for hit in result.hits:
            pages = pages_of(hit.chunk.source_file, hit.chunk.first_page, hit.chunk.last_page)
            out.print(
                f"  [cyan]{escape(hit.chunk.source_file)}, {pages}[/cyan]  {hit.found_by}  cosine {hit.similarity:.3f}"
            )
            out.print(f"    {escape(' '.join(hit.chunk.text.split())[:SNIPPET])}", style="dim")


def confidence(answer: Answer) -> str:
    """As it stands behind the status; a black box tells none."""
    return "" if any(record.name == ALIGNMENT for record in answer.steps) else f", confidence {answer.confidence}"


def _show(out: Console, answer: Answer, system: System) -> None:
    for record in answer.steps:
        _show_stage(out, record)
    out.print(f"\n[bold]{answer.status}[/bold]{confidence(answer)}")
    if answer.status == "answered" and is_export(answer):
        out.print(f"{_exported(answer.text)}: {counted(len(answer.text.splitlines()) - 1, 'document')} as CSV")
    else:
        out.print(escape(answer.text))
    for citation in answer.citations:
        found = f"  cosine {citation.score:.3f}" if citation.score else ""  # a system outside tells none
        out.print(f"  [cyan]{escape(_place(citation, system))}[/cyan]{found}")
    if answer.calculation:
        _show_calculation(out, answer.calculation, system)
    for label, text in (("missing", answer.limitations), ("please say", answer.clarification)):
        if text:
            out.print(f"{label}: {escape(text)}")


def _place(cited: Citation, system: System) -> str:
    """Of what is cited: file and pages, in a spreadsheet the sheet and its cells too."""
    place = f"{cited.source_file}, {pages_of(cited.source_file, cited.first_page, cited.last_page)}"
    if not (of := format_of(cited.source_file)):
        return place
    pages = system.resources.documents.corpus(system.settings.parser).pages.get(cited.source_file, ())
    named = filter(None, (of.place(page.text) for page in pages[cited.first_page - 1 : cited.last_page]))
    return place + "".join(f", {one}" for one in named)


def _show_calculation(out: Console, calculation: Calculation, system: System) -> None:
    """A calculation, with the place of each operand."""
    rounded = f", rounded to {calculation.rounded}" if calculation.rounded else "; no rounding rule was found"
    out.print(f"calculation: {escape(calculation.expression)} = {escape(calculation.exact + rounded)}")
    for operand in calculation.operands:
        place = escape(_place(operand.citation, system))
        out.print(f"  {escape(operand.name)}: {escape(operand.value)}  [cyan]{place}[/cyan]")


def is_export(answer: Answer) -> bool:
    """Whether the text is a CSV that the user asked for."""
    return any(record.details.get("export") == "csv" for record in answer.steps)


def _exported(text: str) -> Path:
    """The file for the CSV, named by its contents."""
    path = EXPORTS / f"{sha256(text.encode()).hexdigest()[:12]}.csv"
    write_whole(path, text)
    return path


def _show_stage(out: Console, record: StageRecord) -> None:
    replayed = (
        f", {record.replayed_calls} replayed ({record.replayed_seconds:.2f} s when made)"
        if record.replayed_calls
        else ""
    )
    replaced = f", {record.fallbacks} unusable and replaced by the fallback" if record.fallbacks else ""
    calls = counted(record.live_calls, "call")
    out.print(f"\n[bold]{record.name}[/bold]  {record.seconds:.3f} s, {calls}{replayed}{replaced}")
    for line in decided(record):
        out.print(f"  {escape(line)}", style="dim")
    for note in record.notes:
        out.print(f"  note: {escape(note)}", style="yellow")


def decided(record: StageRecord) -> list[str]:
    """What the stage decided, in lines."""
    return [line for key, value in record.details.items() for line in _lines(key, value)]


def _lines(key: str, value: Any) -> list[str]:
    if key == "hits":
        return [f"step {number}: {counted(len(hits), 'chunk')}" for number, hits in enumerate(value, 1)]
    if isinstance(value, list):
        return [f"{key}:", *(f"  {_line(item)}" for item in value)] if value else []
    return [f"{key}: {value}"]


def _line(item: Any) -> str:
    return "; ".join(f"{key}: {value}" for key, value in item.items()) if isinstance(item, Mapping) else str(item)
