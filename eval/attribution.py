"""Finds why a question was lost: the first stage that lost its gold evidence, from the records of each stage.

A question is lost if its `score` is below 1; a right answer may still have wrong citations. Evidence is lost at the
first stage that has none of its places, and a question at the earliest stage that lost any of its evidence. A quote
that is a statement counts on any page (eval/matching/evidence.py). Stages without a record are skipped. See
docs/scoring.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain

from ragatta.eval.final import expected_items, whole_answer
from ragatta.eval.matching.evidence import (
    Corpus,
    Piece,
    document,
    gold_pages,
    is_statement,
    locate,
    statements,
    touched,
    wanted,
    worded,
)
from ragatta.eval.matching.normalise import Normal
from ragatta.eval.matching.numbers import close_up
from ragatta.eval.matching.phrases import find_items, find_phrases
from ragatta.eval.matching.rows import has_printed_row, printed_row
from ragatta.eval.matching.shown import Shown
from ragatta.eval.metrics import FILTERS, PARTIAL, SCORE, UNDECIDED_ANSWERS
from ragatta.eval.trace import all_steps, context_is_known, details
from ragatta.eval.verdict import OUTCOMES
from ragatta.pipeline.agents.context.partial_chunk import stretch
from ragatta.pipeline.text.words import is_specific, names, terms
from ragatta.pipeline.types import Answer, Chunk, Evidence, Question

# Decides whether an answer's citations are wrong: none of the cited places contains the gold evidence, the same words
# or the same table row.


def wrongly_cited(question: Question, answer: Answer, pages: Corpus) -> bool:
    """They are not wrong if the question has no evidence, if the answer cites nothing, or if it cites the same text
    elsewhere: a filing and its mark-up share sentences and tables."""
    gold = gold_pages(question)
    if not gold or not answer.citations or touched(gold, answer.citations):
        return False
    return not _cites_the_same(question, answer, pages)


def _cites_the_same(question: Question, answer: Answer, pages: Corpus) -> bool:
    """Whether the cited pages of one document contain a statement or a row of the evidence, or a whole list that is as
    long as a statement."""
    cited: dict[str, set[int]] = {}
    for citation in answer.citations:
        cited.setdefault(citation.source_file, set()).update(range(citation.first_page, citation.last_page + 1))
    on = [Evidence(file, tuple(sorted(numbers))) for file, numbers in cited.items()]
    if items := expected_items(question):
        found = (locate(evidence, items, pages, question.also_accepted) for evidence in on)
        return is_statement(*items) and any(all(places.values()) for places in found)
    if any(locate(evidence, (quote,), pages)[quote] for evidence in on for quote in statements(question)):
        return True
    rows = [row for evidence in worded(question) for row in _rows(evidence, pages)]
    return any(
        has_printed_row(page.text, row)
        for each in on
        for page in pages.get(each.file, ())
        if page.number in each.pages
        for row in rows
    )


def _rows(evidence: Evidence, pages: Corpus) -> list[str]:
    """The table rows that contain the evidence, as printed; none for a statement."""
    if is_statement(evidence.quote):
        return []
    phrase = evidence.quote or evidence.value
    places = locate(evidence, (phrase,), pages)[phrase]
    text = document(pages[evidence.file]).text if places else ""
    return [text[slice(*printed_row(text, start, end))] for _, start, end in places]


ON_THE_WAY = (
    "not_answered", "failed", "not_parsed", "not_indexed", "not_reworded", "wrong_filter", "not_annotated",
    "not_routed", "not_planned", "not_retrieved", "cut_from_context", "withheld",
)  # fmt: skip
STAGES = (
    *ON_THE_WAY, "not_filtered", "wrongly_refused", "wrongly_asked_back", "not_used", "wrongly_cited", "wrong_format",
    "invented", "not_asked_back", "not_refused", "no_evidence",
)  # fmt: skip
# Where a question is lost that wants an outcome and has another; where an answerable one is lost by an outcome.
MISSED_OUTCOMES = {"clarify": "not_asked_back", "unsafe": "not_refused"}
LIKELY = 0.5  # the score of an undecided answer from which it is rather right
WRONG_OUTCOMES = {"refused": "wrongly_refused", "clarify": "wrongly_asked_back"}

Chunks = Callable[[], Mapping[str, Chunk]]  # the collection's chunks by id, read when they are asked for


@dataclass(frozen=True)
class Attribution:
    """`lost_at` is one of STAGES, "" if nothing is lost; `evidence` has (phrase, stage) for each piece. A piece
    that is lost ON_THE_WAY did not reach the context."""

    lost_at: str = ""
    evidence: tuple[tuple[str, str], ...] = ()


def attribute(
    question: Question, answer: Answer, scores: Mapping[str, float | None], pages: Corpus, chunks: Chunks | None
) -> Attribution:
    """The stages that lost the question and each piece of its evidence. A right answer may lack a piece, too.

    `scores` are the answer's, `pages` the corpus as the run's parser read it. Hand in the same `chunks` for all
    questions of a collection: what it returns is remembered; None for a system that searches by itself. Where it does
    not say what its answer was written from, its evidence is not attributed. Raises ValueError if context or hits are
    of other pages or of another collection.
    """
    if not context_is_known(answer):
        return Attribution(_unseen(question, answer, scores))
    sought = wanted(question, pages)
    if answer.status == "failed":
        stage = _failed(answer)
        return Attribution(stage, tuple((piece.phrase, stage) for piece in sought))
    way, missed = _Way(question, answer, pages, chunks, scores.get(FILTERS)), _is_missed(scores)
    lost = [way.lost(piece) for piece in sought]
    if missed:
        used = _used(question, answer, scores)
        lost = [stage or ("" if there else "not_used") for stage, there in zip(lost, used, strict=True)]
    evidence = tuple((piece.phrase, stage) for piece, stage in zip(sought, lost, strict=True))
    cited = "wrongly_cited" if wrongly_cited(question, answer, pages) else ""
    lost_at = _missed_at(question, answer, scores, lost, cited) if missed else cited
    return Attribution(lost_at, evidence)


def _is_missed(scores: Mapping[str, float | None]) -> bool:
    """Whether it is not wholly right; of an undecided answer, whether it is rather wrong."""
    score = scores[SCORE] or 0.0
    return score < LIKELY if scores.get(UNDECIDED_ANSWERS) else score != 1


def _failed(answer: Answer) -> str:
    return "failed" if answer.came else "not_answered"


def _unseen(question: Question, answer: Answer, scores: Mapping[str, float | None]) -> str:
    """Where an answer is lost of which nothing but its words is known."""
    if answer.status == "failed" or not _is_missed(scores):
        return _failed(answer) if answer.status == "failed" else ""
    return _missed_at(question, answer, scores, (), "")


def _missed_at(
    question: Question, answer: Answer, scores: Mapping[str, float | None], evidence: Sequence[str], cited: str
) -> str:
    """The earliest stage that lost any of the evidence; if all of it was used, what went wrong afterwards."""
    if question.kind in OUTCOMES:
        return MISSED_OUTCOMES.get(question.kind, "invented" if answer.status == "answered" else "no_evidence")
    if _unsearched(answer):
        return WRONG_OUTCOMES[answer.status]
    if lost := [*filter(None, evidence), *_lost_whole(question, answer, scores)]:
        return min(lost, key=STAGES.index)
    if cited:
        return cited
    if scores.get(PARTIAL) == 1:
        return "wrong_format"
    # The evidence is in the answer, and yet what was asked for does not follow from it: a wrong product, say.
    return "not_used" if evidence else "no_evidence"


def _lost_whole(question: Question, answer: Answer, scores: Mapping[str, float | None]) -> list[str]:
    """The stage that lost the question regardless of its evidence: an outcome instead of an answer, or a search with
    wrong or missing conditions."""
    found = [WRONG_OUTCOMES[answer.status]] if answer.status in WRONG_OUTCOMES else []
    if question.filters and scores.get(FILTERS) != 1:
        found.append("wrong_filter" if details(all_steps(answer), "filters") else "not_filtered")
    return found


def _unsearched(answer: Answer) -> bool:
    """Whether the outcome was decided without a search, so that no stage lost evidence."""
    steps = list(all_steps(answer))
    return answer.status in WRONG_OUTCOMES and not (details(steps, "hits") or details(steps, "filters"))


def _used(question: Question, answer: Answer, scores: Mapping[str, float | None]) -> list[bool]:
    """Whether each piece of evidence is in the answer; all are if the whole expected answer is."""
    items = expected_items(question)
    pieces = len(items or worded(question))
    if answer.status != "answered" or scores.get(PARTIAL) == 1:
        return [answer.status == "answered"] * (pieces if question.evidence else 0)
    if not question.evidence:
        return []
    text = whole_answer(answer)
    if items:
        return [bool(spans) for spans in find_items(Normal(text), items, question.also_accepted).values()]
    # Of a row of a table nobody repeats more than the value that is asked for.
    normal = Normal(close_up(text))
    phrases = [evidence.value or evidence.quote for evidence in worded(question)]
    return [bool(find_phrases(normal, [phrase])[phrase]) for phrase in phrases]


class _Way:
    """Documents and text as each stage of one answer passed them on."""

    def __init__(
        self, question: Question, answer: Answer, pages: Corpus, chunks: Chunks | None, filtered: float | None
    ) -> None:
        """`filtered`: how right the conditions of its search are; None where the question names none."""
        self._question = question
        self._answer, self._pages, self._chunks, self._filtered = answer, pages, chunks, filtered
        self._steps = list(all_steps(answer))
        self._context = Shown(answer.context, pages)

    def lost(self, piece: Piece) -> str:
        """The stage that lost the last of its places; "" if the context has the piece."""
        if not piece.places:
            return "not_parsed"
        if self._context.has(piece):
            return ""
        if self._withheld and Shown((*self._answer.context, *self._withheld), self._pages).has(piece):
            return "withheld"
        if self._hits.has(piece):
            return "cut_from_context"
        there = (replace(piece, places=(place,), anywhere=False) for place in piece.places)
        return max(map(self._lost_there, there), key=STAGES.index)

    def _lost_there(self, piece: Piece) -> str:
        """The stage that lost a piece of one place, which was not retrieved."""
        if self._chunks and not _collection(self._chunks).has(piece, self._pages):
            return "not_indexed"
        if self._lacks_words:
            return "not_reworded"
        file = piece.places[0][0]
        for stage, documents in ((self._left_out, self._routed), ("not_planned", self._planned)):
            if documents is not None and file not in documents:
                return stage
        return "not_retrieved"

    def _chunk(self, id_: str) -> Chunk:
        if self._chunks is None:
            raise ValueError(f"chunk {id_} was retrieved; hand in the collection of the run")
        return _collection(self._chunks).chunk(id_)

    @cached_property
    def _lacks_words(self) -> bool:
        """Whether a turn of a conversation was asked in words that lack a figure, a code or a name of the gold's words
        that stand alone, or most of their terms. What was made of the turns before is recorded; else it is nothing."""
        question = self._question
        if not (question.turns and question.standalone):
            return False
        made: list[str] = details(self._steps, "alone")
        wanted, asked = {*terms(question.standalone)}, {*terms(" ".join([question.question, *made]))}
        telling = {term for term in wanted if is_specific(term)} | names(question.standalone)
        return bool(telling - asked) or len(wanted - asked) > len(wanted) / 2

    @cached_property
    def _hits(self) -> Shown:
        """The retrieved text: the context and the complete recorded hits, because a context may show part of a
        chunk."""
        hits = [hit["chunk"] for queries in details(self._steps, "hits") for hits in queries for hit in hits]
        collection = [self._chunk(id_) for id_ in dict.fromkeys(hits)]
        return Shown((*self._answer.context, *collection), self._pages)

    @cached_property
    def _withheld(self) -> tuple[Chunk, ...]:
        """The parts of retrieved chunks that were withheld as orders to the model."""
        return tuple(
            stretch(self._chunk(id_), *span)
            for spans_by_chunk in details(self._steps, "withheld")
            for id_, spans in spans_by_chunk.items()
            for span in spans
        )

    @cached_property
    def _routed(self) -> frozenset[str] | None:
        """The documents that routers chose; None if no choice is recorded."""
        chosen = details([step for step in self._steps if step.name == "router"], "documents")
        return frozenset(chain.from_iterable(chosen)) if chosen else None

    @cached_property
    def _left_out(self) -> str:
        """Why a document was not selected: the conditions of the search or, if those are right, the document's
        metadata."""
        if not any(details(self._steps, "filters")):
            return "not_routed"
        return "not_annotated" if self._filtered == 1 else "wrong_filter"

    @cached_property
    def _planned(self) -> frozenset[str] | None:
        """The documents that plans target; None if no plan is recorded, or if a step covers all documents."""
        plans = details([step for step in self._steps if step.name == "planner"], "steps")
        targets = [step["documents"] for steps in plans for step in steps]
        return frozenset(chain.from_iterable(targets)) if plans and all(targets) else None


class _Collection:
    """A collection's chunks, and the parts of the documents that they contain."""

    def __init__(self, chunks: Chunks) -> None:
        self._by_id = chunks()
        self._shown: Shown | None = None

    def chunk(self, id_: str) -> Chunk:
        if id_ not in self._by_id:
            raise ValueError(f"chunk {id_} was retrieved but is not in the collection; pass the collection of the run")
        return self._by_id[id_]

    def has(self, piece: Piece, pages: Corpus) -> bool:
        self._shown = self._shown or Shown(tuple(self._by_id.values()), pages)
        return self._shown.has(piece)


@lru_cache(maxsize=4)  # the same for hundreds of questions; a sweep has few at a time
def _collection(chunks: Chunks) -> _Collection:
    return _Collection(chunks)
