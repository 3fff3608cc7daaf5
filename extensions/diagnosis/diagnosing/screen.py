"""The end of `ragatta diagnose` in the terminal: what perfect work at each stage gains, and the one to mend first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.eval.metrics import SCORE
from ragatta.experiments.counting import counted
from ragatta.experiments.showing.cells import interval, number
from ragatta.experiments.showing.screen import Screen, columns
from ragatta.extensions.diagnosis.diagnosing.asked_again import AskedAgain
from ragatta.extensions.diagnosis.diagnosing.diagnosis import MEASURED, Diagnosis, StageGain

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
