"""Runs one configuration over the gold questions: reads the journal, asks the rest and journals it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter, time
from typing import Any, get_args

from ragatta.eval.answers.status import with_status
from ragatta.eval.attribution import ON_THE_WAY, Attribution, attribute
from ragatta.eval.score import graded
from ragatta.eval.scorers.score import Verdict
from ragatta.experiments.composing.config import Point
from ragatta.experiments.running.flight import Flight
from ragatta.experiments.running.journal import Entry, Journal, Key, answer_of, record_of, timing_of
from ragatta.experiments.running.judging import Judge
from ragatta.experiments.running.keys import answer_key
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.racing import Race, unjudged
from ragatta.experiments.running.scoring_tools import judge_of, scoring_tools
from ragatta.experiments.running.summary import Run, Scored
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.broken import blamed
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.external.passages import STAGE as ALIGNMENT
from ragatta.pipeline.identity import question_key
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable, ReplyMissing
from ragatta.pipeline.protocols import shown
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.unsearched import Unsearched
from ragatta.pipeline.settings.secrets import hidden
from ragatta.pipeline.side_by_side import side_by_side
from ragatta.pipeline.types import Answer, AskedQuestion, Question, Status

STOPPING = (ModelUnavailable, ReplyMissing)  # no question after this one would fare better


@dataclass
class Asking:
    """A variation whose questions are in flight. `warnings` are those of its journal."""

    point: Point
    run_key: str
    journal: Journal
    asked: frozenset[Key]
    answers: list[Future[None]] = field(default_factory=list)
    done: int = 0  # answers in the order in which they were asked for, so far without a gap

    def is_done(self) -> bool:
        """Whether every answer is journaled."""
        while self.done < len(self.answers) and _succeeded(self.answers[self.done]):
            self.done += 1
        return self.done == len(self.answers)


def _succeeded(answer: Future[None]) -> bool:
    return answer.done() and not answer.cancelled() and answer.exception() is None


def begin(point: Point, prepared: Preparation, flight: Flight, race: Race | None = None) -> Asking:
    """Reads the journal of a variation and adds the missing questions to the flight, in the gold's order, or to the
    race."""
    settings = point.config.pipeline()
    judge_of(point.config, prepared)  # one that is not there is said before anything is asked
    run_key = answer_key(prepared, settings)
    journal = prepared.journal(run_key)
    for warning in journal.warnings:
        prepared.progress(f"warning: {warning}", 1, 1)
    again = prepared.models.asks_again(settings.llm, run_key)
    to_ask = missing(point, prepared.course.questions, journal, again)
    asked = frozenset(to_ask)
    if (since := prepared.asked_elsewhere_since) is not None:
        to_ask, asked = {}, frozenset(key for key, one in journal.entries.items() if one.timing["started"] >= since)
    asking = Asking(point, run_key, journal, asked)
    if race:
        race.enter(point, journal, _scorer(point, prepared, race.metric))
    if to_ask:
        retriever = prepared.index.retriever(settings, len(to_ask))
        prepared.gauge.begin()
        for key, question in to_ask.items():
            task = partial(_answer, point, prepared, retriever, journal, key, question, flight)
            asking.answers.append(race.add(point.label, key, task) if race else flight.add(task))
    return asking


def settle(asking: Asking, prepared: Preparation) -> None:
    """Journals the failures that were held back. Raises ModelUnavailable if the server failed on all questions."""
    others = any(entry.status != "failed" for entry in asking.journal.entries.values())
    prepared.server_failures.settle(_server(asking.point), others)


def finish(asking: Asking, prepared: Preparation) -> Run:
    """Scores the existing answers of a variation. Raises ModelUnavailable if the judge goes away, ReplyMissing if it
    may only be replayed and a judgement is missing; earlier judgements are kept."""
    point, settings = asking.point, asking.point.config.pipeline()
    judge = judge_of(point.config, prepared)
    corpus = prepared.documents.corpus(settings.parser)
    name, chunks, embedded = prepared.index.collected(settings)
    with prepared.measured.stage("score"):
        rows = tuple(_scored(asking, prepared, judge))
    identity = prepared.models.backend(settings.llm).identity(settings.architecture.answering().model)
    return Run(
        point=point,
        run_key=asking.run_key,
        unanswered=len(prepared.course.questions) * point.config.repeats - len(rows),
        collection=name,
        model=identity.name,
        model_digest=identity.digest,
        chunks_indexed=chunks,
        chunks_embedded=embedded,
        tokens_unseen=prepared.index.unseen(settings),
        documents_skipped=len(corpus.skipped),
        rows=rows,
    )


def missing(point: Point, questions: Sequence[Question], journal: Journal, again: bool = False) -> dict[Key, Question]:
    """What a run still has to ask, by (question key, sample): what is not in the journal, or with `again`
    everything."""
    keyed = {question_key(question.asked()): question for question in questions}
    return {
        (key, sample): question
        for sample in range(point.config.repeats)
        for key, question in keyed.items()
        if again or not journal.finished((key, sample), point.config.retry_failed)
    }


def _answer(
    point: Point,
    prepared: Preparation,
    retriever: Retriever | Unsearched,
    journal: Journal,
    key: Key,
    question: Question,
    flight: Flight,
) -> None:
    """Asks one question and journals its answer at once."""
    settings = point.config.pipeline()
    # What failed would fail again on the replies that are recorded.
    mode = "retry" if key in journal.entries and settings.llm.cache == "use" else settings.llm.cache
    asker, started, beside = prepared.models.asker(settings, key[1], mode), time(), flight.running
    try:
        answer, seconds = ask(question.asked(), settings, prepared, retriever, asker)
    except STOPPING as fault:
        kept = "finished answers are kept: the same command goes on from there"
        raise type(fault)(f"{fault} ({kept})") from fault
    entry = Entry(*key, record_of(answer), timing_of(answer, seconds, started, beside))
    failed = answer.status == "failed"

    def keep() -> None:
        journal.add(entry)
        prepared.gauge.arrived(answer.limitations if failed else "")

    if failed and asker.failed:
        prepared.server_failures.failed(_server(point), asker.failed, keep)
        return
    if not failed and any(call.live for call in asker.calls):
        prepared.server_failures.answered(_server(point))
    keep()


def _server(point: Point) -> str:
    llm = point.config.llm
    return f"{llm.name} {llm.urls()[0]} {llm.model}"


def ask(
    asked: AskedQuestion, settings: Pipeline, prepared: Preparation, retriever: Retriever | Unsearched, asker: Asker
) -> tuple[Answer, float]:
    """Runs one question through the architecture: its answer with the trace, and the wall seconds, without those in
    which Ragatta measured."""
    tools, trace = prepared.toolbox(settings, retriever, asker)
    started = perf_counter()
    try:
        answer = settings.architecture.answer(asked, tools)
        if not isinstance(answer, Answer) or answer.status not in get_args(Status):
            of = f" of status {shown(answer.status)}" if isinstance(answer, Answer) else ""
            words = f"answer returned {shown(answer)}{of}, not an Answer with one of {', '.join(get_args(Status))}"
            raise ARCHITECTURES.broken(settings.architecture.name, words, settings.architecture.answer)
    except (*STOPPING, OSError):  # neither is the fault of one question
        raise
    except ModelError as fault:
        answer = Answer("failed", "", limitations=str(fault))
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - one question's fault, whatever it is, must not cost the sweep
        where = traceback.extract_tb(fault.__traceback__)[-1]
        part = blamed(fault)
        said = part.brief() if part else f"{type(fault).__name__}: {fault} ({Path(where.filename).name}:{where.lineno})"
        answer = Answer("failed", "", limitations=hidden(said))
    seconds = perf_counter() - started - sum(step.seconds for step in trace.records if step.name == ALIGNMENT)
    return replace(_with_its_cause(answer, asker), steps=tuple(trace.records)), seconds


def _with_its_cause(answer: Answer, asker: Asker) -> Answer:
    """Adds to an answer without a usable reply what was wrong with the last reply, and so what to change."""
    unusable = [call for call in asker.calls if call.fell_back and call.error]
    if answer.status != "failed" or not unusable or unusable[-1].error in answer.limitations:
        return answer
    said = f"{answer.limitations} ({unusable[-1].task}: {unusable[-1].error})"
    return replace(answer, limitations=said)


def _scored(asking: Asking, prepared: Preparation, judge: Judge | None) -> list[Scored]:
    """Every answer with its scores and the stage that lost it, repeats of a question together. Judgements run in
    parallel, as many as questions."""
    point, journal = asking.point, asking.journal
    grade = _grader(point, prepared, judge)

    def scored(one: tuple[Question, int]) -> Scored:
        question, sample = one
        key = question_key(question.asked()), sample
        entry = journal.entries[key]
        entry = replace(entry, record=with_status(entry.record, question))
        scores, verdict, lost = grade(question, entry.record)
        reached = tuple((phrase, stage not in ON_THE_WAY) for phrase, stage in lost.evidence)
        judging = judge.take() if judge else None
        now = key in asking.asked
        return Scored(
            question,
            sample,
            entry,
            scores,
            reached,
            now,
            lost.lost_at,
            lost.evidence,
            judging,
            verdict.rule,
            verdict.undecided,
        )

    answers = [
        (question, sample)
        for question in prepared.course.questions
        for sample in range(point.config.repeats)
        if (question_key(question.asked()), sample) in journal.entries
    ]
    if not judge:
        return [*map(scored, answers)]
    what = f"judging {point.label}"
    prepared.progress(what, 0, len(answers))
    return side_by_side(
        scored,
        answers,
        prepared.models.in_flight(point.config.scoring.judge_llm),
        lambda done: prepared.progress(what, done, len(answers)),
    )


def _scorer(point: Point, prepared: Preparation, metric: str) -> Callable[[Question, Mapping[str, Any]], float]:
    """One metric of an answer, given as its record; 0 if it does not apply."""
    grade = _grader(unjudged(point), prepared, None)

    def score(question: Question, record: Mapping[str, Any]) -> float:
        return grade(question, record)[0][metric] or 0.0

    return score


def _grader(
    point: Point, prepared: Preparation, judge: Judge | None
) -> Callable[[Question, Mapping[str, Any]], tuple[Mapping[str, float | None], Verdict, Attribution]]:
    """Scores an answer, given as its record: its metrics, the verdict of its score, and the stage that lost it."""
    settings, tools = point.config.pipeline(), scoring_tools(point.config, prepared, judge)
    pages = prepared.documents.corpus(settings.parser).pages
    chunks = partial(prepared.index.chunks, settings) if settings.architecture.searches() else None

    def grade(question: Question, record: Mapping[str, Any]) -> tuple[Mapping[str, float | None], Verdict, Attribution]:
        answer = answer_of(with_status(record, question))
        try:
            scores, verdict = graded(question, answer, pages, point.config.scoring, tools)
        except STOPPING as fault:  # of the judge
            kept = "finished answers and judgements are kept: the same command goes on from there"
            raise type(fault)(f"judging {point.label}: {fault} ({kept})") from fault
        return scores, verdict, attribute(question, answer, scores, pages, chunks)

    return grade
