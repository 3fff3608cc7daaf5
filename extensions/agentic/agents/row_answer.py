"""Answers from the metadata alone: lists, tables and figures computed over the documents that meet the filters.

Code writes them, so that no item is lost and no figure is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ragatta.pipeline.tasks.agentic import Computation, PartPlan

Row = Mapping[str, Any]
Mark = Callable[[str], str]  # a document's mark of citation; "" where it is not among the cited ones
CENT = Decimal("0.01")
_SAID = {"sum": "Sum", "average": "Average", "minimum": "Smallest", "maximum": "Largest"}


@dataclass(frozen=True)
class RowAnswer:
    """The `text` with the documents' marks, the `items` of a list, the `value` of a single figure, and what is
    missing."""

    text: str
    items: tuple[str, ...] = ()
    value: str = ""
    missing: str = ""


def answer_from_rows(
    decomposition: PartPlan, rows: Sequence[Row], identifiers: Mapping[str, str], mark: Mark, holds: bool | None = None
) -> RowAnswer:
    """The answer from the metadata rows of the selected documents. `identifiers` maps a bucket to the field that names
    its documents ("doc_id" by default). `holds` is the answer to a yes-or-no question about a single row. There must be
    at least one row, except for a count."""
    computed = decomposition.computation
    if decomposition.intent == "compute" and computed:
        return _computed(computed, decomposition.output_preferences.fields, rows, identifiers, mark)
    if holds is not None:
        return _whether([one.field for one in decomposition.asked_whether], holds, rows[0], identifiers, mark)
    fields = list(decomposition.output_preferences.fields)
    names = [_name(row, identifiers) for row in rows]
    wanted = [name for name in fields if any(name in row for row in rows)]
    missing = _unstated(wanted, rows)
    if decomposition.output_preferences.format == "table":
        named_fields = wanted or list(dict.fromkeys(one.field for one in decomposition.constraints))
        return RowAnswer(_table(rows, names, named_fields, mark), tuple(names), missing=missing)
    lines = [f"- {_line(row, name, wanted)}{mark(row['doc_id'])}" for row, name in zip(rows, names, strict=True)]
    value = shown_value(rows[0].get(wanted[0])) if len(rows) == len(wanted) == 1 else ""
    asked_for_values = decomposition.intent in ("qa", "compare") and bool(wanted)
    items = [shown_value(row.get(field)) for row in rows for field in wanted] if asked_for_values else names
    return RowAnswer("\n".join(lines), tuple(items) if len(rows) > 1 or not value else (), value, missing)


def shown_value(value: Any) -> str:
    """A field's value as text: 1,234.50, 300,000, an ISO day, or "not stated"."""
    if value is None:
        return "not stated"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _whether(asked: Sequence[str], holds: bool, row: Row, identifiers: Mapping[str, str], mark: Mark) -> RowAnswer:
    """Yes or no, with the record's values; neither if a value is not stated."""
    fields = list(dict.fromkeys(asked))
    line = f"{_line(row, _name(row, identifiers), fields)}{mark(row['doc_id'])}"
    missing = _unstated(fields, [row])
    if missing:
        return RowAnswer(line, missing=missing)
    word = "yes" if holds else "no"
    return RowAnswer(f"{word.capitalize()}. {line}", value=word)


def _computed(
    computed: Computation, fields: Sequence[str], rows: Sequence[Row], identifiers: Mapping[str, str], mark: Mark
) -> RowAnswer:
    label = computed.field.replace("_", " ")
    if computed.function == "count":
        marks = "".join(mark(row["doc_id"]) for row in rows)
        met = "1 document meets" if len(rows) == 1 else f"{len(rows)} documents meet"
        return RowAnswer(f"{met} the conditions.{marks}", value=str(len(rows)))
    stated = [row for row in rows if row.get(computed.field) is not None]
    missing = _unstated([computed.field], rows)
    if not stated:
        return RowAnswer("", missing=missing or f"no document has a field {label}")
    numbers = all(isinstance(row[computed.field], int | float) for row in stated)
    if not numbers and (
        computed.function in ("sum", "average") or len({type(row[computed.field]) for row in stated}) > 1
    ):
        return RowAnswer("", missing=f"{label} is not a number in every document: no {computed.function} of it")
    if computed.function in ("minimum", "maximum"):
        return _extreme(computed, fields, stated, identifiers, mark, missing)
    operands = [Decimal(str(row[computed.field])) for row in stated]
    total = sum(operands, Decimal(0))
    cents = any(isinstance(row[computed.field], float) for row in stated)
    value = _figure(total if computed.function == "sum" else total / len(operands), cents)
    shown_operands = (f"{_figure(one, cents)}{mark(row['doc_id'])}" for one, row in zip(operands, stated, strict=True))
    terms = " + ".join(shown_operands)
    formula = terms if computed.function == "sum" else f"({terms}) / {len(operands)}"
    over = f"{len(operands)} document{'s' if len(operands) > 1 else ''}"
    return RowAnswer(
        f"{_SAID[computed.function]} of {label} over {over}: {formula} = {value}", value=value, missing=missing
    )


def _extreme(
    computed: Computation,
    fields: Sequence[str],
    stated: Sequence[Row],
    identifiers: Mapping[str, str],
    mark: Mark,
    missing: str,
) -> RowAnswer:
    """The smallest or largest value and the document that has it. If the question asks for fields of that document,
    they are the answer."""
    choose = min if computed.function == "minimum" else max
    extreme = choose(row[computed.field] for row in stated)
    best = [row for row in stated if row[computed.field] == extreme]
    label, value = computed.field.replace("_", " "), shown_value(extreme)
    whose = ", ".join(f"{_name(row, identifiers)}{mark(row['doc_id'])}" for row in best)
    others = [row for row in stated if row not in best]
    beside = "".join(mark(row["doc_id"]) for row in others)
    compared = f" Compared with {len(others)} more.{beside}" if others else ""
    text = f"{_SAID[computed.function]} {label} of {len(stated)}: {value}, of {whose}.{compared}"
    answers = tuple(shown_value(row.get(fields[0])) for row in best) if fields else ()
    return RowAnswer(text, answers if len(answers) > 1 else (), answers[0] if len(answers) == 1 else value, missing)


def _figure(value: Decimal, cents: bool) -> str:
    """A number with two decimals; a whole number computed from whole numbers without."""
    if value == value.to_integral_value() and not cents:
        return f"{int(value):,}"
    return f"{value.quantize(CENT, ROUND_HALF_UP):,}"


def _name(row: Row, identifiers: Mapping[str, str]) -> str:
    """The name of a document: its identifier, or its file name if the identifier is not stated."""
    return str(row.get(identifiers.get(row["bucket"], "doc_id")) or row["doc_id"])


def _line(row: Row, name: str, fields: Sequence[str]) -> str:
    values = ", ".join(f"{field.replace('_', ' ')} {shown_value(row.get(field))}" for field in fields)
    return f"{name}: {values}" if values else name


def _table(rows: Sequence[Row], names: Sequence[str], fields: Sequence[str], mark: Mark) -> str:
    """A Markdown table: one row per document with its name, its fields, and a column of marks if any document has
    one."""
    marks = [mark(row["doc_id"]).strip() for row in rows]
    head = ["document", *(field.replace("_", " ") for field in fields), *(["source"] if any(marks) else [])]
    lines = [head, ["---"] * len(head)]
    for row, name, own in zip(rows, names, marks, strict=True):
        lines.append([name, *(shown_value(row.get(field)) for field in fields), *([own] if any(marks) else [])])
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _unstated(fields: Sequence[str], rows: Sequence[Row]) -> str:
    """How many of the documents do not state a field that is asked for."""
    lacking = {field: sum(row.get(field) is None for row in rows) for field in fields}
    gaps = [
        f"{count} of {len(rows)} documents state no {name.replace('_', ' ')}"
        for name, count in lacking.items()
        if count
    ]
    return "; ".join(gaps)
