"""Rules in prose that give a value under a condition: "bags heavier than 30 kg are in the 5% grade".

A branch counts if the question's amounts meet its bounds ("more than", "at least", "between") and the question shares
its words. It is uncertain if another matching rule contradicts it, or if it quotes a term that the question lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ragatta.extensions.extractive.calculations.named_measures import QUANTITY
from ragatta.extensions.extractive.prose.sentences import Statement, statements
from ragatta.extensions.extractive.prose.structure import read_lines
from ragatta.extensions.extractive.question.asked import ParsedQuestion
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.measures import Amount
from ragatta.pipeline.text.measures import amounts as measured
from ragatta.pipeline.text.quantities import quantities
from ragatta.pipeline.text.words import coverage, is_specific, terms

_SHARED = 2  # terms beside the amounts that question and rule must have in common
_KEY = 0.5  # share of the wanted value's own words that the rule and what stands over it must say
_CLOSE = 0.05  # difference in support below which two rules fit equally well
_LONGEST = 1200  # characters: a longer text is no sentence, and states no rule
_QUOTED = re.compile(r"[\"“”]([^\"“”]{3,60})[\"“”]")
_TYPE = re.compile(r"percent(?:age)?|amount|value|number|total|size", re.IGNORECASE)


@dataclass(frozen=True)
class Conclusion:
    """The `value` that a rule gives, as its `sentence` prints it. `met`: the question's amounts within the rule's
    bounds; `rule_terms`: the terms of the rule and of its headings."""

    value: str
    sentence: str
    source: int
    certain: bool
    met: tuple[str, ...]
    rule_terms: frozenset[str] = frozenset()


Case = Sequence[Amount]  # the question's amounts


def concluded(
    wanted: str, question: str, passages: Iterable[Passage], choices: Sequence[str] = ()
) -> Conclusion | None:
    """The value that the passages' rules give for `wanted` and the question's amounts; None if no rule applies, or if
    equally good ones differ. `choices`: possible values (empty: any single figure)."""
    lines = read_lines(passages)
    asked = ParsedQuestion(question, tuple(frozenset(terms(line.text)) for line in lines))
    amounts = measured(question)
    every = [one for one in statements(lines) if len(one.text) <= _LONGEST]
    ranked = [
        (_support(wanted, asked, one), found)
        for one in every
        for found in _branches(one, question, amounts, choices)
        if _speaks_of(wanted, asked, one, choices)
    ]
    if not ranked:
        return None
    best = max(support for support, _ in ranked)
    fitting = [found for support, found in ranked if support >= best - _CLOSE]
    if len({found.value for found in fitting}) > 1:
        return None
    first = next(found for support, found in ranked if support == best)
    sure = first.certain and len({found.value for _, found in ranked}) == 1
    return replace(first, certain=sure)


def _speaks_of(wanted: str, asked: ParsedQuestion, statement: Statement, choices: Sequence[str]) -> bool:
    """Whether the rule shares enough words with the wanted value and the question. Without choices, the rule must name
    the value: a deductible is not a deductible factor. A rule for one of a column's values must name the column."""
    named, question_terms = frozenset(terms(wanted)), frozenset(term for term in asked.terms if not is_specific(term))
    if choices and named and named <= statement.own:
        return True
    if len(named & statement.terms_in_reach) < _KEY * len(named) or len(statement.own & question_terms) < _SHARED:
        return False
    return bool(choices) or frozenset(terms(_called(wanted))) <= statement.terms_in_reach


def _called(wanted: str) -> str:
    """The noun of a value's name: "factor" of "luggage factor"; none if the name is only its type."""
    quantity = QUANTITY.findall(wanted)
    name = str(quantity[-1]) if quantity else wanted.rpartition(" ")[2]
    return "" if _TYPE.fullmatch(name) else name


def _support(wanted: str, asked: ParsedQuestion, statement: Statement) -> float:
    return coverage(asked.weights, statement.own) + 0.5 * coverage(
        dict.fromkeys(terms(wanted), 1.0), statement.terms_in_reach
    )


def _branches(statement: Statement, question: str, case: Case, choices: Sequence[str]) -> list[Conclusion]:
    """The values of the sentence's branches that apply. If several bounds have a value each, a value needs the bound of
    its own clause; a sentence with one value needs all of its bounds."""
    found = []
    for clause in _bounding(statement.text, tuple(choices)):
        bounds = [amount for amount in measured(clause) if amount.quantity.is_range]
        values = _values(clause, choices)
        met = [_meeting(bound, case) for bound in bounds]
        if len(values) == 1 and all(met):
            sure = _named(statement.text, question)
            texts = tuple(amount.text for amount in met if amount)
            found.append(Conclusion(values[0], statement.text, statement.source, sure, texts, statement.terms_in_reach))
    return found


@lru_cache(maxsize=50_000)  # passages come again with every question, and most sentences have none
def _bounding(sentence: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    """The branches of the sentence that have a bound."""
    return tuple(one for one in _clauses(sentence, choices) if any(found.is_range for found in quantities(one)))


def _clauses(sentence: str, choices: Sequence[str]) -> list[str]:
    """The branches of the sentence if each has a bound and a value; else the whole sentence."""
    parts = re.split(r";|,? (?:and|but|or|while|whereas|otherwise) (?!(?:more|less|over|under|up)\b)|, ", sentence)
    whole: list[str] = []
    for part in parts:
        if whole and not _is_branch(whole[-1], choices):
            whole[-1] += f" {part}"
        else:
            whole.append(part)
    if len(whole) > 1 and not _is_branch(whole[-1], choices):
        whole[-2:] = [f"{whole[-2]} {whole[-1]}"]
    return whole if len(whole) > 1 else [sentence]


def _is_branch(part: str, choices: Sequence[str]) -> bool:
    return any(one.is_range for one in quantities(part)) and bool(_values(part, choices))


def _values(clause: str, choices: Sequence[str]) -> list[str]:
    """The choices that the clause names ("class M2", "loyalty band Silver"); else its printed figures that are not
    bounds, if several those with the unit of a choice."""
    named = [choice for choice in choices if any(map(str.isalpha, choice)) and _names(clause, choice)]
    if named:
        return [one for one in named if not any(one != other and _names(other, one) for other in named)]
    single = [one for one in quantities(clause) if not one.is_range]
    if choices and len(single) > 1:
        units = {quantity.unit for choice in choices for quantity in quantities(choice)}
        single = [one for one in single if one.unit in units]
    return list(dict.fromkeys(clause[slice(*one.span)].strip() for one in single))


def _names(text: str, choice: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(choice)}(?!\w)", text) is not None


def _meeting(bound: Amount, case: Case) -> Amount | None:
    """The question's amount within the bound, one in the bound's own unit first: "8 years old" meets a rule for years,
    a term of 24 months does not. A bound without unit accepts any plain amount, but no money or percentages."""
    alike = [one for one in case if one.unit == bound.unit] if bound.unit else []
    written = [one for one in alike if one.word == bound.word and bound.word]
    for amount in written or alike:
        if bound.quantity.holds(amount.quantity) or bound.quantity.same(amount.quantity):
            return amount
    for amount in () if bound.unit else case:
        meets = bound.stated.holds(amount.stated) or bound.stated.same(amount.stated)
        if meets and amount.unit not in ("$", "%"):
            return amount
    return None


def _named(sentence: str, question: str) -> bool:
    """Whether the question has every term that the rule puts in quotation marks."""
    question_terms = frozenset(terms("_ " + question))
    return all(frozenset(terms("_ " + quoted)) <= question_terms for quoted in _QUOTED.findall(sentence))
