"""Verdicts that people gave on answers, in a file verdicts.jsonl: read before any rule (docs/scoring.md).

A line is an object: `question_id`, `gold` (the digest of what makes an answer right), `answer` (its text, or `sha256:`
and the digest of it where the documents are not the user's own), `verdict` from 0 to 1, `who`, `when`, `resolves` where
the line names what holds though people differ, `drawn` where the answer was asked about in the order of drawing
(eval/statistics/drawing.py), and `audited` where it was drawn at random from all, with what the rules said of it
(eval/record/own.py). Lines are only added; of a person's, the latest one counts.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragatta.eval.by_person import ByPerson
from ragatta.eval.gold.records import GoldError, read_text
from ragatta.pipeline.machine.input_limits import strict_json
from ragatta.pipeline.machine.lines import append_lines
from ragatta.pipeline.plugins.identity import digest, short
from ragatta.pipeline.types import Answer, Question

if TYPE_CHECKING:  # it imports numpy, which is slow, and only a sweep scores
    from ragatta.eval.verdict import Verdict

PERSON, JUDGE = "person", "judge"  # the rules of a score that a person gave, and a judge
HASHED = "sha256:"
AUDITED = "must be an object with group and rules as texts and says_right, as ragatta verdicts --audit writes it"
NOBODY_NAMED = "nobody named"
# Which passage a source is depends on the search: the same words behind other numbers are one answer.
MARKS = re.compile(r"(?<!\s)\s*\[sources?\s+\d+(?:\s*,\s*(?:sources?\s+)?\d+)*\]", re.IGNORECASE)
MUST = "must be a number from 0 (wrong) to 1 (right)"
WHEN = "must be a date or a time by ISO 8601, such as 2026-01-31T15:04:05+00:00; or leave it out"


@dataclass(frozen=True)
class Audited:
    """What the rules said of an answer that was drawn at random: its class (eval/record/classes.py), whether it is
    right, and the digest of the rules."""

    group: str
    says_right: bool
    rules: str


@dataclass(frozen=True)
class Settled:
    """A line of the file."""

    question_id: str
    gold: str
    answer: str
    verdict: float
    who: str = ""
    when: str = ""
    resolves: bool = False
    drawn: bool = False
    audited: Audited | None = None

    def line(self) -> str:
        """The line as it is written, without what is empty."""
        held = {name: value for name, value in asdict(self).items() if value not in ("", None) and value is not False}
        return json.dumps(held, ensure_ascii=False) + "\n"

    @property
    def person(self) -> str:
        """Whose it is."""
        return person_of(self.who)

    @property
    def at(self) -> datetime | None:
        """`when` as a point in time, of UTC where it names no zone; None where it is missing. Raises ValueError."""
        if not self.when:
            return None
        found = datetime.fromisoformat(self.when)
        return found if found.tzinfo else found.replace(tzinfo=UTC)


def person_of(who: str) -> str:
    """One person by any spelling of the name: "Ann" and "ann " are one."""
    return " ".join(who.split()).casefold()


@dataclass(frozen=True)
class People:
    """All verdicts of people on the questions of a dataset."""

    lines: Sequence[Settled] = ()
    by_answer: Mapping[tuple[str, str, str], list[Settled]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        found: dict[tuple[str, str, str], list[Settled]] = defaultdict(list)
        for one in self.lines:
            found[one.question_id, one.gold, hashed(one.answer)].append(one)
        object.__setattr__(self, "by_answer", found)

    def on(self, question: Question, answer: Answer) -> list[Settled]:
        """The lines on this answer to this question, as its gold is now."""
        gold, marked = gold_digest(question), HASHED + _sha256(_plain(_parts(answer)))  # lines of before have these
        forms = dict.fromkeys((hashed(answer_text(answer)), marked))
        return [line for form in forms for line in self.by_answer.get((question.id, gold, form), ())]

    def applied(self, question: Question, answer: Answer, by_rule: Verdict) -> Verdict:
        """What people say of the answer; `by_rule` where they say nothing, and undecided where they differ."""
        if not self.lines or not (lines := self.on(question, answer)):
            return by_rule
        verdict, differ = together(lines)
        if verdict is None:
            return replace(by_rule, undecided=differ)
        who = tuple(dict.fromkeys(one.who or NOBODY_NAMED for one in last_words(lines)))
        drawn, audited = all(one.drawn for one in lines), any(one.audited for one in lines)
        ruled = ByPerson(who, by_rule.rule, by_rule.score, by_rule.undecided, drawn, audited)
        return replace(by_rule, score=verdict, rule=PERSON, undecided="", by_person=ruled, group="", record=None)

    def digest(self, questions: Iterable[Question]) -> str:
        """A short digest of what holds for these questions, whoever said it and when; "" without any."""
        golds = {question.id: gold_digest(question) for question in questions}
        held = [
            [*key, together(lines)[0], *(str(one.audited) for one in lines if one.audited)]
            for key, lines in sorted(self.by_answer.items())
            if golds.get(key[0]) == key[1]
        ]
        return short(digest(held)) if held else ""

    def void(self, questions: Iterable[Question]) -> list[Settled]:
        """The lines whose question has another gold by now, or is not among these."""
        golds = {question.id: gold_digest(question) for question in questions}
        return [one for one in self.lines if golds.get(one.question_id) != one.gold]


NOBODY = People()


def last_words(lines: Sequence[Settled]) -> list[Settled]:
    """Of the lines on one answer those that count: the latest that resolves, and else the latest of each person."""
    if resolving := [one for one in lines if one.resolves]:
        return [_latest(resolving)]
    by_person: dict[str, list[Settled]] = defaultdict(list)
    for one in lines:
        by_person[one.person].append(one)
    return [_latest(own) for own in by_person.values()]


def _latest(lines: Sequence[Settled]) -> Settled:
    """By `when`. Of equal ones the later line, which was added after the others; so a line without `when` follows those
    above it."""
    found, latest = lines[0], lines[0].at
    for one in lines[1:]:
        at = one.at or latest
        if at is None or latest is None or at >= latest:
            found, latest = one, at
    return found


def together(lines: Sequence[Settled]) -> tuple[float | None, str]:
    """The verdict of lines on one answer, and else None with how the last words of people differ."""
    last = last_words(lines)
    if len({one.verdict for one in last}) == 1:
        return last[0].verdict, ""
    said = ", ".join(f"{one.verdict:g} by {one.who or NOBODY_NAMED}" for one in last)
    return None, f"people differ ({said})"


def gold_digest(question: Question) -> str:
    """The digest of what makes an answer right: another evidence, tag or split voids no verdict."""
    asked = (question.question, question.kind, question.sub_questions)
    return digest([*asked, question.expected, question.also_accepted])[:16]


def answer_text(answer: Answer) -> str:
    """What a person judges of an answer: its value, text and items, with single spaces and without source marks."""
    return plain_words(_parts(answer))


def _parts(answer: Answer) -> Sequence[str]:
    return answer.value, answer.text, *answer.items, *(part.text for part in answer.sub_answers)


def plain_words(parts: Iterable[str]) -> str:
    """The parts of an answer, each once, with single spaces and without source marks."""
    return _plain(MARKS.sub("", part) for part in parts)


def _plain(parts: Iterable[str]) -> str:
    # NFC and no wider form, by which 10⁶ would be 106.
    plain = (" ".join(unicodedata.normalize("NFC", part).split()) for part in parts)
    return "\n".join(dict.fromkeys(part for part in plain if part))


def hashed(text: str) -> str:
    """The answer of a line without its text."""
    return text if text.startswith(HASHED) else HASHED + _sha256(MARKS.sub("", text))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def append_settled(path: Path, one: Settled) -> None:
    """Adds a line, which is on the disk when this returns; two processes may add at once. Raises OSError."""
    append_lines(path, one.line())


def read_settled(path: Path) -> People:
    """The file's verdicts; none where there is no file. Raises GoldError with every fault, each with its line."""
    return parsed(read_text(path, appended=True), str(path)) if path.exists() else NOBODY


def parsed(text_of_file: str, where: str) -> People:
    """The verdicts in the text of such a file. Raises GoldError."""
    faults: list[str] = []
    lines = []
    for number, text in enumerate(text_of_file.split("\n"), 1):
        if text.strip():
            try:
                lines.append(_settled(strict_json(text)))
            except ValueError as fault:
                faults.append(f"{where}, line {number}: {fault}")
    if faults:
        raise GoldError(faults)
    return People(lines)


def _settled(written: Any) -> Settled:
    if not isinstance(written, dict):
        raise ValueError("must be a JSON object")
    if unknown := [*{*written} - {*Settled.__dataclass_fields__}]:
        raise ValueError(f"no field {min(unknown)!r}; there are {', '.join(Settled.__dataclass_fields__)}")
    texts = {name: written.get(name, "") for name in ("question_id", "gold", "answer", "who", "when")}
    if wrong := [name for name, value in texts.items() if not isinstance(value, str)]:
        raise ValueError(f"{wrong[0]}: must be a text")
    if missing := [name for name in ("question_id", "gold", "answer") if not texts[name]]:
        raise ValueError(f"{missing[0]}: is missing")
    verdict, flags = written.get("verdict"), {name: written.get(name, False) for name in ("resolves", "drawn")}
    if isinstance(verdict, bool) or not isinstance(verdict, int | float) or not 0 <= verdict <= 1:
        raise ValueError(f"verdict: {MUST}")
    if wrong := [name for name, value in flags.items() if not isinstance(value, bool)]:
        raise ValueError(f"{wrong[0]}: must be true or false, without quotes")
    found = Settled(**texts, verdict=float(verdict), **flags, audited=_audited(written.get("audited")))
    try:
        found.at  # noqa: B018 - raises
    except ValueError:
        raise ValueError(f"when: {WHEN}") from None
    return found


def _audited(written: Any) -> Audited | None:
    if written is None:
        return None
    fields = {"group": str, "says_right": bool, "rules": str}
    if not isinstance(written, dict) or {name: type(value) for name, value in written.items()} != fields:
        raise ValueError(f"audited: {AUDITED}")
    return Audited(**written)
