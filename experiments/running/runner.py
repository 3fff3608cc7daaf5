"""One configuration over the gold questions: what is in the journal is read, the rest is asked and written there."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter, time
from typing import Any

from ragatta.eval.attribution import ON_THE_WAY, Attribution, attribute
from ragatta.eval.score import graded
from ragatta.experiments.composing.config import Point
from ragatta.experiments.running.journal import Entry, Journal, Key, answer_of, record_of, timing_of
from ragatta.experiments.running.judging import Judge
from ragatta.experiments.running.keys import answer_key
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.scoring_tools import judge_of, scoring_tools
from ragatta.experiments.running.summary import Run, Scored
from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.identity import question_key
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable, ReplyMissing
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.settings.pipeline import Pipeline
from ragatta.pipeline.types import Answer, AskedQuestion, Question

STOPPING = (ModelUnavailable, ReplyMissing)  # no question after this one would fare better


def run_point(point: Point, prepared: Preparation) -> Run:
    """A finished run. Raises ModelUnavailable when the model or the judge goes away, ReplyMissing where llm.cache=only
    finds no reply: what was answered and judged until then is kept."""
    settings, judge = point.config.pipeline(), judge_of(point.config, prepared)
    run_key = answer_key(prepared, settings)
    journal = prepared.journal(run_key)
    for warning in journal.warnings:
        prepared.progress(f"warning: {warning}", 1, 1)
    again = prepared.models.asks_again(settings.llm, run_key)
    asked = _ask_missing(point, prepared, journal, again)
    corpus = prepared.documents.corpus(settings.parser)
    name, chunks, embedded = prepared.index.collected(settings)
    with prepared.measured.stage("score"):
        rows = tuple(_scored(point, prepared, run_key, asked, judge))
    identity = prepared.models.backend(settings.llm).identity(settings.architecture.answering().model)
    return Run(
        point=point,
        run_key=run_key,
        collection=name,
        model=identity.name,
        model_digest=identity.digest,
        chunks_indexed=chunks,
        chunks_embedded=embedded,
        documents_skipped=len(corpus.skipped),
        rows=rows,
    )


def missing(point: Point, questions: Sequence[Question], journal: Journal, again: bool = False) -> dict[Key, Question]:
    """What a run has yet to ask, by (question key, sample): what the journal does not hold, or `again` everything."""
    keyed = {question_key(question.asked()): question for question in questions}
    return {
        (key, sample): question
        for sample in range(point.config.repeats)
        for key, question in keyed.items()
        if again or not journal.finished((key, sample), point.config.retry_failed)
    }


def _ask_missing(point: Point, prepared: Preparation, journal: Journal, again: bool) -> frozenset[Key]:
    """Asks what is missing, journals each answer at once, and returns what was answered now."""
    to_ask = missing(point, prepared.course.questions, journal, again)
    if to_ask:
        settings = point.config.pipeline()
        retriever = prepared.index.retriever(settings, len(to_ask))
        with prepared.measured.stage("ask"):
            for done, (key, question) in enumerate(to_ask.items()):
                prepared.progress(f"asking {point.label}", done, len(to_ask))
                # What failed would fail again on the replies that are recorded.
                mode = "retry" if key in journal.entries and settings.llm.cache == "use" else settings.llm.cache
                asker, started = prepared.models.asker(settings.llm, key[1], mode), time()
                try:
                    answer, seconds = ask(question.asked(), settings, prepared, retriever, asker)
                except STOPPING as fault:
                    kept = "finished answers are kept: the same command goes on from there"
                    raise type(fault)(f"{fault} ({kept})") from fault
                journal.add(Entry(*key, record_of(answer), timing_of(answer, seconds, started)))
        prepared.progress(f"asking {point.label}", len(to_ask), len(to_ask))
    return frozenset(to_ask)


def ask(
    asked: AskedQuestion, settings: Pipeline, prepared: Preparation, retriever: Retriever, asker: Asker
) -> tuple[Answer, float]:
    """One question through the architecture: its answer with the trace, and the wall seconds of the whole."""
    architecture = ARCHITECTURES.load(settings.architecture.name)
    tools, trace = prepared.toolbox(settings, retriever, asker)
    started = perf_counter()
    try:
        answer = architecture.answer(asked, tools)
    except (*STOPPING, OSError):  # neither is the fault of one question
        raise
    except ModelError as fault:
        answer = Answer("failed", "", limitations=str(fault))
    except Exception as fault:  # noqa: BLE001 - one question's fault, whatever it is, must not cost the sweep
        where = traceback.extract_tb(fault.__traceback__)[-1]
        answer = Answer(
            "failed",
            "",
            limitations=f"{type(fault).__name__}: {fault} ({Path(where.filename).name}:{where.lineno})",
        )
    seconds = perf_counter() - started
    return replace(answer, steps=tuple(trace.records)), seconds


def _scored(
    point: Point, prepared: Preparation, run_key: str, asked: frozenset[Key], judge: Judge | None
) -> Iterator[Scored]:
    """Every answer with its scores and the stage that lost it, the repeats of a question together."""
    journal, grade = prepared.journal(run_key), _grader(point, prepared, judge)
    for done, question in enumerate(prepared.course.questions):
        if judge:  # a model call an answer, which takes as long as it takes
            prepared.progress(f"judging {point.label}", done, len(prepared.course.questions))
        for sample in range(point.config.repeats):
            key = question_key(question.asked()), sample
            entry = journal.entries[key]
            scores, rule, lost = grade(question, entry.record)
            reached = tuple((phrase, stage not in ON_THE_WAY) for phrase, stage in lost.evidence)
            judging = judge.take() if judge else None
            now = key in asked
            yield Scored(question, sample, entry, scores, reached, now, lost.lost_at, lost.evidence, judging, rule)


def _grader(
    point: Point, prepared: Preparation, judge: Judge | None
) -> Callable[[Question, Mapping[str, Any]], tuple[Mapping[str, float | None], str, Attribution]]:
    """Scores an answer, given as its record: its metrics, the rule that decided, and the stage that lost it."""
    settings, tools = point.config.pipeline(), scoring_tools(point.config, prepared, judge)
    pages = prepared.documents.corpus(settings.parser).pages
    chunks = partial(prepared.index.chunks, settings)

    def grade(question: Question, record: Mapping[str, Any]) -> tuple[Mapping[str, float | None], str, Attribution]:
        answer = answer_of(record)
        try:
            scores, rule = graded(question, answer, pages, point.config.scoring, tools)
        except STOPPING as fault:  # of the judge
            kept = "finished answers and judgements are kept: the same command goes on from there"
            raise type(fault)(f"judging {point.label}: {fault} ({kept})") from fault
        return scores, rule, attribute(question, answer, scores, pages, chunks)

    return grade
