"""Calculations that name their measures and join them freely: "base rate x zone factor = ?", "if only the fare and the
season factor are applied", "(day rate and travel factor only)".

A chain is a run of measures with nothing between them but what joins them: signs, words for an operation, commas. What
joins two of them decides; else what is said before or behind the chain; else what the measures are: a factor
multiplies, fees add up. All that is said outside the chain is of the case. General English, no domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reader.calculations.chain_words import (
    APPLIED,
    APPLYING,
    ASKS_FOR,
    BEFORE,
    CASE,
    COMPUTES,
    DASH,
    ENDS,
    INFIX,
    INTRODUCES,
    JOINT,
    MULTIPLIED,
    ONLY_BEFORE,
    ONLY_BEHIND,
    OTHER,
    RATE,
    SENTENCE,
    TELLS,
    WANTS,
)
from reader.calculations.named_measures import HEAD, RELATIVE, Measure, named_measures


@dataclass(frozen=True)
class Chain:
    """`expression` is over {0}, {1}, ... for the operands in their order; `span` is where the chain stands with what
    introduces it, and `result` what the question calls the outcome ("" where it does not). `within` is what the chain
    says of the case between its measures."""

    operands: tuple[str, ...]
    expression: str
    span: tuple[int, int]
    result: str
    within: str = ""


def read_chain(question: str) -> Chain | None:
    """The calculation of two measures or more that the question names; None where it asks for none."""
    for run, joints in _runs(question):
        signs = _with_minus(question, joints)
        if not signs and joints:
            continue
        run, signs = _cut(run, signs)
        span = run[0].span[0], run[-1].span[1]
        before, behind = question[: span[0]], question[span[1] :]
        if len(run) < 2 or tells(question, span) or OTHER.search(before) or not _asked(question, run, signs):
            continue
        if _lacks_base(question, run):
            continue
        if expression := _expression(run, signs, before, behind):
            operands = tuple(one.name for one in run)
            return Chain(operands, expression, _said(question, span), _result(question, span), _within(question, run))
    return None


def _with_minus(question: str, signs: list[str]) -> list[str]:
    """The signs with dashes as minuses; none where a dash only parts a title in two: "Raised Factors - Hull Factor"."""
    if DASH in signs and not COMPUTES.search(question) and not set(signs) & set(INFIX):
        return []
    return ["-" if sign == DASH else sign for sign in signs]


def _lacks_base(question: str, run: Sequence[Measure]) -> bool:
    """Whether all are factors, and what they multiply is named elsewhere."""
    others = [one for one in named_measures(question) if one not in run and one.name != one.head]
    return all(map(_is_factor, run)) and any(not _is_factor(one) and not asks_for(question, one) for one in others)


def _is_factor(one: Measure) -> bool:
    return one.multiplies and not RATE.fullmatch(one.head)


def _said(question: str, span: tuple[int, int]) -> tuple[int, int]:
    """Where the chain stands with the words that introduce and end it, which say nothing of the case."""
    before, behind = INTRODUCES.search(question[: span[0]]), ENDS.match(question[span[1] :])
    return before.start() if before else span[0], span[1] + (behind.end() if behind else 0)


def _result(question: str, span: tuple[int, int]) -> str:
    outside = (one for one in named_measures(question) if one.span[1] <= span[0] or one.span[0] >= span[1])
    return next((one.name for one in outside if asks_for(question, one)), "")


def asks_for(question: str, one: Measure) -> bool:
    """Whether a measure stands where a question names what it asks for."""
    return bool(ASKS_FOR.search(question[: one.span[0]]))


def _runs(question: str) -> Iterator[tuple[list[Measure], list[str]]]:
    """The longest runs of joined measures, with what joins them."""
    run: list[Measure] = []
    signs: list[str] = []
    for one in named_measures(question):
        sign = _joint(question[run[-1].span[1] : one.span[0]]) if run else ""
        if run and not sign:
            yield run, signs
            run, signs = [], []
        signs += [sign] if run else []
        run.append(one)
    if run:
        yield run, signs


def _joint(between: str) -> str:
    """What joins two measures that this stands between: nothing else, or a case of the first and then a sign."""
    whole = next((sign for sign, words in JOINT if between.strip(" ") and words.fullmatch(between)), "")
    behind = CASE.match(between)
    return whole or (_joint(between[behind.end() :]) if behind else "")


def _within(question: str, run: Sequence[Measure]) -> str:
    """The cases that stand between the measures."""
    between = (question[one.span[1] : other.span[0]] for one, other in pairwise(run))
    return " ".join(case.group().strip() for text in between if (case := CASE.match(text)))


def _cut(run: list[Measure], signs: list[str]) -> tuple[list[Measure], list[str]]:
    """Without what a comma parts from a written calculation: "For the premium, fare x factor" multiplies two."""
    written = [at for at, sign in enumerate(signs) if sign in INFIX]
    first = written[0] if written else 0
    return run[first:], signs[first:]


def tells(question: str, span: tuple[int, int]) -> bool:
    """Whether the sentence in which the span begins asks for something else than a result."""
    starts = [0, *(end.end() for end in SENTENCE.finditer(question, 0, span[0]))]
    return bool(TELLS.match(question, starts[-1]))


def _asked(question: str, run: Sequence[Measure], signs: Sequence[str]) -> bool:
    """Whether a result is asked for: an operation is said, or the measures are all that a result is to be made from."""
    span = run[0].span[0], run[-1].span[1]
    before, behind = question[: span[0]], question[span[1] :]
    outside = f"{before} ; {behind}"
    if any(sign in (*INFIX, "to", "from", "than") for sign in signs):
        return bool(WANTS.search(outside)) or any(sign in INFIX for sign in signs)
    if not WANTS.search(outside):
        return False
    if APPLIED.search(behind) or any(words.search(before) for _, words in BEFORE) or APPLYING.search(before):
        return True
    chosen = ONLY_BEFORE.search(question[max(0, span[0] - 25) : run[0].span[1]]) or ONLY_BEHIND.search(behind)
    return bool(chosen) and _result_named(outside)


def _result_named(outside: str) -> bool:
    return bool(
        re.search(
            rf"\b{HEAD}\b|\b(?:bill|amount|total|tuition|result|pay|owe|come|cost|much)\b", outside, re.IGNORECASE
        )
    )


def _expression(run: Sequence[Measure], signs: Sequence[str], before: str, behind: str) -> str:
    names = [f"{{{at}}}" for at in range(len(run))]
    if "from" in signs:
        return " - ".join(names[::-1]) if len(run) == 2 else ""
    if "than" in signs:
        return " - ".join(names) if len(run) == 2 else ""
    default = _default(run, signs, before, behind)
    if not default:
        return ""
    joined = names[0]
    for name, sign in zip(names[1:], signs, strict=True):
        joined += f" {sign if sign in INFIX else default} {name}"
    return joined


def _default(run: Sequence[Measure], signs: Sequence[str], before: str, behind: str) -> str:
    """What joins measures that are merely listed; "" where nothing tells: a discount may be a share or an amount, and
    "the fees to the sales" are not added up."""
    said = next((sign for sign in signs if sign in INFIX), "")
    said = said or next((sign for sign, words in BEFORE if words.search(before)), "")
    if said:
        return said
    if any(RELATIVE.search(one.head) for one in run):
        return ""
    if MULTIPLIED.search(behind) or any(one.multiplies for one in run):
        return "*"
    return "" if "to" in signs else "+"
