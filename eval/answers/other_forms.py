"""Why a text without the expected figure may be right all the same: it has the figure in a form that is not compared.

These are reasons to leave an answer undecided, never to call it right: another scale; a year within a date, or as its
decade or century only; a rank as an ordinal; a word such as "twice"; parts that add up to the figure; the two ends of a
range; a figure that touches a word or a footnote mark, as texts from PDFs and the web have them ("in126", "75,0001").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.answers.figures import ORDINALS
from ragatta.eval.answers.plain import plain_sentences
from ragatta.eval.answers.worded import in_digits, range_of
from ragatta.eval.matching.normalise import Normal
from ragatta.eval.matching.numbers import Number, close_up, is_whole, numbers, only_number
from ragatta.eval.matching.phrases import find_phrases

YEARS = range(1000, 2100)
CENTURIES = {
    14: "fourteenth", 15: "fifteenth", 16: "sixteenth", 17: "seventeenth", 18: "eighteenth", 19: "nineteenth",
    20: "twentieth", 21: "twenty-first",
}  # fmt: skip
AS_WORDS = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "pair": 2.0, "couple": 2.0, "half": 0.5}
_AS_WORD = re.compile(rf"\b(?:{'|'.join(AS_WORDS)})\b", re.IGNORECASE)
PARTS = 3  # figures of a sentence that are added up at most
MOST = 12  # figures of a sentence: one that has more lists, and its sums say nothing


def other_form(text: str, expected: Sequence[str], right: Sequence[Number]) -> str:
    """In which other form the text has one of the `expected` answers; "" if in none. `right` are their numbers."""
    plain = close_up(without_citations(text))
    said = in_digits(plain)
    if any(_has_ends(plain, said, one) for one in expected):
        return "it has both ends of the expected range"
    if any(not only_number(in_digits(one)) and _stands(one, plain) for one in expected[1:]):
        return "it has the words of an accepted answer"
    if any(_in_another_scale(one, number) for one in numbers(said) for number in right):
        return "it has the expected figure in a scale that the question does not name"
    words = {word.lower() for word in _AS_WORD.findall(plain)}
    for number in right:
        if any(AS_WORDS[word] * (100 if number.percent else 1) == number.value for word in words):
            return "it has the expected figure as a word"
        if not is_whole(number.value) or number.value <= 0 or number.percent:
            continue
        whole, is_bare = int(number.value), not (number.currency or number.unit)
        if is_bare and whole in YEARS and (why := _as_year(plain, whole)):
            return why
        if _joined(said, whole):
            return "the expected figure touches a word or another sign"
        if is_bare and _as_ordinal(plain, whole):
            return "it has the expected figure as an ordinal"
        if whole in _sums(text):
            return "its figures add up to the expected one"
    return ""


def in_brackets(text: str, right: Sequence[Number]) -> str:
    """The same where it has the figure as "[[42]]", which marks an answer or a citation."""
    found = (number for inner in re.findall(r"\[\[([^\[\]]+)\]\](?!\()", text) for number in numbers(inner))
    is_right = any(own.answered_by(one) for one in found for own in right)
    return "it has the expected figure in brackets, as citations are" if is_right else ""


def _in_another_scale(said: Number, right: Number) -> bool:
    """Whether a figure is the expected one but for its scale word ("$625 million" for 625), or in cents."""
    if said.percent or right.percent or not right.figure or said.value == right.value:
        return False
    in_cents = (
        bool(right.currency) and said.unit.lower() in ("cent", "cents", "pence") and said.value == right.value * 100
    )
    return in_cents or (said.figure == right.figure and (said.figure != said.value or right.figure != right.value))


def _stands(right: str, text: str) -> bool:
    return bool(find_phrases(Normal(text), [right])[right])


def _has_ends(plain: str, said: str, expected: str) -> bool:
    """Whether a text has both ends of a range, or its decade: "1880s" for 1880-1889."""
    wanted = range_of(expected)
    if not wanted:
        return False
    low, high = wanted
    if high - low == 9 and not low % 10 and re.search(rf"\b{low:f}s\b", plain):
        return True
    found = {number.value for number in numbers(said)}
    return {low, high} <= found or all(is_whole(one) and _has_year(plain, int(one)) for one in wanted)


def _as_year(plain: str, year: int) -> str:
    if _has_year(plain, year):
        return "the expected year stands in a date, or touches another sign"
    if re.search(rf"\b{year // 10}0s\b", plain):
        return "it names the decade of the expected year"
    century = (year - 1) // 100 + 1
    named = rf"\b(?:{century}(?:st|nd|rd|th)|{CENTURIES.get(century, century)})[ -]century\b"
    return "it names the century of the expected year" if re.search(named, plain, re.IGNORECASE) else ""


def _has_year(plain: str, year: int) -> bool:
    return year in YEARS and bool(re.search(rf"(?<![\d.,]){year}(?:\d{{1,2}})?(?![\d%])", plain))


def _joined(said: str, whole: int) -> bool:
    """Whether the figure touches a word on either side, or a mark follows its last group of digits."""
    forms = "|".join({str(whole), f"{whole:,}"})
    marked = rf"|(?<![\d.,]){whole:,}\d{{1,2}}(?!\d)" if whole >= 1000 else ""
    touching = rf"(?<=[a-z]{{2}})(?:{forms})(?![\d.,]?\d)|(?<![\w.,-])(?:{forms})(?=[a-z]{{2}})(?!st|nd|rd|th)"
    return bool(re.search(touching + marked, said))


def _as_ordinal(plain: str, whole: int) -> bool:
    word = f"|{ORDINALS[whole - 1]}" if whole <= len(ORDINALS) else ""
    return bool(re.search(rf"\b(?:{whole}(?:st|nd|rd|th){word})\b", plain, re.IGNORECASE))


def _sums(text: str) -> set[int]:
    """What two or three whole figures of one sentence add up to."""
    return {total for one in plain_sentences(text) for total in _sums_of(one)}


def _sums_of(sentence: str) -> Iterator[int]:
    found = [one for one in numbers(in_digits(close_up(sentence))) if not one.percent and one.value > 0]
    whole = [int(one.value) for one in found if is_whole(one.value)]
    if len(whole) <= MOST:
        for size in range(2, PARTS + 1):
            yield from map(sum, combinations(whole, size))
