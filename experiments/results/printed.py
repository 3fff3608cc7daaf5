"""summary.tex: the tables of a sweep with the columns that fit a printed page, or those that are chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.scorers import declared
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import NONE, number, readable
from ragatta.experiments.results.effects import Effects
from ragatta.experiments.results.judged import judged_notes
from ragatta.experiments.results.markup import LETTERS, Table, as_latex, latex_text
from ragatta.experiments.results.notes import notes
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.tables import SUMMARY, Comparisons, summary_tables
from ragatta.pipeline.plugins.registry import suggestion

MAIN = (
    SCORE, RETRIEVAL, "difference", "change", "effect", "95% interval", "p (Holm)", "verdict",
)  # fmt: skip  # columns that a table shows where it has them
# Those that say anything, as many as fit, the lowest rank first; metrics have their own (eval.metrics.Metric.printed).
MORE = {"failed": 30, "cost (USD)": 40, "tokens out": 70, "questions": 80}
NEEDS = "% needs \\usepackage{booktabs,tabularx}\n"


def latex(
    sweep: SweepResult, found: Comparisons | None = None, mattered: Sequence[Effects] = (), columns: Sequence[str] = ()
) -> str:
    """The tables of summary.md for a page of 345 pt (an article on A4 or Letter), to be \\input. `columns` are names of
    headings or of columns of summary.csv; a table that has none of them shows the usual ones.

    Raises Fault for a name that no table has, and where nothing has run.
    """
    first, *others = summary_tables(sweep, found)
    effects = [own.table() for own in mattered]
    chosen = [_heading(name, sweep, [first, *others, *effects]) for name in columns]
    paragraphs = "".join(f"{latex_text(note)}\n\n" for note in (*notes(sweep), *judged_notes(sweep)))
    parts = [as_latex(_narrowed(table, chosen)) for table in (_with_files_columns(first, sweep, chosen), *others)]
    parts[-1] += paragraphs
    for own, table in zip(mattered, effects, strict=True):
        parts += [as_latex(_narrowed(table, chosen))] if own.rows else []
        parts += [f"{latex_text(note)}\n" for note in own.notes]
    return NEEDS + "\n".join(parts)


def _heading(name: str, sweep: SweepResult, tables: Sequence[Table]) -> str:
    """The heading that is meant by a name, as it is printed or as summary.csv has it."""
    headings = {heading: heading for table in tables for heading in table.headings}
    names = {column: SUMMARY.get(column, readable(column)) for row in sweep.summary for column in row}
    known = {**names, **{heading.replace(" ", "_"): heading for heading in headings}, **headings}
    if name.strip() not in known:
        raise Fault(f"--columns: no column {name.strip()!r}; {suggestion(name.strip(), sorted(known))}")
    return known[name.strip()]


def _with_files_columns(table: Table, sweep: SweepResult, chosen: Sequence[str]) -> Table:
    """With the chosen columns that summary.csv alone has, such as seconds."""
    rows = {row["variation"]: row for row in sweep.summary}
    names = {readable(column): column for row in sweep.summary for column in row}
    more = [heading for heading in chosen if heading not in table.headings and heading in names]
    texts = [[rows[label][names[heading]] for heading in more] for label, *_ in table.rows]
    return replace(
        table,
        headings=[*table.headings, *more],
        rows=[[*row, *map(_cell, own)] for row, own in zip(table.rows, texts, strict=True)],
        right=[*table.right, *(all(map(_is_figure, column)) for column in zip(*texts, strict=True))],
    )


def _cell(text: str) -> str:
    return number(float(text)) if _is_figure(text) and not text.isdigit() else text or NONE


def _is_figure(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d+(\.\d+)?", text))


def _narrowed(table: Table, chosen: Sequence[str]) -> Table:
    """Its first column and the chosen ones; where it has none of those, the usual ones that fit."""
    if asked := [name for name in chosen if name in table.headings[1:]]:
        return table.only([table.headings[0], *dict.fromkeys(asked)])
    kept = [table.headings[0]]
    ranks = {name: metric.printed for name, metric in declared().items() if metric.printed} | MORE
    main, more = ([*map(readable, names)] for names in (MAIN, sorted(ranks, key=ranks.__getitem__)))
    for name in (one for one in (*main, *more) if one in table.headings):
        tells = any(cell.strip(f"{NONE}0.") for cell in table.column(name))
        if name in main or (tells and table.only([*kept, name]).letters <= LETTERS):
            kept.append(name)
    return _with_model(table).only([name for name in table.headings if name in kept])


def _with_model(table: Table) -> Table:
    """With the model in the caption where all variations have the same one."""
    models = {*table.column("model")} if "model" in table.headings else set()
    return replace(table, caption=f"{table.caption}; model: {models.pop()}") if len(models) == 1 else table
