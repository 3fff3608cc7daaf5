"""What a sweep is about to do: said before it begins, from the journals and manifests that are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from ragatta.eval.gold import check_evidence
from ragatta.experiments.composing.config import Point
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import COLLECTIONS
from ragatta.experiments.running.keys import answer_key
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.runner import missing
from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.documents.outcomes import READ
from ragatta.pipeline.identity import question_key
from ragatta.pipeline.index.collection import describe
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.settings.indexing import Parser
from ragatta.pipeline.settings.pipeline import Pipeline
from ragatta.pipeline.types import Question

SHOWN = 5  # skipped PDFs, and faults of the gold evidence, that are said one by one
TEXTS_A_SECOND = 70.0  # of an embedding on two laptop cores; only the forecast rests on it


def announce(points: Sequence[Point], prepared: Preparation, plans: Sequence[Planned]) -> None:
    """Says what a person should know before the work begins."""
    for line in (*announcement(points, prepared), forecast(points, prepared, plans)):
        print(line, flush=True)


def announcement(points: Sequence[Point], prepared: Preparation) -> Iterator[str]:
    """What a person should know before the work begins, a line at a time: documents that cannot be read, gold that
    does not stand in them, summaries and annotations to make."""
    for parser in {point.config.parser.name: point.config.parser for point in points}.values():
        yield from _doubts(prepared, parser)
    asking = [point.config.pipeline() for point in points if prepared.models.backend(point.config.llm).cacheable]
    if any(_unknown(prepared, settings) for settings in asking):
        asking = [settings for settings in asking if not _unknown(prepared, settings)]
        yield "The model has not answered before, and a dry run asks no server: all questions count as to ask."
    if calls := max(map(prepared.calls_to_make, asking), default=0):
        also = " and annotations" if any("annotator" in each.architecture.used() for each in asking) else ""
        yield f"Summaries{also} to make first, a model call each: {calls}."


def _doubts(prepared: Preparation, parser: Parser) -> Iterator[str]:
    corpus = prepared.documents.corpus(parser)
    for skipped in corpus.skipped[:SHOWN]:
        yield f"skipped: {skipped.source_file}: {skipped.reason}"
    if len(corpus.skipped) > SHOWN:
        yield f"... and {len(corpus.skipped) - SHOWN} more PDFs skipped; make index lists them"
    in_part = [each for each in corpus.outcomes if each.usable and each.kind != READ]
    for outcome in in_part[:SHOWN]:
        yield f"not read whole: {outcome.source_file}: {outcome.words}"
    if len(in_part) > SHOWN:
        yield f"... and {len(in_part) - SHOWN} more PDFs not read whole; make index lists them"
    questions = prepared.course.questions
    unknown = [f"{q.id}: documents: {name}" for q in questions for name in q.documents if name not in corpus.pages]
    if unknown:
        raise Fault([f"{which} is not among the documents that {parser.name} can read" for which in unknown])
    faults = check_evidence(questions, corpus.pages)
    for fault in faults[:SHOWN]:
        yield f"gold evidence not found by {parser.name}: {fault}"
    if len(faults) > SHOWN:
        yield f"... and {len(faults) - SHOWN} more; such evidence counts as not retrieved"


@dataclass(frozen=True)
class Planned:
    """What one variation is about to do: answers to ask for, answers that are kept and how many of those are failures,
    and the model calls that asking takes at most if no reply needs a repair."""

    label: str
    run_key: str  # empty where it is not known before summaries and annotations are made
    to_ask: int
    kept: int
    failed: int
    calls: int
    seconds: tuple[float, ...]  # what the answers in the journal took


def planned(points: Sequence[Point], prepared: Preparation) -> list[Planned]:
    """In the order of the points. A point with the run key of an earlier one has nothing left to do. Raises
    ModelUnavailable if a model is not there, before any is paid."""
    for settings in (point.config.pipeline() for point in points):
        if not _unknown(prepared, settings):
            prepared.models.identities(settings)
    found: list[Planned] = []
    for point in points:
        plan = _planned(point, prepared)
        twin = next((other for other in found if plan.run_key and other.run_key == plan.run_key), None)
        if twin:
            more = max(0, plan.to_ask + plan.kept - twin.to_ask - twin.kept)  # repeats that the earlier one lacks
            calls = plan.calls // plan.to_ask * more if plan.to_ask else 0
            plan = replace(plan, to_ask=more, kept=0, failed=0, calls=calls, seconds=())
        found.append(plan)
    return found


def _unknown(prepared: Preparation, settings: Pipeline) -> bool:
    """Whether it is on no record who answers, and nobody is asked: then nothing can be known to be kept."""
    if not prepared.models.on_record or settings.llm.cache == "only":
        return False
    try:
        prepared.models.identities(settings)
        prepared.calls_to_make(settings)
        prepared.models.context_tokens(settings)
    except ReplyMissing:
        return True
    return False


def _planned(point: Point, prepared: Preparation) -> Planned:
    settings, questions = point.config.pipeline(), prepared.course.questions
    total = len({question_key(q.asked()) for q in questions}) * point.config.repeats
    documents = len(prepared.documents.corpus(settings.parser).pages)
    architecture = ARCHITECTURES.load(settings.architecture.name)

    def calls(asked: Iterable[Question]) -> int:
        return sum(architecture.calls(settings.architecture, len(q.documents) or documents) for q in asked)

    unknown = _unknown(prepared, settings)
    if unknown or (prepared.models.backend(settings.llm).cacheable and prepared.calls_to_make(settings)):
        every = {question_key(q.asked()): q for q in questions}.values()
        # The run key holds the digest of summaries and annotations, so nothing can be known to be kept.
        return Planned(point.label, "", total, 0, 0, calls(every) * point.config.repeats, ())
    run_key = answer_key(prepared, settings)
    journal = prepared.journal(run_key)
    to_ask = missing(point, questions, journal, again=settings.llm.cache == "refresh")
    keys = {question_key(q.asked()) for q in questions}
    mine = [entry for (key, sample), entry in journal.entries.items() if key in keys and sample < point.config.repeats]
    failed = sum(entry.status == "failed" for entry in mine)
    seconds = tuple(entry.timing["seconds"] for entry in journal.entries.values())
    return Planned(point.label, run_key, len(to_ask), total - len(to_ask), failed, calls(to_ask.values()), seconds)


def forecast(points: Sequence[Point], prepared: Preparation, plans: Sequence[Planned]) -> str:
    """One line: what runs, what is reused, how many collections are built, about how long it takes."""
    to_ask, kept = sum(plan.to_ask for plan in plans), sum(plan.kept for plan in plans)
    to_build = _chunks_to_build(points, prepared)
    seconds = [each for plan in plans for each in plan.seconds]
    about = _about(to_ask, sum(to_build), seconds, points[0].config.llm.plugin().ASKS_A_MODEL)
    documents = len(prepared.documents.corpus(points[0].config.parser).pages)
    repeats = points[0].config.repeats
    failed = sum(plan.failed for plan in plans)
    return (
        f"{counted(len(points), 'variation')} × {counted(len(prepared.course.questions), 'question')} "
        f"{f'× {repeats} repeats ' if repeats > 1 else ''}over "
        f"{counted(documents, 'document')} ({prepared.course.name}): "
        f"{to_ask} to ask, {kept} reused; {counted(len(to_build), 'collection')} to build. {about}"
        + (f"\n{counted(failed, 'kept answer')} failed; RETRY_FAILED=1 asks again." if failed else "")
    )


def _chunks_to_build(points: Sequence[Point], prepared: Preparation) -> list[int]:
    there = {manifest.get("key") for manifest in describe(COLLECTIONS)}
    wanted = {}
    for point in points:
        settings = point.config.pipeline()
        key = prepared.index.key(settings)
        if key not in there and key not in wanted:
            spans = prepared.index.encoder(settings.embedder).token_spans
            corpus = prepared.documents.to_cut(settings.parser, settings.chunking)
            wanted[key] = len(cut(corpus, settings.chunking, spans))
    return list(wanted.values())


def _about(to_ask: int, to_embed: int, seconds: Sequence[float], asks_a_model: bool) -> str:
    if not to_ask:
        return "A few seconds."
    if not seconds and asks_a_model:
        return "How long the model takes is not known yet; progress will show it."
    each = mean(seconds) if seconds else 0.05
    total = to_ask * each + to_embed / TEXTS_A_SECOND + 10
    return f"About {total:.0f} s." if total < 120 else f"About {total / 60:.0f} min."
