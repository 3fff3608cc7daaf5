"""Everything that the report of a sweep shows, as JSON values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ragatta.eval.attribution import STAGES
from ragatta.eval.groups import groups_of
from ragatta.eval.scorers import declared
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import headings
from ragatta.experiments.results.effects import effects_of
from ragatta.experiments.results.in_studio import ADDRESS
from ragatta.experiments.results.judged import agreements, judge_names, judged_notes
from ragatta.experiments.results.notes import notes
from ragatta.experiments.results.outputs import DECIMALS
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.sections import sections_of
from ragatta.experiments.results.tables import all_comparisons, comparable, decided, run_figure_names
from ragatta.extensions.report.changes import changes, previous_sweep
from ragatta.extensions.report.corpora import Read, Reading
from ragatta.extensions.report.figures import baseline_of, variations
from ragatta.extensions.report.pictures import Draw, Pictures
from ragatta.extensions.report.question_pages import Shown
from ragatta.extensions.report.settings import origin, settings, varied
from ragatta.pipeline.documents.format import units


def definitions(metrics: Iterable[str], cutoff: int) -> dict[str, str]:
    """Of the metrics that scorers declare."""
    known = declared()
    return {name: known[name].described(cutoff) for name in metrics if name in known}


FACTS = ("sweep_id", "created", "finished", "split", "repeats", "metric", "seconds", "stages")
TABLES = ("calibration", "stages", "diagnosis", "growth", "stress")  # CSV files that the report shows as they are


def contents(sweep: SweepResult, read: Read, draw: Draw | None = None) -> dict[str, Any]:
    """The report of `sweep`; `read` gives the page texts of a run, `draw` the pictures of its pages, which are left out
    without it."""
    readings = [read(run) for run in sweep.runs]
    pictures = Pictures(sweep, readings, draw) if draw else None
    readings_shown = Shown(sweep, readings, pictures)
    described, decision = variations(sweep), decided(sweep)
    configs, manifests = [run.config for run in sweep.runs], [run.manifest for run in sweep.runs]
    return {
        "sweep": {name: sweep.info[name] for name in FACTS}
        | {"dataset": sweep.dataset, "baseline": baseline_of(sweep)},
        "decision": as_json(asdict(decision) | {"basis": decision.basis}),
        "notes": [*_notes(sweep, readings), *(pictures.notes() if pictures else ())],
        "lost_at": STAGES,
        "kinds": {name: len(own) for name, own in groups_of(sweep.questions.values()).items()},
        "metrics": _metrics(sweep),
        "definitions": definitions(
            [*_metrics(sweep), *_counts(described)], configs[0].get("scoring", {}).get("cutoff", Scoring.cutoff)
        ),
        "headings": headings([*_metrics(sweep), *run_figure_names()]),
        "judge": judge_names(sweep),
        "agreements": agreements(sweep),
        "variations": as_json(described),
        "tables": {name: sweep.later_table(f"{name}.csv") for name in TABLES},
        "effects": as_json(_effects(sweep)),
        "settings": varied([settings(config) for config in configs]),
        "origin": _origin(manifests),
        "changes": as_json(changes(sweep, previous_sweep(sweep))),
        "sections": [{"name": name, **asdict(found)} for name, found in sections_of(sweep)],
        "questions": readings_shown.questions,
        "pictures": pictures.as_json() if pictures else [],
        "studio": ADDRESS,
        "chunks": readings_shown.chunks.as_json(),
        "files": readings_shown.files.as_json(),
        "texts": readings_shown.texts.as_json(),
        "units": units(),
    }


def _metrics(sweep: SweepResult) -> list[str]:
    """Every metric that applies to any answer, the compared one first."""
    return sorted(comparable(sweep), key=lambda name: name != sweep.info["metric"])


def _counts(described: Sequence[Mapping[str, Any]]) -> list[str]:
    """The figures of runs that any variation has."""
    return list(dict.fromkeys(name for variation in described for name in variation["figures"]))


def _effects(sweep: SweepResult) -> list[dict[str, Any]]:
    """Which setting mattered, by each metric that is compared."""
    if sweep.info["metric"] not in comparable(sweep):
        return []
    found = [effects_of(sweep, metric) for metric in all_comparisons(sweep)]
    return [{"metric": own.metric, "rows": [asdict(row) for row in own.rows], "notes": own.notes} for own in found]


def _notes(sweep: SweepResult, readings: Sequence[Reading]) -> list[str]:
    """The notes that the reader needs before the figures."""
    lines = [*notes(sweep), *judged_notes(sweep)]
    if not sweep.info["finished"]:
        planned = len(sweep.info.get("points", sweep.runs))
        lines.append(
            f"This sweep was stopped, or still runs: {len(sweep.runs)} of {counted(planned, 'variation')} finished."
        )
    answers = len(sweep.questions) * int(sweep.info["repeats"])
    for run in sweep.runs:
        if len(run.rows) < answers:
            lines.append(f"{run.label} has {len(run.rows)} of {counted(answers, 'answer')}.")
        if run.same_as:
            lines.append(f"{run.label} has the same answer key as {run.same_as}, so both show the same run.")
    by_rule = [run.label for run in sweep.runs if run.by_rule]
    if 0 < len(by_rule) < len(sweep.runs):
        lines.append(f"No model answered in {', '.join(by_rule)}: rules did, and their score is a floor.")
    missing = dict.fromkeys(reading.missing for reading in readings if reading.missing)
    lines += [f"Contexts are shown without their text: {why}." for why in missing]
    return lines


def _origin(manifests: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Any]]]:
    """The origins of the runs: (key, [value]) if all are equal, else (key, [one value per run])."""
    records = [
        {key: value for key, value in origin(manifest).items() if not key.startswith("code.files.")}
        for manifest in manifests
    ]
    apart = dict(varied(records))
    return [(key, apart.get(key, [value])) for key, value in records[0].items()]


def as_json(value: Any) -> Any:
    """Replaces infinities, which some statistics of few questions have, by null; other numbers have the decimals of
    the sweep's tables, so that both read alike."""
    if isinstance(value, float):
        return round(value, DECIMALS) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: as_json(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    return value
