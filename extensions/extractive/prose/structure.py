"""Classifies the lines of the passages (contents entry, bullet, row, heading ...) by leaders, labels, bullets, figures
and capitals, because the text of a PDF has no layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from ragatta.pipeline.tasks.answers import Passage

Kind = Literal["contents", "bullet", "labelled", "row", "heading", "text", "furniture"]

# A long title leaves room for two dots.
_LEADER = re.compile(r"…|\.{3}|(?:\.\s){3}|·{3}|_{3}|(?<=[^\W\d]|\))(?<!\betc)\.{2}(?=\d{1,4}$)")
_LEADERS = re.compile(r"[….\s·_,]*(?P<page>[A-Z]?-?\d{1,4}|[ivxlcdm]{1,7})?$")
_BULLET = re.compile(r"^(?:[•▪●◦‣■□–—*·\uf0b7]|-(?=\s)|o(?=\s+[A-Z]))\s*(?P<body>\S.*)$")
_LABEL = re.compile(
    r"^(?:(?P<noun>[A-Z][A-Za-z]+)\s+)?"
    r"(?:(?P<prefix>[A-Z]{1,3}[-.]?|(?:\d{1,3}\.)+|\()?(?P<number>\d{1,3})|(?P<letter>[A-Za-z]|[IVX]{1,5}))"
    r"(?P<mark>\s*[.):]|\s+[–—-](?=\s))?\s+(?P<body>\S.*)$"
)
# Only in a table of contents: elsewhere "5-10 Years" is a range.
_PAIR_LABEL = re.compile(r"^(?P<prefix>\d{1,3}-)(?P<number>\d{1,3})\s+(?P<body>[^\W\d_].*)$")
# A bracket that only closes is of words before: "Bicycles (form 12)" is no row.
_CELL = re.compile(
    r"^(?:(?P<open>\()?[+-]?[$€£]?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)%?(?(open)\)?)|n/?a|[x+=–—-])$", re.IGNORECASE
)
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_LOOSE_SIGN = re.compile(r"([$€£]) +(?=\d)")
_PAGE = re.compile(r"^(?:page\s*)?[-–\s]*\d{1,4}[-–\s]*$|\bpage\s+[\w-]*\d+\b(?:\s+of\s+\d+)?", re.IGNORECASE)
_SECTION = re.compile(r"^(?:section|part|chapter|article|appendix|annex|volume|book)\b", re.IGNORECASE)
_NUMBERED_TITLE = re.compile(r"^[A-Z][A-Za-z]+ \d{1,3}$")  # "Table 7"
_SMALL = re.compile(r"^(?:[a-z]|\d|\()")
_WIDE = 60  # characters from which a line may well go on in the next
_ONES = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
ROMAN = {"X" * tens + ones: 10 * tens + one for tens in range(4) for one, ones in enumerate(_ONES) if tens or one}


class Line(NamedTuple):
    """`body` is the text without label, leaders and page number; `number` is 0 without a label."""

    text: str
    kind: Kind
    source: int
    file: str
    body: str
    noun: str = ""
    prefix: str = ""
    number: int = 0

    @property
    def is_section(self) -> bool:
        return self.kind == "heading" and bool(_SECTION.match(self.text))


def read_lines(passages: Iterable[Passage]) -> list[Line]:
    """The classified lines of all passages, in order; entries that wrap over lines are joined."""
    return [line for passage in passages for line in _read(passage)]


@lru_cache(maxsize=1024)  # a question's passages are read for each of its values
def _read(passage: Passage) -> tuple[Line, ...]:
    return tuple(_joined(_classified(passage)))


@lru_cache(maxsize=50_000)
def cells(text: str) -> tuple[str, tuple[str, ...]]:
    """Splits a row into its leading words and its figures: "Soup, large 4.50 6.00" has two figures."""
    tokens = _LOOSE_SIGN.sub(r"\1", text).split()
    first = len(tokens)
    while first and _CELL.match(tokens[first - 1]):
        first -= 1
    return " ".join(tokens[:first]), tuple(tokens[first:])


def goes_on(before: Line, after: Line) -> bool:
    """Whether a line of text continues the line before it."""
    if after.kind not in ("text", "row") or before.source != after.source:
        return False
    open_end = before.text.endswith((",", "-", " and", " or", " of", " the"))
    wide = len(before.text) >= _WIDE and not before.text.endswith((".", ":"))
    return open_end or wide or bool(_SMALL.match(after.text))


def _classified(passage: Passage) -> Iterator[Line]:
    in_contents = False
    for raw in passage.text.replace("\ufffe", "-").splitlines():
        text = raw.strip()
        if not text:
            continue
        kind, body, noun, prefix, number = _classify(text)
        if kind == "heading":
            in_contents = "contents" in text.lower() or (in_contents and bool(_SECTION.match(text)))
        elif in_contents and kind in ("row", "labelled") and re.search(r"\s\d{1,4}$", body):
            kind, body = "contents", body.rsplit(maxsplit=1)[0]  # a page number that has lost its leaders
            body, noun, prefix, number = _pair_label(body) or (body, noun, prefix, number)
        yield Line(text, kind, passage.source, passage.source_file, body, noun, prefix, number)


@lru_cache(maxsize=50_000)  # passages come again with every question
def _classify(text: str) -> tuple[Kind, str, str, str, int]:
    """(kind, body, noun, prefix, number) of a line."""
    title = _before_leaders(text)
    if title:
        return "contents", *(_pair_label(title) or _label(title) or (title, "", "", 0))
    if len(text) < 90 and _PAGE.search(text):
        return "furniture", text, "", "", 0
    bullet = _BULLET.match(text)
    if bullet:
        return "bullet", bullet["body"], "", "", 0
    if _is_row(text):
        return "row", *(_label(text, marked=True) or (text, "", "", 0))
    label = _label(text)
    if label and not _SECTION.match(text):
        return "labelled", *label
    return ("heading" if _is_heading(text) else "text"), text, "", "", 0


def _before_leaders(text: str) -> str:
    """The title of a contents entry, such as "Soups" of "Soups . . . . 12"; empty if the line is not one."""
    leader = _LEADER.search(text)
    rest = _LEADERS.match(text, leader.start()) if leader else None
    if not leader or not rest or (leader.group() == "…" and len(rest.group()) < 2):
        return ""
    title = text[: leader.start()].strip(" ,.")
    return title if re.search(r"[^\W\d_]", title) else ""


def _label(text: str, marked: bool = False) -> tuple[str, str, str, int] | None:
    """(body, noun, prefix, number) of a line that begins with a label: "C-7", "4.2", "b)" or "Step 3:"."""
    found = _LABEL.match(text)
    if not found:
        return None
    noun, prefix, mark = found["noun"] or "", found["prefix"] or "", found["mark"]
    if found["letter"]:
        if not mark:
            return None
        letter = found["letter"]
        if len(letter) > 1 and letter not in ROMAN:
            return None  # "IIX" numbers nothing
        number = ROMAN.get(letter) or ord(letter.lower()) - ord("a") + 1
        return found["body"], noun.lower(), "I" if letter in ROMAN else "a", number
    if not (mark or noun or (prefix and not marked)):
        return None
    return found["body"], noun.lower(), prefix.strip("("), int(found["number"])


def _pair_label(title: str) -> tuple[str, str, str, int] | None:
    """(body, noun, prefix, number) of a contents entry labelled by part and number: "2-7 Knots" is 7 of family "2-"."""
    found = _PAIR_LABEL.match(title)
    return (found["body"], "", found["prefix"], int(found["number"])) if found else None


def _is_row(text: str) -> bool:
    key, values = cells(text)
    if not values or text.endswith(".") or _NUMBERED_TITLE.match(text):
        return False
    if all(map(_YEAR.match, values)):
        return False  # years stand over columns
    return len(values) >= 2 or not key or (len(key.split()) <= 8 and not key.endswith(("of", "to", "than", "by", ",")))


def _is_heading(text: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_][\w’'-]*", text) if len(word) > 3]
    if not words or len(text) > 90 or text.endswith((".", ",", ";")):
        return False
    capitals = sum(word[0].isupper() for word in words)
    return capitals >= 0.7 * len(words) and text[0].isupper()


def _joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Contents entries whose title wraps before the leaders, as one line each."""
    waiting: Line | None = None
    for line in lines:
        if waiting and line.kind == "contents" and (not line.number or line.prefix != waiting.prefix):
            yield waiting._replace(kind="contents", body=f"{waiting.body} {_before_leaders(line.text)}")
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = line if line.kind == "labelled" else None
        if not waiting:
            yield line
    if waiting:
        yield waiting
