"""One variation of a sweep: what it lacks is asked and journaled, and its answers are scored."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from functools import cached_property, partial
from time import time
from typing import Any

from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.calibrations import judge_identity
from ragatta.experiments.on_record.journal import Claim, Entry, Journal, Key, record_of, timing_of
from ragatta.experiments.resources.judge import Judge
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.summary import Run, Scored
from ragatta.experiments.running.flight import Flight, Task
from ragatta.experiments.running.in_turn import InTurn, to_ask
from ragatta.experiments.running.keys import AsAsked, manifest_keys, question_digests, unanswered
from ragatta.experiments.running.scoring import Grader, judge_of
from ragatta.experiments.running.server_failures import ServerFailures
from ragatta.experiments.running.system import STOPPING, System
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.machine.clock import halted_time
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.types import AskedQuestion, Question


class Variation:
    """A point of the grid from its claim to its run. `answers` are the questions in flight, in the order in which they
    were added."""

    def __init__(
        self,
        point: Point,
        resources: Resources,
        failures: ServerFailures,
        asked_since: float | None = None,
        scores: bool = True,
    ) -> None:
        """`asked_since`: jobs elsewhere have asked since then (seconds since 1970), and nothing is asked here.
        `scores`: false where another process scores what is asked here; a judge is asked here too."""
        self.point, self._settings = point, point.config.pipeline()
        self._resources, self._failures, self._asked_since = resources, failures, asked_since
        self._scores = scores
        self.answers: list[Future[None]] = []
        self.done = 0  # answers so far without a gap
        self._asked = set[Key]()
        self._held_back: dict[Key, Entry] = {}  # failures that are perhaps the server's
        self._open = ExitStack()

    @cached_property
    def _judge(self) -> Judge | None:
        return judge_of(self.point.config, self._resources)

    @cached_property
    def keys(self) -> Mapping[str, Any]:
        """All that the run is made from, for its manifest; summaries and annotations, which are part of it, are made
        now. Raises ModelUnavailable where a model or the judge is not there, ModelFailed and ReplyMissing of a
        summary."""
        keys = manifest_keys(self._resources, self._settings)
        if not self._judge:
            return keys
        records = self._resources.dataset.records
        return {**keys, "judge": judge_identity(self._judge.identity, self.point.config.scoring, records)}

    @cached_property
    def journal(self) -> Journal:
        return self._resources.journal(self.keys["run_key"])

    @cached_property
    def _as_asked(self) -> AsAsked:
        answers = ChainMap(self._held_back, self.journal.entries)
        return AsAsked(self._resources.dataset.questions, answers, self._settings.repeats_own_answers())

    def claimed(self, wait: bool) -> bool:
        """Claims the run's folder. False if another sweep, or an earlier variation of this one, is making the same
        answers; with `wait` it waits for them."""
        # The key includes the summaries. Where none are kept they are made now: the first thing that a model is asked.
        claim = Claim(self._resources.dataset.records.run_folder(self.keys["run_key"]))
        if not claim.taken():
            if not wait:
                return False
            holder = f"another sweep (process {claim.holder()})" if claim.holder() else "another sweep"
            self._resources.progress(f"{self.point.label}: locked by {holder}; waiting for its answers", 1, 1)
            with self._resources.gauge.left.waiting():
                claim.wait()
        self._open.enter_context(claim)
        self._stages = self._open.enter_context(self._resources.measured.part())
        self.journal.claim = claim
        self.journal.refresh()
        return True

    def ask(self, flight: Flight) -> None:
        """Has each question that is not in the journal asked, in the gold's order, as many at once as the flight
        takes."""
        if not self._settings.repeats_own_answers():
            tasks = self.tasks(lambda: flight.running)
            self.answers = [flight.add(task) for task in tasks.values()]
        elif self._asks_here():  # conversations, whose turns wait for the answers before them
            self._ask_in_turn(flight, self._asks_again())

    def _ask_in_turn(self, flight: Flight, again: bool) -> None:
        """Turns of a conversation one after the other, each with the answers to those before it."""

        def is_finished(key: Key) -> bool:
            return not again and self.journal.finished(key, self.point.config.retry_failed)

        turns = to_ask(self._as_asked, self.point.config.samples, is_finished)
        if turns:
            system = self._system(len(turns))
            talks = InTurn(turns, self._as_asked, is_finished)
            self.answers = talks.answers
            talks.start(partial(self._ask, system, lambda: flight.running), flight.add)

    def tasks(self, in_flight: Callable[[], int]) -> dict[Key, Task]:
        """What asks each question that is not in the journal, in the gold's order, and journals its answer.
        `in_flight` counts the questions that are asked at the moment."""
        if not self._asks_here():
            return {}
        found = unanswered(self.point, self._resources.dataset.questions, self.journal, self._asks_again())
        if not found:
            return {}
        system = self._system(len(found))
        return {
            key: partial(self._ask, system, in_flight, key, question, question.asked())
            for key, question in found.items()
        }

    def _asks_here(self) -> bool:
        """Whether questions are asked here; those that jobs elsewhere asked are noted. Says what the journal warns
        of."""
        for warning in self.journal.warnings:
            self._resources.progress(f"warning: {warning}", 1, 1)
        if self._asked_since is None:
            return True
        entries = self.journal.entries.items()
        self._asked |= {key for key, one in entries if one.timing["started"] >= self._asked_since}
        return False

    def _asks_again(self) -> bool:
        """Whether what is answered is asked again."""
        return self._resources.models.asks_again(self._settings.llm, self.keys["run_key"])

    def _system(self, questions: int) -> System:
        """For so many questions."""
        system = System(self._settings, self._resources, questions)
        _ = system.retriever  # the index is opened before the first question's time begins
        self._resources.gauge.begin()
        return system

    def is_done(self) -> bool:
        """Whether every question has been asked: what is held back is journaled by `settle`."""
        while self.done < len(self.answers) and _succeeded(self.answers[self.done]):
            self.done += 1
        return self.done == len(self.answers)

    def settle(self) -> None:
        """Journals the failures that were held back. Raises ModelUnavailable if the server failed on all questions."""
        others = any(entry.came for entry in self.journal.entries.values())
        self._failures.settle(self._server, others)

    def run(self) -> Run:
        """Scores the answers that are there, where they are scored. Raises ModelUnavailable if the judge goes away,
        ReplyMissing if it may only be replayed and a judgement is missing; earlier judgements are kept."""
        point, resources, settings = self.point, self._resources, self._settings
        name, chunks, embedded = resources.index.collected(settings)
        with resources.measured.stage("score"):
            rows = tuple(self._scored()) if self._scores or self._judge else ()
        model = resources.models.backend(settings.llm).identity(settings.answering().model)
        return Run(
            point=point,
            run_key=self.keys["run_key"],
            unanswered=len(resources.dataset.questions) * point.config.repeats - len(rows),
            collection=name,
            model=model.name,
            model_digest=model.digest,
            chunks_indexed=chunks,
            chunks_embedded=embedded,
            tokens_unseen=resources.index.unseen(settings),
            documents_skipped=len(resources.documents.corpus(settings.parser).skipped),
            rows=rows,
            keys={**self.keys, **question_digests(resources.dataset.questions)},
            stages=self._stages(),
        )

    def close(self) -> None:
        """Gives up the claim, and what only a run under way needs."""
        self._open.close()
        self.answers, self._asked = [], set()

    @property
    def _server(self) -> str:
        llm = self.point.config.llm
        return f"{llm.name} {llm.urls()[0]} {llm.model}"

    def _ask(
        self, system: System, in_flight: Callable[[], int], key: Key, question: Question, asked: AskedQuestion
    ) -> None:
        llm = self._settings.llm
        self._asked.add(key)
        # What failed would fail again on the replies that are recorded.
        mode = "retry" if key in self.journal.entries and llm.cache == "use" else llm.cache
        asker, started, beside, halted = system.asker(key[1], mode), time(), in_flight(), halted_time()
        try:
            answer, seconds = system.answer(asked, asker, question)
        except STOPPING as fault:
            goes_on = "" if isinstance(fault, ReplyMissing) else ": the same command goes on from there"
            raise type(fault)(f"{fault} (finished answers are kept{goes_on})") from fault
        entry = Entry(*key, record_of(answer), timing_of(answer, seconds, started, beside, halted_time() - halted))

        def keep() -> None:
            self.journal.add(entry)
            self._resources.gauge.arrived(answer.limitations if answer.status == "failed" else "")

        if not answer.came and asker.failed:
            self._held_back[key] = entry
            self._failures.failed(self._server, asker.failed, keep)
            return
        if answer.came and any(call.live for call in asker.calls):
            self._failures.answered(self._server)
        keep()

    def _scored(self) -> list[Scored]:
        """Every answer with its scores and the stage that lost it, repeats of a question together. Judgements run in
        parallel, as many as questions."""
        judge, entries = self._judge, self.journal.entries
        grade = Grader(self.point, self._resources, judge)

        def scored(question: Question, key: Key) -> Scored:
            return grade.scored(question, entries[key], key in self._asked)

        answers = [
            (question, key)
            for question in self._resources.dataset.questions
            for sample in self.point.config.samples
            if (key := self._as_asked.key(question, sample)) and key in entries
        ]
        if not judge:
            return [scored(*one) for one in answers]
        progress, what = self._resources.progress, f"judging {self.point.label}"
        if why := self.keys["judge"].get("settles_not"):
            progress(f"verdicts of {judge.identity.name} are shown and settle no answer: {why}", 1, 1)
        progress(what, 0, len(answers))
        most = self._resources.models.in_flight(judge.llm)
        return side_by_side(lambda one: scored(*one), answers, most, lambda done: progress(what, done, len(answers)))


def _succeeded(answer: Future[None]) -> bool:
    return answer.done() and not answer.cancelled() and answer.exception() is None
