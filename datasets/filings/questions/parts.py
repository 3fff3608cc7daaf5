"""Facts that a larger question can ask for: a plain question, its answer, and the place where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from filings.documents.library import Library
from filings.documents.records import printed
from filings.facts import Facts
from filings.records import Entry
from filings.rules import wording
from generating.gold import Evidence, Gold

ASKING = ("What ", "Which ", "Who ", "When ", "How ", "Where ", "Whose ", "In which ", "On what ", "At which ",
          "Up to ", "Within how ", "By what ", "To which ", "Under which ", "For which ", "On which ")  # fmt: skip
LONGEST = 12  # words of an answer that can stand beside another
FIELDS = 0.6  # of the facts of records; the others are remarks
IS_THE = "What is the "


@dataclass(frozen=True, slots=True)
class Part:
    """`noun` is what the question asks for ("the deductible of policy 7"); "" where it cannot be said so."""

    question: str
    answer: str
    evidence: Evidence
    kind: str
    noun: str = ""

    @property
    def file(self) -> str:
        return str(self.evidence["file"])

    @property
    def bare(self) -> str:
        """The question without its question mark."""
        return self.question.removesuffix("?")

    @property
    def lower(self) -> str:
        return self.bare[0].lower() + self.bare[1:]


def plain_parts(golds: Iterable[Gold]) -> list[Part]:
    """Those plain questions that ask for one fact of one place, and whose answer stands there as it is expected."""
    found = []
    for gold in golds:
        answer = gold.expected
        if gold.kind not in ("number", "text") or not isinstance(answer, str) or len(gold.evidence) != 1:
            continue
        said = str(gold.evidence[0]["quote"]).lower()
        if gold.components or len(answer.split()) > LONGEST or answer.lower() not in said:
            continue
        if gold.question.startswith(ASKING) and gold.question.endswith("?") and ". " not in gold.question:
            noun = "the " + gold.question.removeprefix(IS_THE).rstrip("?") if gold.question.startswith(IS_THE) else ""
            found.append(Part(gold.question, answer, gold.evidence[0], gold.kind, noun))
    return found


def thing(entry: Entry) -> str:
    """How a question names a record: "policy GLH-1"."""
    return str(wording("joins")["things"][entry.bucket].format(id=entry.number))


def field_part(library: Library, entry: Entry, field: str, rng: Random) -> Part:
    """A field of a record, in one of its wordings."""
    noun, wordings = wording("joins")["fields"][entry.bucket][field]
    answer = printed(field, entry.fields[field], entry.bucket)
    kind = "number" if isinstance(entry.fields[field], int | float) else "text"
    question = rng.choice(wordings).format(thing=thing(entry))
    evidence = library.evidence(entry.number, field, value=answer if kind == "number" else "")
    return Part(question, answer, evidence, kind, f"{noun} of {thing(entry)}")


def asked_fields(entry: Entry) -> list[str]:
    """The fields that a question can ask for."""
    return [name for name in wording("joins")["fields"][entry.bucket] if entry.fields[name] is not None]


def remark_parts(library: Library, entry: Entry) -> Iterator[Part]:
    """The questions that an entry's remarks answer, the innocent ones included."""
    for number, remark in enumerate(entry.remarks):
        kind = "number" if remark.answer.lstrip("$").replace(",", "").isdecimal() else "text"
        evidence = library.evidence(entry.number, f"remark/{number}")
        yield Part(remark.ask, remark.answer, evidence, kind)


def record_parts(facts: Facts, library: Library, rng: Random) -> Iterator[Part]:
    """A field or a remark of each record that carries no order and no innocent remark, in any order."""
    for entry in rng.sample(facts.entries, len(facts.entries)):
        if entry.number not in facts.orders and not any(remark.innocent for remark in entry.remarks):
            field = field_part(library, entry, rng.choice(asked_fields(entry)), rng)
            yield field if rng.random() < FIELDS else next(remark_parts(library, entry))
