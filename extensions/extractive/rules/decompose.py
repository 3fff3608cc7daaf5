"""Decompose: splits complete questions, then comparisons, then coordinated phrases; other questions stay whole.

Complete questions are split at marks ("(1) ... (2) ..."), sentence ends, and a comma or "and" before a question word.
An introduction ("For lease 7, ...") is repeated; a question whose parts depend on a pronoun stays whole. A comparison
becomes one question per side, a coordinated phrase ("the rent and the deposit of flat 12") one per thing. Calculations
and lists of one kind stay whole.
"""

from __future__ import annotations

import re

from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.pipeline.tasks.sub_questions import Certainty, Decompose, Decomposition, RatedDecomposition, SubQuestion

_CALCULATES = re.compile(
    r"\b(?:calculat(?:e|es|ed|ing|ion)|comput(?:e|es|ed|ing)|multipl(?:y|ied|ying)|product of|times)\b", re.IGNORECASE
)
_LISTS = re.compile(
    r"(?:please )?(?:list|enumerate|itemi[sz]e|name (?:all|every|the)|(?:give|show) (?:me )?(?:all|every)\b)",
    re.IGNORECASE,
)
_PREPOSITION = r"(?:(?:up )?to|in|on|at|by|for|from|under|after|within|of|with|over|since|before|through|during)"
_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_ASKS = re.compile(rf"(?:[a-z]+ )?(?:{_PREPOSITION} )?{_WH} (?!the\b|its\b|it\b|they\b)\S+ \S", re.IGNORECASE)
_REQUEST = re.compile(
    r"(?:please )?(?:i (?:need|want|would like)(?: to know)?|(?:tell|give|show) me|look up|state|find|give|show"
    r"|(?:can|could) you tell me)[ :]+(?:(?:two|three|several) (?:things|questions)[:,] )?",
    re.IGNORECASE,
)
_INTRO = re.compile(
    rf"^(?P<intro>(?:for|in|under|on|at|within|per|according to|as of|with) [^?]*?[,:]) "
    rf"(?=(?:{_PREPOSITION} )?{_WH}\b|\()",
    re.IGNORECASE,
)
_OPENER = re.compile(
    r"(?:(?:and|also|then|finally|first|second|third|next|besides)(?:,| -)? )+"
    rf"(?:[a-z ]{{1,40}}, (?=(?:{_PREPOSITION} )?{_WH}\b))?",
    re.IGNORECASE,
)
_MARK = re.compile(r"(?:(?<=[\s:;,.?])|^)\(?(?P<label>[1-9]|[a-e]|i{1,3})[.)] (?=\S)", re.IGNORECASE)
_LABELS = ("123456789", "abcde", ("i", "ii", "iii"))
_BETWEEN = re.compile(
    r"(?<=\?) (?=\S)|[,;] (?:and )?(?=\S)| and (?=(?:what|who|when|how) (?:is|are|was|were)\b)", re.IGNORECASE
)
_LEANS = re.compile(r"\b(?:its?|they|them|their)\b", re.IGNORECASE)
_SIDES, _END = (
    r"(?P<one>.+?)(?: and | with | to | against | from |,? (?:as )?compared (?:with|to) )(?P<other>.+?)",
    r"[.?]*$",
)
_OF = "(?P<of>of|for|in|on|at)"
_COMPARED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:please )?(?:put|set) {_SIDES} side by side[:,] what (?:is|are) the (?P<what>.+?) of (?:each|both){_END}",
        rf"^what is the difference in (?:the )?(?P<what>.+?) between {_SIDES}{_END}",
        rf"^how (?:do|does|did) {_SIDES} (?:compare|differ) (?:in|by) (?:the )?(?P<what>.+?){_END}",
        rf"^(?:compare|contrast) (?!the \w+ of){_SIDES} by (?:the )?(?P<what>.+?){_END}",
        rf"^(?P<what>the .+) {_OF} (?P<one>.+?) versus (?P<other>.+?): what .*$",
        rf"^(?:please )?(?:compare|contrast) (?P<what>the .+) {_OF} {_SIDES}{_END}",
        rf"^(?:please )?(?:set|put) (?P<what>the .+?) {_OF} (?P<one>.+?) against (?P<other>.+?){_END}",
        rf"^how (?:do|does|did) (?P<what>the .+?) {_OF} (?P<one>.+?) (?:differ from|compare (?:with|to))"
        rf" (?P<other>.+?){_END}",
        rf"^what (?:is|are|was|were) (?P<what>the .+) {_OF} (?P<one>.+?),? (?:as )?compared (?:with|to)"
        rf" (?P<other>.+?){_END}",
    )
)
_THAT = re.compile(r"^(?:that|those) (?:of|for|in|on|at) ", re.IGNORECASE)

_SEVERAL = re.compile(
    r"^(?P<intro>[^?]*?, )?(?:(?P<wh>what|who|when|where) (?P<be>is|are|was|were) |(?:please )?(?:i need to know"
    r"|(?:give|tell|show|state|find|look up)(?: me)?) )(?P<rest>the .+?)[.?]*$",
    re.IGNORECASE,
)
_BORDER = re.compile(
    r",? (?:and also|and|as well as|together with|along with|plus) (?=the\b)|, (?=the\b)", re.IGNORECASE
)
_PLACE = re.compile(r" (?:of|for|in|on|under|at|from|to|with|by|where|that|which|who|when)\b", re.IGNORECASE)
_ONE = re.compile(
    r"\b(?:sum|average|combined|product|ratio|difference|between|among|versus)\b"
    r"|\b(?:when|if|unless|because) (?!\d)",
    re.IGNORECASE,
)


def decompose(task: Decompose) -> Decomposition:
    """The sub-questions of a question with several parts; else none, with the statement that it needs no
    decomposition."""
    parts = sub_questions(task.question)
    found = [SubQuestion(id=number, question=part) for number, part in enumerate(parts)] if len(parts) > 1 else []
    if task.rated:
        return RatedDecomposition(
            needs_decomposition=bool(found), sub_questions=found, confidence=_confidence(task.question)
        )
    return Decomposition(needs_decomposition=bool(found), sub_questions=found)


def _confidence(question: str) -> Certainty:
    """High where complete questions stand side by side, medium for two sides of a comparison, low for phrases of one
    question that share words."""
    whole = _full_questions(" ".join(question.split()))
    if any(_coordinated(one) and not _compared(one) for one in whole):
        return "low"
    return "medium" if any(_compared(one) for one in whole) else "high"


def sub_questions(question: str) -> list[str]:
    """The questions, each understandable alone; the question itself if it is one."""
    text = " ".join(question.split())
    calculation = read_calculation(text)
    if _CALCULATES.search(text) or (calculation and calculation.cells):
        return [text]
    parts = [part for one in _full_questions(text) for part in (_compared(one) or _coordinated(one) or [one])]
    return [_written(part) for part in parts]


def _full_questions(text: str) -> list[str]:
    """The complete questions of a text that are understandable alone; the text itself if there is only one."""
    lead, points = _numbered(text)
    intro = _INTRO.match(text)
    beginning = intro["intro"] if intro else f"{lead.rstrip(':, ')}," if points and lead[-1:] in (":", ",") else ""
    if not points:
        body = text[intro.end() :] if intro else _without(_REQUEST, text)
        points = _cut(body)
    elif beginning and _REQUEST.match(lead):
        beginning = ""
    if len(points) < 2 or any(_LEANS.search(point) for point in points[1:]):
        return [text]
    return [f"{beginning} {point[:1].lower()}{point[1:]}" if beginning else point for point in points]


def _cut(text: str) -> list[str]:
    """Splits before question words, if there are complete questions on both sides."""
    found: list[str] = []
    at, ends = 0, max(text.rfind(", and "), text.rfind("? "))
    for border in _BETWEEN.finditer(text):
        before, after = _without(_OPENER, text[at : border.start()]), _without(_OPENER, text[border.end() :])
        bare = border.group() == ", " and ends < border.end()
        if _ASKS.match(before) and _ASKS.match(after) and not bare:
            found.append(before)
            at = border.end()
    return [*found, _without(_OPENER, text[at:])]


def _without(words: re.Pattern[str], text: str) -> str:
    """The text without these words at its beginning."""
    found = words.match(text)
    return text[found.end() :] if found else text


def _numbered(text: str) -> tuple[str, list[str]]:
    """The text before "(1) ... (2) ...", and the points; none if the marks do not count up from the first."""
    marks = list(_MARK.finditer(text))
    labels = [mark["label"].lower() for mark in marks]
    if len(marks) < 2 or not any(labels == list(series[: len(labels)]) for series in _LABELS):
        return text, []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    points = [text[mark.end() : end].rstrip(" ,;") for mark, end in zip(marks, ends, strict=True)]
    return text[: marks[0].start()].strip(), points


def _compared(question: str) -> list[str]:
    """The question for each of two sides; none if it compares nothing."""
    found = next(filter(None, (pattern.match(question) for pattern in _COMPARED)), None)
    if found is None:
        return []
    what, place = found["what"].removeprefix("the "), found.groupdict().get("of") or "of"
    other = _without(_THAT, found["other"])
    if other == found["other"] and _PLACE.search(other) and other.lower().startswith("the "):  # says itself what it is
        return [f"What is the {what} {place} {found['one']}?", f"What is {other}?"]
    return [f"What is the {what} {place} {side}?" for side in (found["one"], other)]


def _coordinated(question: str) -> list[str]:
    """One question each for A and B in "the A and the B of C" (both with the shared end) and in "the A of C and the B
    of D"; none if it asks for one thing."""
    found = None if _LISTS.match(question) else _SEVERAL.match(question)
    phrases = _BORDER.split(found["rest"]) if found else []
    if found is None or len(phrases) < 2 or _ONE.search(found["rest"]):
        return []
    *first, last = (_PLACE.search(phrase) for phrase in phrases)
    if last is None or (any(first) and not all(first)):
        return []
    tail = "" if any(first) else phrases[-1][last.start() :]
    asks = f"{found['intro'] or ''}{found['wh'] or 'what'}"
    be = {"are": "is", "were": "was"}.get((found["be"] or "").lower(), found["be"] or "is")
    return [f"{asks} {be} {phrase}{tail}?" for phrase in phrases[:-1]] + [f"{asks} {be} {phrases[-1]}?"]


def _written(question: str) -> str:
    """The question with a capital letter and a question mark."""
    text = question.strip(" ,;")
    text = text if text[-1:] in (".", "?", "!") else f"{text}?"
    return text[:1].upper() + text[1:]
