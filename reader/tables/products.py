"""Products: two quantities that the question names, each looked up, multiplied by code and shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from pipeline.tasks.answers import WrittenAnswer
from pipeline.text.arithmetic import evaluate
from pipeline.text.numbers import read_figure
from pipeline.text.words import terms
from reader.prose.structure import Line
from reader.prose.thresholds import consequences
from reader.question.asked import Asked
from reader.tables.raw_text import Table
from reader.tables.values import Found, look_up, only

_ASKS = re.compile(r"\b(?:calculat\w*|comput\w*|multipl\w*|product of|times)\b", re.IGNORECASE)
_A, _B, _END = r"(?:the )?(?P<a>[^,;.]+?)", r"(?:the )?(?P<b>[^,;.?]+?)", r"(?:[,;.?]|$| for "
_PAIR = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:using|use|with|from) {_A} and {_B}{_END}| calculat| comput| to )",
        rf"\bproduct of {_A} and {_B}{_END}| of )",
        rf"\bmultiply(?:ing)? {_A} (?:by|and|with) {_B}{_END})",
        rf"{_A} (?:times|multiplied by) {_B}{_END})",
    )
)
_ENOUGH = 0.6  # share of a quantity's own words that its table must hold


def named_quantities(question: str) -> tuple[str, str] | None:
    """The two quantities that a question asks to multiply, in its own words; None where it asks for none."""
    if not _ASKS.search(question):
        return None
    for pattern in _PAIR:
        found = pattern.search(question)
        if found:
            return found["a"].strip(), found["b"].strip()
    return None


def product_answer(asked: Asked, lines: Sequence[Line], tables: Sequence[Table]) -> WrittenAnswer | None:
    """The product of two named quantities; insufficient, naming what lacks, if one is not certain.

    None where the question asks for no product. Every number, code and name of the question must
    have led to one of the figures, itself or through a rule with a threshold ("more than 40 m: 3%").
    """
    pair = named_quantities(asked.question)
    if pair is None:
        return None
    concluded = consequences(asked, lines)
    results = frozenset[str]().union(*(one.results for one in concluded))
    found: list[Found] = []
    for name in pair:
        hit = _quantity(name, tables, asked.weights, frozenset(asked.terms) | results)
        if hit is None:
            return _insufficient(name)
        found.append(hit)
    used = frozenset[str]().union(*(hit.met for hit in found))
    lacking = (asked.must - used.union(*(one.met for one in concluded))) | (results - used)
    if lacking:
        return _insufficient("a source for " + ", ".join(sorted(lacking)))
    return _written(pair, found, [(one.sentence, one.source) for one in concluded])


def _insufficient(missing: str) -> WrittenAnswer:
    return WrittenAnswer(status="insufficient", text="The information is insufficient.", missing=missing)


def _quantity(
    name: str, tables: Sequence[Table], weights: Mapping[str, float], conditions: frozenset[str]
) -> Found | None:
    wanted = {term: weights.get(term, 1.0) for term in terms(name)}
    hits = [hit for hit in look_up(tables, wanted, conditions) if hit.share >= _ENOUGH]
    return only(hits)


def _written(pair: tuple[str, str], found: Sequence[Found], rules: Sequence[tuple[str, int]]) -> WrittenAnswer | None:
    """The product with both figures and the rules that led to them; None where a figure cannot be computed with."""
    figures = [read_figure(hit.value) for hit in found]
    named = {name: figure for name, figure in zip(("a", "b"), figures, strict=True) if figure}
    result = evaluate("a * b", named)
    if result.value is None:
        return None
    value = result.value.quantize(Decimal("0.01"), ROUND_HALF_UP) if result.unit not in ("", "%") else result.value
    product = result.written(value)
    said = [f"{name}: {hit.value} [Source {hit.source}]" for name, hit in zip(pair, found, strict=True)]
    said += [f"{sentence} [Source {source}]" for sentence, source in rules]
    cents = f", to cents: {product}" if value != result.value else ""
    said.append(f"{result.shown} = {result.written(result.value)}{cents}; no rounding rule was found")
    sources = sorted({hit.source for hit in found} | {source for _, source in rules})
    return WrittenAnswer(status="answered", text="\n".join(said), value=product, sources=sources)
