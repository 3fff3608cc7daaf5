"""A draft of a gold question: what a person entered, its evidence, and its faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragatta.eval.gold.contradictions import contradictions
from ragatta.eval.gold.inferred import inferred, without_bullet
from ragatta.eval.gold.questions import unfounded
from ragatta.eval.gold.records import FIELDS, OF_PARTS, WITHOUT_ANSWER, Record, read_question
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.numbers import only_number
from ragatta.eval.matching.places import Place, answer_places, list_places, nearest, places, ranked, searched
from ragatta.experiments.faults import Fault
from ragatta.pipeline.documents.format import listed_of
from ragatta.pipeline.documents.names import composed
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Question

NEW = "the new question"
NOWHERE = "is on no page"
SAFE_ID = re.compile(r"[\w.-]+")  # it has to pass through a command line
FOUND_BY_ANSWER = ("list", "number", "text")  # kinds whose answer itself stands on a page
SHOWN = 12  # places listed

Choose = Callable[[str, list[Place]], list[Place]]  # of the places where a phrase stands, those that are meant


@dataclass
class NewQuestion:
    """The person's input; empty texts are to be inferred or found."""

    id: str = ""
    question: str = ""
    kind: str = ""
    expected: list[str] = field(default_factory=list)
    also_accepted: list[str] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    file: str = ""
    pages: list[int] = field(default_factory=list)
    sub_questions: list[str] = field(default_factory=list)  # `expected` has an answer for each
    filters: dict[str, Any] = field(default_factory=dict)
    forbidden: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    split: str = ""
    language: str = ""  # of the dataset, where it is not English
    turns: list[dict[str, str]] = field(default_factory=list)  # of a conversation, with user and assistant
    after: str = ""
    standalone: str = ""
    dependence: str = ""

    def __post_init__(self) -> None:
        self.file, self.documents = composed(self.file), [composed(name) for name in self.documents]

    def answer(self) -> tuple[str, list[str] | str]:
        """The kind and the expected answer. Raises Fault if only some of several lines are items."""
        if self.sub_questions:
            return self.kind or OF_PARTS[0], self.expected
        if len(self.expected) > 1:
            return self.kind or "list", self.expected
        text = self.expected[0] if self.expected else ""
        if plain := without_bullet(self.kind, text):
            raise Fault(f"{NEW}, expected: {plain!r} has no bullet, but other lines have one; give every item a bullet")
        kind: str = self.kind
        expected: list[str] | str = text
        if text or not kind:
            kind, expected = inferred(kind, text, self.language or ENGLISH)
        return kind, [expected] if kind == "list" and isinstance(expected, str) and expected else expected

    @property
    def whole(self) -> str:
        """The question in words that stand alone, where it has them."""
        return self.standalone or self.question

    def query(self) -> str:
        """What a search for the evidence looks for: the question with its answer."""
        return " ".join([self.whole, *self.sub_questions, *self.expected])


def found_by_question(draft: NewQuestion, corpus: Corpus) -> list[str]:
    """The pages that a search with question and answer finds, a line each; empty if it finds none."""
    found = searched(draft.query(), corpus, _files(draft, corpus), draft.language or ENGLISH)
    return ["a search with the question finds:", *listed(found)] if found else []


def _files(draft: NewQuestion, corpus: Corpus) -> list[str]:
    """Where evidence is sought: the named file, else the question's documents; empty: everywhere."""
    return [draft.file] if draft.file else [file for file in draft.documents if file in corpus]


def find_evidence(draft: NewQuestion, corpus: Corpus, choose: Choose) -> list[dict[str, Any]]:
    """The evidence records: the places that `choose` picks for each quote, or for the answer if there is no quote, of
    all places ranked by a search with question and answer. Raises Fault with the nearest passages if a phrase is not
    found."""
    kind, expected = draft.answer()
    if kind in WITHOUT_ANSWER:
        if draft.quotes:
            raise Fault(f"{NEW}, quote: a question of kind {kind} has no evidence; leave the quote out")
        return []
    if draft.file and draft.file not in corpus:
        raise Fault(f"{NEW}, file: no document {draft.file!r}; {suggestion(draft.file, list(corpus))}")
    files = _files(draft, corpus)
    if not draft.quotes and isinstance(expected, list) and not draft.sub_questions:
        return [evidence_of(place, "") for place in _of_list(draft, expected, corpus, choose)]
    if not draft.quotes and kind not in FOUND_BY_ANSWER:
        missing = (
            f"{NEW}, quote: missing; give the words of the page that show the answer (--quote), or an empty quote with "
            "--file and --page if only the page is known"
        )
        raise Fault([missing, *found_by_question(draft, corpus)])
    if [*draft.quotes] == [""] and draft.file and draft.pages:
        return [{"file": draft.file, "pages": [str(page) for page in draft.pages], "quote": ""}]
    found = []
    for quote in [" ".join(text.split()) for text in draft.quotes or [str(expected)]]:
        printed = {quote: places(quote, corpus, files)} if draft.quotes else answer_places(quote, corpus, files)
        all_there = [place for standing in printed.values() for place in standing]
        there = [place for place in all_there if not draft.pages or {*place.pages} & {*draft.pages}]
        if all_there and not there:
            other = "; ".join(f"{place.file}, {listed_of(place.file, place.pages)}" for place in all_there[:SHOWN])
            raise Fault(
                f"{NEW}, page: {quote!r} is not on {listed_of(all_there[0].file, draft.pages)}; it is on {other}"
            )
        if not there:
            raise Fault(said_nowhere(quote, corpus, files) + ([] if draft.quotes else found_by_question(draft, corpus)))
        there = ranked(there, draft.query(), corpus, draft.language or ENGLISH)
        for place in joined(choose(repr(quote), there)):
            here = {(place.file, page) for page in place.pages}
            held = (
                words
                for words, standing in printed.items()
                if any((one.file, page) in here for one in standing for page in one.pages)
            )
            found.append(evidence_of(place, next(held)))
    return found


def _of_list(draft: NewQuestion, items: list[str], corpus: Corpus, choose: Choose) -> list[Place]:
    if draft.pages:
        corpus = {file: tuple(page for page in pages if page.number in draft.pages) for file, pages in corpus.items()}
    found = list_places(items, draft.also_accepted, corpus, _files(draft, corpus))
    if not found:
        raise Fault([f"{NEW}, expected: none of the {len(items)} items is in the documents", *_near(items, corpus)])
    whole = [place for place, count in found if count == len(items)]
    whole = ranked(whole, draft.query(), corpus, draft.language or ENGLISH)
    return choose("the list", whole or [place for place, _ in found])


def _near(items: Sequence[str], corpus: Corpus) -> list[str]:
    return [line for item in items[:3] for line in said_nowhere(item, corpus, [])]


def joined(chosen: Sequence[Place]) -> list[Place]:
    """Joins the pages of one file, which are alternatives."""
    pages: dict[str, set[int]] = {}
    for place in chosen:
        pages.setdefault(place.file, set()).update(place.pages)
    return [Place(file, tuple(sorted(numbers)), "") for file, numbers in pages.items()]


def evidence_of(place: Place, quote: str) -> dict[str, Any]:
    """Whether it is a value (a bare figure) and not a quote."""
    written: dict[str, Any] = {"file": place.file, "pages": [str(page) for page in place.pages]}
    return written | ({"value" if only_number(quote) else "quote": quote} if quote else {})


def said_nowhere(quote: str, corpus: Corpus, files: Sequence[str]) -> list[str]:
    """The message that a quote was not found, with the most similar lines."""
    lines = [f"{quote!r} {NOWHERE} of {files[0] if files else 'the documents'}, as they are read"]
    near = nearest(quote, corpus, files)
    lines += [
        f"  near it, {p.file}, {listed_of(p.file, [p.page])} ({p.share:.0%} of its words): {p.text}" for p in near
    ]
    return lines if near else [f"{lines[0]}, and no page holds most of its words"]


def listed(places: Sequence[Place]) -> list[str]:
    """The places, one per line, numbered from 1."""
    lines = [
        f"  {number}  {place.file}, {listed_of(place.file, place.pages)}"
        f"{f', line {place.line}' if place.line else ''}: {place.passage}"
        for number, place in enumerate(places[:SHOWN], 1)
    ]
    return [*lines, f"  and {len(places) - SHOWN} more"] if len(places) > SHOWN else lines


def finished(draft: NewQuestion, evidence: Sequence[dict[str, Any]], earlier: str = "") -> Question:
    """The question, as the loader reads it. `earlier`: an id that it may keep, of whatever form. Raises Fault with all
    its faults."""
    kind, expected = draft.answer()
    written = {**vars(draft), "kind": kind, "expected": expected, "evidence": list(evidence)}
    fields = {name: written[name] for name in FIELDS if name in written and (written[name] or name in FIELDS[:2])}
    record = Record(NEW, fields)
    question = read_question(record)
    faults = [*record.faults, *(unsafe_ids([draft.id]) if draft.id != earlier else ())]
    if faults or question is None:
        raise Fault(faults)
    return question


def unsafe_ids(ids: Sequence[str]) -> list[str]:
    return [
        f"{NEW}, id: {identity!r} must be of letters, digits, '_', '.' and '-'; choose another"
        for identity in ids
        if identity and not SAFE_ID.fullmatch(identity)
    ]


def faults_among(new: Sequence[Question], there: Sequence[Question], corpus: Corpus) -> list[str]:
    """The faults of new questions, compared with the existing ones and with these documents."""
    names, taken = {question.id for question in new}, {question.id for question in there}
    faults = [f"{question.id}, id: taken already; choose another" for question in new if question.id in taken]
    faults += [str(found) for found in contradictions([*there, *new]) if found.question_id in names - taken]
    return faults + [str(found) for question in new for found in unfounded(question, corpus)]


def free_id(there: Sequence[Question], used: Collection[str] = ()) -> str:
    """The next number after the prefix that all numbered questions share, else after ADDED_. `used`: ids of questions
    that are there no more, which verdicts and results may be about."""
    own, former = ([re.fullmatch(r"([\w.-]*?)(\d+)", one) for one in ids] for ids in ([q.id for q in there], used))
    stems = {match[1] for match in own if match} or {match[1] for match in former if match}
    stem = stems.pop() if len(stems) == 1 else "ADDED_"
    highest = max((int(match[2]) for match in (*own, *former) if match and match[1] == stem), default=0)
    return f"{stem}{highest + 1}"
