"""Lists: the items of the block of entries whose heading fits the question.

Entries (of a table of contents, bulleted, labelled, or rows of a table) are grouped into blocks by their
label family; a family such as C-1 to C-35 continues over page breaks, running heads and repeated column heads.
The block is chosen by the words around it, never by its items.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ragatta.extensions.extractive.prose.structure import Line, cells, goes_on
from ragatta.extensions.extractive.question.asked import ParsedQuestion
from ragatta.pipeline.tasks.answers import WrittenAnswer
from ragatta.pipeline.text.words import coverage, names, terms

_ENOUGH = 0.7  # share of the question's weighted terms that a block's surroundings must hold
_SURE = 0.85  # the same, where the question does not say that it asks for a list
_NAMED = 0.6  # the same of bullets, where the words next to them hold every name of the question
_OUTER = 0.7  # what a term is worth where only the enclosing section's heading holds it
_FAR = 15  # lines after which a numbered list has ended
_ENTRIES = frozenset(("contents", "bullet", "labelled", "row"))
_STANDS = frozenset(terms("stand belong fall come described shown"))  # where the items do, as a question says it
_WHICH = re.compile(r"(?:which|what) (?!is|are|was|were|does|do)", re.IGNORECASE)


@dataclass
class Block:
    """Entries that belong together; `near` is the heading and lead-in above them, `outer` their section."""

    form: str
    near: str
    outer: str
    file: str
    items: dict[str, int] = field(default_factory=dict)  # item: source
    numbers: set[int] = field(default_factory=set)
    last_line: int = 0


def list_answer(asked: ParsedQuestion, lines: Sequence[Line], is_enumeration: bool) -> WrittenAnswer | None:
    """The items of the block that fits the question's words best; None if no block fits well enough."""
    named = frozenset(names(asked.question))
    enough = _ENOUGH if is_enumeration else _SURE
    ranked = [
        (round(fit, 2), block.form == "contents", len(block.items), block)
        for block in blocks(lines)
        if len(block.items) >= 2
        and (fit := _fit(asked, block))
        >= (_NAMED if block.form == "bullet" and named and named <= set(terms(block.near)) else enough)
    ]
    if not ranked:
        return None
    fit, *_, block = max(ranked, key=lambda entry: entry[:3])
    text = "\n".join(f"- {item} [Source {source}]" for item, source in block.items.items())
    gaps = sorted(set(range(1, max(block.numbers, default=0))) - block.numbers)
    return WrittenAnswer(
        status="answered",
        text=text,
        items=list(block.items),
        sources=sorted(set(block.items.values())),
        missing=f"entries numbered {', '.join(map(str, gaps))}" if gaps else "",
    )


def blocks(lines: Sequence[Line]) -> list[Block]:
    """Every block of entries in the lines, in order of appearance."""
    reader = _Reader()
    for position, line in enumerate(lines):
        reader.read(position, line)
    return reader.blocks


def _fit(asked: ParsedQuestion, block: Block) -> float:
    """The share of the question in the block's surroundings; 0 if they lack one of its numbers or names, or the noun
    after "which"."""
    near, outer = set(terms(block.near)), set(terms(block.outer)) | set(terms(block.file))
    subject = set(asked.terms[:1]) if _WHICH.match(asked.question) else set()
    if not near & set(asked.terms) or not asked.specifics | subject <= near | outer:
        return 0.0
    weights = {term: weight for term, weight in asked.weights.items() if term not in _STANDS}
    return coverage(weights, near) + _OUTER * coverage(weights, outer - near)


class _Reader:
    """Walks the lines once, keeping the current headings and the open blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.open: dict[tuple[str, ...], Block] = {}
        self.section = ""
        self.headings: list[str] = []
        self.lead: list[str] = []
        self.after_heading = False
        self.last: tuple[Line, Block] | None = None
        self.source = 0

    def read(self, position: int, line: Line) -> None:
        if line.source != self.source:
            self._enter(line)
        if line.kind == "furniture":
            return
        if line.kind in _ENTRIES:
            self._entry(position, line)
        elif self.last and goes_on(self.last[0], line):
            self._extend(line)
        else:
            self._surroundings(line)
        self.after_heading = line.kind == "heading"

    def _enter(self, line: Line) -> None:
        """Starts a new passage: headings end, and only lettered families continue."""
        self.source, self.section, self.headings, self.lead, self.last = line.source, "", [], [], None
        self.open = {key: block for key, block in self.open.items() if key[3][:1].isalpha()}

    def _surroundings(self, line: Line) -> None:
        self.last = None
        self.open = {key: block for key, block in self.open.items() if key[1] in ("contents", "labelled")}
        if line.kind != "heading":
            self.lead = [*self.lead[-2:], line.text]
            return
        above = self.headings[-2:] if self.after_heading else []  # headings in a row are one
        self.headings, self.lead = [*above, line.text], []
        self.section = line.text if line.is_section else self.section

    def _entry(self, position: int, line: Line) -> None:
        item = cells(line.body)[0] if line.kind == "row" else line.body.strip(" .…:;,")
        level = line.text[:1] if line.kind == "bullet" else line.prefix  # each level has a mark of its own
        key = (line.file, line.kind, "" if line.prefix[:1].isalpha() else line.noun, level)
        block = self.open.get(key)
        if block is None or not _continues(block, line, position):
            block = self.open[key] = Block(line.kind, self._near(line), self.section, line.file)
            self.blocks.append(block)
        elif line.number == 1:  # its first entry came after later ones: the heading stands here
            block.near, block.outer = self._near(line), self.section
        block.last_line = position
        if item and line.number not in block.numbers:
            block.items.setdefault(item, line.source)
        if line.number:
            block.numbers.add(line.number)
        self.last, self.lead = (line, block), []
        if line.kind == "labelled":  # it heads what stands under it
            self.headings = [line.text]

    def _near(self, line: Line) -> str:
        return " ".join([*self.headings, *self.lead, line.noun])

    def _extend(self, line: Line) -> None:
        """Continues a wrapped item with the next line."""
        assert self.last is not None
        before, block = self.last
        item = before.body.strip(" .…:;,")
        if before.kind in ("bullet", "labelled") and item in block.items:
            whole = f"{item} {line.text}".strip(" .…:;,")
            block.items = {whole if key == item else key: value for key, value in block.items.items()}
            self.last = (Line(line.text, before.kind, line.source, line.file, whole), block)


def _continues(block: Block, line: Line, position: int) -> bool:
    if not line.number:
        return True
    if line.prefix[:1].isalpha() and line.prefix not in ("a", "I"):
        return line.kind == "contents" or line.number > max(block.numbers, default=0)
    return line.number == max(block.numbers, default=0) + 1 and position - block.last_line <= _FAR
