"""The summary of a sweep as tables and Markdown, and its comparisons with the baseline as rows of comparisons.csv.

Three kinds of tables: what each variation scored (interval, model digest, tokens, cost), how each compares with the
baseline (the words are those of `eval.statistics`), and which setting mattered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from statistics import fmean
from types import MappingProxyType
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.outcomes import OUTCOME_METRICS
from ragatta.eval.scorers import declared, is_comparable
from ragatta.eval.statistics import Clusters, Comparison, Scores, compare_pairs, mean_interval, question_means, variance
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import (
    DETECTABLE,
    NONE,
    TOO_FEW,
    comparison_cells,
    figure,
    in_order,
    interval,
    number,
    readable,
)
from ragatta.experiments.results.deciding import decision_of
from ragatta.experiments.results.decision import Decision
from ragatta.experiments.results.drawing import with_estimates
from ragatta.experiments.results.effects import Effects
from ragatta.experiments.results.judged import COST, counted_figure, judged_notes
from ragatta.experiments.results.markup import Table, as_markdown, markdown_text
from ragatta.experiments.results.notes import notes
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.experiments.results.undecided import settled_either_way
from ragatta.pipeline.plugins.registry import suggestion

Comparisons = Mapping[str, Mapping[str, Comparison]]  # by metric and label, the metric compared first

HEADLINE = SCORE
SUMMARY = {  # columns of summary.csv, taken as they stand there: heading
    "questions": "questions",
    "failed": "failed",
    "not_answered": "not answered",
    "timed_out": "timed out",
    "model": "model",
    "model_digest": "model digest",
    "tokens_in": "tokens in",
    "tokens_out": "tokens out",
    "cost_usd": "cost (USD)",
}

LOST = ("not_answered", "timed_out")  # of these, columns that a table shows where it has any


def markdown(sweep: SweepResult, found: Comparisons | None = None, mattered: Sequence[Effects] = ()) -> str:
    """summary.md: the tables as GitHub shows them; `found` are `all_comparisons(sweep)`, where they are at hand, and
    `mattered` the effects of its settings.

    Raises Fault if nothing has run.
    """
    found = all_comparisons(sweep) if found is None else found
    said, *worries = map(markdown_text, decided(sweep, found).lines)
    opening = [f"{said}\n", *(["".join(f"- {one}\n" for one in worries)] if worries else [])]
    first, *others = (as_markdown(table) for table in summary_tables(sweep, found))
    note_lines = [f"{markdown_text(note)}\n" for note in (*notes(sweep), *judged_notes(sweep))]
    effects = [part for own in mattered for part in _written(own)]
    parts = [*opening, first, *note_lines, *others, *effects]
    return f"# Sweep {markdown_text(sweep.folder.name)}\n\n" + "\n".join(parts)


def decided(sweep: SweepResult, found: Comparisons | None = None) -> Decision:
    """The decision of a sweep; `found` are `all_comparisons(sweep)`, where they are at hand."""
    metric = str(sweep.info["metric"])
    if found is None:
        found = {metric: comparisons(sweep)} if metric in comparable(sweep) else {}
    return decision_of(sweep, found.get(metric, {}))


def _written(found: Effects) -> Iterator[str]:
    if found.rows:
        yield as_markdown(found.table())
    yield from (f"{markdown_text(note)}\n" for note in found.notes)


def comparisons_csv_rows(sweep: SweepResult, found: Comparisons | None = None) -> list[dict[str, Any]]:
    """A row a metric and variation but the baseline: every field of `eval.statistics.Comparison`, and its words.

    No rows if the baseline has not run. Raises Fault where comparison.metric is no metric of the sweep.
    """
    found = all_comparisons(sweep) if found is None else found
    return [
        {**csv_row(sweep, label, one), "metric": metric} for metric, own in found.items() for label, one in own.items()
    ]


def csv_row(
    sweep: SweepResult, label: str, found: Comparison, more: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """A comparison as a row: its variation, `more`, what it is compared with, its fields and its words."""
    same = {"baseline": sweep.info["baseline"], "metric": sweep.info["metric"]}
    figures = {field.name: getattr(found, field.name) for field in fields(found)}
    return {"variation": label, **more, **same, **figures, "words": found.words}


def all_comparisons(sweep: SweepResult) -> dict[str, dict[str, Comparison]]:
    """`comparisons` on each of `compared_metrics`. Each is corrected by itself."""
    return {metric: comparisons(sweep, metric) for metric in compared_metrics(sweep)}


def compared_metrics(sweep: SweepResult) -> list[str]:
    """sweep.info's metric and then, where that is the evidence recall, the score."""
    first = str(sweep.info["metric"])
    return [first, SCORE] if first == RETRIEVAL and SCORE in comparable(sweep) else [first]


def comparisons(sweep: SweepResult, metric: str = "") -> dict[str, Comparison]:
    """Each variation against the baseline, on `metric` or sweep.info's; without those that have no question in common
    with it, and without its twins. Points that are the same as another are one comparison, which each of them shows.

    Raises Fault where the metric is none of the sweep's.
    """
    found = compared_within(sweep, {"": None}, metric)[""]
    return with_estimates(sweep, found) if (metric or sweep.info["metric"]) == SCORE else found


def compared_within(
    sweep: SweepResult, groups: Mapping[str, Collection[str] | None], metric: str = ""
) -> dict[str, dict[str, Comparison]]:
    """The same over each of several groups of questions (None: all), corrected over all groups and variations
    together."""
    metric, baseline = metric or str(sweep.info["metric"]), str(sweep.info["baseline"])
    known = comparable(sweep)
    if known and metric not in known:
        raise Fault(f"comparison.metric={metric}: not a metric of this sweep; {suggestion(metric, known)}")
    origins = {run.label: original(run) for run in sweep.runs}
    reference = origins.get(baseline, baseline)
    scores = {run.label: run.scores(metric) for run in sweep.runs if not run.same_as}
    pairs: dict[tuple[str, str], tuple[Scores, Scores]] = {}
    for group, questions in groups.items():
        inside = {label: _among(own, questions) for label, own in scores.items()}
        before = inside.pop(reference, {})
        pairs |= {(group, label): (own, before) for label, own in inside.items() if own.keys() & before.keys()}
    found = compare_pairs(pairs, sweep.terms)
    runs = {run.label: run for run in sweep.runs}
    sides = {(group, label): (runs[label], runs[reference], groups[group]) for group, label in found}
    found = settled_either_way(found, sides, sweep.terms, metric)
    return {
        group: {label: found[group, origin] for label, origin in origins.items() if (group, origin) in found}
        for group in groups
    }


def _among(scores: dict[str, list[float]], questions: Collection[str] | None) -> dict[str, list[float]]:
    return scores if questions is None else {q: own for q, own in scores.items() if q in questions}


def comparable(sweep: SweepResult) -> list[str]:
    """The metrics that apply to any answer and can be compared: more of a count is not better."""
    return in_order(name for run in sweep.runs for name in run.metrics if is_comparable(name))


def original(run: RunResult) -> str:
    """The label of the run that this one is the same as; its own where it is the first."""
    return run.same_as or run.label


def run_figure_names() -> list[str]:
    """What is said of a run as a whole and is no mean of a score: what of its decisions fell back, its outcomes, its
    counts, its judge."""
    counts = [name for name, metric in declared().items() if metric.better != "more" and not metric.detail]
    return ["fallback_rate", *OUTCOME_METRICS, *counts, "tokens_unseen", *COST]


def run_figures(row: Mapping[str, str]) -> dict[str, str]:
    """The `run_figure_names` that a row of summary.csv has, as text."""
    found = {name: float(row[name]) for name in run_figure_names() if row.get(name)}
    return {name: counted_figure(name, value) if name in COST else figure(name, value) for name, value in found.items()}


def summary_tables(sweep: SweepResult, found: Comparisons | None = None) -> list[Table]:
    """What each variation scored, and how each compares with the baseline."""
    found = all_comparisons(sweep) if found is None else found
    compared = (_comparisons(sweep, metric, own) for metric, own in found.items())
    return [table for table in (_scores(sweep), *compared) if table.rows]


def _scores(sweep: SweepResult) -> Table:
    known_metrics, asked = comparable(sweep), str(sweep.info["metric"])
    headline = asked if asked in known_metrics else HEADLINE  # the interval is that of the metric that is compared
    metrics = [name for name in known_metrics if name != headline]
    known = {row["variation"]: row for row in sweep.summary}
    of_runs = {run.label: run_figures(known[run.label]) for run in sweep.runs}
    stated = [name for name in run_figure_names() if any(name in found for found in of_runs.values())]
    repeated = int(sweep.info["repeats"]) > 1
    spread = ["variance of questions", "of repeats"] if repeated else []
    names = [readable(name) for name in (*metrics, *stated)]
    columns = [name for name in SUMMARY if name not in LOST or any(float(row.get(name) or 0) for row in known.values())]
    ends = [SUMMARY[name] for name in columns]
    headings = ["variation", readable(headline), "95% interval", *spread, *names, *ends]
    rows = [
        [
            run.label,
            *_headline(run, headline, repeated, sweep.terms.clusters),
            *(_mean(run, name) for name in metrics),
            *(of_runs[run.label].get(name, NONE) for name in stated),
            *_known(known[run.label], columns),
        ]
        for run in sweep.runs
    ]
    texts = ("variation", "model", "model digest")
    return Table(_caption(sweep), headings, rows, [heading not in texts for heading in headings])


def with_interval(rows: Sequence[Mapping[str, Any]], sweep: SweepResult) -> list[dict[str, Any]]:
    """Rows of summary.csv with the interval of the metric that is compared."""
    metric, made = str(sweep.info["metric"]), []
    for row in rows:
        scores = sweep.run(row["variation"]).scores(metric)
        found = mean_interval(scores, sweep.terms.clusters) if scores else None
        bounds = {f"{metric}_ci_low": found.low, f"{metric}_ci_high": found.high} if found else {}
        made.append({**row, **bounds})
    return made


def _caption(sweep: SweepResult) -> str:
    info, repeats = sweep.info, int(sweep.info["repeats"])
    asked = counted(len(sweep.questions), "question") + (f", each asked {repeats} times" if repeats > 1 else "")
    unfinished = "" if info["finished"] else "; the sweep was stopped before its end"
    twins = "".join(f"; {run.label} is the same as {run.same_as}" for run in sweep.runs if run.same_as)
    applies = "; (n): the questions that a mean is over, where these are not all"
    return f"{sweep.dataset}, split {info['split']}: {asked}{unfinished}{twins}{applies}"


def _headline(run: RunResult, metric: str, repeated: bool, clusters: Clusters) -> list[str]:
    scores = run.scores(metric)
    if not scores:
        return [NONE] * (4 if repeated else 2)
    found, parts = mean_interval(scores, clusters), variance(scores)
    spread = [number(parts.question), number(parts.repeat)] if repeated else []
    return [number(found.mean), interval(found.low, found.high), *spread]


def _mean(run: RunResult, metric: str) -> str:
    """The mean over questions, with their number where the metric does not apply to all of them."""
    scores = run.scores(metric)
    on = f" ({len(scores)})" if len(scores) < len(run.scores(HEADLINE)) else ""
    return f"{number(fmean(question_means(scores).values()))}{on}" if scores else NONE


def _known(row: Mapping[str, str], columns: Sequence[str]) -> list[str]:
    cells = {name: row[name] or NONE for name in columns}
    return [f"{float(row[name]):.4f}" if name == "cost_usd" and row[name] else text for name, text in cells.items()]


def _comparisons(sweep: SweepResult, metric: str, found: Mapping[str, Comparison]) -> Table:
    rows = {label: {**comparison_cells(asdict(one)), "verdict": one.words} for label, one in found.items()}
    headings = ["variation", *(heading for cells in [*rows.values()][:1] for heading in cells)]
    caption = (
        f"{readable(metric)} against {sweep.info['baseline']}: paired differences, p by permutation, "
        "p (Holm) corrected over the sweep"
    )
    explained = {"detectable": f"{DETECTABLE} at the corrected level ({TOO_FEW})"}
    right = [heading not in ("variation", "verdict") for heading in headings]
    return Table(caption, headings, [[label, *cells.values()] for label, cells in rows.items()], right, explained)
