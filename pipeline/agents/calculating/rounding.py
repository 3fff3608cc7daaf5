"""Finds the rounding rule of a result: in the question, else in a sentence of the documents.

A sentence is a rule if it says how to round and names what is calculated: "Each fare is rounded to the nearest whole
dollar" applies to a fare, not to a factor. See docs/parts.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal

from ragatta.pipeline.text.number_words import ONES, SMALL
from ragatta.pipeline.text.numbers import DIGITS, LARGE
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import STOP, stem, terms
from ragatta.pipeline.types import Hit

_COUNTS = {word: SMALL[word] for word in ONES[1:7]}
_COUNT = rf"(?:{'|'.join(_COUNTS)}|\d)"
_MULTIPLES = {**_COUNTS, "fifteen": 15, "twenty-five": 25, "twenty": 20, "fifty": 50}
_EXACT = Context(prec=60)  # more digits than any figure and the smallest step have together
_SPEAKS = re.compile(r"\bround(?:ed|ing|s)?\b|\bwhole[- ](?:dollars?|euros?|pounds?)\b", re.IGNORECASE)
_ROUNDS = re.compile(r"\bround", re.IGNORECASE)
_PLACES = re.compile(rf"\b(?P<count>{_COUNT}) (?:decimal|places?\b|digits?\b)(?: places?| digits?)?", re.IGNORECASE)
_STEP = re.compile(
    r"\b(?:nearest|next(?: higher| lower)?|to (?:the|a|an)?|in|full|whole)\s+(?:full |whole |even |higher |lower )*"
    r"[- ]?(?P<unit>dollar|euro|pound|unit|number|integer|percent|cent|penny|tenth|hundredth|thousandth|ten|hundred"
    r"|thousand|million)s?\b",
    re.IGNORECASE,
)
_MULTIPLE = re.compile(
    r"\b(?:nearest|next (?:higher|lower)|multiples? of|(?:in|next|full|whole)(?=\s+[$€£]))\s+"
    rf"(?P<step>[$€£]?\s?(?P<count>{DIGITS}|{'|'.join(_MULTIPLES)})"
    r"(?:[\s-]*(?P<unit>cent|penny|dollar|euro|pound|percent|tenth|hundredth|thousandth|hundred|thousand|million)s?\b)?)"
    r"(?![\w/-]|[.,]\d)",
    re.IGNORECASE,
)
# What a question may ask without a word of rounding.
_ASKED = re.compile(
    rf"\b(?:to the )?nearest [\w$€£.,-]+(?: (?:cents?|dollars?))?|\b(?:to|in|with) {_COUNT} decimals?\b(?: places?)?"
    r"|\bto the (?:cent|penny|dollar|euro|pound)\b|\b(?:as|in|to) (?:a |the )?(?:whole|full) \w+",
    re.IGNORECASE,
)
_STEP_SIZES = Decimal("1e-9"), Decimal("1e9")
_WHOLE = re.compile(r"\bwhole[- ](?P<unit>dollar|euro|pound|number|unit|percent)s?\b", re.IGNORECASE)
_STEPS = {
    **dict.fromkeys(("dollar", "euro", "pound", "unit", "number", "integer", "percent"), Decimal(1)),
    **dict.fromkeys(("cent", "penny", "hundredth"), Decimal("0.01")),
    **{"tenth": Decimal("0.1"), "thousandth": Decimal("0.001"), "ten": Decimal(10), "hundred": Decimal(100)},
    **{word: Decimal(LARGE[word]) for word in ("thousand", "million")},
}
# What a sum of money that is calculated may be called, where the question does not call it anything.
_SUMS = frozenset(map(stem, ("premium", "price", "fee", "fare", "charge", "cost", "payment", "bill")))
_FOR_ALL = re.compile(r"\b(?:each|every|all|any|final|total|result\w*|calculated)\b", re.IGNORECASE)
_HEADING = re.compile(r"^.{1,69}[^\s.,;:-]$")  # a line that ends early and without a mark
_UP = re.compile(r"\b(?:round\w* up|rounded? upwards?|next higher|next (?:full|whole))\b", re.IGNORECASE)
_DOWN = re.compile(r"\b(?:round\w* down|rounded? downwards?|next lower|truncat\w+)\b", re.IGNORECASE)
_HALF = re.compile(r"\bhalf\b|\bfifty cents\b|\.50?\b|\bor more\b", re.IGNORECASE)  # "fifty cents or more ... up"


@dataclass(frozen=True)
class Rounding:
    """Rounds to multiples of `step`, in the `mode` of decimal. `words`: what it rounds to, such as "whole dollars";
    `sentence`: the text of the rule; `hit`: its chunk (None: the question states the rule)."""

    step: Decimal
    mode: str
    words: str
    sentence: str
    hit: Hit | None = None

    def apply(self, value: Decimal) -> Decimal:
        """The value, a plain number, rounded to the nearest multiple of the step."""
        return _EXACT.divide(value, self.step).quantize(Decimal(1), self.mode, _EXACT) * self.step


def read_rounding(sentence: str) -> Rounding | None:
    """The rounding that a sentence prescribes; None if it prescribes none, or does not say to what."""
    if not _SPEAKS.search(sentence):
        return None
    steps = [found for pattern in (_MULTIPLE, _STEP) if (found := pattern.search(sentence))]
    found = _PLACES.search(sentence) or _WHOLE.search(sentence) or min(steps, key=re.Match.start, default=None)
    if found is None:
        return None
    step, words = _step(found)
    if not _STEP_SIZES[0] <= step <= _STEP_SIZES[1]:
        return None
    mode = ROUND_HALF_UP
    if not _HALF.search(sentence[: found.start()] + sentence[found.end() :]):  # the step may be half a dollar
        mode = ROUND_CEILING if _UP.search(sentence) else ROUND_FLOOR if _DOWN.search(sentence) else mode
    return Rounding(step, mode, words, sentence)


def asked_rounding(question: str) -> Rounding | None:
    """The rounding that a question asks for: in a sentence, or just "nearest dollar" or "to two decimals"."""
    found = _ASKED.search(question)
    return read_rounding(question) or (read_rounding(f"Round {found.group()}") if found else None)


def rounding_for(
    result: str, question: str, operands: Sequence[str], hits: Iterable[Hit], is_money: bool = False
) -> Rounding | None:
    """The rule for a result: from the question, else from the sentences in the hits' prose that name most words of the
    result, if these sentences agree. `result` is its name. Rules that name one of the `operands` do not count. An
    unnamed sum of money (`is_money`) takes the rule for premiums, prices, fees and the like, if these agree."""
    if asked := asked_rounding(question):
        return replace(asked, sentence=asked.words)
    named = frozenset(terms("_ " + result))
    head = next((stem(word.lower()) for word in reversed(re.findall(r"[^\W\d_]+", result))), "")
    others = [frozenset(terms("_ " + name)) for name in operands]
    heads = frozenset((head,)) - STOP if head else _SUMS if is_money else frozenset[str]()
    found = [
        (len(named & sentence_terms), replace(rule, hit=hit))
        for hit in hits
        if not hit.chunk.table
        for sentence in _sentences(hit.chunk.text)
        if heads & (sentence_terms := frozenset(terms("_ " + sentence))) and (rule := read_rounding(sentence))
        if _is_for(named, sentence_terms, others, sentence)
    ]
    best = [rule for met, rule in found if met == max(most for most, _ in found)]
    best.sort(key=lambda rule: not _ROUNDS.search(rule.sentence))  # a heading names it, a sentence says it
    return best[0] if len({(rule.step, rule.mode) for rule in best}) == 1 else None


def _is_for(
    named: frozenset[str], sentence_terms: frozenset[str], others: Sequence[frozenset[str]], sentence: str
) -> bool:
    """Whether a sentence that contains the head word of the result's name applies to the result. It does not if it
    contains the whole name of an operand. If an operand shares the head word, the sentence must contain more of the
    result's name, or apply to all."""
    if named and named <= sentence_terms:
        return not any(one > named and one <= sentence_terms for one in others)
    if any(one and one <= sentence_terms for one in others):
        return False
    shared = frozenset[str]().union(*others) & named
    return not shared or bool(sentence_terms & named - shared) or _FOR_ALL.search(sentence) is not None


def _sentences(text: str) -> list[str]:
    """The sentences of a page's text, headings separate."""
    paragraphs = [""]
    for line in map(str.strip, text.splitlines()):
        if _HEADING.search(paragraphs[-1].rpartition("\n")[2]) and line[:1].isupper():
            paragraphs.append(line)
        else:
            paragraphs[-1] += f"\n{line}"
    return [sentence for one in paragraphs for sentence in passage_sentences(" ".join(one.split()))]


def _step(match: re.Match[str]) -> tuple[Decimal, str]:
    """The step that a match of _PLACES, _MULTIPLE, _WHOLE or _STEP names, and the step's name."""
    if match.re is _PLACES:
        count = _COUNTS.get(match["count"].lower()) or int(match["count"])
        return Decimal(1).scaleb(-count), f"{count} decimal place{'s' * (count > 1)}"
    unit = (match["unit"] or "").lower()
    if match.re is _MULTIPLE:
        many = _MULTIPLES.get(match["count"].lower()) or Decimal(match["count"].replace(",", ""))
        return many * _STEPS.get(unit, Decimal(1)), f"the nearest {' '.join(match['step'].split())}"
    plural = {"penny": "pennies", "percent": "percent"}.get(unit, f"{unit}s")
    return _STEPS[unit], f"whole {plural}" if _STEPS[unit] == 1 else plural
