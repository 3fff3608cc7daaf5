"""The ways to read a text as a list of items: its bullets, a column of its table, its lines, its sentences.

Items that a text excludes ("The manual does not include: ...", "Roof Type: this is not a rule") do not count, nor do
headings and an introduction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from ragatta.eval.answers.plain import CELL_BREAK, Line, plain_lines, plain_sentences
from ragatta.eval.answers.stance import any_of
from ragatta.eval.matching.normalise import Normal
from ragatta.eval.matching.phrases import find_phrases, touches
from ragatta.pipeline.text.sentences import answer_sentences

_SEPARATOR = re.compile(
    r"\t|[,;]\s*(?:and\b|or\b|as well as\b|plus\b)?|\b(?:and|or|as well as|along with|plus)\b", re.IGNORECASE
)
_LEAD_IN = re.compile(
    r"^(?:(?:based on|according to|in|from|per|as)\b[^,;:]*,\s*)?[^,;]*?(?:\b(?:are|is|were|was|includes?|including"
    r"|included|comprises?|lists?|listed|names?|contains?|covers?|consists? of|follows|following|namely|such as)\b:?|:)"
    r"\s+(?:both |the following:? |of )*",
    re.IGNORECASE,
)
_LEAVES_OUT = any_of(
    r"not(?! only| limited)", r"\w+n['’]t", r"none", r"never", r"no longer", r"neither", r"nor", r"without",
    r"except(?:ing)?", r"exclud(?:e|es|ed|ing)", r"apart from", r"other than", r"omit(?:s|ted)?", r"removed",
    r"deleted", r"forbid\w*", r"prohibit\w*", r"banned", r"unlike", r"rather than", r"instead of", r"perhaps",
    r"possibly", r"maybe", r"probably", r"i(?:['’]d| would)? guess", r"not sure", r"unsure",
)  # fmt: skip
_IS_NONE = re.compile(
    r"(?:^|[:–—,(-])\W*(?:(?:this|it|which|that)\s+)?(?:is|was|are|were)(?:n['’]t| not| no)\b", re.IGNORECASE
)
_IN_LINE = re.compile(
    r"(?:(?<![ \t;,])[ \t;,]++)?(?:\band )?"  # a run of separators is tried once, from its beginning
    r"(?:\((\d{1,2}|[a-z])\)|(?<![\w.,$(])(\d{1,2}(?=[.)])|[a-z](?=\)))[.)](?=[ \t]))[ \t]*"
)  # "1. the one; 2. ..."
_SUM = re.compile(r"\W*(?:grand |sub)?(?:total|sum|overall|average)s?\W*", re.IGNORECASE)
PROSE = 12  # words: a line that is longer and lists nothing is a sentence, no item


def readings(text: str, known: tuple[str, ...], question: str = "") -> Iterator[list[str]]:
    """Every way to read the text as items, each in the text's order. `known` items are never cut in two."""
    for form in dict.fromkeys((text, _in_lines(text))):
        yield from _readings(_asserted(plain_lines(form)), known, question)


def is_list(text: str) -> bool:
    """Whether a text has a list or a table."""
    return any(line.form in ("item", "row") for line in plain_lines(text))


def is_sentence(text: str) -> bool:
    """Whether a text is one sentence at most."""
    return len(plain_sentences(text)) <= 1


def leaves_out(text: str) -> bool:
    """Whether a text denies something, leaves something out, or guesses."""
    return bool(_LEAVES_OUT.search(text))


def denies_itself(item: str) -> bool:
    """Whether an item or its explanation says that it does not count: "Roof Type: this is not a rule"."""
    return bool(_IS_NONE.search(item))


def _in_lines(text: str) -> str:
    """What is numbered 1, 2, ... within a line, as a list of lines."""
    return "\n".join(
        _IN_LINE.sub("\n- ", line) if _counts([match[1] or match[2] for match in _IN_LINE.finditer(line)]) else line
        for line in text.split("\n")
    )


def _counts(numbers: Sequence[str]) -> bool:
    count = len(numbers)
    return count > 1 and list(numbers) in ([str(one) for one in range(1, count + 1)], list(ascii_lowercase[:count]))


def _readings(lines: Sequence[Line], known: tuple[str, ...], question: str) -> Iterator[list[str]]:
    headings = [line.text for line in lines if line.form == "heading"]
    if len(headings) > 1:
        yield headings
    marked = [line for line in lines if line.form == "item"]
    rows = [line for line in lines if line.form == "row"]
    if rows:
        yield from _columns(rows) if len(rows) > 1 else [list(rows[0].cells)]
    if marked:
        top = min(line.depth for line in marked)
        yield [line.text for line in marked if line.depth == top]
        yield [line.text for line in _leaves(marked)]
    if not marked and not rows:
        prose = [line.text for line in lines if line.form == "text"]
        if len(prose) > 1:
            yield [text for text in prose if not text.endswith(":") and not _is_prose(text)]
        yield [
            item for text in prose for sentence in answer_sentences(text) for item in _parts(sentence, known, question)
        ]


def _asserted(lines: Sequence[Line]) -> list[Line]:
    """The lines without the items that a heading or an introduction excludes."""
    kept, left_out = [], False
    for line in lines:
        introduces = line.form == "heading" or line.text.endswith(":")
        if introduces or line.form == "text":
            left_out = introduces and leaves_out(line.text)
        if not left_out:
            kept.append(line)
    return kept


def _leaves(marked: Sequence[Line]) -> Iterator[Line]:
    """The items without nested items."""
    for line, after in zip(marked, [*marked[1:], None], strict=True):
        if after is None or after.depth <= line.depth:
            yield line


def _columns(rows: Sequence[Line]) -> Iterator[list[str]]:
    """Each column of a table below its header; and all cells together if a row has several items."""
    body = [row for row in rows if row.header] or list(rows)
    for column in range(max(len(row.cells) for row in body)):
        cells = [row.cells[column] for row in body if column < len(row.cells) and not _SUM.fullmatch(row.cells[0])]
        yield [part.strip() for cell in cells for part in cell.split(CELL_BREAK) if part.strip()]


def _is_prose(text: str) -> bool:
    return len(text.split()) > PROSE


def _parts(sentence: str, known: tuple[str, ...], question: str) -> Iterator[str]:
    """The items of one sentence without their introduction; none if the sentence leaves them out and the question does
    not ask for what is left out."""
    found = find_phrases(Normal(sentence), known)
    protected = sorted(place for places in found.values() for place in places)
    starts, ends = [0, *(end for _, end in protected)], [*(start for start, _ in protected), len(sentence)]
    around = " ".join(sentence[start:end] for start, end in zip(starts, ends, strict=True))
    if (leaves_out(around) and not leaves_out(question)) or (not protected and _is_prose(sentence)):
        return
    lead_in = _LEAD_IN.match(sentence)
    start = lead_in.end() if lead_in and not touches(lead_in.span(), protected) else 0
    spans = []
    for separator in _SEPARATOR.finditer(sentence, start):
        if not touches(separator.span(), protected):
            spans.append((start, separator.start()))
            start = separator.end()
    spans.append((start, len(sentence)))
    for number, (begin, end) in enumerate(spans):
        is_at_end = number in (0, len(spans) - 1)
        known_here = [place for place in protected if begin <= place[0] and place[1] <= end] if is_at_end else []
        if known_here and number == 0 and len(spans) > 1:  # "It can write PDF, ...": what leads up to the first item
            begin = known_here[0][0]
        if known_here and number == len(spans) - 1 and sentence[known_here[-1][1] :][:2].strip()[:1].islower():
            end = known_here[-1][1]  # "... and Harbour City qualified": what is said of them all
        yield sentence[begin:end]
