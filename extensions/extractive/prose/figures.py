"""Finds a figure in prose: the only possible figure of the statement that shares most with the question. Looser than
`sentences`; uncertain answers get words of doubt. Only with separate table chunks: otherwise figures of tables run into
sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragatta.extensions.extractive.prose.sentences import LABEL, Statement, statements
from ragatta.extensions.extractive.prose.structure import Line
from ragatta.extensions.extractive.question.asked import DATE, MONEY, NUMBER, PERCENT, ParsedQuestion
from ragatta.pipeline.tasks.answers import WrittenAnswer
from ragatta.pipeline.text.words import coverage, terms

_OWN = 0.3  # share of the question's weighted terms that a statement must say itself
_SURE = 0.6  # share from which a statement is certain
_CLOSE = 0.08  # difference in share below which two statements support a question equally well
_UNIT_SAID = 0.15  # what it adds to a statement's share that its figure has the unit asked for
_SHARED = 2  # terms that question and statement must share
# What a question asks of a figure, and a statement that gives it need not say.
_EXTREMES = frozenset(terms("greatest largest highest maximum least lowest smallest minimum fewest longest latest"))
_HOW_MANY = re.compile(
    r"\b(?:how many|what number of) ((?:[\w-]+ ){0,2}[\w-]+)|\bin (years|months|days|hours|feet|miles)\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_DATED = re.compile(rf"(?!{_YEAR.pattern})(?:{DATE.pattern})")  # a bare year may be a count: "1537 claims"
# The first of two figures that nothing parts, which the second replaces: "$9$11", "10%20%", "105,60079,200".
_STRUCK = re.compile(
    r"[$€£]\d[\d,.]*(?=[$€£]\d)|(?<!\d[.,])\b\d[\d,.]*%(?=\d[\d,.]*%)|\b\d{1,3},\d{3}(?=\d{1,3},\d{3}\b)"
)
_SAME = 0.8  # share of the words of two statements that must be the same
_BEHIND = 3  # terms behind a figure among which its unit stands


@dataclass(frozen=True)
class _Stated:
    """A statement, its only possible figure, and the share of the question that it says."""

    statement: Statement
    figure: str
    share: float


def figure_answer(asked: ParsedQuestion, lines: Sequence[Line]) -> WrittenAnswer | None:
    """The figure of the best supported statement, which must say the numbers, codes and names of the question itself or
    under its heading; None if there is none."""
    if not (asked.is_numeric or _asks_year(asked) or _HOW_MANY.search(asked.question)):
        return None
    wanted = {term: weight for term, weight in asked.weights.items() if term not in _EXTREMES}
    found = [stated for one in statements(lines) if (stated := _stated(asked, wanted, one)) is not None]
    found.sort(key=lambda stated: -stated.share)
    if not found:
        return None
    best = found[0]
    figure = _replacing(best, found)
    close = {one.figure for one in found if one.share >= best.share - _CLOSE}
    text = f"{_STRUCK.sub('', best.statement.text)} [Source {best.statement.source}]"
    if best.share < _SURE or not close <= {figure}:
        text = f"Perhaps {figure}, though it is unclear whether this is what is meant: {text}"
    return WrittenAnswer(status="answered", text=text, value=figure, sources=[best.statement.source])


def _stated(asked: ParsedQuestion, wanted: Mapping[str, float], statement: Statement) -> _Stated | None:
    # What its heading or its document says, the statement need not say again.
    share = coverage({term: weight for term, weight in wanted.items() if term not in statement.over}, statement.own)
    if share < _OWN or len(statement.own & wanted.keys()) < _SHARED or not statement.supports(asked):
        return None
    text = _STRUCK.sub("", LABEL.sub("", statement.text))
    figures = _YEAR.findall(text) if _asks_year(asked) else _figures(asked, text)
    united = [figure for figure in figures if _unit(asked) & set(terms(text.partition(figure)[2][:60])[:_BEHIND])]
    chosen = dict.fromkeys(united or [figure for figure in figures if _asks_year(asked) or not _YEAR.fullmatch(figure)])
    if len(chosen) != 1:
        return None
    return _Stated(
        statement,
        next(iter(chosen)),
        min(1.0, share + _UNIT_SAID * bool(united)) + 0.5 * coverage(wanted, statement.terms_in_reach),
    )


def _replacing(best: _Stated, every: Sequence[_Stated]) -> str:
    """The figure. If another statement is equal but has only the figure's last digits: those, because the rest was
    struck out in a marked-up document, whose text has lost the strokes."""
    words = frozenset(term for term in best.statement.own if not re.search(r"\d", term))
    for one in every:
        shorter = len(one.figure) < len(best.figure) and best.figure.endswith(one.figure)
        if shorter and len(words & one.statement.own) >= _SAME * len(words):
            return one.figure
    return best.figure


def _figures(asked: ParsedQuestion, text: str) -> list[str]:
    """The figures outside dates that are not in the question; only those of the requested type if there are any."""
    numbers = [match.rstrip(",") for match in NUMBER.findall(_DATED.sub(" ", text))]
    every = [figure for figure in numbers if not set(terms(figure)) & set(asked.terms)]
    kinds = {"percent": PERCENT, "money": MONEY}
    fitting = [figure for figure in every if asked.type in kinds and kinds[asked.type].match(figure)]
    return fitting or [figure for figure in every if asked.type in ("money", "number") or asked.accepts(figure)]


def _asks_year(asked: ParsedQuestion) -> bool:
    return asked.type == "date" and "year" in asked.terms


def _unit(asked: ParsedQuestion) -> frozenset[str]:
    found = _HOW_MANY.search(asked.question)
    return frozenset(terms("_ " + (found[1] or found[2]))) if found else frozenset()
