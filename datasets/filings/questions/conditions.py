"""Conditions on the fields of records: drawn from their values, worded, and decided on each record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from operator import ge, gt, le, lt, ne
from random import Random
from typing import Any

from filings.facts import long_date
from filings.records import BILLS, DECLARATIONS, Entry
from filings.rules import wording

COMPARE = {">": gt, ">=": ge, "<": lt, "<=": le, "!=": ne}
TRIES = 20_000
STEPS = {"coverage_a": 5000}  # dollars, of a drawn amount
STEP = 50  # of other amounts
MEASURED = ("annual_premium", "coverage_a", "effective_date", "total_amount", "invoice_date")
Filter = Any  # a value, a list of values, or {operator: value, ...}


@dataclass(frozen=True, slots=True)
class Condition:
    """`filter` is what the gold says of the field, `shape` how it is worded, `words` what the wording names."""

    bucket: str
    field: str
    shape: str
    filter: Filter
    words: Mapping[str, str]

    def said(self, form: str, rng: Random) -> str:
        """As a phrase; `form` is "after" or "verb"."""
        pool = wording("conditions")[self.bucket]["fields"][self.field][self.shape][form]
        return str(rng.choice(pool).format(**self.words))


def holds(filter: Filter, value: Any) -> bool:
    """Whether a record's value meets a filter; one that is missing meets none."""
    if value is None:
        return False
    if isinstance(filter, list):
        return value in filter
    if not isinstance(filter, Mapping):
        return bool(value == filter)
    return all(
        wanted.strip("%") in value if operator == "LIKE" else COMPARE[operator](value, wanted)
        for operator, wanted in filter.items()
    )


def met(conditions: Sequence[Condition], entries: Sequence[Entry]) -> list[Entry]:
    """The entries of the conditions' bucket that meet them all."""
    return [entry for entry in entries if all(holds(c.filter, entry.fields[c.field]) for c in conditions)]


def filters(bucket: str, conditions: Sequence[Condition]) -> dict[str, Filter]:
    return {"bucket": bucket, **{condition.field: condition.filter for condition in conditions}}


def draw_conditions(
    bucket: str, count: int, entries: Sequence[Entry], rng: Random, measured: bool = True
) -> list[Condition]:
    """On `count` different fields; `measured`: the first of them an amount or a day."""
    fields = wording("conditions")[bucket]["fields"]
    names = rng.sample(sorted(fields), len(fields))
    if measured:
        first = next(name for name in names if name in MEASURED)
        names = [first, *(name for name in names if name != first)]
    chosen = rng.sample(names[:count], count)
    return [draw_condition(bucket, name, rng.choice(sorted(fields[name])), entries, rng) for name in chosen]


def draw_condition(bucket: str, field: str, shape: str, entries: Sequence[Entry], rng: Random) -> Condition:
    """Around values that records have."""
    values = [entry.fields[field] for entry in entries if entry.fields[field] is not None]
    if field.endswith("_date"):
        filter, words = of_days(shape, values, rng)
    elif isinstance(values[0], int | float):
        filter, words = of_amounts(shape, values, STEPS.get(field, STEP), rng)
    else:
        filter, words = of_names(shape, values, rng)
    return Condition(bucket, field, shape, filter, words)


def of_amounts(shape: str, values: Sequence[float], step: int, rng: Random) -> tuple[Filter, dict[str, str]]:
    low, high = sorted(rng.sample(range(int(min(values)) // step + 1, int(max(values)) // step + 1), 2))
    low, high = low * step, high * step
    words = {"x": f"${low:,}", "low": f"${low:,}", "high": f"${high:,}"}
    chosen: dict[str, Filter] = {
        "above": {">": low}, "below": {"<": low}, "at_least": {">=": low}, "between": {">=": low, "<=": high},
    }  # fmt: skip
    return chosen[shape], words


def of_days(shape: str, values: Sequence[str], rng: Random) -> tuple[Filter, dict[str, str]]:
    low, high = sorted(date.fromisoformat(value) for value in rng.sample(sorted(set(values)), 2))
    first = low.replace(day=1)
    after = (first + timedelta(days=32)).replace(day=1)
    words = {"x": long_date(low), "low": long_date(low), "high": long_date(high), "month": f"{low:%B %Y}"}
    chosen: dict[str, Filter] = {
        "month": {">=": first.isoformat(), "<": after.isoformat()},
        "after": {">=": low.isoformat()},
        "before": {"<": low.isoformat()},
        "between": {">=": low.isoformat(), "<=": high.isoformat()},
    }
    return chosen[shape], words


def of_names(shape: str, values: Sequence[str], rng: Random) -> tuple[Filter, dict[str, str]]:
    one, other = rng.sample(sorted(set(values)), 2)
    last = one.split()[-1]
    words = {"x": last if shape == "like" else one, "low": one, "high": other}
    chosen: dict[str, Filter] = {
        "is": one,
        "is_not": {"!=": one},
        "either": [one, other],
        "like": {"LIKE": f"%{last}%"},
    }
    return chosen[shape], words


class Drawing:
    """Draws conditions until they fit, and none twice."""

    def __init__(self, entries: Sequence[Entry], rng: Random) -> None:
        self.entries = entries
        self.rng = rng
        self.drawn: set[str] = set()

    def draw(self, bucket: str, count: int, many: range, measured: bool = True) -> tuple[list[Condition], list[Entry]]:
        """Conditions on `count` fields that as `many` records meet, none of them in vain, and these records."""
        entries = [entry for entry in self.entries if entry.bucket == bucket]
        for _ in range(TRIES):
            conditions = draw_conditions(bucket, count, entries, self.rng, measured)
            found = met(conditions, entries)
            said = repr(sorted(filters(bucket, conditions).items()))
            if len(found) in many and said not in self.drawn and all(
                len(met([other for other in conditions if other is not one], entries)) > len(found)
                for one in conditions
            ):  # fmt: skip
                self.drawn.add(said)
                return conditions, found
        raise ValueError(f"wording/conditions.yaml: no {count} conditions on {bucket} that {many} records meet")


def ask(form: str, bucket: str, conditions: Sequence[Condition], rng: Random, amount: str = "") -> str:
    """A question's form with its noun and its conditions put in."""
    nouns = wording("conditions")[bucket]["nouns"]
    phrases = [condition.said("after" if "{after}" in form else "verb", rng) for condition in conditions]
    joined = phrases[0] if len(phrases) == 1 else ", ".join(phrases[:-1]) + " and " + phrases[-1]
    return form.format(after=joined, verb=joined, amount=amount, **nouns)


BUCKETS = (DECLARATIONS, DECLARATIONS, BILLS)  # by turns
