"""Chooses the final figure of an answer, by the question and the figure's sentence, not by position alone.

Most weight have sentences that announce the answer or conclude; then the share of the question's words near the figure,
and its position. Figures of the wrong kind (an amount instead of a percentage) count only if there is no other. Figures
that the text denies, guesses, retracts or calls missing do not count. The weights were chosen by hand;
`benchmarks/agreement.py` compares the choice with people's verdicts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ragatta.eval.answers.figures import Figure, figures
from ragatta.eval.answers.plain import Line, plain_lines, sentences
from ragatta.eval.answers.stance import (
    ANSWER_HEADING,
    ANSWERS,
    CONCLUDES,
    DECLINES,
    EXPLAINS,
    NEAREST,
    OPENS_CONCLUSION,
    SUPPOSES,
    TAKES_BACK,
)
from ragatta.eval.answers.units import Kind, kind_of, kinds_wanted
from ragatta.eval.numbers import Number
from ragatta.pipeline.text.words import terms

# What stands between two figures of which the text does not choose one.
_JOINED = re.compile(
    r"\s*(?:%|percent|[a-z]{1,12})?\s*(?:,|,?\s*or(?: (?:possibly|perhaps|maybe|even))?|to|and|–|-|/)\s*"
    r"(?:possibly |perhaps |maybe )?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"[,;(\d]|\b(?:and|while|whereas|but)\b")  # what ends the words that belong to a figure
_CODE = re.compile(r"\b(?:[A-Z]{3}|Rs\.?)(?!\w)")
_NOTES = re.compile(r"\W*(?:notes?|background|context|sources?|references?)\b", re.IGNORECASE)
_INSTRUCTION = re.compile(r"\([^()]*\)")

ANSWER, CONCLUSION, RESULT, EXPLANATION = 3.0, 1.2, 0.8, -1.2  # what a sentence is
CONCLUDED = 1.5  # more for a sentence that begins with its conclusion
NEAR, WORDS_NEAR = 1.0, 3  # of the question's terms that stand so few words before a figure, the nearer the more
OVERLAP, FIRST, LAST, EXACT_KIND, BASIS, OPERAND, YEAR = 1.5, 0.4, 0.3, 0.3, -1.5, -4.0, -4.0
UNIT = 1.0  # a figure in the unit that is asked for
ALONE = 2.0  # a figure that is all of its line
ASIDE = -1.2  # a figure in brackets
ROW = 0.6  # a cell of a row that the question names, and less for another row
CLAUSE = 0.3  # of the question's terms that stand between this figure and the one before it
ASKED = -2.0  # a figure that the question itself states


@dataclass(frozen=True)
class Sentence:
    text: str
    around: str = ""  # what it belongs to: the heading above it, the names of its row and column
    row: str = ""  # the name of the row that it is a cell of
    is_announced: bool = False  # it follows a heading that says "answer"


@dataclass(frozen=True)
class Candidate:
    figure: Figure
    sentence: int
    fits: bool
    weight: float


def final_figure(text: str, question: str, right: Sequence[Number]) -> Figure | None:
    """The figure that `text` gives for the question; None if it gives none, or several without a choice.

    Only the kind of the `right` numbers is used (a percentage, an amount of money, a unit), never the value.
    """
    said = list(_sentences(plain_lines(text)))
    taken_back = max((at for at, one in enumerate(said) if TAKES_BACK.search(one.text)), default=0)
    said = said[taken_back:]
    found = list(_candidates(said, question, kinds_wanted(question, right)))
    fitting = [one for one in found if one.fits]
    found = [one for one in fitting if not _is_given(one.figure)] or fitting or found
    if not found:
        return None
    best = max(found, key=lambda one: one.weight)
    return None if _undecided(best, found) else _precise(best.figure, found)


def _is_named(row: str, question: str) -> bool:
    return bool(row.strip()) and bool(re.search(rf"(?<!\w){re.escape(row.strip())}(?!\w)", question, re.IGNORECASE))


def _asking(question: str) -> str:
    """The sentences of a question that end in a question mark, without explanations in brackets; all sentences if no
    sentence has one."""
    asking = [sentence for sentence in sentences(question) if sentence.endswith("?")]
    return _INSTRUCTION.sub(" ", " ".join(asking or [question]))


def _sentences(lines: Sequence[Line]) -> Iterator[Sentence]:
    heading, is_announced = "", False
    for line in lines:
        if line.form == "heading":
            heading, is_announced = line.text, bool(ANSWER_HEADING.match(line.text))
            yield Sentence(line.text)
            continue
        if line.form == "row":
            for at, cell in enumerate(line.cells[1:], 1):
                column = line.header[at] if at < len(line.header) else ""
                yield Sentence(cell, f"{heading} {line.cells[0]} {column}", line.cells[0])
        else:
            label = line.text.rstrip()
            for sentence in sentences(line.text):
                yield Sentence(sentence, heading, is_announced=is_announced)
                is_announced = False
            if label.endswith(":") and len(label) < 80:
                heading, is_announced = label, bool(ANSWER_HEADING.match(label))


def _candidates(said: Sequence[Sentence], question: str, wanted: Kind) -> Iterator[Candidate]:
    asked = set(terms(_asking(question)))
    shares = [len(asked & set(terms(f"{one.around} {one.text}"))) / max(1, len(asked)) for one in said]
    declined = any(DECLINES.search(one.text) or NEAREST.search(one.text) for one in said)
    read = [figures(one.text, question) for one in said]
    speaking, most = [at for at, found in enumerate(read) if found], max(shares, default=0.0) or 1.0
    for at in speaking:
        sentence = said[at]
        weight = (
            OVERLAP * shares[at] / most + LAST * at / len(said) + (FIRST if at == speaking[0] and shares[at] else 0.0)
        )
        answers = sentence.is_announced or bool(ANSWERS.search(sentence.text))
        concludes = bool(CONCLUDES.search(sentence.text))
        if DECLINES.search(sentence.text) or NEAREST.search(sentence.text) or (declined and not (answers or concludes)):
            continue
        weight += ANSWER if answers else CONCLUSION if concludes else 0.0
        weight += CONCLUDED if not answers and OPENS_CONCLUSION.match(sentence.text) else 0.0
        explains = EXPLAINS.search(sentence.text) or _NOTES.match(sentence.around)
        weight += EXPLANATION if explains and not answers else 0.0
        weight += EXPLANATION if SUPPOSES.search(sentence.text) else 0.0
        weight += ROW * (2 * _is_named(sentence.row, question) - 1) if sentence.row else 0.0
        done = 0  # where the figure before ended
        for order, figure in enumerate(read[at]):
            start, end = figure.number.span
            clause = figure.before[-(start - done) :] + _NEXT.split(figure.behind, maxsplit=1)[0]
            done = end
            if figure.is_denied:
                continue
            kind = kind_of(figure)
            own = weight + (RESULT + 0.01 * order if figure.is_result else -0.05 * order)
            own += ALONE * (_is_alone(figure) and not sentence.row)
            own += ASIDE * figure.is_aside
            own += CLAUSE * len(asked & set(terms(clause))) / max(1, len(asked))
            own += NEAR * _nearness(figure.before, asked)
            own += EXACT_KIND if kind == wanted else 0.0
            own += UNIT if kind.unit and wanted.unit and kind.unit_is(wanted) else 0.0
            own += ASKED * figure.is_asked
            own += BASIS * figure.is_basis + OPERAND * figure.is_operand + YEAR * figure.is_year
            yield Candidate(figure, at, wanted.fits(kind), own)


def _nearness(before: str, asked: set[str]) -> float:
    """The share of the question's terms among the last words before a figure, in [0, 1]; nearer words weigh more."""
    near = [set(terms(word)) & asked for word in reversed(before.split()[-WORDS_NEAR:])]
    return sum(len(found) * (1 - at / WORDS_NEAR) for at, found in enumerate(near)) / max(1, len(asked))


def _is_alone(figure: Figure) -> bool:
    """Whether the sentence contains only the figure, its unit and a currency code."""
    around = f"{_CODE.sub('', figure.before)} {_CODE.sub('', figure.behind.replace(figure.unit, '', 1))}"
    return not re.search(r"\w\w", around)


def _undecided(best: Candidate, found: Sequence[Candidate]) -> bool:
    """Whether the sentence offers another figure as an alternative: "604 or 640", "between 500 and 604", "500 to
    604"."""
    for other in found:
        is_beside = other.sentence == best.sentence and other.figure is not best.figure
        if is_beside and _may_answer(other.figure) and kind_of(other.figure).name == kind_of(best.figure).name:
            first, second = sorted((best.figure, other.figure), key=lambda one: one.number.span)
            between = second.before[first.number.span[1] - second.number.span[0] :]
            if _JOINED.fullmatch(between) and not _same(first.number, second.number):
                return not (between.strip().lower() == "to" and re.search(r"\bfrom\s+$", first.before, re.IGNORECASE))
    return False


def _precise(figure: Figure, found: Sequence[Candidate]) -> Figure:
    """The figure, or for an approximate one the exact figure beside it: "about 3,500 hectares (3,480 ha)"."""
    if figure.is_approximate and not figure.is_result:
        for other in found:
            off = abs(other.figure.number.value - figure.number.value)
            if other.fits and not other.figure.is_operand and 0 < off <= _half_step(figure.number):
                return other.figure
    return figure


def _half_step(number: Number) -> Decimal:
    """Half of a rounded number's last significant place: 50 for 3,500."""
    if not number.figure:
        return Decimal(0)
    last = Decimal(1).scaleb(int(number.figure.normalize().as_tuple().exponent))
    return last * abs(number.value / number.figure) / 2


def _is_given(figure: Figure) -> bool:
    return figure.is_year or figure.is_operand or figure.is_asked


def _may_answer(figure: Figure) -> bool:
    is_basis = figure.is_basis and not re.search(r"\bbetween\s+$", figure.before, re.IGNORECASE)
    return not (is_basis or _is_given(figure))


def _same(one: Number, other: Number) -> bool:
    """Whether both have the same value, possibly as a percentage or rounded."""
    a, b = (number.value / 100 if number.percent else number.value for number in (one, other))
    last = max(int(number.figure.as_tuple().exponent) - 2 * number.percent for number in (one, other))
    return abs(a - b) <= Decimal(1).scaleb(last) / 2
