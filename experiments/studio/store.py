"""The files that the studio reads and writes: the user's questions, the drafts, and the verdicts.

Every act is on the disk when its function returns. Each names the digest of the files as its page read them: if they
have changed since, in another tab or in an editor, the act is refused. An act can be taken back until the studio ends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.annotating import annotate
from ragatta.eval.gold.appending import append_questions, loaded, record_of
from ragatta.eval.gold.editing import replace_question
from ragatta.eval.gold.records import GoldError
from ragatta.eval.people import Settled, append_settled, read_settled
from ragatta.experiments.adding.gold import header, target, written_now
from ragatta.experiments.adding.stored import (
    ACCEPTED,
    DRAFT,
    REJECTED,
    Stored,
    append_drafts,
    drafts_file,
    new_id,
    now,
    read_drafts,
)
from ragatta.experiments.corpora.dataset import added_file, annotations_file, gold_files, verdicts_file
from ragatta.pipeline.machine.lines import remove_last_line
from ragatta.pipeline.types import Question


class Stale(Exception):
    """The files have changed since the page read them."""


class Store:
    """The questions, drafts and verdicts of a dataset, as the files have them. `who` acts."""

    def __init__(self, dataset: Dataset, who: str) -> None:
        self.dataset, self.who = dataset, who
        self.path = target(dataset)
        self.annotations, self.added = annotations_file(dataset), added_file(dataset)
        self.drafts_path, self.verdicts_path = drafts_file(self.path), verdicts_file(dataset)
        self._lock = RLock()
        self._undo: list[tuple[str, Callable[[], None]]] = []
        self._read_at = ""
        self.refresh()

    def refresh(self) -> str:
        """Reads the files again if they have changed. Returns their digest. Raises GoldError with all faults; what was
        read before stays."""
        with self._lock:
            if (digest := self._digest()) != self._read_at:
                questions = {one.question.id: one.question for one in written_now(self.dataset)}
                drafts = read_drafts(self.drafts_path)
                people = read_settled(self.verdicts_path)
                self.questions, self.drafts, self.people, self._read_at = questions, drafts, people, digest
            return digest

    def _digest(self) -> str:
        found = hashlib.sha256()
        for path in (self.path, self.added, self.annotations, self.drafts_path, self.verdicts_path):
            data = path.read_bytes() if path and path.exists() else b""
            found.update(len(data).to_bytes(8, "little") + data)
        return found.hexdigest()[:16]

    @property
    def verdicts_digest(self) -> str:
        """Changes with each verdict, whoever gives it."""
        return f"{len(self.people.lines)} {[line.line() for line in self.people.lines[-1:]]}"

    def act(self, digest: str, what: str, do: Callable[[], Callable[[], None]]) -> None:
        """Does something whose result takes it back. Raises Stale without doing it if the files have changed."""
        with self._lock:
            if digest != self.refresh():
                raise Stale("the files have changed since this page read them; it reads them again")
            self._undo.append((what, do()))
            self.refresh()

    def undo(self, digest: str) -> str:
        """Takes the last act back, and says which that was; "" if there is none. Raises Stale."""
        with self._lock:
            if digest != self.refresh():
                raise Stale("the files have changed since this page read them; it reads them again")
            if not self._undo:
                return ""
            what, back = self._undo.pop()
            back()
            self.refresh()
            return what

    def accept(self, question: Question, draft: str, replaces: str) -> Callable[[], None]:
        """Writes the question to its file: in place of `replaces`, or as a new one, of a draft if that is named. What a
        published one gets goes to the dataset's annotations."""
        if replaces and self.annotations and not self._own(replaces):
            published, annotations, language = (
                gold_files(self.dataset).questions,
                self.annotations,
                self.dataset.language,
            )
            before = self.questions[replaces]
            annotate(annotations, published, question, language)
            return lambda: annotate(annotations, published, before, language)
        if replaces:
            path, before = self._to_be_written(replaces)
            replace_question(path, replaces, question)
            return lambda: replace_question(path, question.id, before)
        append_questions(self.path, [question], header(self.dataset))
        earlier = self.drafts.get(draft)
        accepted = (earlier or Stored(new_id(), {}, origin="by hand")).turned(ACCEPTED, plain(question), self.who)
        append_drafts(self.drafts_path, [accepted])

        def back() -> None:
            replace_question(self.path, question.id, None)
            append_drafts(self.drafts_path, [accepted.turned(DRAFT, earlier.record if earlier else None, self.who)])

        return back

    def reject(self, draft: str, question: str) -> Callable[[], None]:
        """Rejects a draft, or takes a question out of its file; both stay among the rejected."""
        if question:
            path, before = self._to_be_written(question)
            rejected = Stored(new_id(), plain(before), REJECTED, "a question", "", self.who, now())
            append_drafts(self.drafts_path, [rejected])
            replace_question(path, question, None)

            def back() -> None:
                append_questions(path, [before], header(self.dataset))
                append_drafts(self.drafts_path, [rejected.turned(ACCEPTED, who=self.who)])

            return back
        earlier = self.drafts[draft]
        append_drafts(self.drafts_path, [earlier.turned(REJECTED, who=self.who)])
        return lambda: append_drafts(self.drafts_path, [replace(earlier, when=now())])

    def keep(self, record: Mapping[str, Any], draft: str) -> Callable[[], None]:
        """Keeps what is written so far as a draft."""
        earlier = self.drafts.get(draft)
        kept = (earlier or Stored(new_id(), {}, origin="by hand")).turned(DRAFT, record, self.who)
        append_drafts(self.drafts_path, [kept])
        return lambda: append_drafts(self.drafts_path, [earlier or kept.turned(REJECTED, who=self.who)])

    def judge(self, line: Settled) -> Callable[[], None]:
        """Adds a verdict."""
        append_settled(self.verdicts_path, line)

        def back() -> None:
            if not remove_last_line(self.verdicts_path, line.line()):
                raise GoldError([f"{self.verdicts_path}: another verdict was added since; this one stays"])

        return back

    def _own(self, identity: str) -> tuple[Path, Question] | None:
        """The question with its file, if it is of one that is written."""
        for path in (self.path, self.added):
            text = path.read_bytes().decode("utf-8") if path and path.exists() else ""
            if path and (own := [one for one in loaded(path, text) if one.id == identity]):
                return path, own[0]
        return None

    def _to_be_written(self, identity: str) -> tuple[Path, Question]:
        if own := self._own(identity):
            return own
        raise GoldError([f"{identity} is not in {self.path}: only the questions there are changed here"])


def plain(question: Question) -> dict[str, Any]:
    """The fields of a gold question as JSON has them."""
    return {name: _listed(value) for name, value in record_of(question).items()}


def _listed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _listed(part) for name, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value
