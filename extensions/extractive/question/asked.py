"""A question's terms, its conditions, and the type of its answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ragatta.pipeline.text.numbers import DIGITS
from ragatta.pipeline.text.words import is_specific, names, terms, weigh

Type = Literal["date", "count", "percent", "money", "number", "yes_no", "text"]

_PATTERNS: dict[Type, str] = {
    # Of several sentences the last one asks.
    "yes_no": r"(?:^|[.!:;] )(?:is|are|was|were|do|does|did|can|may|must|has|have|will|would|should)\b(?!.*\bor\b)"
    r"[^?]*\??$",
    # "Which year built factor" asks for a factor.
    "date": r"\bwhen\b|\b(?:what|which) (?:\w+ )?(?:date|year|day|month)\b(?! (?:\w+ ){0,2}(?:factor|rate|fee)\b)"
    r"|\bdate\b",
    "count": r"\bhow many\b|\bwhat (?:is|was) the number of\b",
    "percent": r"\bpercent(?:age)?\b|\bwhat (?:share|proportion)\b",
    "money": r"\bhow much\b|\bprices?\b|\bcosts?\b|\bfees?\b|\bcharges?\b"
    r"|\bwhat\b[^?]*\b(?:(?:pay|paid)\b(?! for\b(?! each| every| one))|charged\b|billed\b|owed?\b)",
    "number": r"\b(?:factor|ratio|rate|value|score|limit|amount|age|size|maximum|minimum|least|most)\b"
    r"|\b(?:larg|small|high|low)est\b|\bhow (?!do)\w+ is\b",
}
_TYPES = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _PATTERNS.items()}
MONEY = re.compile(rf"^\(?-?[$€£]\s?{DIGITS}\)?$")
PERCENT = re.compile(r"^[+-]?(?:\d+(?:\.\d+)?|\.\d+)%$")
PLAIN = re.compile(rf"^[+-]?{DIGITS}$")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
DATE = re.compile(
    rf"\b{_MONTH} \d{{1,2}}\b(?!\d)(?:,? \d{{4}})?|\b\d{{1,2}} {_MONTH} \d{{4}}|\b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}"
    rf"|\b\d{{4}}-\d\d-\d\d\b|\b{_MONTH} \d{{4}}|\b(?:1[5-9]|20)\d\d\b"
)
NUMBER = re.compile(rf"[$€£]?(?<![\w.\[])(?<![A-Za-z]-)(?!(?<=\.\s)\.){DIGITS}%?(?![\w-])")

_WORD = re.compile(r"[$€£]?\d[\w.,/-]*\w%?|[$€£]?\d%?|[^\W\d_][\w’'-]*\w|\w")

_TYPE_WORDS = frozenset(terms("percent percentage share proportion date day number price cost amount value"))

_COMPUTED = frozenset(terms("average mean median total sum change difference ratio growth increase decrease multiple"))


@dataclass(frozen=True)
class ParsedQuestion:
    """A question as the rules read it, with the passages that should answer it (`units`: terms per line)."""

    question: str
    units: tuple[frozenset[str], ...] = ()

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """Distinct content terms, in order; a word for the answer's type counts only if the text has it."""
        return tuple(
            term for term in dict.fromkeys(terms(self.question)) if term in self._heard or term not in _TYPE_WORDS
        )

    @cached_property
    def weights(self) -> dict[str, float]:
        """The weight of each term: its inverse document frequency over the lines of the passages."""
        return weigh(self.terms, self.units)

    @cached_property
    def absent(self) -> tuple[str, ...]:
        """Terms that are in no line of the passages."""
        return tuple(term for term in self.terms if term not in self._heard)

    @cached_property
    def _heard(self) -> frozenset[str]:
        return frozenset().union(*self.units)

    @cached_property
    def must(self) -> frozenset[str]:
        """Numbers, codes, capitalised names, and words for a derived figure: an answer needs all of them."""
        named = frozenset(names(self.question)) | _COMPUTED
        return self.specifics | (named & frozenset(self.terms))

    @cached_property
    def specifics(self) -> frozenset[str]:
        """Numbers, codes and letters."""
        return frozenset(term for term in self.terms if is_specific(term))

    @cached_property
    def type(self) -> Type:
        for name, pattern in _TYPES.items():
            if pattern.search(self.question):
                return name
        return "text"

    @property
    def is_numeric(self) -> bool:
        return self.type in ("count", "percent", "money", "number")

    def accepts(self, cell: str) -> bool:
        """Whether a figure is of the requested type."""
        fits = {"percent": (PERCENT,), "money": (MONEY, PLAIN), "count": (PLAIN,)}
        patterns = fits.get(self.type, (MONEY, PERCENT, PLAIN))
        return any(pattern.match(cell) for pattern in patterns)


def words_of(stems: Iterable[str], question: str) -> list[str]:
    """The question's own words for its terms, in lower case, because stems are not shown to users."""
    word_of = {term: word.lower() for word in reversed(_WORD.findall(question)) for term in terms("_ " + word)}
    return [word_of.get(term, term) for term in stems]
