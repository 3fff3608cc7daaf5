"""Decompose: full questions apart, then things compared, then things coordinated; every other question stays whole.

The rule would rather leave a joined question whole than take a plain one apart: what it cannot tell, it leaves. A
calculation and a list of things of one kind are one question.
"""

from __future__ import annotations

import re

from pipeline.tasks.sub_questions import Decompose, Decomposition, SubQuestion
from reader.calculations.ways import read_calculation
from reader.question.clauses import clauses, is_request, numbered, opened, pieces
from reader.question.contrasts import contrasted
from reader.question.coordination import coordinated
from reader.question.standalone import standalone, with_tails

_CALCULATES = re.compile(
    r"\b(?:calculat(?:e|es|ed|ing|ion)|comput(?:e|es|ed|ing)|multipl(?:y|ied|ying)|product of|times)\b", re.IGNORECASE
)
_LISTS = re.compile(
    r"(?:please )?(?:list|enumerate|itemi[sz]e|name (?:all|every|the)|(?:give|show) (?:me )?(?:all|every)\b)",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:is|are|was|were|what|which|the)$", re.IGNORECASE)
# An indirect question: its verb can be moved where it stands right behind a short subject, else it stays one.
_INDIRECT = re.compile(
    r"^(?P<wh>what|who|where|when|why|how) (?P<rest>the (?:(?!that|which|who|when|if)[\w-]+ ){0,3}?[\w-]+)"
    r" (?P<be>is|are|was|were) (?P<end>[^,]+)$",
    re.IGNORECASE,
)
_TOLD = re.compile(r"^(?:what|where|why|how|when) (?:the|an?|its|their) [^,]+$", re.IGNORECASE)
_EMBEDDED = re.compile(r"^(?P<wh>what|who|where|when) (?P<rest>the .+) (?P<be>is|are|was|were)$", re.IGNORECASE)


def decompose(task: Decompose) -> Decomposition:
    """The sub-questions of a question that has several; else none, and that it needs no decomposition."""
    parts = sub_questions(task.question)
    found = [SubQuestion(id=number, question=part) for number, part in enumerate(parts)] if len(parts) > 1 else []
    return Decomposition(needs_decomposition=bool(found), sub_questions=found)


def sub_questions(question: str) -> list[str]:
    """What is asked for, each a question that stands alone; the question itself where it is one."""
    text = " ".join(question.split())
    calculation = read_calculation(text)
    if _CALCULATES.search(text) or (calculation and calculation.cells):
        return [text]
    whole = _full_questions(text)
    parts = [part for one in whole for part in (_parts(one) or [one])]
    return [_written(_direct(part) if len(parts) > 1 else part) for part in parts]


def _parts(question: str) -> list[str]:
    return [] if _LISTS.match(question) else contrasted(question) or coordinated(question)


def _full_questions(text: str) -> list[str]:
    """The full questions of a text that each stand alone; the text itself where there is one."""
    lead, points = numbered(text)
    if points and _OPEN.search(lead):  # "What are (1) the A and (2) the B of C?"
        return [f"{lead} {' and '.join(points)}"]
    if points:
        told = f"{lead.rstrip(':, ')}, " if lead and not is_request(lead) and lead[-1] in ":," else ""
        found = [f"{told}{_asked(point)}" for point in points]
    else:
        sentences = pieces(text)
        asking = [piece for piece in sentences if is_request(piece)]
        told = " ".join(piece for piece in sentences if piece not in asking)
        found = [f"{told} {one}".strip() for piece in asking for one in _clauses(opened(piece))]
    alone = standalone(found) if len(found) > 1 else None
    return alone or [text]


def _clauses(sentence: str) -> list[str]:
    """The full questions of a sentence. Those that not even a comma parts share what one of them says at its end."""
    found = clauses(sentence)
    return with_tails(found) if len(found) > 1 and "," not in sentence else found


def _asked(point: str) -> str:
    """A point of a list as a question: "the price of it" as "What is the price of it?"."""
    return f"What is {point.rstrip('.?')}?" if re.match(r"(?:the|its) ", point, re.IGNORECASE) else point


def _direct(part: str) -> str:
    """An indirect question as a direct one: "how the pump is tested" as "how is the pump tested?"; where its verb
    cannot be moved, as what it is: "explain how the tenant pays"."""
    text = part.strip(" ,;").rstrip("?.")
    if found := _INDIRECT.match(text):
        return f"{found['wh']} {found['be'].lower()} {found['rest']} {found['end']}?"
    if _EMBEDDED.match(text):
        return text  # as `_written` turns it
    return f"Explain {text[:1].lower()}{text[1:]}." if _TOLD.match(text) else part


def _written(question: str) -> str:
    """As a question of its own: "what the price is" as "What is the price?"; one that commands keeps its full stop."""
    text = question.strip(" ,;")
    if embedded := _EMBEDDED.match(text.rstrip("?")):
        text = f"{embedded['wh']} {embedded['be']} {embedded['rest']}?"
    text = text if text[-1:] in ".?!" else f"{text}?"
    return text[:1].upper() + text[1:]
