"""The ways to read a text as a list of items: its bullets, a column of its table, its lines, its prose.

Items that a text excludes ("The manual does not include: ...", "Roof Type: this is not a rule") do not count, nor do
headings, an introduction and a closing note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase

from ragatta.eval.answers.mentioned import mentioned, passes_over
from ragatta.eval.answers.patterns import any_of
from ragatta.eval.answers.plain import CELL_BREAK, Line, plain_lines, sentences
from ragatta.eval.answers.stance import ANSWERS, EXPLAINS, OPENS_CONCLUSION
from ragatta.eval.matching.normalise import Normal
from ragatta.eval.matching.phrases import find_phrases, touches
from ragatta.pipeline.text.words import terms

_SEPARATOR = re.compile(
    r"\t|[,;]\s*(?:and\b|or\b|as well as\b|plus\b)?|\b(?:and|or|as well as|along with|plus)\b", re.IGNORECASE
)
_ANNOUNCED = re.compile(r"^[^:;]*:\s+(?=.*(?:[,;]|\band\b))")
_LEAD_IN = re.compile(
    r"^(?:(?:based on|according to|in|from|per|as)\b[^,;:]*,\s*)?[^,;]*?(?:\b(?:are|is|were|was|includes?|including"
    r"|included|comprises?|lists?|listed|names?|contains?|covers?|consists? of|follows|following|namely|such as)\b:?|:)"
    r"\s+(?:both |the following:? |of )*",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"\s+(?:are|is|were)\s+(?:all |also |the |both |each )*(?:\w+\s+){0,6}\w+[.!]?$", re.IGNORECASE)
_LEAVES_OUT = any_of(
    r"not", r"\w+n['’]t", r"none of", r"never", r"no longer", r"neither", r"nor", r"without", r"except(?:ing)?",
    r"exclud(?:e|es|ed|ing)", r"apart from", r"other than", r"omit(?:s|ted)?", r"removed", r"deleted", r"unlike",
    r"rather than", r"instead of",
)  # fmt: skip
_NOT_ONLY = any_of(r"not (?:only|limited to)")
_IS_NONE = re.compile(
    r"(?:^|[:–—,(-])\W*(?:(?:this|it|which|that)\s+)?(?:is|was|are|were)(?:n['’]t| not| no)\b", re.IGNORECASE
)
# What takes a whole list back, behind it and before it: "A, B and C are not among them", "Perhaps A, B or C".
_ARE_NOT = re.compile(
    r"\W*(?:(?:all|both|each)\s+)?(?:are|is|was|were|do|does|did|have|has|can|could|will|would|should|may|must)"
    r"(?:n['’]t| not)(?! only)\b",
    re.IGNORECASE,
)
_GUESSED = any_of(r"perhaps", r"possibly", r"maybe", r"probably", r"i(?:['’]d| would)? guess", r"not sure", r"unsure")
_INLINE = re.compile(r"(?:^|\s)\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s+")  # "(a) the one and (b) the other"
_IN_LINE = re.compile(
    r"(?:(?<![ \t;,])[ \t;,]++)?(?:\band )?"  # a run of separators is tried once, from its beginning
    r"(?:\((\d{1,2}|[a-z])\)|(?<![\w.,$(])(\d{1,2}(?=[.)])|[a-z](?=\)))[.)](?=[ \t]))[ \t]*"
)  # "1. the one; 2. ..."
_NUMBERED = r"(?:\d+[A-Za-z]?|[A-Z])"
_SHARED_RANGE = re.compile(r"\b([A-Za-z]\w*?)s\s+(\d{1,6})\s*(?:to|through|[-–])\s*(\d{1,6})\b")
_SHORT_YEAR = re.compile(r"(?<!\w)['’](\d\d)\b")
_GROUP = re.compile(r"([^:]{3,60}):\s+(?=\S)")
_SHARED_HEAD = re.compile(rf"\b([A-Za-z]\w*?)s\s+({_NUMBERED}(?:,\s*{_NUMBERED})*,?\s+(?:and|&|or)\s+{_NUMBERED})\b")
_CLOSING = any_of(
    r"let me know", r"please", r"if you", r"i hope", r"hope this", r"note", r"these (?:are|were|\w+ (?:are|were))",
    r"this (?:list|is|covers|completes|concludes)", r"that['’]s (?:all|it)", r"in (?:total|summary|conclusion)",
    r"sure", r"certainly", r"of course", r"here (?:are|is)", r"based on", r"according to",
    r"the (?:following|list|above)", r"sources?",
    r"references?", r"feel free", r"for more", r"as (?:stated|listed|shown)", r"each of", r"all of",
    r"(?:every|all|any|the) others?", r"others", r"everything else", r"the (?:rest|remaining)", r"enjoy",
    before=r"^\W*",
)  # fmt: skip
_ANSWER = re.compile(r"\W*(?:final |the )?(?:answer|result|list)\W*", re.IGNORECASE)
_SUM = re.compile(r"\W*(?:grand |sub)?(?:total|sum|overall|average)s?\W*", re.IGNORECASE)
_JOINED = re.compile(r"\W*\s(?:and|or)\W*$|\W+$", re.IGNORECASE)
PROSE = 12  # words: a line that is longer and lists nothing is a sentence, no item


def readings(
    text: str, known: tuple[str, ...], expected: Sequence[str] = (), question: str = ""
) -> Iterator[list[str]]:
    """Every way to read the text as items, each in the text's order. `known` items are never cut in two."""
    for form in dict.fromkeys((text, _written_out(text), _in_lines(text))):
        lines = _asserted(plain_lines(form))
        yield from _readings(lines, known)
        yield mentioned(_prose(lines), known, expected, question)
        if group := _group(lines, question):
            yield from _readings(group, known)


def is_listed(text: str, expected: Sequence[str]) -> bool:
    """Whether the form says which the items are: a list, a table, or no more than one sentence, in which the expected
    names stand beside names alone."""
    lines = plain_lines(text)
    if passes_over(_prose(lines), expected, expected):
        return False
    text_sentences = [one for line in lines if line.form == "text" for one in sentences(line.text)]
    return len(text_sentences) <= 1 or any(line.form in ("item", "row") for line in lines)


def _prose(lines: Sequence[Line]) -> list[str]:
    """The running text; if there is a list or a table, only its conclusion."""
    texts = [line.text for line in lines if line.form == "text"]
    if any(line.form in ("item", "row") for line in lines):
        return [text for text in texts if OPENS_CONCLUSION.match(text) or ANSWERS.search(text)]
    return texts


def _in_lines(text: str) -> str:
    """What is numbered 1, 2, ... within a line, as a list of lines."""
    return "\n".join(
        _IN_LINE.sub("\n- ", line) if _counts([match[1] or match[2] for match in _IN_LINE.finditer(line)]) else line
        for line in text.split("\n")
    )


def _counts(numbers: Sequence[str]) -> bool:
    count = len(numbers)
    return count > 1 and list(numbers) in ([str(one) for one in range(1, count + 1)], list(ascii_lowercase[:count]))


def _written_out(text: str) -> str:
    """ "Wards 3 and 5" as "Ward 3, Ward 5", "Articles 5 through 7" as each of them, "'14" as 2014."""
    text = _SHORT_YEAR.sub(lambda match: f"{20 if int(match[1]) < 50 else 19}{match[1]}", text)
    return _SHARED_HEAD.sub(_each_with_head, _SHARED_RANGE.sub(_each_of_range, text))


def _each_with_head(match: re.Match[str]) -> str:
    return ", ".join(f"{match[1]} {number}" for number in re.findall(_NUMBERED + r"\b", match[2]) if number)


def _each_of_range(match: re.Match[str]) -> str:
    first, last = int(match[2]), int(match[3])
    return ", ".join(f"{match[1]} {number}" for number in range(first, last + 1)) if last - first < 50 else match[0]


def _group(lines: Sequence[Line], question: str) -> list[Line]:
    """If the text has groups with headings, the group whose heading is closest to the question."""
    groups: list[tuple[str, list[Line]]] = []
    for line in lines:
        label = _GROUP.match(line.text) if line.form == "text" else None
        if line.form == "heading" or line.text.endswith(":"):
            groups.append((line.text, []))
        elif label:
            groups.append((label[1], [replace(line, text=line.text[label.end() :])]))
        elif groups:
            groups[-1][1].append(line)
    asked = set(terms(question))
    shares = sorted(((len(asked & set(terms(name))), -at) for at, (name, _) in enumerate(groups)), reverse=True)
    is_one = len(shares) > 1 and shares[0][0] > shares[1][0]
    return groups[-shares[0][1]][1] if is_one else []


def _readings(lines: Sequence[Line], known: tuple[str, ...]) -> Iterator[list[str]]:
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
        prose = [line for line in lines if line.form == "text"]
        if len(prose) > 1:
            yield [line.text for line in prose if not line.text.endswith(":") and not _is_prose(line.text)]
        statements = [line for line in prose if not _ANSWER.fullmatch(line.text)]
        yield [item for line in statements for sentence in sentences(line.text) for item in _parts(sentence, known)]


def _asserted(lines: Sequence[Line]) -> list[Line]:
    """The lines without the items that a heading or an introduction excludes."""
    kept, left_out = [], False
    for line in lines:
        introduces = line.form == "heading" or line.text.endswith(":")
        if introduces or line.form == "text":
            left_out = introduces and _leaves_out(line.text)
        if not left_out:
            kept.append(line)
    return kept


def denies_itself(item: str) -> bool:
    """Whether an item or its explanation says that it does not count: "Roof Type: this is not a rule"."""
    return bool(_IS_NONE.search(item))


def _leaves_out(text: str) -> bool:
    return bool(_LEAVES_OUT.search(_NOT_ONLY.sub("", text)))


def _is_taken_back(before: str, behind: str, items: int) -> bool:
    """Whether the words around the known items of a sentence deny them, or only guess."""
    if _leaves_out(before) or _GUESSED.search(before) or _ARE_NOT.match(behind):
        return True
    return items == 1 and _leaves_out(behind)


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
    return bool(_CLOSING.match(text) or EXPLAINS.match(text)) or len(text.split()) > PROSE


def _parts(sentence: str, known: tuple[str, ...]) -> Iterator[str]:
    """The items of one sentence without their introduction; none if the sentence excludes them or is a closing note."""
    if len(marks := list(_INLINE.finditer(sentence))) > 1:
        ends = [mark.start() for mark in marks[1:]] + [len(sentence)]
        yield from (_JOINED.sub("", sentence[mark.end() : end]) for mark, end in zip(marks, ends, strict=True))
        return
    found = find_phrases(Normal(sentence), known)
    protected = sorted(place for places in found.values() for place in places)
    if not protected and (_is_prose(sentence) or _leaves_out(sentence)):
        return
    lead_in = _ANNOUNCED.match(sentence) or _LEAD_IN.match(sentence)
    start = lead_in.end() if lead_in and not touches(lead_in.span(), protected) else 0
    if protected and _is_taken_back(sentence[: protected[0][0]], sentence[protected[-1][1] :], len(protected)):
        return
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
        yield _TRAILING.sub("", sentence[begin:end])
