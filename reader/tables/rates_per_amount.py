"""What an amount costs by a table that says a rate and for how much it is: $1.15 per $100 of what is insured.

Such a table has a column for the rate ("Rate per Limit", $1.15) and one for the amount that it is per ("Rate per Limit
Amount", $100). The second one is no measure: the row is looked up without it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from pipeline.tables.row_text import Pair, read, write
from pipeline.tasks.answers import Passage, WrittenAnswer
from pipeline.text.arithmetic import evaluate
from pipeline.text.mentions import Mention, mentions
from pipeline.text.numbers import Figure, read_figure
from reader.question.asked import Asked
from reader.tables.table_lookup import look_up

_ASKS = re.compile(r"\b(?:charges?|costs?|premiums?|prices?|fees?|pay|paid)\b", re.IGNORECASE)
_PER_AMOUNT = re.compile(r"\bper\b.*\b(?:amount|unit)$", re.IGNORECASE)
_PER = re.compile(r"\bper\b", re.IGNORECASE)
_ENOUGH = 0.3  # share of the question's weighted words that title, row and column must say, as for any cell


def rate_answer(asked: Asked, passages: Sequence[Passage]) -> WrittenAnswer | None:
    """The amount's share of the unit times the rate of the row that the question names; None where the
    question names no single amount of money or no such row."""
    amount = _amount(asked.question)
    if amount is None or not _ASKS.search(asked.question):
        return None
    units: dict[tuple[int, str], str] = {}
    tables = [table for passage in passages if (table := _without_unit(passage, units)) is not None]
    found = look_up(asked.question.replace(amount.text, " ", 1), tables) if tables else None
    if found is None or not found.value or found.unmet or found.coverage < _ENOUGH or not _PER.search(found.column):
        return None
    unit, rate = units.get((found.source, found.row), ""), read_figure(found.value)
    per = read_figure(unit)
    if rate is None or per is None or not rate.currency:
        return None
    given = Figure(amount.quantities[0].low, rate.currency)
    result = evaluate("amount * rate / per", {"amount": given, "rate": rate, "per": replace(per, currency="")})
    if result.value is None:
        return None
    value = result.value.quantize(Decimal("0.01"), ROUND_HALF_UP)
    written = f"{rate.currency}{value:,.2f}".removesuffix(".00")
    stated = f"{found.value} per {unit} ({found.row}) [Source {found.source}]"
    text = f"{stated}\n{amount.text} × {found.value} ÷ {unit} = {written}"
    return WrittenAnswer(status="answered", text=text, value=written, sources=[found.source])


def _amount(question: str) -> Mention | None:
    money = [one for one in mentions(question) if one.quantities and one.quantities[0].unit == "$"]
    return money[0] if len(money) == 1 and not money[0].quantities[0].is_range else None


def _without_unit(passage: Passage, units: dict[tuple[int, str], str]) -> Passage | None:
    """The table without the column of the amounts that its rates are per, which are kept by row; None for any other."""
    group = read(passage.text)
    if group is None:
        return None
    rows: list[str] = []
    for row in group.rows:
        unit = [value for name, value in row if _PER_AMOUNT.search(name)]
        rates = [pair for pair in row if not _PER_AMOUNT.search(pair[0])]
        if len(unit) != 1 or not any(_PER.search(name) for name, _ in rates):
            return None
        line = _line(group.title, rates)
        units[passage.source, line] = unit[0]
        rows.append(line)
    return replace(passage, text="\n".join([passage.text.split("\n", 1)[0], *rows])) if rows else None


def _line(title: Sequence[str], row: Sequence[Pair]) -> str:
    return write(title, [name for name, _ in row], [[value for _, value in row]]).split("\n")[1]
