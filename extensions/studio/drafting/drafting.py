"""Chooses drafts among the candidates: verified, distinct, and balanced over documents, pages, forms and difficulty."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragatta.eval.gold.ambiguity import ambiguous
from ragatta.eval.gold.near_duplicates import near_duplicates
from ragatta.eval.gold.questions import repeated
from ragatta.eval.matching.evidence import Corpus as Pages
from ragatta.eval.matching.normalise import key
from ragatta.eval.matching.places import Place, places, searched
from ragatta.experiments.adding.writing import Search, complete, said, written
from ragatta.experiments.faults import Fault
from ragatta.experiments.stored_drafts import Stored, all_said_of, new_id, now
from ragatta.extensions.studio.drafting.candidate import Candidate
from ragatta.extensions.studio.drafting.wording import overlap
from ragatta.pipeline.tables.striking import Striking
from ragatta.pipeline.types import Question

WITHIN = 5  # pages of a search
BY_MEANING = -1  # in place of a rank
MOST_OVERLAP = 0.95  # of a question's words that its evidence may have
PER_PAGE = 3  # and per table
MOST_OF_A_FORM = 0.5  # of all drafts
UNANSWERABLE = 6  # drafts with an answer for each that has none
# Why a candidate is no draft.
AGAIN, RIVAL = "drafted already", "that another place may answer too"
READ_OTHERWISE, UNSOUND = "that pypdf reads otherwise", "not sound, or nearly the same as another"
STRUCK = "struck out on the page"
WITHOUT_ANSWER = f"without an answer, beyond one in {UNANSWERABLE + 1} drafts"
# What is loosened where there are too few drafts.
OF_A_PAGE = f"beyond {PER_PAGE} of a page or table"
OF_A_FORM = f"beyond {MOST_OF_A_FORM:.0%} of one form"
TELLING = re.compile(r"(?=(?:\W*\w){4})\w*\d")  # four letters or digits, a digit among them
YEAR = re.compile(r"(?:19|20)\d\d")
# How many of each form, in shares: what people ask most comes most.
SHARES = {
    "look-up": 5, "field": 3, "definition": 3, "list": 2, "difference": 2, "sum": 1, "share": 1, "count": 1,
    "comparison": 1, "unanswerable": 2, "sentence": 3, "abbreviation": 1,
}  # fmt: skip


@dataclass
class Drafting:
    """Drafts beside the questions `there` and those `seen` earlier (drafts, rejected ones too). Without `striking`, no
    page is looked at for text that is struck out. `by_meaning` finds pages that words alone do not. `documents` counts
    the drafts of each, `dropped` the candidates that are none, by reason, and `loosened` the drafts that are beyond
    what a page, table or form gives where there are enough. `made` are the
    candidates that became drafts, and `accepted` all questions beside which the next one stands."""

    pages: Pages
    there: Sequence[Question]
    seen: Sequence[str]
    language: str = "en"
    striking: Striking | None = None
    by_meaning: Search | None = None
    per_page: int = PER_PAGE
    documents: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    loosened: Counter[str] = field(default_factory=Counter)
    made: list[Candidate] = field(default_factory=list)
    accepted: list[Question] = field(default_factory=list)

    def chosen(self, candidates: Sequence[Candidate], most: int) -> Iterator[Stored]:
        """Up to `most` drafts, the rarest form, difficulty, document and page next, each verified in its turn. Where
        all that is left is beyond what a page, table or form gives, each gives as much again, until they are enough."""
        self.accepted, asked = [*self.there], {key(text) for text in self.seen}
        forms, tables, pages = Counter[str](), Counter[str](), Counter[tuple[str, int]]()
        left = [one for one in candidates if key(all_said_of(one.record)) not in asked]
        self.dropped[AGAIN] += len(candidates) - len(left)
        ranks, levels = [self._rank(one) for one in left], Counter[int]()
        room = 1

        def beyond(one: Candidate, room: int) -> str:
            """Which limit a candidate is beyond, with room for so many times as many; "" if none."""
            if forms[one.form] >= room * max(most * MOST_OF_A_FORM, 1):
                return OF_A_FORM
            most_of_a_place = max(pages[one.document.file, one.page], tables[one.table])
            return OF_A_PAGE if most_of_a_place >= room * self.per_page else ""

        while left and len(self.made) < most:
            waits = forms["unanswerable"] * (UNANSWERABLE + 1) > len(self.made)
            open_ = [at for at, one in enumerate(left) if not waits or one.form != "unanswerable"]
            if not open_:
                self.dropped[WITHOUT_ANSWER] += len(left)
                break
            if not (turn := [at for at in open_ if not beyond(left[at], room)]):
                room += 1
                continue
            best = min(
                turn,
                key=lambda at: (
                    forms[left[at].form] / SHARES[left[at].form],
                    levels[min(ranks[at], 2)],
                    self.documents[left[at].document.file],
                    pages[left[at].document.file, left[at].page],
                ),
            )
            one, rank = left.pop(best), ranks.pop(best)
            question = self.verified(one)
            if isinstance(question, str):
                self.dropped[question] += 1
                continue
            if limit := beyond(one, 1):
                self.loosened[limit] += 1
            forms[one.form] += 1
            levels[min(rank, 2)] += 1
            self.documents[one.document.file] += 1
            pages[one.document.file, one.page] += 1
            tables[one.table] += bool(one.table)
            self.made.append(one)
            self.accepted.append(question)
            yield Stored(new_id(), one.record, origin=one.origin, difficulty=_difficulty(one, rank), when=now())

    def verified(self, one: Candidate) -> Question | str:
        """The question, if all that it rests on holds, the loader finds no fault, and none of those that are accepted
        asks nearly the same; else why it is none."""
        if not all(hold() for hold in one.holds):
            return RIVAL
        if not all(document.is_read_alike(page, texts) for document, page, texts in one.read):
            return READ_OTHERWISE
        found = sound(one.record, one.quotes, self.accepted, self.pages, self.language)
        if isinstance(found, str):
            return UNSOUND
        read = [(document.file, page, texts) for document, page, texts in one.read]
        return STRUCK if self.striking and self.striking.strikes(one.record, read) else found

    def difficulty(self, one: Candidate) -> str:
        """How a search finds its evidence, in words."""
        return _difficulty(one, self._rank(one))

    def _rank(self, one: Candidate) -> int:
        """The rank of its first evidence in a search with its question alone, by words; BY_MEANING where another search
        finds it alone, 0 where none does."""
        if not one.record["evidence"]:
            return 0
        asked, first = one.record["question"], one.record["evidence"][0]
        found = searched(asked, self.pages, language=self.language, most=WITHIN)
        ranks = (at for at, place in enumerate(found, 1) if _is_of(place, first))
        if (rank := next(ranks, 0)) or not self.by_meaning:
            return rank
        return BY_MEANING if any(_is_of(place, first) for place in self.by_meaning(asked, ())[:WITHIN]) else 0


def _is_of(place: Place, evidence: Mapping[str, Any]) -> bool:
    return place.file == evidence["file"] and place.pages[0] in evidence["pages"]


def _difficulty(one: Candidate, rank: int) -> str:
    """How a search with the question alone finds its first evidence, and how many of its words stand there."""
    if not one.record["evidence"]:
        return ""
    found = f"found by words as number {rank}" if rank > 0 else f"not among {WITHIN} found by words"
    found = "found by meaning alone" if rank == BY_MEANING else found
    return f"{found}, {overlap(one.record['question'], one.quotes):.0%} of its words in the evidence"


def sound(
    record: Mapping[str, Any], quotes: Sequence[str], there: Sequence[Question], pages: Pages, language: str
) -> Question | str:
    """The question of a draft's record beside those that are `there`, or what is wrong with it."""
    asked = key(record["question"])
    if overlap(record["question"], quotes) > MOST_OVERLAP or _gives_itself_away(record.get("expected"), asked):
        return "it repeats its evidence or has its answer"
    one = written(record, there, language, "test")
    try:
        question = complete(one, there, pages)
    except Fault as fault:
        return said(fault.problems[0], one.draft.id)
    if found := [*ambiguous(question, pages), *repeated(question, pages)]:
        return found[0].message
    if any(len(places(one.quote, pages, [one.file])) > 1 for one in question.evidence if one.quote):
        return "its quote stands at several places"
    if _stands_elsewhere(question, pages):
        return "its answer stands on another page of the document too"
    if pairs := near_duplicates([*there, question], [question.id]):
        return f"nearly the same as: {pairs[0].earlier.question}"
    return question


def _stands_elsewhere(question: Question, pages: Pages) -> bool:
    """Whether a figure or code that the evidence prints is on another page of the document: most likely the same fact,
    under a name that the question's words do not find."""
    answer = question.expected
    if not isinstance(answer, str) or not TELLING.search(answer) or YEAR.fullmatch(answer):
        return False
    printing = [one for one in question.evidence if answer in f"{one.quote} {one.value}"]
    return any(place.pages[0] not in one.pages for one in printing for place in places(answer, pages, [one.file]))


def _gives_itself_away(expected: str | Sequence[str] | None, asked: str) -> bool:
    """Whether the question, as a key, has its own answer."""
    answers = [expected] if isinstance(expected, str) else expected or ()
    return any(re.search(rf"(?<!\w){re.escape(key(answer))}(?!\w)", asked) for answer in answers)


def counts(drafts: Sequence[Stored]) -> Mapping[str, Any]:
    """How many drafts by origin, kind, and whether a search finds them."""
    return {
        "origin": Counter(one.origin.partition(",")[0].split(" of ")[0].split(" that ")[0] for one in drafts),
        "kind": Counter(str(one.record.get("kind") or "to be inferred") for one in drafts),
        "found": Counter(one.difficulty.partition(",")[0] or "no evidence" for one in drafts),
    }
