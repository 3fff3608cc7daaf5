"""Runs a gate over a recorded model: replies come from a bundle, and a prompt without a recorded reply has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ragatta.experiments.bundle.importing import import_bundle
from ragatta.experiments.bundle.own import PLACES, SECTIONS, SENDING
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.journal import Journal
from ragatta.experiments.on_record.places import OWN, Records, of_bundles
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.in_turn import open_questions
from ragatta.experiments.running.keys import AsAsked, answer_key
from ragatta.experiments.running.system import System
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.plugins.registry import if_here
from ragatta.pipeline.types import Question

SHOWN = 5  # ids that the message names
GIVEN = (*PLACES, *(f"{section}.{key}" for section in SECTIONS for key in ("name", *SENDING)))


def bring(bundles: Sequence[Path], points: Sequence[Point]) -> Records:
    """Imports the bundles into a folder of theirs, with the model addresses and the user's files of the gate's
    configurations. Raises Fault if a bundle is damaged or conflicts with another one of them."""
    if not bundles:
        return OWN
    records = of_bundles(bundles)
    settings = [flat(point.config) for point in points]
    needed = [{key: str(given[key]) for key in GIVEN if given.get(key) is not None} for given in settings]
    for given in {tuple(given.items()): given for given in needed}.values():
        for bundle in bundles:
            import_bundle(bundle, given, records.home)
    return records


def check_models(points: Sequence[Point], resources: Resources, bundles: Sequence[Path]) -> None:
    """Raises Fault if a point's model is not recorded, because then no prompt has a reply."""
    for point in points:
        try:
            resources.models.identities(point.config.pipeline())
        except ReplyMissing as missing:
            files = ", ".join(bundle.name for bundle in bundles)
            fix = f"{files}: the gate's command must name the model as it was recorded there"
            raise Fault([str(missing), fix]) from missing


def other_prompts(points: Sequence[Point], recorded: Sequence[Point], bundles: Sequence[Path]) -> str:
    """Why a recorded model cannot judge points that replace other prompts or options of agents than the gate's
    command; "" if none does."""
    asked, known = (
        {own for point in each for own in point.config.pipeline().replaced().items()} for each in (points, recorded)
    )
    differ = sorted({name for name, _ in asked ^ known})
    if not bundles or not differ:
        return ""
    files = ", ".join(bundle.name for bundle in bundles)
    return (
        f"other prompts or options than the recorded ones ({', '.join(differ)}): {files} has no replies to them, so "
        "this gate cannot judge them; compare them in a sweep with the model, or record a gate of their own"
    )


def changed_prompts(points: Sequence[Point], resources: Resources) -> tuple[str, ...]:
    """The questions with a prompt that has no recorded reply, in the dataset's order. Asks no model."""
    changed = {question.id for point in points for question in _changed(point, resources)}
    return tuple(question.id for question in resources.dataset.questions if question.id in changed)


def _changed(point: Point, resources: Resources) -> list[Question]:
    settings, questions = point.config.pipeline(), resources.dataset.questions
    try:
        journal = Journal(resources.dataset.records.run_folder(answer_key(resources, settings)))
    except ReplyMissing:  # a summary's prompt: every question is asked over the summaries
        return list(questions)
    found, system = [], System(settings, resources)
    asked = AsAsked(questions, journal.entries, settings.repeats_own_answers())
    for question, sample in open_questions(point, asked, journal):
        try:
            if as_asked := asked.asked(question, sample):  # else it waits for a turn that is asked
                system.answer(as_asked, system.asker(sample))
        except ReplyMissing:
            found.append(question)
    return found


def words(changed: Sequence[str], bundles: Sequence[Path], command: str) -> str:
    """What to do about changed prompts."""
    more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
    files = ", ".join(bundle.name for bundle in bundles)
    exporting = if_here("export", f", then ragatta export into {files}, then ragatta regress --update")
    return (
        f"prompt changed: no recorded reply to {counted(len(changed), 'question')} "
        f"({', '.join(changed[:SHOWN])}{more}); "
        f"record again with the model: {command}{exporting}"
    )
