"""Says what a sweep is about to do, from the existing journals and manifests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ragatta.eval.gold.questions import no_document
from ragatta.experiments.composing.config import Point
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.forecast import gold_evidence
from ragatta.experiments.forecast.languages import english_only
from ragatta.experiments.forecast.past_runs import PastRuns, QuestionCost
from ragatta.experiments.paths import CACHE
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.in_turn import open_questions
from ragatta.experiments.running.keys import AsAsked, answer_key
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.documents.corpus import Skipped
from ragatta.pipeline.documents.outcomes import READ
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.meter import Price
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.types import Question

SHOWN = 5  # skipped documents, and faults of the gold evidence, that are said one by one
# On two laptop cores; only the forecast rests on them.
START_S = 5
EMBEDDED_A_SECOND = 25_000  # characters
RULES_S = 0.005  # of an answer by rules
KEPT_S = 0.0015  # of an answer that is there, which is read, scored and compared
FEW_S = 8


def announce(points: Sequence[Point], resources: Resources, plans: Sequence[Planned]) -> None:
    """Prints the notes before the work begins."""
    unread = _unread(points, resources)
    known = () if unread else announcement(points, resources)
    judging = _judging(points, len(resources.dataset.questions))
    drawn = resources.dataset.drawn
    lines = (
        *english_only(points),
        *known,
        *judging,
        *([drawn.words] if drawn else []),
        forecast(points, resources, plans, unread),
        *spending(points, plans),
    )
    for line in lines:
        print(line, flush=True)


def _unread(points: Sequence[Point], resources: Resources) -> int:
    """The number of unread documents in a dry run, because reading them may take minutes. A sweep has already
    read them."""
    if not resources.models.on_record:
        return 0
    return max(resources.documents.unread(point.config.parser) for point in points)


def announcement(points: Sequence[Point], resources: Resources) -> Iterator[str]:
    """The notes before the work begins: files that are no documents, unreadable documents, gold
    evidence that is not in them, summaries, annotations and notes on chunks to make."""
    if others := resources.documents.others():
        yield others
    for parser in {point.config.parser.name: point.config.parser for point in points}.values():
        yield from _doubts(resources, parser)
    asking = [point.config.pipeline() for point in points if resources.models.backend(point.config.llm).cacheable]
    if any(_unknown(resources, settings) for settings in asking):
        asking = [settings for settings in asking if not _unknown(resources, settings)]
        yield "The model has not answered before, and a dry run asks no server: all questions count as to ask."
    if calls := max(map(resources.calls_to_make, asking), default=0):
        also = " and annotations" if any(each.reads_annotations() for each in asking) else ""
        yield f"Summaries{also} to make first, a model call each: {calls}."
    noted = {resources.index.key(settings): settings for settings in asking if settings.notes_chunks()}
    if notes := sum(map(resources.index.notes_to_make, noted.values())):
        yield f"Notes on chunks to make first, a model call each: {notes}."


def _judging(points: Sequence[Point], questions: int) -> Iterator[str]:
    """What judging takes; the nuggets of a question are made once for all variations."""
    judged = [(point.config, llm) for point in points if (llm := point.config.scoring.asked_model())]
    if judged:
        calls = sum(config.scoring.calls(questions * config.repeats, 0) for config, _ in judged)
        calls += max(config.scoring.calls(0, questions) for config, _ in judged)
        names = ", ".join(dict.fromkeys(llm.model or llm.name for _, llm in judged))
        yield f"Judging by {names} takes at most {counted(calls, 'call')}; recorded ones are not paid for again."


def unreadable(documents: Sequence[Skipped]) -> Iterator[str]:
    """The notes on documents that cannot be read."""
    for skipped in documents[:SHOWN]:
        yield f"skipped: {skipped.source_file}: {skipped.reason}"
    if len(documents) > SHOWN:
        yield f"... and {len(documents) - SHOWN} more documents skipped; ragatta index lists them"


def _doubts(resources: Resources, parser: Parser) -> Iterator[str]:
    corpus = resources.documents.corpus(parser)
    yield from unreadable(corpus.skipped)
    in_part = [each for each in corpus.outcomes if each.usable and each.kind != READ]
    for outcome in in_part[:SHOWN]:
        yield f"not read whole: {outcome.source_file}: {outcome.words}"
    if len(in_part) > SHOWN:
        yield f"... and {len(in_part) - SHOWN} more documents not read whole; ragatta index lists them"
    questions = resources.dataset.questions
    unknown = [(q.id, name) for q in questions for name in q.documents if name not in corpus.pages]
    if unknown:
        raise Fault([f"{who}: documents: {no_document(name, corpus.pages, corpus.unread)}" for who, name in unknown])
    kept, is_dry = CACHE / "gold_evidence", resources.models.on_record
    faults = gold_evidence.faults(questions, corpus, kept, keep=not is_dry)
    for fault in faults[:SHOWN]:
        yield f"gold evidence not found by {parser.name}: {fault}"
    if len(faults) > SHOWN:
        yield f"... and {len(faults) - SHOWN} more; such evidence counts as not retrieved"


@dataclass(frozen=True)
class Planned:
    """What one variation is about to do: answers to ask for, kept answers (and how many of them are failures), the most
    model calls without repairs, and an estimate from earlier runs (None without any)."""

    label: str
    run_key: str  # empty where it is not known before summaries and annotations are made
    to_ask: int
    kept: int
    failed: int
    calls: int
    expected: QuestionCost | None
    usd: float | None  # of the expected tokens; None without a price


def planned(points: Sequence[Point], resources: Resources) -> list[Planned]:
    """The plans, in the order of the points. A point with the run key of an earlier one has nothing left to do. Raises
    ModelUnavailable if a model is missing, before any call is paid for."""
    experience, unread = PastRuns(), _unread(points, resources)
    for settings in () if unread else (point.config.pipeline() for point in points):
        if not _unknown(resources, settings):
            resources.models.identities(settings)
    found: list[Planned] = []
    firsts: dict[tuple[str, int], Planned] = {}  # by run key and first sample
    for point in points:
        plan = _planned(point, resources, experience, bool(unread))
        twin = firsts.setdefault((plan.run_key, point.config.first_sample), plan)
        if twin is not plan and plan.run_key:
            more = max(0, plan.to_ask + plan.kept - twin.to_ask - twin.kept)  # repeats that the earlier one lacks
            share = more / plan.to_ask if plan.to_ask else 0
            expected = plan.expected and plan.expected.of(share)
            usd = None if plan.usd is None else plan.usd * share
            calls = round(plan.calls * share)
            plan = replace(plan, to_ask=more, kept=0, failed=0, calls=calls, expected=expected, usd=usd)
        found.append(plan)
    return found


def _unknown(resources: Resources, settings: Pipeline) -> bool:
    """Whether the model is not recorded and no server is asked, so that kept answers cannot be found."""
    if not resources.models.on_record or settings.llm.cache == "only":
        return False
    try:
        resources.models.identities(settings)
        resources.calls_to_make(settings)
        resources.models.context_tokens(settings)
    except ReplyMissing:
        return True
    return False


def _planned(point: Point, resources: Resources, experience: PastRuns, unread: bool) -> Planned:
    settings, questions = point.config.pipeline(), resources.dataset.questions
    own = settings.repeats_own_answers()
    keyed = {q.id if own else question_key(q.asked()): q for q in questions}
    total = len(keyed) * point.config.repeats
    documents = resources.documents.count() if unread else _documents(resources, settings.parser)
    architecture = settings.architecture

    def plan(run_key: str, to_ask: Sequence[Question], failed: int) -> Planned:
        calls_each = [architecture.calls(len(q.documents) or documents) for q in to_ask]
        if wrong := [one for one in calls_each if not isinstance(one, int)]:
            words = f"calls returned {brief_value(wrong[0])}, not a whole number"
            raise ARCHITECTURES.broken(architecture.name, words, architecture.calls)
        most = sum(calls_each) + settings.query_calls() * len(to_ask)
        calls = 0 if point.config.by_rule() else most  # rules are no models
        each = experience.of(settings)
        expected = each and each.of(len(to_ask))
        usd = None if expected is None else _usd(settings.llm, expected)
        return Planned(point.label, run_key, len(to_ask), total - len(to_ask), failed, calls, expected, usd)

    models = resources.models
    not_made = models.on_record or models.backend(settings.llm).cacheable  # a sweep has rules make them now
    if unread or _unknown(resources, settings) or (not_made and resources.calls_to_make(settings)):
        # The run key holds the digest of documents, summaries and annotations: nothing can be known to be kept.
        return plan("", [*keyed.values()] * point.config.repeats, 0)
    run_key = answer_key(resources, settings)
    journal = resources.journal(run_key)
    asked = AsAsked(questions, journal.entries, own)
    found = open_questions(point, asked, journal, again=settings.llm.cache == "refresh")
    known = {asked.key(question, sample) for question in questions for sample in point.config.samples}
    failed = sum(entry.status == "failed" for key, entry in journal.entries.items() if key in known)
    return plan(run_key, [question for question, _ in found], failed)


def _documents(resources: Resources, parser: Parser) -> int:
    return len(resources.documents.corpus(parser).pages)


def _usd(llm: LLM, took: QuestionCost) -> float | None:
    if llm.by_model():
        return None  # earlier runs may have shared their tokens otherwise between the models
    price = Price(llm.price_in, llm.price_out)
    return price.of(round(took.tokens_in), round(took.tokens_out)) if llm.price_in or llm.price_out else None


def forecast(points: Sequence[Point], resources: Resources, plans: Sequence[Planned], unread: int = 0) -> str:
    """One line: what runs, what is reused, how many collections are built, about how long it takes. `unread` documents
    have to be read first."""
    to_ask, kept = sum(plan.to_ask for plan in plans), sum(plan.kept for plan in plans)
    parser, repeats = points[0].config.parser, points[0].config.repeats
    documents = resources.documents.count() if unread else _documents(resources, parser)
    to_build = [] if unread else _to_build(points, resources)
    read = "to read and to index" if _searching(points) else "to read"
    built = (
        f"{counted(unread, 'document')} {read} first" if unread else f"{counted(len(to_build), 'collection')} to build"
    )
    failed = sum(plan.failed for plan in plans)
    return (
        f"{counted(len(points), 'variation')} × {counted(len(resources.dataset.questions), 'question')} "
        f"{f'× {repeats} repeats ' if repeats > 1 else ''}over "
        f"{counted(documents, 'document')} ({resources.dataset.name}): "
        f"{to_ask} to ask, {kept} reused; {built}. {_about(points, plans, sum(to_build))}"
        + (f"\n{counted(failed, 'kept answer')} failed; --retry-failed asks again." if failed else "")
    )


def spending(points: Sequence[Point], plans: Sequence[Planned]) -> Iterator[str]:
    """What the questions of all variations that ask a model take, by earlier runs."""
    asking = [plan for point, plan in zip(points, plans, strict=True) if not point.config.by_rule() and plan.to_ask]
    if not asking:
        return
    expected = [plan.expected for plan in asking if plan.expected]
    tokens = f", about {sum(one.tokens for one in expected):,.0f} tokens" if len(expected) == len(asking) else ""
    costs = [plan.usd for plan in asking if plan.usd is not None]
    usd = f" and {sum(costs):.2f} USD" if len(costs) == len(asking) else ""
    calls = counted(sum(plan.calls for plan in asking), "model call")
    yield f"At most {calls}, without repairs{tokens}{usd}; recorded replies are not paid for again."


def _searching(points: Sequence[Point]) -> list[Point]:
    """Those that need a collection."""
    return [point for point in points if point.config.architecture.searches()]


def to_index(points: Sequence[Point], resources: Resources) -> int:
    """The letters of the documents that go into collections that are to be built."""
    return sum(_to_build(points, resources))


def _to_build(points: Sequence[Point], resources: Resources) -> list[int]:
    """The characters of each collection that is to be built."""
    each = [point.config.pipeline() for point in points]
    stores = {settings.notes_chunks(): resources.index.store(settings) for settings in each}
    there = {manifest.get("key") for store in stores.values() for manifest in store.describe()}
    wanted = {}
    for point in _searching(points):
        settings = point.config.pipeline()
        unknown = settings.notes_chunks() and _unknown(resources, settings)  # who writes the notes is in the key
        key = point.label if unknown else resources.index.key(settings)
        if key not in there:
            pages = resources.documents.corpus(settings.parser).pages.values()
            wanted[key] = sum(len(page.text) for document in pages for page in document)
    return list(wanted.values())


def _about(points: Sequence[Point], plans: Sequence[Planned], to_embed: int) -> str:
    """The expected duration, from the planned questions, the number in flight, and the index."""
    seconds = START_S + to_embed / EMBEDDED_A_SECOND + KEPT_S * sum(plan.kept for plan in plans)
    if seconds < FEW_S and not any(plan.to_ask for plan in plans):
        return "A few seconds."
    for point, plan in zip(points, plans, strict=True):
        if plan.expected is None and point.config.llm.ASKS_A_MODEL and plan.to_ask:
            return "How long the model takes is not known yet; progress will show it."
        asking = plan.expected.seconds if plan.expected else plan.to_ask * RULES_S
        seconds += asking / (point.config.in_flight)
    return f"About {seconds:.0f} s." if seconds < 120 else f"About {seconds / 60:.0f} min."
