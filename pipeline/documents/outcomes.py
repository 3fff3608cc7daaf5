"""The outcome of reading each PDF, in words for people and in kinds that a program can count.

| kind | of the document |
| --- | --- |
| read | all its pages were read, and no page shows text that has no text layer; `left_out` counts what is not read |
| read in part | some pages are lost, each with its reason; the others stay |
| no text layer | some or all of its pages show more than their text: scans, letters as shapes |
| no text | nothing is drawn on its pages either |
| encrypted, broken, timed out, too large, crashed | none of its pages can be had |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.parsers._columns import UNORDERED
from ragatta.pipeline.documents.parsers._filled import FIELDS
from ragatta.pipeline.documents.parsers._reading import Reading, Trouble
from ragatta.pipeline.documents.parsers._shapeless import UNNAMED
from ragatta.pipeline.documents.parsers._text import clean
from ragatta.pipeline.documents.parsers._unseen import UNKNOWN
from ragatta.pipeline.text.scripts import script_of_no_language

NAMED = 5  # attachments
READ_TOO = (FIELDS, UNKNOWN, UNORDERED, UNNAMED)  # of what is found besides plain text
READ, IN_PART, NO_TEXT_LAYER, NO_TEXT = "read", "read in part", "no text layer", "no text"


@dataclass(frozen=True)
class Outcome:
    """Of one PDF. Pages are counted from 1; a lost page stays in the document, without text."""

    source_file: str
    kind: str
    pages: int  # 0 where they cannot be counted
    usable: bool  # it is part of the corpus
    characters: int = 0  # of its text, visible or not
    reason: str = ""  # why it is not
    lost: Mapping[int, Trouble] = field(default_factory=dict)
    no_text_layer: tuple[int, ...] = ()  # and no OCR has read them
    recognised: tuple[int, ...] = ()  # read by OCR
    beyond: int = 0  # pages behind those that are read of any document
    unrecognised: Mapping[int, str] = field(default_factory=dict)  # by page, why OCR could not
    found: Mapping[str, int] = field(default_factory=dict)  # besides plain text, read or left out, by kind
    attachments: tuple[str, ...] = ()  # files that it carries, which are not read
    script: str = ""  # of most of its letters, where no language that comes with Ragatta is written in it

    @property
    def in_doubt(self) -> bool:
        """Whether its text may be another than it shows."""
        return bool(self.script or self.found.get(UNNAMED))

    @property
    def incomplete(self) -> bool:
        """Whether pages are lost that another attempt might read."""
        return bool(self.lost or self.unrecognised)

    @property
    def words(self) -> str:
        """One line; the kind comes first."""
        if not self.usable:
            return "; ".join([f"{self.kind}: {self.reason}", *self._besides])
        parts = _reasons_of(self.lost)
        if self.beyond:
            parts.append(f"only the first {self.pages - self.beyond:,} are read")
        if parts:
            read = self.pages - self.beyond - len(self.lost)
            parts = [f"{self.kind} ({read} of {self.pages} pages; {'; '.join(parts)})"]
        if self.no_text_layer:
            parts.append(
                f"{NO_TEXT_LAYER}: {len(self.no_text_layer)} of {self.pages} pages ({_spans(self.no_text_layer)})"
            )
        if self.recognised:
            parts.append(f"read by OCR: {len(self.recognised)} of {self.pages} pages")
        parts += [f"OCR of page {page}: {reason}" for page, reason in self.unrecognised.items()]
        return "; ".join([*(parts or [self.kind]), *self._besides])

    @property
    def left_out(self) -> dict[str, int]:
        """What is not in its text, by kind."""
        left = {kind: count for kind, count in self.found.items() if kind not in READ_TOO}
        return left | ({"attachments": len(self.attachments)} if self.attachments else {})

    @property
    def _besides(self) -> list[str]:
        parts = [f"with {kind} ({count:,})" for kind, count in self.found.items() if kind in READ_TOO]
        parts += [f"in {self.script} letters, for which there are no rules"] if self.script else []
        left = {kind: count for kind, count in self.left_out.items() if kind != "attachments"}
        parts += (
            ["left out: " + ", ".join(f"{kind} ({count:,})" for kind, count in sorted(left.items()))] if left else []
        )
        return parts + ([_named(self.attachments)] if self.attachments else [])


def gained(reading: Reading, ocr: Recognised) -> dict[int, str]:
    """The pages (from 1) whose text comes from OCR because it is longer than the page's own text."""
    texts = {page: clean(text) for page, text in ocr.texts.items()}
    return {page: text for page, text in texts.items() if _visible(text) > _visible(reading.texts[page - 1])}


def _visible(text: str) -> int:
    return len("".join(text.split()))


def outcome(name: str, reading: Reading, ocr: Recognised) -> Outcome:
    """The outcome of a reading, together with the OCR results of its pages without a text layer."""
    pages = len(reading.texts) + reading.beyond
    if trouble := reading.trouble:
        return Outcome(name, trouble.kind, pages, usable=False, reason=trouble.reason)
    by_ocr = gained(reading, ocr)
    left = tuple(page for page in reading.no_text_layer if page not in ocr.texts)
    if not by_ocr and not any(text.strip() for text in reading.texts):
        return _without_text(name, reading, left, ocr)
    kind = IN_PART if reading.lost or reading.beyond else NO_TEXT_LAYER if left else READ
    return Outcome(
        name,
        kind,
        pages,
        usable=True,
        characters=sum(map(len, reading.texts))
        + sum(len(text) - len(reading.texts[page - 1]) for page, text in by_ocr.items()),
        lost=reading.lost,
        no_text_layer=left,
        recognised=tuple(by_ocr),
        beyond=reading.beyond,
        unrecognised=ocr.faults,
        found=reading.found,
        attachments=reading.attachments,
        script=script_of_no_language([*reading.texts, *by_ocr.values()]),
    )


def _without_text(name: str, reading: Reading, left: tuple[int, ...], ocr: Recognised) -> Outcome:
    pages = len(reading.texts)
    reasons = _reasons_of(reading.lost)
    reasons += [f"OCR of page {page}: {reason}" for page, reason in ocr.faults.items()]
    if left:
        fix = "" if ocr.faults else "; ocr=tesseract reads such pages"
        reasons.insert(0, f"{len(left)} of {pages} pages{fix}")
    else:
        seen = "OCR found" if ocr.texts else "there is"
        reasons.insert(0, f"{seen} nothing to read on its {pages} page{'' if pages == 1 else 's'}")
    kind = NO_TEXT_LAYER if left else NO_TEXT
    return Outcome(
        name,
        kind,
        pages,
        usable=False,
        reason="; ".join(reasons),
        lost=reading.lost,
        no_text_layer=left,
        found=reading.found,
        attachments=reading.attachments,
    )


def _named(attachments: Sequence[str]) -> str:
    more = " and more" if len(attachments) > NAMED else ""
    return f"left out: attachments ({len(attachments):,}: {', '.join(attachments[:NAMED])}{more})"


def _reasons_of(lost: Mapping[int, Trouble]) -> list[str]:
    """The lost pages, grouped by reason: "pages 2-3, 9: KeyError"."""
    found = []
    for reason in dict.fromkeys(trouble.reason for trouble in lost.values()):
        pages = [page for page, trouble in lost.items() if trouble.reason == reason]
        found.append(f"page{'' if len(pages) == 1 else 's'} {_spans(pages)}: {reason}")
    return found


def _spans(pages: Iterable[int]) -> str:
    """ "3, 5-9"."""
    found = []
    for _, run in groupby(enumerate(sorted(pages)), lambda place: place[1] - place[0]):
        numbers = [page for _, page in run]
        found.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}")
    return ", ".join(found)
