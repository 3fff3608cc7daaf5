"""Says which stage of a variation to mend first, and what that would bring.

The lost questions are asked again with oracles, which hand a stage what it should have found by itself: alone and, in
the order of the pipeline, one after the other. As many of the right ones, at least 60, are asked too, since an
oracle can hurt.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from ragatta.eval.metrics import SCORE
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import ALL, DRY_RUN, RETRY_FAILED, RUN, SETTINGS
from ragatta.experiments.composing.config import Point
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import interval, number
from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.results.result_files import relative_path
from ragatta.experiments.results.screen import INDENT, Screen, columns
from ragatta.experiments.tracking.track import logged_beside
from ragatta.extensions.diagnosis.diagnosing.asked_again import AskedAgain
from ragatta.extensions.diagnosis.diagnosing.diagnosis import MEASURED, Diagnosis, StageGain
from ragatta.pipeline.llm.meter import BudgetSpent

if TYPE_CHECKING:
    from ragatta.extensions.diagnosis.diagnosing.asking import Asking


HEADINGS = ("perfect", "gains", "95% interval", "evidence shown", "it is")


def diagnosis_screen(
    label: str, found: Diagnosis, asked: AskedAgain, notes: Sequence[str], where: Sequence[str]
) -> Screen:
    """`notes`: what is not asked, or not with all questions."""
    what, stages = MEASURED[found.metric], (*found.stages, found.rest)
    why = "" if found.metric == SCORE else " (no model answered, and the score of rules is a floor)"
    rows = [["nothing", "", "", number(found.evidence), ""]]
    for one in stages:
        gains = [number(one.own.mean), interval(*found.bounds(one))]
        rows.append([one.stage.name, *gains, number(one.evidence), _is(one, found)])
    first = found.first
    return Screen(
        f"{label}: {what} is {number(found.today)}{why}. What perfect work at each stage would gain:",
        lambda room: columns(HEADINGS, rows, room, bold=1 + stages.index(first) if first else None),
        [found.sentence()],
        [*_cautions(found, asked, notes)],
        where,
        least=len(rows) + 1,
    )


def _is(one: StageGain, found: Diagnosis) -> str:
    if one is found.first:
        return "first"
    return "shown" if one.own.is_shown else "not shown"


def _cautions(found: Diagnosis, asked: AskedAgain, notes: Sequence[str]) -> Iterator[str]:
    answered = min(min(one.alone.questions, one.after.questions) for one in (*found.stages, found.rest))
    if found.metric == SCORE and answered < len(asked.weights):
        yield f"Some answers did not come: over {answered} of {counted(len(asked.weights), 'question')} asked again."
    if asked.unmended and found.metric == SCORE:
        yield f"{counted(asked.unmended, 'lost question')} without gold evidence, which no stage mends."
    if found.cut:
        limits = ", ".join(f"{limit} {pieces}" for limit, pieces in found.cut.items())
        yield f"Evidence that perfect retrieval found and a limit cut: {limits}."
    if found.metric != SCORE:
        yield "What a reader loses is not in it: only a model's answers show that."
    yield from notes


DIAGNOSIS, CONFIG = "diagnosis.csv", "config.yaml"


@command(__doc__, "diagnose --run latest:baseline", "diagnose --run latest:hybrid_search budget.calls=500")
@RUN
@DRY_RUN
@RETRY_FAILED
@ALL
@SETTINGS
def diagnose(run: str, dry_run: bool, retry_failed: bool, show_all: bool, settings: tuple[str, ...]) -> int:
    if ":" not in run:
        raise Fault("ragatta diagnose needs --run <sweep:variation>, such as latest:baseline")
    name, _, label = run.partition(":")
    sweep = open_sweep(name)
    sweep.run(label)
    from ragatta.experiments.launching.planning import dry_run as say_only
    from ragatta.extensions.diagnosis.diagnosing.asking import asking  # Hydra takes a second to import

    own = asking(sweep, label, (*settings, *(["retry_failed=true"] if retry_failed else [])))
    if not own.asked.lost:
        print(f"{label}: no question with gold evidence was lost; there is nothing to diagnose")
        return 0
    points = own.points()
    print(f"asking {counted(len(own.asked.weights), 'question')} again in {counted(len(points), 'way')}")
    if dry_run:
        return say_only(points)
    try:
        found = own.ask()
    except BudgetSpent as spent:
        print(f"stopped: {spent}", file=sys.stderr)
        return 0
    kept = (row for row in sweep.later_table(DIAGNOSIS) if row["variation"] != label)
    others = [{**row, "metric": row.get("metric", SCORE), "today": row.get("today", row["score"])} for row in kept]
    write_sweep(sweep.folder, diagnosis=[*others, *(row for one in found for row in one.rows(label))])
    for one in found if show_all else ():
        _show(label, one, own.asked, own.notes)
    more = f"ragatta report --pages --sweep-id {sweep.folder.name}, or --all for every figure here"
    where = [*_suggested(found[0], own, show_all), f"{relative_path(sweep.folder / DIAGNOSIS)}; see more: {more}"]
    diagnosis_screen(label, found[0], own.asked, own.notes, where).show()
    return 0 if logged_beside(sweep, "diagnosis", lambda: _log(sweep, label)) else 1


def _suggested(found: Diagnosis, own: Asking, with_forecast: bool) -> list[str]:
    """The grid for the stage to mend first; its forecast is printed."""
    if found.first is None:
        return []
    from ragatta.extensions.diagnosis.diagnosing.grid import grid_for

    stage = found.first.stage.name.partition(",")[0]
    line, points = grid_for(stage, own.config, own.run.folder / CONFIG)
    if not line:
        return [f"No technique declares a setting to try for {stage}."]
    if with_forecast:
        print(f"To try for {stage}:", *_forecast(points), "", sep="\n")
    return [f"To try for {stage}, {counted(len(points), 'variation')}:", f"{INDENT}{line}"]


def _forecast(points: Sequence[Point]) -> list[str]:
    """What the points would run, and about how long it takes, in lines; nothing is asked or connected to."""
    from ragatta.experiments.forecast.announcing import forecast, planned, spending
    from ragatta.experiments.launching.planning import resources_of

    bars = Bars()
    with bars.shown():
        resources = resources_of(points, bars, on_record=True)
        plans = planned(points, resources)
        return [forecast(points, resources, plans), *spending(points, plans)]


def _log(sweep: SweepResult, label: str) -> None:
    """As a run below that of its sweep: of each stage its gains with their intervals."""
    from ragatta.experiments.tracking.runs import log_below

    every = [row for row in sweep.table(DIAGNOSIS) if row["variation"] == label]
    rows = [row for row in every if row.get("metric") == every[0].get("metric")]  # of the diagnosis that decides
    gains = {
        re.sub(r"\W+", "_", f"{row['stage']}.{name}"): float(text)
        for row in rows
        for name, text in row.items()
        if name.startswith(("alone", "after", "together", "evidence")) and text
    }
    log_below(sweep, f"diagnosis of {label}", rows[0]["sentence"], gains, sweep.folder / DIAGNOSIS)


def _show(label: str, found: Diagnosis, asked: AskedAgain, notes: Sequence[str]) -> None:
    out = console.plain_console()
    rows = [["nothing", "", "", "", number(found.evidence)]]
    rows += [
        [
            one.stage.name,
            one.alone.words if one.stage.oracle else "",
            one.after.words,
            one.together.words if one.stage.oracle else "",
            number(one.evidence),
        ]
        for one in (*found.stages, found.rest)
    ]
    headings = ["perfect", "alone", "after those before", "all so far", "evidence shown"]
    answered = [
        len(asked.weights),
        *(min(one.alone.questions, one.after.questions) for one in (*found.stages, found.rest)),
    ]
    if min(answered) < len(asked.weights):  # some did not come, or have no evidence
        headings.append("answered" if found.metric == SCORE else "questions")
        rows = [[*row, str(own)] for row, own in zip(rows, answered, strict=True)]
    what = MEASURED[found.metric]
    title = f"{label}: what {what}, {number(found.today)}, would gain, of {asked.questions} questions"
    table = console.fitted(title, headings, rows, ["all so far", "after those before"], out.width)
    limits = ", ".join(f"{setting} {pieces}" for setting, pieces in found.cut.items())
    left = ", ".join(f"{who} {questions}" for who, questions in found.left.items())
    lines = [
        "95% intervals, for all stages together. No oracle mends what the last row has.",
        f"{counted(asked.lost, 'lost question')} and {len(asked.weights) - asked.lost} of {asked.right} right ones "
        f"were asked again; {asked.unmended} lost ones have no gold evidence.",
        *([f"Pieces of evidence that perfect retrieval found and a limit cut: {limits}."] if limits else []),
        *(
            [f"Lost with all of the evidence at hand, by who is at fault: {left}."]
            if left and found.is_whole and found.metric == SCORE
            else []
        ),
        *notes,
    ]
    table.caption = Text("\n".join(lines))
    out.print(table)
    out.print()
    for one in (*found.stages, found.rest):
        if one.examples:
            said = "mended" if one.stage.oracle else "lost all the same"
            out.print(Text(f"{one.stage.name}, {said}: {', '.join(one.examples)}"))
    out.print()
