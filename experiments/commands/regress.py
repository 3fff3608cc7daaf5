"""The regression gate: runs what expected.yaml holds and says whether anything is worse than recorded.

Exit codes: 0 ok, 1 regression, 2 fault (nothing could be compared), 3 inconclusive. Source: docs/regression-gate.md.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from math import inf
from pathlib import Path

import click

from ragatta.eval.gate.decision import Judgement, Outcome, worst
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SETTINGS, option
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, explained
from ragatta.experiments.gate.difference import difference
from ragatta.experiments.gate.document_digests import documents_of
from ragatta.experiments.gate.expected import DEFAULTS, Gate, Recorded, new_gate, read_gates
from ragatta.experiments.gate.headline import first_lines
from ragatta.experiments.gate.junit import junit
from ragatta.experiments.gate.markdown import markdown
from ragatta.experiments.gate.measured import recorded_of
from ragatta.experiments.gate.pinned import broken
from ragatta.experiments.gate.result import LATENCY, GateResult, mean_words, stages
from ragatta.experiments.gate.rewrite import rewrite
from ragatta.experiments.gate.run import check, measure, opened, points_of
from ragatta.experiments.paths import EXPECTED, HOME, OUTPUTS
from ragatta.experiments.progress import waiting
from ragatta.experiments.results.notes import against_rules
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.lines import append
from ragatta.pipeline.plugins.registry import suggestion

REPORTS = OUTPUTS / "regress"
CODES = {
    Outcome.OK: 0,
    Outcome.REGRESSION: 1,
    Outcome.FAULT: 2,
    Outcome.OTHER_VERDICTS: 2,  # nothing was compared
    Outcome.OTHER_DOCUMENTS: 2,
    Outcome.INCONCLUSIVE: 3,
}
UNCOMPARED = (Outcome.FAULT, Outcome.OTHER_VERDICTS, Outcome.OTHER_DOCUMENTS)
WRITTEN = ("junit.xml", "summary.md", "outcome.json")
SHOWN = 10  # dropped questions of a variation that the terminal lists
MENDABLE = (Fault, ModelError, ValueError, OSError)


@dataclass(frozen=True)
class Asked:
    """What of the gates in the file `expected`: one, or all; with settings of its own."""

    expected: Path
    gate: str
    settings: tuple[str, ...]
    max_latency_s: float | None


@command(__doc__, "regress", "regress --update --gate filings")
@option("--update", is_flag=True, help="record what is measured now, and show the difference")
@option("--gate", default="", metavar="NAME", help="one gate of the file; all by default")
@option("--max-latency-s", type=float, metavar="SECONDS", help="the limit for the median seconds of live answers")
@click.option("--expected", default="", metavar="FILE", help="the file of the gates (default: expected.yaml)")
@click.option("--command", "new", default="", metavar="WORDS", help="with --update --gate: the command of a new gate")
@option("--all", "whole", is_flag=True, help="every mean that moved and the first questions that dropped")
@SETTINGS
def regress(
    update: bool,
    gate: str,
    max_latency_s: float | None,
    expected: str,
    new: str,
    whole: bool,
    settings: tuple[str, ...],
) -> int:
    asked = Asked(Path(expected).resolve() if expected else EXPECTED, gate, settings, max_latency_s)
    try:
        if max_latency_s is not None and not 0 < max_latency_s < inf:
            raise Fault(f"--max-latency-s {max_latency_s:g} must be a number of seconds above 0")
        HOME.mkdir(parents=True, exist_ok=True)
        with chdir(HOME):  # a gate's command names its files from there
            return _update(asked, new) if update else _report(_results(asked), whole)
    except MENDABLE as fault:
        for problem in _problems(fault):
            print(f"error: {problem}", file=sys.stderr)
    except Exception:  # noqa: BLE001 - Python would end with 1, and a crash must not look like a regression
        traceback.print_exc()
    return CODES[Outcome.FAULT]


def _results(asked: Asked) -> list[GateResult]:
    for name in WRITTEN:  # whatever ends this process early, no older verdict may be taken for its own
        (REPORTS / name).unlink(missing_ok=True)
    try:
        gates = _chosen(asked, read_gates(asked.expected))
    except Fault as fault:
        return [_faulted(asked.gate or asked.expected.name, fault)]
    return [*_scorers(), *(_checked(gate, asked) for gate in gates)]


def _scorers() -> list[GateResult]:
    """The result of the pinned cases, if any differs."""
    found = broken()
    return [GateResult("scorers", DEFAULTS, broken=found)] if found else []


def _chosen(asked: Asked, gates: dict[str, Gate]) -> list[Gate]:
    if not gates:
        raise Fault(f"{asked.expected}: no baseline yet; record what this commit scores with ragatta regress --update")
    if asked.gate and asked.gate not in gates:
        raise Fault(f"{asked.expected}: no gate {asked.gate!r}; {suggestion(asked.gate, list(gates))}")
    return [gates[asked.gate]] if asked.gate else list(gates.values())


def _checked(gate: Gate, asked: Asked) -> GateResult:
    print(f"gate {gate.title}: {gate.command}", flush=True)
    waiting.show("composing")
    try:
        return check(gate, asked.expected, asked.settings, asked.max_latency_s)
    except MENDABLE as fault:
        return _faulted(gate.name, fault, gate.title)
    except Exception as crash:  # noqa: BLE001 - the other gates are still worth running
        traceback.print_exc()
        return _faulted(
            gate.name, Fault(f"crashed: {type(crash).__name__}: {crash}; its traceback is on stderr"), gate.title
        )
    finally:
        waiting.hide()


def _faulted(name: str, fault: Exception, title: str = "") -> GateResult:
    return GateResult(name, DEFAULTS, problems=tuple(_problems(fault)), bundled=title)


def _problems(fault: Exception) -> list[str]:
    return fault.problems if isinstance(fault, Fault) else explained(fault).splitlines()


def _report(results: Sequence[GateResult], whole: bool) -> int:
    """Prints the outcome, writes junit.xml, summary.md and outcome.json, and returns the exit code. `whole`: with every
    mean and question, before the lines that say why."""
    outcome = worst([result.outcome for result in results])
    summary = markdown(results)
    write_whole(REPORTS / "junit.xml", junit(results))
    write_whole(REPORTS / "summary.md", summary)
    gates = {result.name: result.outcome for result in results}
    write_whole(
        REPORTS / "outcome.json",
        json.dumps({"outcome": outcome, "exit_code": CODES[outcome], "gates": gates}, indent=2) + "\n",
    )
    if page := os.environ.get("GITHUB_STEP_SUMMARY"):
        append(Path(page), summary.encode())
    for result in results:
        for problem in result.problems:
            print(f"error: {result.name}: {problem}", file=sys.stderr)
        for line in _lines(result) if whole else _notes(result):
            print(line)
    for line in _first(results):
        print(line)
    where = REPORTS.relative_to(HOME)
    print(f"regression gate: {outcome} (exit code {CODES[outcome]}); {where}/summary.md, junit.xml, outcome.json")
    return CODES[outcome]


def _first(results: Sequence[GateResult]) -> Iterator[str]:
    for group in first_lines(results):
        yield group.heading
        if group.outcome not in UNCOMPARED:  # their reasons are on stderr
            yield from (f"  {line}" for line in group.lines)
            yield from ([f"  and {group.more} more"] if group.more else [])


def _notes(result: GateResult) -> Iterator[str]:
    """What is to be known of a judged gate's figures, latencies, and whether they are to be kept."""
    judgement = result.judgement
    yield from result.notes
    yield from (cost.words for cost in result.costs if cost.name == LATENCY and cost.outcome is Outcome.OK)
    if judgement and any(m.better for m in judgement.means) and judgement.outcome is Outcome.OK:
        yield f"{result.title}: better than recorded: ragatta regress --update keeps it"


def _lines(result: GateResult) -> Iterator[str]:
    """Prints a judged gate: means that moved, questions that dropped, and the stages that lost them."""
    yield from result.broken
    judgement = result.judgement
    if judgement is None:
        return
    moved = [mean for mean in judgement.means if mean.better or mean.outcome is not Outcome.OK]
    moved.sort(key=lambda mean: list(Outcome).index(mean.outcome), reverse=True)
    yield from (mean_words(mean, result.limits) for mean in moved)
    yield from (cost.words for cost in result.costs if cost.outcome is not Outcome.OK)
    for variation in dict.fromkeys(change.variation for change in judgement.questions):
        yield from _changed(result, judgement, variation)
    yield from _notes(result)


def _changed(result: GateResult, judgement: Judgement, variation: str) -> Iterator[str]:
    """The questions that dropped, one by one if they are part of the regression, else their number."""
    dropped = [change for change in judgement.dropped if change.variation == variation]
    if judgement.outcome_of(variation) is Outcome.OK:
        yield result.held_words(variation)
        return
    dropped.sort(key=lambda change: (not change.too_far, not change.critical, not judgement.fails(change)))
    yield f"{variation}: {counted(len(dropped), 'question')} dropped, now lost at: {stages(dropped)}"
    yield from (f"  {result.question_words(change)}" for change in dropped[:SHOWN])
    if len(dropped) > SHOWN:
        yield f"  and {len(dropped) - SHOWN} more, in summary.md"


def _update(asked: Asked, command_of_new: str) -> int:
    """Records all chosen gates and shows the differences. Raises Fault; a gate with a fault stays unchanged."""
    if asked.settings:
        raise Fault("--update records what the gate's command makes; leave out settings, or edit `command` in the file")
    path, gates = asked.expected, read_gates(asked.expected)
    if asked.gate not in gates and (asked.gate or not gates):
        new = _new(asked.gate, command_of_new, path)
        gates = {**gates, new.name: new}
    elif command_of_new:
        raise Fault(f"{path} holds the gate's command already; edit it there")
    for gate in _chosen(asked, gates):
        print(f"gate {gate.title}: {gate.command}", flush=True)
        recorded = _measured(gate)
        for line in difference(gate.recorded, recorded):
            print(line)
        rewrite(path, gate, recorded)
        print(f"{path}: {gate.title} recorded")
        if words := read_gates(path)[gate.name].says_little:
            print(words)
    return 0


def _measured(gate: Gate) -> Recorded:
    points = points_of(gate)
    dataset = opened(gate, points)
    sweep = measure(points, dataset)
    for note in against_rules(sweep.runs):
        print(note)
    return recorded_of(sweep, dataset.people, documents_of(dataset, points[0].config.dataset))


def _new(name: str, words: str, path: Path) -> Gate:
    """A new gate, which is written only after it has been measured."""
    if not words:
        raise Fault(
            f"{path}: no gate {name or 'yet'}; ragatta init writes one, or say what it runs: --gate NAME --command "
            "'ragatta sweep ...'"
        )
    return new_gate(path, name, words)
