"""The calls of the studio's page, by name. Each takes a JSON object and gives one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from threading import Lock, Thread
from typing import Any

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.conversations import as_written, exchange_of
from ragatta.eval.gold.questions import unfounded
from ragatta.eval.gold.records import KINDS, WITHOUT_ANSWER, GoldError
from ragatta.eval.matching.evidence import document, locate
from ragatta.eval.matching.places import places, searched
from ragatta.eval.people import People, answer_text, gold_digest, person_of
from ragatta.eval.statistics.drawing import FEWEST
from ragatta.experiments.adding.gold import Gold
from ragatta.experiments.adding.writing import Search, checked, complete, marked, said, written
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.open_answers import (
    OpenAnswer,
    drawn_at_random,
    is_audited,
    open_answers,
    settled,
    with_verdicts,
)
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.tables import decided
from ragatta.experiments.results.undecided import judged_answer
from ragatta.extensions.studio.doubts import doubts
from ragatta.extensions.studio.own_files import Entry, Store, plain
from ragatta.extensions.studio.queue import agreement_said, coverage, items, missing, open_key, pilot, power
from ragatta.pipeline.documents.files import document_files
from ragatta.pipeline.documents.format import unit_of
from ragatta.pipeline.drawing.pages import Pages, Undrawn
from ragatta.pipeline.types import Evidence, Question

CALLS = (
    "state", "digest", "item", "check", "page", "mark", "locate", "find", "accept", "reject", "keep", "judge", "undo",
    "put_back", "leave_out",
)  # fmt: skip
LATER = "it came after the studio began; start it again to read it"
SHOWN = 3000  # characters of an answer
Given = Mapping[str, Any]


class Api:
    """The studio of one dataset. `sweep`: whose answers are shown, and judged where no rule decides them; with `second`
    also those that others have judged; and `audit` answers drawn at random."""

    def __init__(
        self,
        gold: Gold,
        store: Store,
        pages: Pages,
        sweep: SweepResult | None = None,
        second: bool = False,
        audit: int = 0,
    ) -> None:
        self.gold, self.store, self.pages, self.sweep, self._second = gold, store, pages, sweep, second
        self.search: Search | None = None  # what finds pages beside BM25, once it is there
        self._corpus = gold.corpus
        self._documents = [
            {"file": file, "pages": len(self._corpus[file]), "unit": unit_of(file)} for file in self._corpus
        ]
        self._faults: dict[str, list[str]] = {}
        self._open: dict[str, OpenAnswer] = {}
        self._open_at = ""
        self.newer: Callable[[SweepResult | None], SweepResult | None] = lambda _: None
        self._audit = drawn_at_random(sweep, store.people, audit) if sweep and audit else []
        self._decision = ""  # of the sweep, once it is there
        self.drafting = False  # whether drafts are being made beside it
        self._lock = Lock()
        self._read_sweep()

    @property
    def dataset(self) -> Dataset:
        return self.store.dataset

    def _read_sweep(self) -> None:
        """Reads out of the sweep what the page shows of it."""
        self._open_at = ""
        self._pilot = pilot(self.sweep) if self.sweep else None
        self._doubts = doubts(with_verdicts(self.sweep, self.store.people)) if self.sweep else {}

    def _now(self) -> str:
        """What changes with all that the page shows. Raises GoldError."""
        return self.store.refresh() + self._follow() + "+" * self.drafting + "".join(self._arrived())

    def _arrived(self) -> list[str]:
        """The documents that have come into the folder since it was read."""
        dataset = self.gold.dataset
        try:
            return sorted({*document_files(dataset.pdfs, dataset.aside, links=True)} - {*self.gold.read.files})
        except (OSError, ValueError):  # the folder is gone
            return []

    def _follow(self) -> str:
        """Takes the latest sweep that has finished since; the id of the one that is shown."""
        if found := self.newer(self.sweep):
            self.sweep = found
            self._read_sweep()
            self._decide()
        return self.sweep.folder.name if self.sweep else ""

    def found_by(self, search: Search) -> None:
        """From now on pages are found by this."""
        self.search = search

    def prepare(self) -> None:
        """Does what the first screen would wait for."""
        self.call("state", {})
        Thread(target=self._later, daemon=True).start()

    def _later(self) -> None:
        """What the first screen does without."""
        self._decide()
        if self._corpus:
            searched("index", self._corpus, language=self.dataset.language)  # it stays built

    def _decide(self) -> None:
        if self.sweep:
            self._decision = decided(with_verdicts(self.sweep, self.store.people)).text

    def call(self, name: str, given: Given) -> dict[str, Any]:
        """Raises Stale, Fault, GoldError, ValueError and OSError for what the page shows."""
        if name not in CALLS:
            raise ValueError(f"no call {name!r}")
        answered: dict[str, Any] = getattr(self, f"_{name}")(given)
        return answered

    def _state(self, _: Given) -> dict[str, Any]:
        """The queue and all that is counted."""
        faults: Sequence[str] = ()
        try:
            digest = self._now()
        except GoldError as error:  # edited outside: what was read before is shown, and nothing is written
            digest, faults = "", error.faults
        questions, waiting = [*self.store.questions.values()], self._waiting()
        found = {one.id: self._broken(one) for one in questions}
        return {
            "digest": digest,
            "faults": faults,
            "dataset": self.dataset.name,
            "target": str(self.store.path),
            "lost": {name: name in self.store.questions for name in self.store.lost},  # whether an older one is there
            "who": self.store.who,
            "documents": self._documents,
            "skipped": [
                *map(asdict, self.gold.skipped),
                *({"source_file": name, "reason": LATER} for name in self._arrived()),
            ],
            "kinds": KINDS,
            "drafting": self.drafting,
            "without_answer": [*WITHOUT_ANSWER],
            "queue": items(questions, found, self.store.drafts.values(), waiting, self._doubtful()),
            "coverage": coverage(questions, [*self._corpus]),
            "agreement": agreement_said(self.store.people),
            "missing": missing(questions, [*self._corpus], self.store.drafts.values(), self.drafting),
            "power": power(
                questions, self._pilot, str(self.sweep.info["metric"]) if self.sweep else "", len(self._corpus)
            ),
            "decision": self._decision,
        }

    def _digest(self, _: Given) -> dict[str, Any]:
        try:
            return {"digest": self._now()}
        except GoldError:
            return {"digest": ""}

    def _item(self, given: Given) -> dict[str, Any]:
        """One entry of the queue as a whole."""
        kind, _, name = str(given.get("key", "")).partition(":")
        if kind == "v":
            waiting = self._waiting().get(f"v:{name}")
            return self._undecided(waiting) if waiting else {}
        if kind == "d":
            one = self.store.drafts.get(name)
            version = self.store.version("", name)
            if not one:
                return {}
            before = self._before(str(one.record.get("after") or ""), one.record.get("turns") or [])
            shown = {"record": one.record, "origin": one.origin, "difficulty": one.difficulty, "before": before}
            return {**shown, "version": version}
        question = self.store.questions.get(name)
        if not question:
            return {}
        version = self.store.version(name)
        return {**self._shown(question), "answers": self._answers(question), "version": version}

    def _shown(self, question: Question) -> dict[str, Any]:
        """The record as its file has it, and all turns before it."""
        record = plain(as_written(question, self.store.questions))
        return {"record": record, "before": self._before(question.after, record.get("turns", []))}

    def _before(self, after: str, own: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The turns before a question, the oldest first; with the `key` of those that are questions here."""
        earlier = self.store.questions.get(after)
        if not earlier:
            return [{**turn, "key": ""} for turn in own]
        said = {**asdict(exchange_of(earlier)), "key": f"q:{after}"}
        return [*self._shown(earlier)["before"], said, *({**turn, "key": ""} for turn in own)]

    def _check(self, given: Given) -> dict[str, Any]:
        there = self._there(given)
        one, earlier = written(self._record(given), there, *self._usual, self.store.used_ids), self._earlier(given)
        found = checked(one, there, self._corpus, self.search, earlier)
        return found | {"found_by": "words and meaning" if self.search else "words"}

    def _page(self, given: Given) -> dict[str, Any]:
        """The picture of a page as base64, "" where there is none, and its words with their places."""
        file, page, text, _ = self._of_page(given)
        try:
            return {"text": text, **self.pages.shown(file, page, text)}
        except Undrawn as fault:
            return {"text": text, "picture": "", "words": [], "said": str(fault)}

    def _mark(self, given: Given) -> dict[str, Any]:
        """The evidence that characters of a page's text are; with `line`, that of the line in which they stand."""
        file, _, text, first = self._of_page(given)
        start, end = given.get("start"), given.get("end")
        if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(text)):
            raise ValueError("these characters are not on the page")
        return marked(file, first + start, first + end, self._corpus, line=bool(given.get("line")))

    def _locate(self, given: Given) -> dict[str, Any]:
        """The spans of texts on a page, each with the number of its text."""
        file, page, text, first = self._of_page(given)
        texts = tuple(dict.fromkeys(one for one in given.get("texts", ()) if isinstance(one, str) and one.strip()))
        found = locate(Evidence(file, (page,)), texts, self._corpus) if texts else {}
        spans = [[s - first, e - first, n] for n, one in enumerate(texts) for _, s, e in found[one]]
        return {"spans": [span for span in spans if 0 <= span[0] < span[1] <= len(text)]}

    def _find(self, given: Given) -> dict[str, Any]:
        """The pages of a document that have a text."""
        sought, file = str(given.get("text", "")), str(given.get("file", ""))
        found = places(sought, self._corpus, [file]) if sought.strip() and file in self._corpus else []
        return {"pages": sorted({page for place in found for page in place.pages})}

    def _accept(self, given: Given) -> dict[str, Any]:
        with self.store.alone():  # an id that is free now is free until it is written
            return self._accepted(given)

    def _accepted(self, given: Given) -> dict[str, Any]:
        there, replaces, earlier = self._there(given), str(given.get("replaces") or ""), self._earlier(given)
        one = written(self._record(given), there, *self._usual, self.store.used_ids)
        try:
            question = complete(one, there, self._corpus, earlier)
        except Fault as fault:
            raise Fault([said(problem, one.draft.id) for problem in fault.problems]) from fault
        entry = self._entry(given)
        what = f"{question.id} {'changed' if replaces else 'accepted'}"

        def accept() -> None:
            self.store.accept(question, entry.draft, replaces)
            if replaces in self._doubts:
                self.store.look_at(question)

        self._act(given, what, accept)
        return {"said": what, "id": question.id}

    def _reject(self, given: Given) -> dict[str, Any]:
        entry = self._entry(given)
        if not entry.version:
            raise ValueError("nothing to reject")
        what = f"{entry.question or 'the draft'} rejected"
        self._act(given, what, lambda: self.store.reject(entry.draft, entry.question))
        return {"said": what}

    def _keep(self, given: Given) -> dict[str, Any]:
        record = self._record(given)
        written(record, [], *self._usual)  # its form
        self._act(given, "draft kept", lambda: self.store.keep(record, self._entry(given).draft))
        return {"said": "kept as a draft"}

    def _judge(self, given: Given) -> dict[str, Any]:
        self.store.refresh()
        one, verdict = self._waiting().get(str(given.get("key"))), given.get("verdict")
        if one is None:
            raise ValueError("this answer is settled, or its gold was changed; the next sweep scores it anew")
        if isinstance(verdict, bool) or not isinstance(verdict, int | float) or not 0 <= verdict <= 1:
            raise ValueError("a verdict is a number from 0 to 1")
        line = settled(one, float(verdict), self.store.who, self.dataset)
        what = f"{one.question.id}: {verdict:g}"
        self.store.act(what, lambda: self.store.judge(line), tab=str(given.get("tab") or ""))
        if len(self.store.people.lines) % FEWEST == 0:
            self._decide()
        return {"said": what}

    def _act(self, given: Given, what: str, do: Callable[[], None]) -> None:
        self.store.act(what, do, self._entry(given), str(given.get("tab") or ""))

    def _undo(self, given: Given) -> dict[str, Any]:
        what = self.store.undo(str(given.get("tab") or ""))
        return {"said": f"taken back: {what}" if what else "nothing to take back"}

    def _put_back(self, given: Given) -> dict[str, Any]:
        """Writes again the questions that the files lost."""
        self.store.refresh()
        if not (names := ", ".join(self.store.lost)):
            return {"said": "nothing is lost"}
        self.store.act(f"{names} put back", self.store.put_back, tab=str(given.get("tab") or ""))
        return {"said": f"{names} put back"}

    def _leave_out(self, _: Given) -> dict[str, Any]:
        """The files stay as they are."""
        self.store.lost.clear()
        return {"said": "left as it is in the file"}

    @property
    def _usual(self) -> tuple[str, str]:
        """The language and the split of a question that names none."""
        return self.dataset.language, "test" if self.dataset.split == "all" else self.dataset.split

    def _there(self, given: Given) -> list[Question]:
        """The other questions, with those that are lost: their ids are not given away."""
        self.store.refresh()
        every = {**self.store.lost, **self.store.questions}
        return [one for one in every.values() if one.id != given.get("replaces")]

    def _record(self, given: Given) -> Mapping[str, Any]:
        if not isinstance(record := given.get("record"), dict):
            raise ValueError("no record of a question")
        return record

    def _earlier(self, given: Given) -> Question | None:
        return self.store.questions.get(str(given.get("replaces") or ""))

    def _entry(self, given: Given) -> Entry:
        return Entry(*(str(given.get(name) or "") for name in ("replaces", "draft", "version")))

    def _of_page(self, given: Given) -> tuple[str, int, str, int]:
        """A page's document, number and text, and where it begins in the text of the document."""
        file, page = str(given.get("file", "")), given.get("page")
        if file not in self._corpus or page not in document(self._corpus[file]).page_spans:
            raise ValueError(f"no page {page!r} of a document {file!r}")
        read = document(self._corpus[file])
        first, last = read.page_spans[page]
        return file, page, read.text[first:last], first

    def _broken(self, question: Question) -> list[str]:
        """What is wrong with its evidence in the documents as they are now."""
        key = repr(question)
        if key not in self._faults:
            self._faults[key] = [found.message for found in unfounded(question, self._corpus, self.gold.read.unread)]
        return self._faults[key]

    def _waiting(self) -> dict[str, OpenAnswer]:
        """The undecided answers that no person has settled, by their names in the queue."""
        with self._lock:
            digest = self.store.verdicts_digest
            if self.sweep and self._open_at != digest:
                own = People([line for line in self.store.people.lines if line.person == person_of(self.store.who)])
                found = [one for one in self._audit if not is_audited(self.store.people.on(one.question, one.answer))]
                found += open_answers(self.sweep, self.store.people)
                found += open_answers(self.sweep, own) if self._second else []
                self._open = {open_key(one): one for one in reversed(found)}
                self._open = dict(reversed(self._open.items()))
                self._open_at = digest
            return {key: one for key, one in self._open.items() if self._is_as_asked(one.question.id)}

    def _doubtful(self) -> dict[str, str]:
        """Why to look at a question again, by its id; without those that are no longer what the sweep asked, and those
        that were accepted again."""
        looked_at = self.store.looked_at
        return {
            identity: why
            for identity, why in self._doubts.items()
            if self._is_as_asked(identity) and (identity, gold_digest(self.store.questions[identity])) not in looked_at
        }

    def _is_as_asked(self, identity: str) -> bool:
        """Whether a question's gold is still that of the sweep."""
        then, now = self.sweep.questions if self.sweep else {}, self.store.questions
        return identity in now and gold_digest(now[identity]) == gold_digest(then[identity])

    def _undecided(self, one: OpenAnswer) -> dict[str, Any]:
        cited = dict.fromkeys((c.source_file, page) for c in one.answer.citations for page in (c.first_page,))
        own = self.store.questions.get(one.question.id, one.question)
        return {
            **self._shown(own),
            "answer": answer_text(one.answer)[:SHOWN],
            "why": one.why,
            "labels": one.labels,
            "hanging": one.hanging,
            "audited": one.audited is not None,
            "cited": [{"file": file, "page": page} for file, page in cited],
            "passages": one.answer.evidence,
        }

    def _answers(self, question: Question) -> list[dict[str, Any]]:
        """What each variation of the sweep answered."""
        return [
            {
                "label": run.label,
                "score": row.scores.get("score"),
                "undecided": row.undecided,
                "text": answer_text(judged_answer(row))[:300] or str(row.answer.get("status", "")),
            }
            for run in (self.sweep.runs if self.sweep else ())
            for row in (() if run.same_as else run.rows)
            if row.question_id == question.id and row.sample == 0
        ]
