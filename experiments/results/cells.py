"""Formats figures for the terminal, summary.md, summary.tex and the gate. A dash is a figure that was not measured or
cannot be stated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ragatta.eval.scorers import declared
from ragatta.eval.statistics.comparison import ALPHA
from ragatta.experiments.results.outputs import DECIMALS

NONE = "–"
SHORT = {"judge_cost_usd": "judge USD"}  # of columns that are no metrics
DETECTABLE = "detectable: the smallest difference that this many questions show with 80% power"
TOO_FEW = f"{NONE}: too few questions to show any difference"


def number(value: float | None, form: str = ".3f") -> str:
    """Rounded from the decimals of the sweep's files, so that what is computed and what is read back look alike."""
    return NONE if value is None or not math.isfinite(value) else format(round(value, DECIMALS), form)


def figure(name: str, value: float) -> str:
    """A metric's figure in the form that it declares."""
    metric = declared().get(name)
    return number(value, metric.number_form) if metric else number(value)


def signed(value: float) -> str:
    """The number with its sign, unless it rounds to zero."""
    text = number(value, "+.3f")
    return text if text.strip("+-0.") else text[1:]


def interval(low: float, high: float) -> str:
    return f"{number(low)} to {number(high)}" if math.isfinite(low) else NONE


def p_value(p: float) -> str:
    return "<0.001" if p < 0.001 else number(p)


def comparison_cells(found: Mapping[str, Any]) -> dict[str, str]:
    """The fields of an `eval.statistics.Comparison` as text, by heading."""
    return {
        "questions": str(found["questions"]),
        "difference": signed(found["difference"]),
        "95% interval": f"{signed(found['low'])} to {signed(found['high'])}" if math.isfinite(found["low"]) else NONE,
        "p": p_value(found["p"]),
        "p by question": p_value(found["p_by_question"]),
        "p (Holm)": p_value(found["p_corrected"]),
        "effect size d_z": number(found["effect_size"], "+.2f"),
        "detectable": number(found["detectable"]),
    }


def by_question_alone(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line on the comparisons whose verdict would differ if the questions were independent; none without any."""
    values = [
        f"{row['variation']} {p_value(row['p_by_question'])}"
        for row in rows
        if (row["p_by_question"] < ALPHA) != (row["p"] < ALPHA)
    ]
    return (
        [f"p if each question counted alone, not together with the others about its document: {', '.join(values)}"]
        if values
        else []
    )


def readable(name: str) -> str:
    """A metric's or a column's name as a heading: citation_precision → citation precision."""
    metric = declared().get(name)
    return metric.words if metric else SHORT.get(name, name.replace("_", " "))


def headings(names: Iterable[str]) -> dict[str, str]:
    """The headings that are not the name with spaces."""
    return {name: readable(name) for name in names if readable(name) != name.replace("_", " ")}


def in_order(metrics: Iterable[str]) -> list[str]:
    """Each once, in the order of columns; what no scorer declares last."""
    found = dict.fromkeys(metrics)
    return [name for name in dict.fromkeys((*declared(), *found)) if name in found]


def listed(names: Sequence[str]) -> str:
    """a, b and c"""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
