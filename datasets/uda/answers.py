"""What each of UDA-QA's six sets takes for right, as fields of a gold question.

A number keeps its scale as words ("93,662 thousand"), which the scorers take as the bare figure too; a percentage is
also right without its sign, as the sets' own scorers have it. Figures in brackets are negative, as accounts print them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from ragatta.eval.matching.normalise import key
from ragatta.eval.matching.numbers import Number, close_up, only_number

Row = Mapping[str, str]
Fields = dict[str, Any]  # kind, expected and also_accepted; none where the source gives no answer to score

_MARK = re.compile(r"\s*\b(?:BIB|TAB|FIG|SEC)REF\d+")  # stands where the papers cite; no PDF holds it
_LOOSE_COMMAS = re.compile(r"^[\s,;]+|[\s,;]+$|(?:\s*,){2,}")
_CUT_OFF = re.compile(r"(?:\s|[(,;]|``|(?<!\S)\))+$")  # what a span that was cut mid-phrase ends in
ROUNDED = 1  # percentage points that an annotator's rounding may take away, as from -26.7% to -27%
_IN_BRACKETS = re.compile(r"(\$?)\s*\(\s*(\$?\s*[\d.,]+\s*%?)\s*\)\s*(%?)")  # and nothing else, as a note's number is


def tat_qa(row: Row) -> Fields:
    """One span, several, a count or a result, with the scale of the table."""
    spans = [_scaled(span.strip(), row["answer_scale"]) for span in map(str, ast.literal_eval(row["answer"]))]
    if row["answer_type"] == "multi-span":
        return {"kind": "list", "expected": _distinct(spans)}
    return _one(spans, [])


def fin_qa(row: Row) -> Fields:
    """The annotator's answer, and what the annotator's program gives: a share of one where a percentage is asked."""
    written, computed = row["answer_1"].strip(), row["answer_2"].strip()
    share, percent = _number(computed), _number(written)
    same = share and percent and percent.percent and abs(share.value * 100 - percent.value) <= ROUNDED
    return _one([written, computed], [f"{(share.value * 100).normalize():f}%"] if share and same else [])


def paper(row: Row) -> Fields:
    """The annotators' answers, up to three, without the marks that stand for citations."""
    given = [_LOOSE_COMMAS.sub("", _MARK.sub("", row[f"answer_{n}"])) for n in (1, 2, 3)]
    return _one([" ".join(answer.split()) for answer in given], [], numbers=False)


def feta_qa(row: Row) -> Fields:
    """A sentence."""
    return _one([" ".join(row["answer"].split())], [], numbers=False)


def nq_qa(row: Row) -> Fields:
    """A short answer where there is one, and the paragraph that answers. A short one that is a number is asked as a
    number: any other number of the paragraph is wrong."""
    short, long = (" ".join(_CUT_OFF.sub("", row[name].strip()).split()) for name in ("short_answer", "long_answer"))
    return _one([short], []) if only_number(short) else _one([short, long], [], numbers=False)


SETS = {"tat_qa": tat_qa, "fin_qa": fin_qa, "paper_tab_qa": paper, "paper_text_qa": paper, "feta_qa": feta_qa} | {
    "nq_qa": nq_qa
}


def _one(answers: Iterable[str], more: Iterable[str], numbers: bool = True) -> Fields:
    """The first answer as the expected one, the others accepted too: as yes or no, else as a number where they are
    (and `numbers` may be), else as a text. Nothing where there is none, or one says yes and one no."""
    given = _distinct(answer for answer in answers if key(answer))
    if not given:
        return {}
    if {key(answer) for answer in given} <= {"yes", "no"}:
        return {"kind": "yes_no", "expected": key(given[0])} if len(given) == 1 else {}
    if not numbers or not all(map(_number, given)):
        return {"kind": "text", "expected": given[0], "also_accepted": given[1:]}
    values = [*given, *more]
    bare = [text.replace("%", "").strip() for text in values if "%" in text]
    return {"kind": "number", "expected": given[0], "also_accepted": _distinct([*values, *bare])[1:]}


def _scaled(span: str, scale: str) -> str:
    """A span that is a number, with its sign and with the scale that the table gives it."""
    if bracketed := _IN_BRACKETS.fullmatch(span):
        span = "-" + "".join(bracketed.groups())
    number = _number(span)
    if number is None or not scale or number.percent:
        return span
    return f"{span}%" if scale == "percent" else f"{span} {scale}"


def _distinct(answers: Iterable[str]) -> list[str]:
    """Each once, the first of those that say the same."""
    found: dict[object, str] = {}
    for answer in answers:
        found.setdefault(_identity(answer), answer)
    return list(found.values())


def _identity(answer: str) -> str | tuple[Decimal, Decimal, bool]:
    """The same for answers that say the same."""
    number = _number(answer)
    return (number.value, number.figure, number.percent) if number else key(answer)


def _number(text: str) -> Number | None:
    return only_number(close_up(text))
