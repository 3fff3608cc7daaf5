"""The amounts, codes and names that a question or a known value mentions, with the words near each.

"a B2 parcel with a $500 declared value" mentions a code near "parcel" and an amount near "declared value"; the words
tell which column of a table each belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from ragatta.pipeline.text.measures import Amount, amounts, comparable, in_known_unit, kind_of_column, unit_of_column
from ragatta.pipeline.text.number_words import ONES
from ragatta.pipeline.text.quantities import Quantity, codes, quantities
from ragatta.pipeline.text.words import stem

# Words that tie others together and tell no two columns apart; "all", "other" and "no" do.
_FUNCTION = """
    a an and any are as at be by do does for from give given has have how in is it its many much of on or per show shows
    state tell than that the their this to under was were what when where which whose with
"""
_TIES = frozenset(_FUNCTION.split())
_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
_LETTER_A = re.compile(r"[a-z] A\W*$")
# Where the part of the sentence ends that a value stands in.
_PART = re.compile(r"[;,](?!\d)|\b(?:and|with)\b", re.IGNORECASE)
_MEASURED = re.compile(
    r"[\s-]*(?:feet|foot|ft|yards?|miles?|inch(?:es)?|met(?:er|re)s?|kilomet(?:er|re)s?|km|acres?|pounds?|lbs?|kg|gallons?"
    r"|days?|weeks?|months?|years?|hours?|percent)\b",
    re.IGNORECASE,
)
# Where the phrase ends that a value stands in.
_BORDER = re.compile(r"[;,:()](?!\d)|\b(?:and|with|for|at|in|on|from|under|by|to|is|are|if|when)\b|\d", re.IGNORECASE)
_LETTERS = re.compile(r"\b[A-Z]{2,3} $")
_LASTS = re.compile(r"\bover\s+$", re.IGNORECASE)
_TIME = re.compile(r"[\s-]*(?:years?|months?|weeks?|days?|nights?|hours?|minutes?)\b", re.IGNORECASE)
_NEXT = re.compile(r"[\s-]+(?P<word>[A-Za-z]{3,})\b")
_COUNTS = ONES[1:13]
_IN_WORDS = re.compile(
    rf"\b(?<!which )(?<!the )(?<!this )(?<!that )(?P<count>{'|'.join(_COUNTS)})[ -](?=(?P<next>[a-z]{{3,}}))",
    re.IGNORECASE,
)
COUNTS = frozenset(_COUNTS)
_FIRST_YEAR, _LAST_YEAR = 1500, 2200
# "in 1985", "built 1985", "May 1985": a bare number behind such a word is a year.
_YEAR_BEFORE = re.compile(
    r"\b(?:in|since|year|built|made|effective|model|season|from|until|till|before|after"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*) $",
    re.IGNORECASE,
)
# Where a number is a name: it lies in no range of amounts.
_CALLED = re.compile(
    r"\b(?:zip(?: code)?|postcode|postal code|code|account|serial number)s? (?:is |of |= ?)?$", re.IGNORECASE
)
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_FAR = 500  # characters: words farther from a value say nothing of it
_NAMED = 0.5  # share of a column's name that must stand beside a value for it to be a value of that column only


@dataclass(frozen=True)
class Mention:
    """A value and the tokens beside it. A value that is not `required` was found before; it is used only if a table has
    a key for it. A `measured` value counts feet, years or the like, so no cell with money states it. `amount` is the
    value in its common unit, if the unit can be converted."""

    text: str
    quantities: tuple[Quantity, ...]
    codes: frozenset[str]
    beside: frozenset[str]
    required: bool = True
    measured: bool = False
    amount: Amount | None = None
    phrase: frozenset[str] = frozenset()  # those of `beside` that stand in its own phrase
    counted: str = ""  # the token directly behind it: what it is a number of
    lasting: Mention | None = None  # the amount itself, where "over 36 months" may be how long something lasts
    named: bool = False  # whether it was found before, by name: it says nothing of a column of another name
    year: bool = False  # whether it is said as a year, which lies in no range of other numbers
    called: frozenset[str] = frozenset()  # what it is the number of by name ("zip code 06405"), which no amount is

    def met_by(self, cell: str, column: str = "") -> int:
        """2 if a cell states just this value, 1 if its range contains it or it is one of several, else 0. The column's
        name may give the unit of the cell's figures."""
        cell_codes = codes(cell)
        if self.codes & cell_codes:
            return 2 if len(cell_codes) == 1 else 1
        if not self.quantities:
            words = frozenset(tokens(self.text))
            return 0 if self.codes or not words or words != frozenset(tokens(cell)) else 2
        quantity, stated = self.compared(cell, column)
        if self.year:
            stated = [other for other in stated if _is_of_years(other)]
        if any(quantity.same(other) for other in stated):
            return 2 if len(stated) == 1 else 1
        counts = not self.called or bool(self.called & frozenset(tokens(column)))
        if counts and any(other.holds(quantity) for other in stated):
            return 1
        return self.lasting.met_by(cell) if self.lasting else 0

    def compared(self, cell: str, column: str) -> tuple[Quantity, list[Quantity]]:
        """The value and the amounts of a cell that are comparable: 1.5 miles are in "1 mile to 2 miles" and not in "0
        to 500 feet". If neither the cell nor its column has a unit, the plain numbers are compared."""
        quantity = self.quantities[0]
        if self.amount and (
            units := [other for other in comparable(cell, unit_of_column(column)) if in_known_unit(other)]
        ):
            return self.amount.quantity, [other.quantity for other in units if other.unit == self.amount.unit]
        written = [other for other in amounts(cell) if not (self.measured and other.unit == "$")]
        if self.amount:  # 6 years are not 6 kVA
            written = [other for other in written if other.unit in ("", "$", "%", self.amount.unit)]
        return quantity, [other.stated for other in written]

    def of(self, column: str) -> float:
        """The share of a column name's words that are near the value."""
        return _share(column, self.beside)

    def next_to(self, column: str) -> float:
        """The share of a column name's words that are in the value's own phrase."""
        return _share(column, self.phrase)

    def in_unit_of(self, column: str) -> bool:
        """Whether it is an amount of the kind that the column's name gives."""
        return self.amount is not None and self.amount.unit == kind_of_column(column)

    def only_of(self, column: str) -> bool:
        return self.of(column) > _NAMED


def _share(column: str, words: frozenset[str]) -> float:
    name = frozenset(token for token in tokens(column) if not token[0].isdigit())
    return len(name & words) / len(name) if name else 0.0


def _is_of_years(quantity: Quantity) -> bool:
    """Whether an amount, or both ends of a range, are years."""
    return all(_FIRST_YEAR <= end <= _LAST_YEAR for end in (quantity.low, quantity.high) if end.is_finite())


@lru_cache(maxsize=50_000)
def tokens(text: str) -> tuple[str, ...]:
    """The stems of a text's words and numbers in order, without connecting words. Unlike
    `words.terms` it keeps "other" and "all", which name columns, and the letter that ends "Class A"."""
    found = (match.group() for match in _WORD.finditer(text.replace(",", "") if text[:1].isdigit() else text))
    words = [stem(word.lower()) for word in found if word.lower() not in _TIES]
    return (*words, "a") if _LETTER_A.search(text) else tuple(words)


@lru_cache(maxsize=1024)
def mentions(question: str) -> tuple[Mention, ...]:
    """The amounts and codes of a question in order, each with the words of its part of the sentence."""
    found: list[tuple[int, Mention]] = []
    in_units = {one.quantity.span: one for one in amounts(question) if in_known_unit(one)}
    before = 0  # where the amount before ends: no words that lead to an amount hold another
    for one in quantities(question):
        start, end = one.span
        letters = _LETTERS.search(question, before, start)  # "AB 3" may be the code AB3
        begin = letters.start() if letters else start
        code = codes(question[begin:end]) if letters else frozenset[str]()
        measured = not one.unit and (one.span in in_units or bool(_MEASURED.match(question, end)))
        beside, amount = _around(question, begin, end, _PART), in_units.get(one.span)
        text = question[begin:end].strip()
        phrase = _around(question, begin, end, _BORDER)
        counted = "" if letters else _counted(question, end)
        mention = Mention(text, (one,), code, beside, measured=measured, amount=amount, phrase=phrase, counted=counted)
        if _LASTS.search(question, before, start) and _TIME.match(question, end):
            mention = replace(mention, lasting=_exactly(mention))
        if (name := _CALLED.search(question, before, begin)) and not measured and not one.unit:
            mention = replace(mention, called=frozenset(tokens(name.group())))
        if not measured and _YEAR.fullmatch(text) and _YEAR_BEFORE.search(question, before, begin):
            mention = replace(mention, year=True)
        found.append((start, mention))
        before = end
    found += [(match.start(), _in_words(question, match)) for match in _IN_WORDS.finditer(question) if _counts(match)]
    seen_codes = frozenset[str]().union(*(mention.codes for _, mention in found))
    for match in re.finditer(r"\b(?<!\d\.)[A-Za-z]{0,4}[- ]?\d[\w-]*(?: \d\d)*", question):
        new_codes = codes(match.group()) - seen_codes
        if new_codes:
            seen_codes |= new_codes
            beside, phrase = (_around(question, *match.span(), border) for border in (_PART, _BORDER))
            found.append((match.start(), Mention(match.group().strip(), (), new_codes, beside, phrase=phrase)))
    return tuple(mention for _, mention in sorted(found, key=lambda pair: pair[0]))


def _exactly(mention: Mention) -> Mention:
    """The mention of the amount itself, without the bound."""
    quantity, amount = mention.quantities[0], mention.amount
    alone = replace(quantity, high=quantity.low, low_open=False)
    if amount:
        amount = replace(amount, quantity=replace(amount.quantity, high=amount.quantity.low, low_open=False))
    return replace(mention, quantities=(alone,), amount=amount)


def _counted(question: str, end: int) -> str:
    behind = _NEXT.match(question, end)
    return next(iter(tokens(behind["word"])), "") if behind else ""


def _counts(match: re.Match[str]) -> bool:
    return match["next"].lower() not in _FUNCTION.split()


def _in_words(question: str, match: re.Match[str]) -> Mention:
    """ "two earlier visits" may be counted in a column; "one" has many other uses, so it is not required."""
    value = Decimal(_COUNTS.index(match["count"].lower()) + 1)
    beside = _around(question, *match.span("count"), _PART)
    return Mention(
        match["count"], (Quantity(value, value, "", match.span("count")),), frozenset(), beside, required=False
    )


def bound(values: Mapping[str, str]) -> tuple[Mention, ...]:
    """Values found before, by name, as mentions that are not required."""
    return tuple(
        Mention(value, quantities(value)[:1], codes(value), frozenset(tokens(name)), required=False, named=True)
        for name, value in values.items()
        if value.strip()
    )


def stated(question: str) -> dict[str, str]:
    """The values that a question states, under the words near each, in the form that `bound` expects."""
    return {" ".join(sorted(mention.beside)) or mention.text: mention.text for mention in mentions(question)}


def _around(question: str, start: int, end: int, border: re.Pattern[str]) -> frozenset[str]:
    """The tokens beside a value, up to the next border on either side, and no farther than _FAR."""
    nearest, farthest = max(0, start - _FAR), min(len(question), end + _FAR)
    first = max((match.end() for match in border.finditer(question, nearest, start)), default=nearest)
    behind = border.search(question, end, farthest)
    last = behind.start() if behind else farthest
    return frozenset(tokens(question[first:start])) | frozenset(tokens(question[end:last]))
