"""The summary of a sweep as Markdown and LaTeX, and its comparisons with the baseline as rows of comparisons.csv.

Two tables: what each variation scored (interval, model digest, tokens, cost), and how each compares with the baseline
(the words are those of `eval.statistics`). The LaTeX needs the packages booktabs and graphicx.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import fmean
from typing import Any

from eval.statistics import Comparison, compare_all, mean_interval, question_means, variance
from experiments.faults import Fault
from experiments.results import RunResult, SweepResult
from pipeline.techniques import suggestion

Comparisons = Mapping[str, Comparison]  # by label

HEADLINE = "score"
SUMMARY = {  # columns of summary.csv, taken as they stand there: heading
    "questions": "questions",
    "failed": "failed",
    "model": "model",
    "model_digest": "model digest",
    "tokens_in": "tokens in",
    "tokens_out": "tokens out",
    "cost_usd": "cost (USD)",
}
LATEX = {  # a bracket or star that begins a row would be read as an argument of the line break before it
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\char34{}", "-": "-{}", "–": "--",
    "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip
MINUS = re.compile(r"(?<![\w-])-(?=\d)")
MARKDOWN = re.compile(r"([\\`*_\[\]<>|~#$&])")


@dataclass(frozen=True)
class Table:
    """Plain text cells, every row as long as the headings."""

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[bool]  # which columns are figures


def markdown(sweep: SweepResult, found: Comparisons | None = None) -> str:
    """summary.md: both tables as GitHub shows them; `found` are `comparisons(sweep)`, where they are at hand.

    Raises Fault where nothing has run.
    """
    tables = _tables(sweep, found)
    return f"# Sweep {_markdown_text(sweep.folder.name)}\n\n" + "\n".join(_as_markdown(table) for table in tables)


def latex(sweep: SweepResult, found: Comparisons | None = None) -> str:
    """summary.tex: both tables, to be \\input. Raises Fault where nothing has run."""
    needs = "% needs \\usepackage{booktabs,graphicx}\n"
    return needs + "\n".join(_as_latex(table) for table in _tables(sweep, found))


def comparisons_csv_rows(sweep: SweepResult, found: Comparisons | None = None) -> list[dict[str, Any]]:
    """A row a variation that is not the baseline: every field of `eval.statistics.Comparison`, and its words.

    Without rows where the baseline has not run. Raises Fault where comparison.metric is no metric of the sweep.
    """
    same = {"baseline": sweep.info["baseline"], "metric": sweep.info["metric"]}
    found = comparisons(sweep) if found is None else found
    return [
        {"variation": label, **same, **{f.name: getattr(one, f.name) for f in fields(one)}, "words": one.words}
        for label, one in found.items()
    ]


def comparisons(sweep: SweepResult) -> dict[str, Comparison]:
    """Each variation against the baseline, on sweep.info's metric; without those to which the metric does not apply."""
    metric, baseline = str(sweep.info["metric"]), str(sweep.info["baseline"])
    known = list(dict.fromkeys(name for run in sweep.runs for name in run.metrics))
    if known and metric not in known:
        raise Fault(f"comparison.metric={metric}: no metric of this sweep; {suggestion(metric, known)}")
    scores = {run.label: found for run in sweep.runs if (found := run.scores(metric))}
    return compare_all(scores, baseline) if baseline in scores else {}


def _tables(sweep: SweepResult, found: Comparisons | None) -> list[Table]:
    if not sweep.runs:
        raise Fault(f"{sweep.folder.name}: no variation has finished; make sweep goes on with it")
    found = comparisons(sweep) if found is None else found
    return [table for table in (_scores(sweep), _comparisons(sweep, found)) if table.rows]


def _scores(sweep: SweepResult) -> Table:
    metrics = list(dict.fromkeys(name for run in sweep.runs for name in run.metrics if name != HEADLINE))
    repeated = int(sweep.info["repeats"]) > 1
    spread = ["variance of questions", "of repeats"] if repeated else []
    headings = ["variation", HEADLINE, "95% interval", *spread, *metrics, *SUMMARY.values()]
    cells = dict(zip((run.label for run in sweep.runs), sweep.summary, strict=False))  # in one order; the CSV is ahead
    rows = [
        [run.label, *_headline(run, repeated), *(_mean(run, name) for name in metrics), *_known(cells[run.label])]
        for run in sweep.runs
    ]
    info = sweep.info
    counted = f"{len(sweep.questions)} questions" + (f", each asked {info['repeats']} times" if repeated else "")
    unfinished = "" if info["finished"] else "; the sweep was stopped before its end"
    texts = ("variation", "95% interval", "model", "model digest")
    caption = f"{info['dataset']}, split {info['split']}: {counted}{unfinished}"
    return Table(caption, headings, rows, [heading not in texts for heading in headings])


def _headline(run: RunResult, repeated: bool) -> list[str]:
    scores = run.scores(HEADLINE)
    if not scores:
        return ["–"] * (4 if repeated else 2)
    found, parts = mean_interval(scores), variance(scores)
    spread = [_number(parts.question), _number(parts.repeat)] if repeated else []
    return [_number(found.mean), f"{_number(found.low)} to {_number(found.high)}", *spread]


def _mean(run: RunResult, metric: str) -> str:
    scores = run.scores(metric)
    return _number(fmean(question_means(scores).values())) if scores else "–"


def _known(row: Mapping[str, str]) -> list[str]:
    shown = {name: row[name] for name in SUMMARY}
    return [*(f"{float(text):.4f}" if name == "cost_usd" and text else text for name, text in shown.items())]


def _comparisons(sweep: SweepResult, found: Comparisons) -> Table:
    headings = ["variation", "questions", "difference", "95% interval", "p", "p (Holm)", "effect size d_z",
                "detectable", "verdict"]  # fmt: skip
    twins = {run.label: run.same_as for run in sweep.runs}
    rows = [
        [label, *comparison_cells(one), f"the same as {twins[label]}" if twins[label] else one.words]
        for label, one in found.items()
    ]
    caption = (
        f"{sweep.info['metric']} against {sweep.info['baseline']}: paired differences, p by permutation; detectable: "
        "the smallest difference that this many questions show with 80% power at the corrected level"
    )
    return Table(
        caption, headings, rows, [heading not in ("variation", "95% interval", "verdict") for heading in headings]
    )


def comparison_cells(found: Comparison) -> list[str]:
    """Questions, difference, interval, p, corrected p, effect size and detectable difference as text."""
    return [
        str(found.questions),
        f"{found.difference:+.3f}",
        f"{found.low:+.3f} to {found.high:+.3f}",
        p_value(found.p),
        p_value(found.p_corrected),
        _number(found.effect_size, "+.2f"),
        _number(found.detectable),
    ]


def p_value(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _number(value: float | None, form: str = ".3f") -> str:
    return "–" if value is None or not math.isfinite(value) else format(value, form)


def _as_markdown(table: Table) -> str:
    rule = ["---:" if right else "---" for right in table.right]
    lines = [[_markdown_text(cell) for cell in row] for row in (table.headings, *table.rows)]
    lines.insert(1, rule)
    return f"{_markdown_text(table.caption)}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _as_latex(table: Table) -> str:
    columns = "".join("r" if right else "l" for right in table.right)
    head, *rows = [" & ".join(_latex_text(cell) for cell in row) + r" \\" for row in (table.headings, *table.rows)]
    body = [r"\toprule", head, r"\midrule", *rows, r"\bottomrule"]
    return "\n".join([
        r"\begin{table}", r"\centering", rf"\caption{{{_latex_text(table.caption)}}}",
        r"\resizebox{\linewidth}{!}{%", rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}}",
        r"\end{table}", "",
    ])  # fmt: skip


def _markdown_text(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", _one_line(text))


def _latex_text(text: str) -> str:
    parts = MINUS.split(_one_line(text))
    return "$-$".join("".join(LATEX.get(letter, letter) for letter in part) for part in parts)


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
