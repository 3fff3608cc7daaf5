"""Sentences: the best one to three by weighted overlap, if they contain everything that the question names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ragatta.extensions.extractive.prose.structure import Line, goes_on
from ragatta.extensions.extractive.question.asked import DATE, MONEY, NUMBER, ParsedQuestion
from ragatta.pipeline.tasks.answers import WrittenAnswer
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import coverage, terms

_ENOUGH = 0.6  # share of the question's weighted terms in the sentence and what stands over it
_OWN = 0.4  # share in the sentence itself
_THIN = 2  # terms below which a question says too little to be matched
_MOST = 2  # further sentences that may be added, each for terms that the first one lacks
LABEL = re.compile(r"^\(?(?:[A-Z][a-z]+ )?[\w.-]*\d[.):]?(?: [–—-])? (?=[A-Z])")
_NEGATION = re.compile(
    r"\b(?:no|not|never|none|cannot|neither|nor|prohibited|excluded|without)\b|n[’']t\b", re.IGNORECASE
)


class Statement(NamedTuple):
    """A sentence with its terms, those of its heading and file name, and those of the sentence before."""

    text: str
    source: int
    own: frozenset[str]
    over: frozenset[str]
    before: frozenset[str]
    is_row: bool

    @property
    def terms_in_reach(self) -> frozenset[str]:
        return self.own | self.over | self.before

    def supports(self, asked: ParsedQuestion) -> bool:
        """Whether it has everything that the question names; numbers and codes must be in the sentence itself."""
        return asked.must <= self.terms_in_reach and asked.specifics <= self.own | self.over


def sentence_answer(asked: ParsedQuestion, lines: Sequence[Line]) -> WrittenAnswer | None:
    """The best supported statement; None if no sentence contains the question's names, numbers and rare words."""
    if len(asked.terms) < _THIN:
        return None
    marked = []
    for one in statements(lines):
        own_share = coverage(asked.weights, one.own)
        if own_share >= _OWN and one.supports(asked):
            all_terms = coverage(asked.weights, one.terms_in_reach)
            if all_terms >= _ENOUGH:
                marked.append((own_share + 0.5 * all_terms, one))
    marked.sort(key=lambda mark: -mark[0])
    best = next((one for _, one in marked if _of_type(asked, one)), None)
    if best is None:
        return None
    chosen = [best, *_further(asked.weights, best, [one for _, one in marked])]
    text = " ".join(f"{one.text} [Source {one.source}]" for one in chosen)
    sources = sorted({one.source for one in chosen})
    return WrittenAnswer(status="answered", text=text, value=_value(asked, best), sources=sources)


def statements(lines: Sequence[Line]) -> list[Statement]:
    """The sentences of paragraphs, bullets and labelled lines, each with its headings."""
    found: list[Statement] = []
    heading, before = "", frozenset[str]()
    for text, line in paragraphs(lines):
        if line.kind == "heading":
            heading, before = text, frozenset()
        over = _terms(heading) | _terms(line.file)
        for sentence in passage_sentences(text):
            sentence_terms = _terms("_ " + sentence)
            if line.kind != "heading" and sentence_terms:
                found.append(Statement(sentence, line.source, sentence_terms, over, before, line.kind == "row"))
                before = sentence_terms
    return found


@lru_cache(maxsize=50_000)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))


def paragraphs(lines: Sequence[Line]) -> list[tuple[str, Line]]:
    """The lines, joined with their continuation lines."""
    joined: list[tuple[list[str], Line]] = []
    last: Line | None = None
    for line in lines:
        if line.kind in ("furniture", "contents"):
            continue
        goes = last is not None and last.kind != "heading" and line.kind == "text" and last.source == line.source
        if goes and last is not None and (goes_on(last, line) or last.kind == "text"):
            joined[-1][0].append(line.text)
        else:
            joined.append(([line.text], line))
        last = line
    return [(" ".join(texts), first) for texts, first in joined]


def _further(wanted: Mapping[str, float], best: Statement, others: Sequence[Statement]) -> list[Statement]:
    chosen: list[Statement] = []
    covered = best.own
    for one in others:
        adds = (one.own - covered) & wanted.keys()
        if len(chosen) < _MOST and adds and one.source == best.source:
            chosen.append(one)
            covered |= one.own
    return chosen


def _of_type(asked: ParsedQuestion, statement: Statement) -> bool:
    """Whether a statement can contain the answer. A table row cannot, because only its table tells its figures
    apart."""
    if asked.type == "date":
        return bool(_dates(asked, statement))
    figures = _figures(asked, statement) if asked.is_numeric else []
    return not asked.is_numeric or (bool(figures) and not (statement.is_row and len(figures) > 1))


def _dates(asked: ParsedQuestion, statement: Statement) -> list[str]:
    return [date for date in DATE.findall(statement.text) if date not in asked.question]


def _figures(asked: ParsedQuestion, statement: Statement) -> list[str]:
    """Figures of the requested type that are not labels, not part of a date and not in the question."""
    text = DATE.sub(" ", LABEL.sub("", statement.text))
    figures = [match.rstrip(",") for match in NUMBER.findall(text)]
    return [figure for figure in figures if asked.accepts(figure) and not set(terms(figure)) & set(asked.terms)]


def _value(asked: ParsedQuestion, statement: Statement) -> str:
    """The figure, date or yes/no of a statement; none if there are several figures."""
    if asked.type == "yes_no":
        return "no" if _NEGATION.search(statement.text) else "yes"
    if asked.type == "text":
        return ""
    values = list(dict.fromkeys(_dates(asked, statement) if asked.type == "date" else _figures(asked, statement)))
    if asked.type == "money":
        values = [value for value in values if MONEY.match(value)] or values
    if len(values) > 1 and asked.type == "count":  # the unit tells: "how many days", "30 days"
        values = [value for value in values if _unit(value, statement.text) in asked.terms]
    return values[0] if len(values) == 1 else ""


def _unit(figure: str, text: str) -> str:
    """The first term after a figure."""
    return next(iter(terms(text.partition(figure)[2][:40])), "")
