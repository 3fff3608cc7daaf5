"""make regress: runs the gates of eval/expected.yaml and says whether anything is worse than recorded.

Exit codes: 0 ok, 1 regression, 2 fault (nothing could be compared), 3 inconclusive. Source: docs/regression-gate.md.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ragatta.eval.gate import Judgement, Outcome, worst
from ragatta.experiments import waiting
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, explained, run_command
from ragatta.experiments.gate.difference import difference
from ragatta.experiments.gate.expected import COMMAND, DEFAULTS, Gate, Recorded, new_gate, read_gates
from ragatta.experiments.gate.junit import junit
from ragatta.experiments.gate.markdown import markdown
from ragatta.experiments.gate.measured import recorded_of
from ragatta.experiments.gate.pinned import broken
from ragatta.experiments.gate.result import GateResult, mean_words, stages
from ragatta.experiments.gate.rewrite import rewrite
from ragatta.experiments.gate.run import check, measure, opened, points_of
from ragatta.experiments.options import Options
from ragatta.experiments.paths import HOME, IS_CLONE, OUTPUTS, ROOT
from ragatta.experiments.wording import spoken
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.plugins import suggestion
from ragatta.pipeline.storage.files import write_whole

EXPECTED = (ROOT / "eval" if IS_CLONE else HOME) / "expected.yaml"
REPORTS = OUTPUTS / "regress"
CODES = {Outcome.OK: 0, Outcome.REGRESSION: 1, Outcome.FAULT: 2, Outcome.INCONCLUSIVE: 3}
FIRST = ("filings", shlex.join([*COMMAND, "--grid", "six", "dataset=filings"]))  # of a file that has no gate yet
WRITTEN = ("junit.xml", "summary.md", "outcome.json")
SHOWN = 10  # dropped questions of a variation that the terminal lists
MENDABLE = (Fault, ModelError, ValueError, OSError)


def main(arguments: list[str]) -> int:
    try:
        options = _parser().parse_intermixed_args(arguments)
        if not IS_CLONE:
            options.expected = options.expected.resolve()
            os.chdir(HOME)  # a gate's command names its files from there
        return _update(options) if options.update else _report(_results(options))
    except MENDABLE as fault:
        for problem in _problems(fault):
            print(f"error: {spoken(problem)}", file=sys.stderr)
    except Exception:  # noqa: BLE001 - Python would end with 1, and a crash must not look like a regression
        traceback.print_exc()
    return CODES[Outcome.FAULT]


def _parser() -> argparse.ArgumentParser:
    found = Options()
    found.add_argument("--expected", type=Path, default=EXPECTED)
    found.add_argument("--gate", default="")
    found.add_argument("--update", action="store_true")
    found.add_argument("--command", default="")
    found.add_argument("--max-latency-s", type=float)
    found.add_argument("overrides", nargs="*")
    return found


def _results(options: argparse.Namespace) -> list[GateResult]:
    for name in WRITTEN:  # whatever ends this process early, no older verdict may be taken for its own
        (REPORTS / name).unlink(missing_ok=True)
    try:
        gates = _chosen(options, read_gates(options.expected))
    except Fault as fault:
        return [_faulted(options.gate or options.expected.name, fault)]
    return [*_scorers(), *(_checked(gate, options) for gate in gates)]


def _scorers() -> list[GateResult]:
    """The result of the pinned cases, if any differs."""
    found = broken()
    return [GateResult("scorers", DEFAULTS, broken=found)] if found else []


def _chosen(options: argparse.Namespace, gates: dict[str, Gate]) -> list[Gate]:
    if not gates:
        raise Fault(f"{options.expected}: no baseline yet; record what this commit scores with make regress UPDATE=1")
    if options.gate and options.gate not in gates:
        raise Fault(f"{options.expected}: no gate {options.gate!r}; {suggestion(options.gate, list(gates))}")
    return [gates[options.gate]] if options.gate else list(gates.values())


def _checked(gate: Gate, options: argparse.Namespace) -> GateResult:
    print(f"gate {gate.title}: {gate.command}", flush=True)
    waiting.show("composing")
    try:
        return check(gate, options.expected, options.overrides, options.max_latency_s)
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


def _report(results: Sequence[GateResult]) -> int:
    """Prints the outcome, writes junit.xml, summary.md and outcome.json, and returns the exit code."""
    results = [replace(result, problems=tuple(map(spoken, result.problems))) for result in results]
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
        with Path(page).open("a", encoding="utf-8") as stream:
            stream.write(summary)
    for result in results:
        for problem in result.problems:
            print(f"error: {result.name}: {problem}", file=sys.stderr)
        for line in _lines(result):
            print(spoken(line))
    where = REPORTS.relative_to(HOME)
    print(f"regression gate: {outcome} (exit code {CODES[outcome]}); {where}/summary.md, junit.xml, outcome.json")
    return CODES[outcome]


def _lines(result: GateResult) -> Iterator[str]:
    """Prints a judged gate: means that moved, questions that dropped, and the stages that lost them."""
    yield from result.broken
    judgement = result.judgement
    if judgement is None:
        return
    yield from (mean_words(m, result.limits) for m in judgement.means if m.better or m.outcome is not Outcome.OK)
    yield from (latency.words for latency in result.latencies)
    for variation in dict.fromkeys(change.variation for change in judgement.questions):
        yield from _changed(result, judgement, variation)
    if any(m.better for m in judgement.means) and judgement.outcome is Outcome.OK:
        yield "better than recorded: make regress UPDATE=1 keeps it"


def _changed(result: GateResult, judgement: Judgement, variation: str) -> Iterator[str]:
    """The questions that dropped, one by one if they are part of the regression, else their number."""
    changes = [change for change in judgement.questions if change.variation == variation]
    dropped = [change for change in changes if change.dropped]
    if judgement.outcome_of(variation) is Outcome.OK:
        gained = len(changes) - len(dropped)
        yield f"{variation}: {counted(len(dropped), 'question')} dropped and {gained} gained, within the margin"
        return
    dropped.sort(key=lambda change: (not change.too_far, not change.critical, not judgement.fails(change)))
    yield f"{variation}: {counted(len(dropped), 'question')} dropped, now lost at: {stages(dropped)}"
    yield from (f"  {result.question_words(change)}" for change in dropped[:SHOWN])
    if len(dropped) > SHOWN:
        yield f"  and {len(dropped) - SHOWN} more, in summary.md"


def _update(options: argparse.Namespace) -> int:
    """Records all chosen gates and shows the differences. Raises Fault; a gate with a fault stays unchanged."""
    if options.overrides:
        raise Fault("UPDATE=1 records what the gate's command makes; leave out ARGS, or edit `command` in the file")
    path, gates = options.expected, read_gates(options.expected)
    if (options.gate or FIRST[0]) not in gates and (options.gate or not gates):
        new = _new(options, path)
        gates = {**gates, new.name: new}
    elif options.command:
        raise Fault(f"{path} holds the gate's command already; edit it there")
    for gate in _chosen(options, gates):
        print(f"gate {gate.title}: {gate.command}", flush=True)
        recorded = _measured(gate)
        for line in difference(gate.recorded, recorded):
            print(line)
        rewrite(path, gate, recorded)
        print(f"{path}: {gate.title} recorded")
    return 0


def _measured(gate: Gate) -> Recorded:
    points = points_of(gate)
    course = opened(gate, points)
    return recorded_of(measure(points, course), course.people)


def _new(options: argparse.Namespace, path: Path) -> Gate:
    """A new gate, which is written only after it has been measured."""
    if not IS_CLONE and not options.gate:
        raise Fault(f"{path}: no gate yet; ragatta init writes one, or add --gate NAME --command 'ragatta sweep ...'")
    name, command = (options.gate, options.command) if options.gate else FIRST
    if not command:
        raise Fault(f"{path}: no gate {name!r} yet; give the command that it runs: --command 'ragatta sweep ...'")
    return new_gate(path, name, command)


if __name__ == "__main__":
    run_command(main)
