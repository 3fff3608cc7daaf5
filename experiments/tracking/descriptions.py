"""What MLflow shows of a sweep and of a variation in words."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics import question_means
from ragatta.experiments.composing.config import flat
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.results.cells import NONE, interval, number, readable
from ragatta.experiments.results.in_studio import ADDRESS
from ragatta.experiments.results.names import short_names
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.experiments.results.tables import decided

LATEST_SWEEP = "Latest sweep:"
LINKED = 20  # lost questions of a variation, the worst first
MARKED = re.compile(r"[\[\]\\`*_<&]")  # means something in Markdown
ABOUT = ("dataset", "tracking", "runner", "comparison", "budget", "variation")  # settings of no pipeline
MEANS = (SCORE, RETRIEVAL)


def headline(sweep: SweepResult) -> str:
    """The decision of a sweep."""
    return f"{LATEST_SWEEP} {sweep.folder.name}. {decided(sweep).text}"


def best(sweep: SweepResult) -> list[str]:
    """The variations with the highest value of the sweep's metric, as it is shown."""
    values = _values(sweep)
    highest = number(max(values.values()))
    return [label for label, value in values.items() if number(value) == highest]


def ranked_names(sweep: SweepResult) -> dict[str, str]:
    """A name of each variation by its label, best first by the sweep's metric: its rank, so that names are told apart
    where a column has room for two letters, and what differs."""
    values = _values(sweep)
    short = dict(zip(values, short_names([*values], keys=True), strict=True))
    order = sorted(values, key=lambda label: -values[label])
    return {label: f"{rank} {short[label]}" for rank, label in enumerate(order, 1)}


def row_of(sweep: SweepResult, label: str) -> Mapping[str, str]:
    """A variation's row in summary.csv."""
    return sweep.summary_of[label]


def description(sweep: SweepResult, run: RunResult) -> str:
    """A variation's means with the interval of its score, its settings that are not the defaults, and links to lost
    questions in the studio."""
    row = row_of(sweep, run.label)
    means = [f"{readable(name)} {number(float(row[name]))}" for name in MEANS if row.get(name)]
    bounds = interval(*(float(row.get(f"score_ci_{end}") or math.nan) for end in ("low", "high")))
    if means and row.get("score") and bounds != NONE:
        means[0] += f" (95% interval {bounds})"
    apart = [f"`{key}={value}`".replace("\n", " ") for key, value in _changed(run.manifest["config"])]
    settings = f"Not the defaults: {', '.join(apart)}." if apart else "All settings of the pipeline are the defaults."
    return "\n\n".join(filter(None, [f"{', '.join(means) or 'No mean was measured'}.", settings, _lost(run)]))


def _lost(run: RunResult) -> str:
    means = question_means(run.scores(SCORE))
    worst = sorted((name for name in means if means[name] < 1), key=lambda name: means[name])
    links = [_link(name) for name in worst[:LINKED]]
    more = f" and {len(worst) - LINKED} more" if len(worst) > LINKED else ""
    return f"Lost, in `ragatta studio` where it runs: {', '.join(links)}{more}." if links else ""


def _link(question: str) -> str:
    name = MARKED.sub(r"\\\g<0>", question)
    return f"[{name}]({ADDRESS}{quote(question, safe='')})"


def _changed(config: Mapping[str, Any]) -> list[tuple[str, Any]]:
    usual = _defaults()
    return [
        (key, value)
        for key, value in config.items()
        if key.partition(".")[0] not in ABOUT and value != usual.get(key) and (value or usual.get(key))
    ]


@cache
def _defaults() -> Mapping[str, Any]:
    return flat(compose_grid([])[0].config)


def _values(sweep: SweepResult) -> dict[str, float]:
    metric = sweep.info["metric"]
    return {run.label: float(row_of(sweep, run.label).get(metric) or -math.inf) for run in sweep.runs}
