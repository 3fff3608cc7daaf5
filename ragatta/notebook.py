"""How Jupyter shows what `sweep`, `compare` and `ask` return: tables in HTML. Every text of a document, a question or a
configuration is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from html import escape
from math import nan
from typing import Any, cast

from pandas import DataFrame

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.experiments.commands.ask import confidence, decided
from ragatta.experiments.counting import counted
from ragatta.experiments.results import tables
from ragatta.experiments.results.cells import comparison_cells, interval, number, readable
from ragatta.experiments.results.notes import notes
from ragatta.experiments.results.reading import SweepResult
from ragatta.pipeline.documents.format import pages_of
from ragatta.pipeline.types import Answer, Citation, StageRecord

FIGURES = (SCORE, RETRIEVAL, "answered", "failed", "live_latency_p50_s")  # of a variation
COUNTS = ("answered", "failed")
COMPARED = ("questions", "difference", "95% interval", "p (Holm)")
NUMBERS = ("difference", "low", "high", "p", "p_by_question", "p_corrected", "effect_size", "detectable")
EXCERPT = 300  # characters of a source
LEFT = ' style="text-align: left; vertical-align: top; white-space: pre-line"'
RIGHT = ' style="text-align: right; vertical-align: top; white-space: nowrap"'
WRAPPED = ' style="white-space: pre-wrap; text-align: left"'


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[str]) -> str:
    """Cells are plain text; the columns named in `left` are texts, the others figures."""
    styles = [LEFT if heading in left else RIGHT for heading in headings]

    def line(tag: str, cells: Sequence[str]) -> str:
        marked = (f"<{tag}{style}>{escape(cell)}</{tag}>" for style, cell in zip(styles, cells, strict=True))
        return f"<tr>{''.join(marked)}</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><thead>{line('th', headings)}</thead><tbody>{body}</tbody></table>"


def sweep_html(sweep: SweepResult) -> str:
    """A row a variation, each comparison with the baseline, and the notes of the terminal."""
    comparisons = sweep.table("comparisons.csv") if (sweep.folder / "comparisons.csv").exists() else []
    names = [name for name in FIGURES if any(row.get(name) for row in sweep.summary)]
    headings = ["variation", *(part for name in names for part in _headings(name))]
    rows = [[row["variation"], *(cell for name in names for cell in _cells(name, row))] for row in sweep.summary]
    asked, dataset = counted(len(sweep.questions), "question"), escape(sweep.dataset)
    parts = [f"<h4>{escape(sweep.folder.name)}: {asked} of {dataset}</h4>"]
    parts += [f"<p>{escape(line)}</p>" for line in tables.decided(sweep).lines]
    parts.append(table(headings, rows, ["variation"]))
    if comparisons:
        parts.append(f"<p>Against {escape(comparisons[0]['baseline'])}, paired by question:</p>")
        parts.append(_compared(comparisons, ["variation"]))
    parts += [f"<p>{escape(note)}</p>" for note in notes(sweep)]
    return "\n".join(parts)


def _headings(name: str) -> list[str]:
    heading = "median s" if name == "live_latency_p50_s" else readable(name)
    return [heading, "95% interval"] if name == "score" else [heading]


def _cells(name: str, row: Mapping[str, str]) -> list[str]:
    value = row.get(name, "")
    if name in COUNTS:
        return [value]
    bounds = [float(row.get(f"score_ci_{end}") or "nan") for end in ("low", "high")] if name == "score" else []
    return [number(float(value or "nan")), *([interval(*bounds)] if bounds else [])]


def _compared(rows: Sequence[Mapping[str, Any]], of: Sequence[str] = ()) -> str:
    headings = [*of, "metric", *(["a", "b"] if "a" in rows[0] else []), *COMPARED, "verdict"]
    cells = []
    for row in rows:
        own = comparison_cells({**row, **{name: float(row[name]) for name in NUMBERS}})
        means = [number(row[side]) for side in ("a", "b") if side in row]
        figures = [*means, *(own[name] for name in COMPARED)]
        cells.append([*(row[name] for name in of), readable(row["metric"]), *figures, row["words"]])
    return table(headings, cells, [*of, "metric", "verdict"])


class Compared(DataFrame):
    """The result of `compare`: a frame of pandas, of which a notebook shows the columns that decide."""

    def _repr_html_(self) -> str:
        if self.empty or not {"pair", "metric", "words", "questions", *NUMBERS} <= {*self}:  # changed since
            return str(super()._repr_html_())  # type: ignore[misc]
        rows = cast(list[dict[str, Any]], self.to_dict("records"))
        pairs = {row["pair"]: [one for one in rows if one["pair"] == row["pair"]] for row in rows}
        return "\n".join(f"<h4>{escape(pair)}</h4>{_compared(found)}" for pair, found in pairs.items())


class ShownAnswer(Answer):
    """The result of `ask`: an answer that a notebook shows with its sources and stages."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return answer_html(self)


def shown_answer(answer: Answer) -> ShownAnswer:
    return ShownAnswer(**{field.name: getattr(answer, field.name) for field in fields(answer)})


def answer_html(answer: Answer) -> str:
    """The answer, its sources and calculation, and what every stage decided, folded."""
    parts = [f"<p><b>{escape(answer.status)}</b>{escape(confidence(answer))}</p>"]
    parts.append(f"<pre{WRAPPED}>{escape(answer.text)}</pre>")
    for label, text in (("missing", answer.limitations), ("please say", answer.clarification)):
        parts += [f"<p>{label}: {escape(text)}</p>"] if text else []
    if found := answer.calculation:
        rounded = f", rounded to {found.rounded}" if found.rounded else "; no rounding rule was found"
        parts.append(f"<p>calculation: {escape(f'{found.expression} = {found.exact}{rounded}')}</p>")
        operands = [[one.name, one.value, place(one.citation)] for one in found.operands]
        parts.append(table(["operand", "value", "source"], operands, ["operand", "source"]))
    if answer.citations:
        texts = {chunk.id: " ".join(chunk.text.split())[:EXCERPT] for chunk in answer.context}
        sources = [[place(one), number(one.score or nan), texts.get(one.chunk_id, "")] for one in answer.citations]
        parts.append(table(["source", "similarity", "text"], sources, ["source", "text"]))
    stages = [_stage(record) for record in answer.steps]
    seconds = sum(record.seconds for record in answer.steps)
    headings = ["stage", "seconds", "model calls", "what it decided"]
    decided = table(headings, stages, [headings[0], headings[-1]])
    parts.append(f"<details><summary>{counted(len(stages), 'stage')}, {seconds:.2f} s</summary>{decided}</details>")
    return "\n".join(parts)


def place(citation: Citation) -> str:
    return f"{citation.source_file}, {pages_of(citation.source_file, citation.first_page, citation.last_page)}"


def _stage(record: StageRecord) -> list[str]:
    calls = f"{record.live_calls}, {record.replayed_calls} replayed" if record.replayed_calls else record.live_calls
    lines = [*decided(record), *(f"note: {note}" for note in record.notes)]
    return [record.name, f"{record.seconds:.3f}", str(calls), "\n".join(lines)]
