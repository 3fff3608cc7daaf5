"""Decides whether a text gives one of the right numbers, or says why that is no more than a guess.

The form decides where it leaves no choice: no figure of the text is right; or all figures that may be the answer are,
those of the marked answer or of the conclusion. Elsewhere the figure whose sentence is closest to the question is a
guess, and `undecided` names the reason. Figures of another kind than asked for (an amount instead of a percentage),
years and figures that the question states are no rivals of a right one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ragatta.eval.answers.figures import AnswerFigure, figures
from ragatta.eval.answers.number_rules import RULES, is_calculated, rule_of, significant_digits
from ragatta.eval.answers.plain import Line, plain_lines
from ragatta.eval.answers.stance import (
    ANSWER_HEADING,
    ANSWERS,
    DECLINES,
    GUESSES,
    NEGATION,
    OPENS_CONCLUSION,
    SUPPOSES,
    TAKES_BACK,
)
from ragatta.eval.answers.units import Kind, kind_of, kinds_wanted, unit_of
from ragatta.eval.matching.numbers import Number
from ragatta.pipeline.text.sentences import answer_sentences
from ragatta.pipeline.text.words import terms

ROUNDED = 2  # digits, from which on a figure may be a rounded one
NEAR = Decimal("0.01")  # of the right number: so near a figure may be the same, rounded on the way
_GOES_ON = re.compile(r"^\W*(?:question|q)\s*\d*\s*:", re.IGNORECASE)  # a model that asks itself the next question
_EQUALS = re.compile(r"[=≈]")


@dataclass(frozen=True)
class Reading:
    """`rule` is that by which the text is right (eval/answers/number_rules.py), "" if it is wrong. `undecided` says why
    this is a guess, "" where the form decides."""

    rule: str
    undecided: str = ""


@dataclass(frozen=True)
class _Candidate:
    """A figure that may be the answer, with the rule by which it is right, "" if it is not."""

    figure: AnswerFigure
    rule: str
    sentence: int

    @property
    def is_result(self) -> bool:
        """Whether it stands behind the last equals sign of its sentence."""
        return bool(_EQUALS.search(self.figure.before)) and not _EQUALS.search(self.figure.behind)


@dataclass(frozen=True)
class _Sentence:
    text: str
    around: str = ""  # what it belongs to: the heading above it, the names of its row and column
    is_marked: bool = False  # it states the answer by its form

    @property
    def concludes(self) -> bool:
        return bool(OPENS_CONCLUSION.match(self.text))

    def wavers(self, question: str) -> bool:
        return self.declines(question) or any(cue.search(self.text) for cue in (GUESSES, SUPPOSES))

    def declines(self, question: str) -> bool:
        """Whether it says that nothing is known, where the question does not: "How many pages are unavailable?"."""
        return bool(DECLINES.search(self.text)) and not DECLINES.search(question)


def read_number(
    text: str, question: str, right: Sequence[Number], tolerance: float = 0.0, rules: Collection[str] = RULES
) -> Reading | None:
    """How `text` answers with one of the `right` numbers; None without a figure that may be an answer. `tolerance` is
    relative to the right number."""
    standing = _standing(list(_sentences(_until_the_next_question(plain_lines(text)))))
    wanted = {kinds_wanted(question, [one]) for one in right}
    found = list(_candidates(standing, question, right, wanted, tolerance, rules))
    hits = [one for one in found if one.rule]
    if not hits:
        return Reading("", _may_be_right(found, right, question)) if found else None
    if any(one.figure.is_denied for one in hits) and not NEGATION.search(question):
        return Reading("", "the expected figure is denied")
    why = _open_because(standing, found, hits, right, question)
    return Reading(_guess(found, standing, question, wanted) if why else _most_literal([one.rule for one in hits]), why)


def _open_because(
    sentences: Sequence[_Sentence],
    found: Sequence[_Candidate],
    hits: Sequence[_Candidate],
    right: Sequence[Number],
    question: str,
) -> str:
    """Why the form does not decide that a text with right figures is right; "" where it does."""
    rivals = [one for one in found if not one.rule]
    is_bare = len(sentences) == 1 and _is_bare(sentences[0].text)
    if all(one.figure.is_asked for one in hits) and (rivals or not is_bare):
        return "the question states the expected figure too"
    if any(unit_of(own.unit) or own.currency for own in right) and all(_has_other_unit(one.figure) for one in hits):
        return "its unit is not known here"
    if any(sentence.wavers(question) for sentence in sentences):
        return "it declines, guesses or supposes something"
    return "the expected figure stands among others" if rivals and not _is_concluded(found, sentences) else ""


def _has_other_unit(figure: AnswerFigure) -> bool:
    """Whether a word that is no known unit, and says something, stands behind the figure: "5 psi"."""
    return bool(figure.unit) and not figure.number.currency and not unit_of(figure.unit) and bool(terms(figure.unit))


def _may_be_right(found: Sequence[_Candidate], right: Sequence[Number], question: str) -> str:
    """Why a text without a right figure may be right all the same; "" where it is wrong."""
    pairs = [(one.figure.number, own) for one in found for own in right]
    if is_calculated(question) and any(_is_near(*pair) for pair in pairs):
        return "a result within 1% of the expected one"
    if any(_is_rounded(*pair) for pair in pairs):
        return "the expected figure with fewer digits"
    units = [one.figure.unit for one in found if not one.figure.number.percent]
    if any(unit_of(own.unit) for own in right) and any(unit and not unit_of(unit) for unit in units):
        return "its unit is not known here"
    return ""


def _until_the_next_question(lines: Sequence[Line]) -> Sequence[Line]:
    ends = (at for at, line in enumerate(lines) if at and _GOES_ON.match(line.text))
    return lines[: next(ends, len(lines))]


def _standing(sentences: Sequence[_Sentence]) -> Sequence[_Sentence]:
    """Without what a later sentence takes back."""
    return sentences[max((at for at, one in enumerate(sentences) if TAKES_BACK.search(one.text)), default=0) :]


def _sentences(lines: Sequence[Line]) -> Iterator[_Sentence]:
    heading, announced, is_first = "", False, True
    for line in lines:
        if line.form == "row":
            for at, cell in enumerate(line.cells[1:], 1):
                column = line.header[at] if at < len(line.header) else ""
                yield _Sentence(cell, f"{heading} {line.cells[0]} {column}")
            continue
        for sentence in answer_sentences(line.text):
            alone = (is_first or line.form == "heading") and _is_bare(sentence)
            yield _Sentence(sentence, heading, announced or alone or bool(ANSWERS.search(sentence)))
            announced = is_first = False
        if line.form == "heading" or (line.text.endswith(":") and len(line.text) < 80):
            heading, announced = line.text, bool(ANSWER_HEADING.match(line.text))


def _candidates(
    sentences: Sequence[_Sentence],
    question: str,
    right: Sequence[Number],
    wanted: Collection[Kind],
    tolerance: float,
    rules: Collection[str],
) -> Iterator[_Candidate]:
    for at, sentence in enumerate(sentences):
        for figure in figures(sentence.text, question):
            rule = next(filter(None, (rule_of(figure, one, question, tolerance, rules) for one in right)), "")
            if rule or _may_answer(figure, wanted):
                yield _Candidate(figure, rule, at)


def _may_answer(figure: AnswerFigure, wanted: Collection[Kind]) -> bool:
    return not (figure.is_year or figure.is_asked) and any(kind.fits(kind_of(figure)) for kind in wanted)


def _is_rounded(number: Number, right: Number) -> bool:
    """Whether a figure of two digits and more is the right one, rounded to its own last place."""
    own, wanted = unit_of(number.unit), unit_of(right.unit)
    if (own and wanted and own != wanted) or (number.currency and number.currency != right.currency):
        return False
    if significant_digits(number.figure) < ROUNDED or number.percent != right.percent or number.same(right):
        return False
    last = Decimal(1).scaleb(int(number.figure.as_tuple().exponent)) * abs(number.value / number.figure)
    return abs(number.value - right.value) <= last / 2


def _is_near(number: Number, right: Number) -> bool:
    return abs(number.value - right.value) <= abs(right.value) * NEAR


def _is_concluded(found: Sequence[_Candidate], sentences: Sequence[_Sentence]) -> bool:
    """Whether what the text marks as its answer, else its last sentence with a figure where that concludes or
    calculates, has right figures alone."""
    marked = [one for one in found if sentences[one.sentence].is_marked]
    last = found[-1].sentence
    closing = [one for one in found if one.sentence == last]
    results = [one for one in closing if one.is_result]
    concludes = marked or results or sentences[last].concludes
    return bool(concludes) and all(one.rule for one in marked or results or closing)


def _guess(found: Sequence[_Candidate], sentences: Sequence[_Sentence], question: str, wanted: Collection[Kind]) -> str:
    """The rule of the figures of the kind asked for in the sentence that is marked, concludes, or else is closest to
    the question; "" if one of them is wrong."""
    asked = set(terms(question))

    def rank(one: _Candidate) -> tuple[float, ...]:
        sentence = sentences[one.sentence]
        near = len(asked & set(terms(f"{sentence.around} {sentence.text}")))
        is_wanted = kind_of(one.figure) in wanted
        return (sentence.is_marked, sentence.concludes, near, one.is_result, is_wanted, one.sentence)

    declines = any(one.declines(question) for one in sentences)
    standing = [one for one in found if not (one.figure.is_denied or sentences[one.sentence].wavers(question))]
    standing = [
        one
        for one in standing
        if not declines or sentences[one.sentence].is_marked or sentences[one.sentence].concludes
    ]
    best = max(map(rank, standing), default=())
    chosen = [one.rule for one in standing if rank(one) == best]
    return _most_literal(chosen) if chosen and all(chosen) else ""


def _most_literal(rules: Sequence[str]) -> str:
    return min(rules, key=("exact", *RULES).index)


def _is_bare(text: str) -> bool:
    """Whether a text is a figure with no more than a word beside it: "CHF 27.50", but no question."""
    with_figure = [word for word in text.split() if _has_digit(word)]
    words = [word for word in text.split() if any(map(str.isalpha, word)) and word not in with_figure]
    return len(with_figure) == 1 and len(words) <= 1 and not text.rstrip().endswith("?")


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
