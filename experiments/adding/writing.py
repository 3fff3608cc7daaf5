"""A question while it is written: its kind, its faults by the loader's own words, its neighbours, and where its
evidence may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from ragatta.eval.gold.ambiguity import ambiguous
from ragatta.eval.gold.conversations import continued, linked, said_up_to
from ragatta.eval.gold.near_duplicates import LOOSELY, near_duplicates
from ragatta.eval.gold.questions import repeated
from ragatta.eval.gold.records import WITHOUT_ANSWER
from ragatta.eval.gold.unprinted import is_unprinted
from ragatta.eval.matching.evidence import Corpus, document, locate
from ragatta.eval.matching.numbers import only_number
from ragatta.eval.matching.places import Place, answer_places, list_places, ranked, searched
from ragatta.eval.matching.rows import printed_row, words
from ragatta.eval.scorers.score import verdict
from ragatta.experiments.adding.draft import FOUND_BY_ANSWER, NEW, NewQuestion, faults_among, finished, free_id
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.languages import ENGLISH
from ragatta.pipeline.types import Answer, Evidence, Exchange, Question

JUMPS = 5  # pages offered
Search = Callable[[str, Sequence[str]], list[Place]]  # the best pages for a text, of these documents; of all if none
TEXTS = ("id", "question", "kind", "split", "language", "after", "standalone", "dependence")
OBJECTS = ("evidence", "turns")
LISTS = ("also_accepted", "sub_questions", "documents", "tags", "forbidden")


@dataclass(frozen=True)
class Written:
    """What a page sends of a question, checked for its form."""

    draft: NewQuestion
    evidence: list[dict[str, Any]]


Formed = tuple[dict[str, str], dict[str, list[str]], dict[str, list[dict[str, Any]]], dict[str, Any]]


def formed(record: Mapping[str, Any]) -> Formed:
    """The texts, the lists of texts, the evidence and the turns, and the filters of a record; empty where it has none.
    Raises ValueError for another form."""
    given = {name: value for name, value in record.items() if value is not None}
    texts = {name: given.get(name, "") for name in TEXTS}
    expected = given.get("expected", [])
    lists = {name: given.get(name, []) for name in LISTS}
    lists["expected"] = ([expected] if expected else []) if isinstance(expected, str) else expected
    objects, filters = {name: given.get(name, []) for name in OBJECTS}, given.get("filters", {})
    listed = all(isinstance(one, list) for one in lists.values())
    if not listed or not all(isinstance(one, str) for one in [*texts.values(), *chain.from_iterable(lists.values())]):
        raise ValueError("a question's fields are texts and lists of texts")
    for name, held in objects.items():
        if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
            raise ValueError(f"{name} is a list of objects")
    if not isinstance(filters, dict):
        raise ValueError("filters are an object")
    return texts, lists, objects, filters


def written(
    record: Mapping[str, Any], there: Sequence[Question], language: str, split: str, used: Collection[str] = ()
) -> Written:
    """The fields of a gold question, of which `expected` may be one text as typed. `used`: ids that it does not get.
    Raises ValueError for another form."""
    texts, lists, objects, filters = formed(record)
    evidence = objects["evidence"]
    if texts["kind"] in WITHOUT_ANSWER:
        lists["expected"], evidence = [], []
    texts["id"] = texts["id"] or free_id(there, used)
    texts["split"] = texts["split"] or split
    texts["language"] = texts["language"] or (language if language != ENGLISH else "")
    draft = NewQuestion(**{**texts, **lists}, filters=filters, turns=objects["turns"])  # type: ignore[arg-type]  # as checked above
    return Written(draft, [_evidence(one) for one in evidence])


def _evidence(one: Mapping[str, Any]) -> dict[str, Any]:
    pages = one.get("pages") if isinstance(one.get("pages"), list) else [one.get("pages")]
    texts = {name: one[name] for name in ("quote", "value") if one.get(name)}
    bare = isinstance(one.get("quote"), str) and not texts
    return {"file": one.get("file"), "pages": [str(page) for page in pages or []], **texts} | (
        {"quote": ""} if bare else {}
    )


def complete(one: Written, there: Sequence[Question], corpus: Corpus, earlier: Question | None = None) -> Question:
    """The question. `earlier` is the one that it replaces, whose components stay; a new one comes after the question
    there that is the last of its turns. Raises Fault with all faults, also where a question with an answer has no
    evidence, if `earlier` has some or there is none."""
    question, by_id = finished(one.draft, one.evidence, earlier.id if earlier else ""), {one.id: one for one in there}
    faults = []
    if question.after and question.after not in by_id:
        faults.append(f"{NEW}, after: no question {question.after!r}; {suggestion(question.after, [*by_id])}")
    question = continued(question, by_id)
    question = (
        replace(question, components=earlier.components)
        if earlier
        else linked(question, {said_up_to(one): one.id for one in there})
    )
    faults += faults_among([question], there, corpus)
    may_lack = question.kind in WITHOUT_ANSWER or (earlier and not earlier.evidence)
    if not may_lack and not question.evidence:
        faults.append(f"{NEW}, evidence: missing; mark the words of the page that show the answer")
    if faults:
        raise Fault(faults)
    return question


def checked(
    one: Written,
    there: Sequence[Question],
    corpus: Corpus,
    search: Search | None = None,
    earlier: Question | None = None,
) -> dict[str, Any]:
    """What the page shows of a question that is being written, in place of `earlier`. `search`: see `offered`."""
    draft = one.draft
    found: dict[str, Any] = {"kind": "", "faults": [], "warnings": [], "id": draft.id}
    try:
        found["kind"] = draft.answer()[0] if draft.kind or draft.expected else ""
        if draft.question and (draft.expected or draft.kind in WITHOUT_ANSWER):
            question = complete(one, there, corpus, earlier)
            found["warnings"] = [*_gold_scores(question), *_unprinted(question), *_unclear(question, corpus)]
    except Fault as fault:
        found["faults"] = [said(problem, draft.id) for problem in fault.problems]
    found["near"] = [
        {"id": pair.earlier.id, "question": pair.earlier.question, "share": round(pair.share, 2)}
        for pair in near_duplicates([*there, _bare_question(draft)], [""], LOOSELY)[:3]
    ]
    return found | {"places": offered(draft, str(found["kind"]), corpus, search)}


def _bare_question(draft: NewQuestion) -> Question:
    """Its words, and the turns that these are said after."""
    turns = tuple(Exchange(str(one.get("user", "")), str(one.get("assistant", ""))) for one in draft.turns)
    return Question("", draft.question, "text", turns=turns)


def said(problem: str, identity: str = "") -> str:
    """A fault without the name of the record, which the page shows anyway."""
    for name in (f"{NEW}, {identity}, ", f"{NEW}, ", f"{identity}, "):
        problem = problem.removeprefix(name)
    return problem


def _gold_scores(question: Question) -> list[str]:
    """Gold that is answered as the gold says has to be right."""
    if not question.expected or question.sub_questions:
        return []
    items = question.expected if isinstance(question.expected, tuple) else ()
    text = "\n".join(f"- {item}" for item in items) if items else str(question.expected)
    score = verdict(question, Answer("answered", text, items=items, value="" if items else text)).score
    return [] if score == 1 else [f"the expected answer, given as the answer, scores {score:.2f}; word it more plainly"]


def _unprinted(question: Question) -> list[str]:
    return ["the evidence does not print this answer; make sure that it shows it"] * is_unprinted(question)


def _unclear(question: Question, corpus: Corpus) -> list[str]:
    return [found.message for found in (*ambiguous(question, corpus), *repeated(question, corpus))]


def offered(draft: NewQuestion, kind: str, corpus: Corpus, search: Search | None = None) -> list[dict[str, Any]]:
    """The best places for question and answer. Those where the answer stands, with the evidence that it would be, take
    turns with the pages that `search` finds, by default BM25: a computed answer may stand elsewhere by chance. Of a
    short document all pages follow. None is chosen while several compete, or where it is `elsewhere`: in another
    document than the question names."""
    files = [file for file in draft.documents if file in corpus]
    standing = _standing(draft, files, corpus) if kind in FOUND_BY_ANSWER and draft.expected else []
    first = {(one["file"], one["page"]): one for one in reversed(standing)}
    query = draft.query().strip()
    pages = (search(query, files) if search else _by_words(query, files, draft, corpus)) if query else []
    at_hand = [Place(file, (page.number,), "") for file in files for page in corpus[file][:JUMPS]]
    others = [
        first.get((place.file, place.pages[0])) or _bare(place.file, place.pages[0], place.passage)
        for place in (*pages, *at_hand)
    ]
    found: list[dict[str, Any]] = []
    for one in chain.from_iterable(zip_longest(standing, others)):
        if one and one not in found and (one["evidence"] or not _has_page(found, one)):
            found.append(one)
    own = _named_in(draft.question, corpus)
    return [one | {"elsewhere": bool(own) and one["file"] not in own} for one in found[:JUMPS]]


def _named_in(question: str, corpus: Corpus) -> set[str]:
    """The documents whose names, without the ending, are in the question as its words."""
    asked = f" {' '.join(_words(question))} "
    return {file for file in corpus if len(name := " ".join(_words(Path(file).stem))) > 2 and f" {name} " in asked}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _bare(file: str, page: int, line: str) -> dict[str, Any]:
    return {"file": file, "page": page, "line": line, "evidence": None}


def _has_page(found: Sequence[Mapping[str, Any]], one: Mapping[str, Any]) -> bool:
    return any((other["file"], other["page"]) == (one["file"], one["page"]) for other in found)


def _by_words(query: str, files: Sequence[str], draft: NewQuestion, corpus: Corpus) -> list[Place]:
    return searched(query, corpus, files, draft.language or ENGLISH, JUMPS)


def _standing(draft: NewQuestion, files: Sequence[str], corpus: Corpus) -> list[dict[str, Any]]:
    expected = draft.answer()[1]
    if isinstance(expected, list):
        whole = list_places(expected, draft.also_accepted, corpus, files)[:JUMPS]
        return [
            _bare(place.file, place.pages[0], place.passage)
            | ({"evidence": {"file": place.file, "pages": [*place.pages]}} if count == len(expected) else {})
            for place, count in whole
        ]
    language = draft.language or ENGLISH
    as_printed = answer_places(expected, corpus, files)
    there = [*dict.fromkeys(place for places in as_printed.values() for place in places)]
    found = []
    for place in ranked(there, draft.query(), corpus, language, files or corpus)[: 2 * JUMPS]:
        for spans in locate(Evidence(place.file, place.pages), tuple(as_printed), corpus).values():
            rows = [marked(place.file, start, end, corpus) for _, start, end in spans]
            rows.sort(key=lambda row: -_shared(row, draft))
            found += [_bare(place.file, place.pages[0], row["quote"]) | {"evidence": row} for row in rows[:JUMPS]]
    telling = [one for one in found if _shared(one["evidence"], draft)]
    return telling if telling and only_number(expected) else found  # "(1)" is no answer to how many


def _shared(row: Mapping[str, Any], draft: NewQuestion) -> int:
    """How many words a row has in common with the question."""
    return int((words(str(row["quote"])) & words(draft.whole)).total())


def marked(file: str, start: int, end: int, corpus: Corpus, line: bool = False) -> dict[str, Any]:
    """The evidence that a span of a document's text is: words as a quote, or with `line` the line in which they stand;
    a bare figure as a value in its row."""
    read = document(corpus[file])
    text = " ".join(read.text[start:end].split())
    pages = [page for page, (first, last) in read.page_spans.items() if first < end and start < last]
    row = " ".join(read.text[slice(*printed_row(read.text, start, end))].split())
    if only_number(text):
        return {"file": file, "pages": pages, "quote": row, "value": text}
    return {"file": file, "pages": pages, "quote": row if line else text}
