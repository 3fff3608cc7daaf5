"""The files that the studio reads and writes: the user's questions, the drafts, and the verdicts.

Every act is on the disk when its function returns, or, where it fails, not done at all. One on an entry names the
version of it that its page shows: if that has changed since, in another tab or in an editor, the act is refused. An act
can be taken back until the studio ends; its files are then what they were before, byte by byte. On a full disk too: a
file beside the questions keeps as much room free as that takes.

Another program may save an older copy of a file. What is lost by that is remembered, and putting it back is an act too.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.appending import append_questions, loaded, record_of, rewrite
from ragatta.eval.gold.records import GoldError
from ragatta.eval.people import Settled, append_settled, gold_digest, read_settled
from ragatta.experiments.adding.gold import header, target, written_now
from ragatta.experiments.corpora.dataset import added_file, annotations_file, gold_files, verdicts_file
from ragatta.experiments.stored_drafts import (
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
from ragatta.extensions.studio.annotating import annotate
from ragatta.extensions.studio.editing import replace_question
from ragatta.pipeline.machine.lines import append, on_disk
from ragatta.pipeline.machine.locks import lease_of, locked
from ragatta.pipeline.types import Question

FULL = (errno.ENOSPC, errno.EDQUOT)
MORE_ROOM = 64 << 10  # bytes that are kept free beside those of the files, such as for locks
REMEMBERED = 100  # acts that can be taken back
Done = TypeVar("Done")
LOOKED_AT = "looked at again"  # the origin of a line that says so of a question


class Stale(Exception):
    """The entry has changed since the page read it."""


@dataclass(frozen=True)
class Entry:
    """What an act is about: a question or a draft by its id, and the version that the page shows."""

    question: str = ""
    draft: str = ""
    version: str = ""


@dataclass(frozen=True)
class _Done:
    """An act, and the files that it changed: what was in them before, None of a new one, and after."""

    what: str
    tab: str
    files: Mapping[Path, tuple[bytes | None, bytes | None]]


class Store:
    """The questions, drafts and verdicts of a dataset, as the files have them. `who` acts."""

    def __init__(self, dataset: Dataset, who: str) -> None:
        self.dataset, self.who = dataset, who
        self.path = target(dataset)
        self.annotations, self.added = annotations_file(dataset), added_file(dataset)
        self.drafts_path, self.verdicts_path = drafts_file(self.path), verdicts_file(dataset)
        every = (self.path, self.added, self.annotations, self.drafts_path, self.verdicts_path)
        self._files = sorted({path for path in every if path})  # in the order in which all studios lock them
        self._room = self.path.with_name(f".{self.path.name}.room")
        self._lock = RLock()
        self._done: deque[_Done] = deque(maxlen=REMEMBERED)
        self._read_at = ""
        self.questions: Mapping[str, Question] = {}
        self.lost: dict[str, Question] = {}  # as they were, by id
        self._replaced: dict[str, list[Question]] = {}  # what acts have replaced, by id
        self.refresh()

    def refresh(self, own: bool = False) -> str:
        """Reads the files again if they have changed, by an act of this studio (`own`) or by others. Returns their
        digest. Raises GoldError with all faults; what was read before stays."""
        with self._lock:
            if (digest := self._digest()) != self._read_at:
                questions = {one.question.id: one.question for one in written_now(self.dataset)}
                drafts = read_drafts(self.drafts_path)
                people = read_settled(self.verdicts_path)
                before = {} if own else self.questions
                self.questions, self.drafts, self.people, self._read_at = questions, drafts, people, digest
                self.lost = {one.id: one for one in {**before, **self.lost}.values() if self._is_lost(one)}
            return digest

    def _is_lost(self, one: Question) -> bool:
        """Whether the files lack a question that nobody has rejected, or have it as it was before an act changed it."""
        if there := self.questions.get(one.id):
            return there != one and there in self._replaced.get(one.id, ())
        rejected = (draft.record for draft in self.drafts.values() if draft.state == REJECTED)
        return not any(record.get("id") == one.id and record.get("question") == one.question for record in rejected)

    def _digest(self) -> str:
        found = hashlib.sha256()
        for data in self._bytes().values():
            found.update(len(data or b"").to_bytes(8, "little") + (data or b""))
        return found.hexdigest()[:16]

    def _bytes(self) -> dict[Path, bytes | None]:
        return {path: _read(path) for path in self._files}

    def version(self, question: str, draft: str = "") -> str:
        """Changes with the question, or the draft; "" where there is none."""
        one = self.questions.get(question) if question else self.drafts.get(draft)
        return hashlib.sha256(repr(one).encode("utf-8", "backslashreplace")).hexdigest()[:16] if one else ""

    @property
    def verdicts_digest(self) -> str:
        """Changes with each verdict, whoever gives it."""
        return f"{len(self.people.lines)} {[line.line() for line in self.people.lines[-1:]]}"

    @property
    def used_ids(self) -> set[str]:
        """The ids that questions have had, also those that were taken out: verdicts are about them."""
        return {str(one.record["id"]) for one in self.drafts.values() if one.record.get("id")}

    @property
    def looked_at(self) -> set[tuple[str, str]]:
        """The questions on which variations disagree that a person has accepted again: id and digest of the gold."""
        seen = (one.record for one in self.drafts.values() if one.origin == LOOKED_AT)
        return {(str(one.get("id")), str(one.get("gold"))) for one in seen}

    def look_at(self, question: Question) -> None:
        """Remembers that a question was accepted again."""
        gold = {"id": question.id, "gold": gold_digest(question)}
        append_drafts(self.drafts_path, [Stored(new_id(), gold, ACCEPTED, LOOKED_AT, "", self.who, now())])

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes the files meanwhile, who are read again first. Raises GoldError and OSError."""
        with self._lock, ExitStack() as stack:
            for path in self._files:
                path.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(locked(lease_of(path)))
            self.refresh()
            yield

    def act(self, what: str, do: Callable[[], None], entry: Entry = Entry(), tab: str = "") -> None:
        """Does something. Raises Stale without doing it if the entry has changed, or is gone."""
        with self.alone():
            if entry.version != self.version(entry.question, entry.draft):
                raise Stale(f"{entry.question or 'the draft'} was changed elsewhere; open it again to see how")
            before, questions = self._bytes(), self.questions
            self._keep_room(before)
            try:
                do()
            except BaseException:
                half_done = {path: data for path, data in before.items() if data != _read(path)}
                self._with_room(lambda: self._restore(half_done))
                raise
            after = self._bytes()
            changed = {path: (before[path], after[path]) for path in before if before[path] != after[path]}
            self._done.append(_Done(what, tab, changed))
            self.refresh(own=True)
            for one in questions.values():
                if self.questions.get(one.id, one) != one:
                    self._replaced.setdefault(one.id, []).append(one)

    def undo(self, tab: str = "") -> str:
        """Takes the last act back, and says which that was; "" if there is none. Raises GoldError if it is another
        tab's, or if its files were changed since."""
        with self._lock:
            return self._with_room(lambda: self._taken_back(tab))

    def _taken_back(self, tab: str) -> str:
        with self.alone():
            if not self._done:
                return ""
            last = self._done[-1]
            if last.tab != tab:
                raise GoldError([f"the last act is another tab's ({last.what}); take it back there"])
            now = {path: _read(path) for path in last.files}  # of some, what they are to be: room was lacking then
            if changed := [path for path, sides in last.files.items() if now[path] not in sides]:
                names = ", ".join(path.name for path in changed)
                raise GoldError([f"{last.what}: {names} changed since, so this cannot be taken back; edit it by hand"])
            self._restore({path: data for path, (data, _) in last.files.items() if now[path] != data})
            self._done.pop()
            self.refresh(own=True)
            return last.what

    def _restore(self, files: Mapping[Path, bytes | None]) -> None:
        """Gives the files their earlier bytes. Those that grow come first, then the drafts: after a kill in between, a
        question is in its file or among the drafts."""
        for path in sorted(files, key=lambda path: (_is_start(files[path], path), path != self.drafts_path)):
            data = files[path]
            if data is None:
                path.unlink(missing_ok=True)
            elif _is_start(data, path):
                os.truncate(path, len(data))  # needs no room
                on_disk(path)
            else:
                rewrite(path, data.decode("utf-8"))

    def _keep_room(self, files: Mapping[Path, bytes | None]) -> None:
        """Takes the room that is needed to write these files again."""
        size = sum(len(data or b"") for data in files.values()) + MORE_ROOM
        if not self._room.exists() or self._room.stat().st_size < size:
            self.give_room()
            append(self._room, os.urandom(size))  # a file system might compress zeros

    def give_room(self) -> None:
        """Gives the room back that is kept for taking acts back."""
        self._room.unlink(missing_ok=True)

    def _with_room(self, do: Callable[[], Done]) -> Done:
        """What it returns, given the room that is kept where the disk is full."""
        try:
            return do()
        except OSError as fault:
            if fault.errno not in FULL or not self._room.exists():
                raise
            self.give_room()
            return do()

    def accept(self, question: Question, draft: str, replaces: str) -> None:
        """Writes the question to its file: in place of `replaces`, or as a new one, of a draft if that is named. What a
        published one gets goes to the dataset's annotations."""
        if replaces and self.annotations and not self._own(replaces):
            annotate(self.annotations, gold_files(self.dataset).questions, question, self.dataset.language)
        elif replaces:
            replace_question(self._to_be_written(replaces)[0], replaces, question)
        else:
            append_questions(self.path, [question], header(self.dataset))
            earlier = self.drafts.get(draft) or Stored(new_id(), {}, origin="by hand")
            append_drafts(self.drafts_path, [earlier.turned(ACCEPTED, plain(question), self.who)])

    def reject(self, draft: str, question: str) -> None:
        """Rejects a draft, or takes a question out of its file; both stay among the rejected."""
        if question:
            path, before = self._to_be_written(question)
            rejected = Stored(new_id(), plain(before), REJECTED, "a question", "", self.who, now())
            append_drafts(self.drafts_path, [rejected])
            replace_question(path, question, None)
        else:
            append_drafts(self.drafts_path, [self.drafts[draft].turned(REJECTED, who=self.who)])

    def keep(self, record: Mapping[str, Any], draft: str) -> None:
        """Keeps what is written so far as a draft."""
        earlier = self.drafts.get(draft) or Stored(new_id(), {}, origin="by hand")
        append_drafts(self.drafts_path, [earlier.turned(DRAFT, record, self.who)])

    def put_back(self) -> None:
        """Writes again what was lost."""
        if gone := [one for one in self.lost.values() if one.id not in self.questions]:
            append_questions(self.path, gone, header(self.dataset))
        for one in self.lost.values():
            if one.id in self.questions:
                self.accept(one, "", one.id)

    def judge(self, line: Settled) -> None:
        """Adds a verdict."""
        append_settled(self.verdicts_path, line)

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


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _is_start(data: bytes | None, path: Path) -> bool:
    """Whether the file only has to be cut back to these bytes, or removed."""
    return data is None or (_read(path) or b"").startswith(data)


def plain(question: Question) -> dict[str, Any]:
    """The fields of a gold question as JSON has them."""
    return {name: _listed(value) for name, value in record_of(question).items()}


def _listed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _listed(part) for name, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value
