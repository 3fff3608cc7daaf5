"""Asks the questions of a variation again with each oracle, as a sweep in a folder below the diagnosed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.saved import saved_config
from ragatta.experiments.composing.words import key_of
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.launching.sweep import Sweep
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.experiments.results.cells import listed
from ragatta.experiments.results.reading import RunResult, SweepResult, open_sweep, titled
from ragatta.extensions.diagnosis.diagnosing.asked_again import AskedAgain, asked_again
from ragatta.extensions.diagnosis.diagnosing.diagnosis import (
    AGAIN,
    CONTEXT,
    NOW,
    Diagnosis,
    diagnoses,
    label_of,
    stacked,
)
from ragatta.extensions.diagnosis.diagnosing.stages import Stage, given_in_part, uses
from ragatta.pipeline.machine.files import remove_folder
from ragatta.pipeline.machine.locks import locked

FOLDER = "diagnoses"  # of a sweep, with a sweep for each variation that was diagnosed
LIMITS = ("budget", "runner", "retry_failed")


@dataclass(frozen=True)
class Asking:
    """What a diagnosis asks. `stages` have an oracle of use, the others are `left_out`, by their names, with the
    reason. `reader` answers where an outside system is shown the evidence."""

    sweep: SweepResult
    run: RunResult
    config: Config
    reader: Config | None
    asked: AskedAgain
    stages: Sequence[Stage]
    left_out: Mapping[str, str]

    @property
    def notes(self) -> list[str]:
        """What is not asked, or not with all questions."""
        left_out = [f"{stage}: {why}." for stage, why in self.left_out.items()]
        questions = {name: self.sweep.questions[name] for name in self.asked.weights}
        llm = self.reader.llm if self.reader else None
        reader = [f"{CONTEXT}: {llm.model or llm.name} answers in the system's place."] if llm else []
        in_part = (f"{note}." for note in given_in_part(self.stages, questions))
        lost = [f"Left out: {self.run.lost.words} in the sweep."] if self.run.lost.not_answered else []
        return [*lost, *left_out, *reader, *in_part]

    def points(self) -> list[Point]:
        """The questions without an oracle, with each alone, and with each after those before it. A model is asked for
        a fresh sample, the same for all points: what an oracle leaves as it was stays as it was, and luck is no gain.
        With all oracles it is asked once more."""
        stack = stacked(self.stages)
        oracles = dict.fromkeys([*(stage.oracle for stage in self.stages), *stack])
        points = [Point(NOW, (), self._asking("", 0))]
        points += [Point(label_of(each), (f"oracle={each}",), self._asking(each, 0)) for each in oracles]
        last = self._asking(stack[-1], 1)
        return points if last.by_rule() else [*points, Point(AGAIN, (f"oracle={stack[-1]}",), last)]

    def _ids(self) -> list[str]:
        """Of what is asked again, and of the turns before it where it is asked with what they were answered."""
        found = dict.fromkeys(self.asked.weights)
        for name in self.asked.weights if self.config.pipeline().repeats_own_answers() else ():
            while (name := self.sweep.questions[name].after) in self.sweep.questions and name not in found:
                found[name] = None
        return [*found]

    def _asking(self, oracle: str, sample: int) -> Config:
        shown = CONTEXT in oracle.split("+")
        config = self.reader if self.reader and shown else self.config
        handed: dict[str, Any] = {"oracle": oracle}  # a setting of this extension (pipeline_settings/)
        return replace(
            config,
            dataset=replace(config.dataset, only=self._ids(), limit=0),
            comparison=replace(config.comparison, baseline=""),
            repeats=1,
            first_sample=0 if config.by_rule() else self.config.repeats + sample,
            budget=replace(config.budget, race=False),
            **handed,
        )

    def ask(self) -> list[Diagnosis]:
        """Asks what is not answered yet; the diagnosis that decides is the first. Raises ModelError where that was
        stopped; what was answered is kept for the next time."""
        folder = self.sweep.folder / FOLDER / self.run.folder.name
        folder.parent.mkdir(exist_ok=True)
        with locked(folder.with_name(f".{folder.name}.lease"), _say_waiting):
            remove_folder(folder)  # made anew from the journals
            folder.mkdir()
            whole = Sweep(folder, is_part=True)
            whole.run(self.points())
            if whole.results.stopped:
                raise whole.results.stopped
            return diagnoses(self.run, open_sweep(str(folder)), self.asked, self.stages, self.sweep.terms)


def _say_waiting() -> None:
    print("another diagnosis of this variation is running; waiting for it")


def _changeable(outside: bool) -> tuple[str, ...]:
    """The settings that a diagnosis may change: another pipeline would not be the one that is diagnosed."""
    return (*LIMITS, "llm") if outside else LIMITS


def _check_unchanged(sweep: SweepResult, run: RunResult, config: Config, asked: AskedAgain) -> None:
    """Raises Fault where the documents, or the gold of questions that are asked again, are others than the sweep's."""
    bars = Bars()
    opened = open_dataset(replace(config.dataset, limit=0), bars, architecture=config.architecture)
    here = titled(opened.name, opened.edition)
    other = f" (it is of {sweep.dataset}, and here is {here})" if here != sweep.dataset else ""
    now = {question.id: question for question in opened.questions}
    changed = [name for name in asked.weights if now.get(name) != sweep.questions[name]]
    if changed:
        raise Fault(f"the gold of {listed(changed)} has changed since the sweep{other}; run ragatta sweep again")
    with bars.shown():
        digest = Documents(opened, bars, Measured()).corpus(config.parser).digest
    if digest != run.manifest["corpus_digest"]:
        raise Fault(f"the documents have changed since the sweep{other}; run ragatta sweep again")


def asking(sweep: SweepResult, label: str, settings: Sequence[str] = ()) -> Asking:
    """What the diagnosis of a variation asks, which is nothing where it lost no question with evidence (`asked.lost`).
    Raises Fault for one that cannot be diagnosed."""
    run = sweep.run(label)
    path = run.folder / "config.yaml"
    before = saved_config(path)
    allowed = _changeable(before.architecture.BLACK_BOX)
    if other := [key for key in map(key_of, settings) if key.partition(".")[0] not in allowed]:
        raise Fault(f"{other[0]}: a diagnosis is of the pipeline as it was; {', '.join(allowed)} can be set")
    config, reader = saved_config(path, settings), None
    if run.handed:
        raise Fault(f"{label} was made with oracle={run.handed}; diagnose a variation without one")
    if config.architecture.BLACK_BOX and any(word.startswith("llm=") for word in settings):
        reader = saved_config(path, (*settings, "architecture=single_pass"))
    if not run.is_answered:
        raise Fault(f"{label}: {run.lost.too_many(run.most_lost)}: ragatta sweep")
    asked = asked_again(run, sweep.questions, config.llm.seed)
    _check_unchanged(sweep, run, config, asked)
    questions = {name: sweep.questions[name] for name in asked.weights}
    stages, left_out = uses(config, run, questions, reader is not None)
    if asked.lost and not stages:
        raise Fault([f"{stage}: {why}" for stage, why in left_out.items()])
    return Asking(sweep, run, config, reader, asked, stages, left_out)
