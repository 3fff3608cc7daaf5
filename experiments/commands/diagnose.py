"""Says which stage of a variation to mend first, and what that would bring.

The lost questions are asked again with oracles, which hand a stage what it should have found by itself: alone and, in
the order of the pipeline, one after the other. As many of the right ones are asked too, since an oracle can hurt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.text import Text

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import DRY_RUN, RUN, SETTINGS
from ragatta.experiments.counting import counted
from ragatta.experiments.diagnosing.asked_again import AskedAgain, asked_again
from ragatta.experiments.diagnosing.diagnosis import Diagnosis, diagnosis
from ragatta.experiments.diagnosing.stages import given_in_part, uses
from ragatta.experiments.faults import Fault
from ragatta.experiments.showing import console
from ragatta.experiments.showing.cells import number
from ragatta.experiments.showing.results import open_sweep
from ragatta.pipeline.architectures._external import SystemOutside
from ragatta.pipeline.llm.meter import BudgetSpent

TABLE = "diagnosis"


@command(__doc__, "diagnose --run latest:baseline", "diagnose --run latest:hybrid_search budget.calls=500")
@RUN
@DRY_RUN
@SETTINGS
def diagnose(run: str, dry_run: bool, settings: tuple[str, ...]) -> int:
    if ":" not in run:
        raise Fault("ragatta diagnose needs --run <sweep:variation>, such as latest:baseline")
    name, _, label = run.partition(":")
    sweep = open_sweep(name)
    found = sweep.run(label)
    from ragatta.experiments.composing.saved import saved_config  # Hydra takes a second to import

    path = found.folder / "config.yaml"
    config, reader = saved_config(path, settings), None
    if config.oracle:
        raise Fault(f"{run} was made with oracle={config.oracle}; diagnose a variation without one")
    if isinstance(config.architecture, SystemOutside) and any(word.startswith("llm=") for word in settings):
        reader = saved_config(path, (*settings, "architecture=single_pass"))
    asked = asked_again(found, sweep.questions, config.llm.seed)
    if not asked.lost:
        print(f"{label}: no question with gold evidence was lost; there is nothing to diagnose")
        return 0
    from ragatta.experiments.diagnosing.asking import ask_again, points_of
    from ragatta.experiments.launching.sweep import dry_run as say_only

    questions = {name: sweep.questions[name] for name in asked.weights}
    stages, left_out = uses(config, found, questions, reader is not None)
    if not stages:
        raise Fault([f"{stage}: {why}" for stage, why in left_out.items()])
    points = points_of(config, asked, stages, reader)
    print(f"asking {counted(len(asked.weights), 'question')} again in {counted(len(points), 'way')}")
    if dry_run:
        return say_only(points)
    again, stopped = ask_again(sweep, found, points)
    if again is None:
        planned = isinstance(stopped, BudgetSpent)
        print(f"{'stopped' if planned else 'error'}: {stopped}; the same command goes on from there", file=sys.stderr)
        return 0 if planned else 1
    result = diagnosis(found, again, asked, stages, sweep.terms)
    notes = [f"{stage}: {why}." for stage, why in left_out.items()]
    notes += [f"{note}." for note in given_in_part(stages, questions)]
    _show(label, result, asked, notes)
    return 0


def _show(label: str, found: Diagnosis, asked: AskedAgain, notes: Sequence[str]) -> None:
    out = console.plain_console()
    out.print(Text(found.sentence()))
    out.print()
    rows = [
        [
            one.stage.name,
            one.alone.words,
            one.after.words,
            one.together.words,
            number(one.evidence),
            ", ".join(one.examples),
        ]
        for one in found.stages
    ]
    rows.append([found.rest.stage.name, "", found.rest.own.words, "", "", ", ".join(found.rest.examples)])
    headings = ["perfect", "alone", "after those before", "all so far", "evidence shown", "such as"]
    title = f"{label}: what the score, {number(found.score)}, would gain, of {asked.questions} questions"
    table = console.grid(title, headings, rows)
    limits = ", ".join(f"{setting} {pieces}" for setting, pieces in found.cut.items())
    lines = [
        "95% intervals, for all stages together. No oracle mends what the last row has.",
        f"{counted(asked.lost, 'lost question')} and {len(asked.weights) - asked.lost} of {asked.right} right ones were "
        f"asked again; {asked.unmended} lost ones have no gold evidence.",
        *([f"Pieces of evidence that perfect retrieval found and a limit cut: {limits}."] if limits else []),
        *notes,
    ]
    table.caption = Text("\n".join(lines))
    out.print(table)
