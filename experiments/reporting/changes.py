"""What changed since the sweep before: questions gained and lost per variation, and what may have caused it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from statistics import fmean
from typing import Any

from eval.statistics import compare
from experiments.faults import Fault
from experiments.reporting.settings import origin, settings, varied
from experiments.results import RunResult, SweepResult, open_sweep

SAME = 1e-9  # scores that differ by less are the same
LEVEL = 0.05  # shared by the variations (Bonferroni), so that a sweep claims no change by chance


def previous_sweep(sweep: SweepResult) -> SweepResult | None:
    """The newest sweep over the same dataset that began before this one and holds a variation. Sweeps whose files
    cannot be read are passed over."""
    folders = sorted(path for path in sweep.folder.parent.iterdir() if path.is_dir() and path.name < sweep.folder.name)
    for folder in reversed(folders):
        try:
            found = open_sweep(str(folder))
        except Fault:
            continue
        if found.runs and found.info["dataset"] == sweep.info["dataset"]:
            return found
    return None


def changes(sweep: SweepResult, before: SweepResult | None) -> dict[str, Any] | None:
    """The two sweeps side by side; None where there is none before. Variations are paired by label, questions by id;
    a question whose gold record was edited is named and not counted as gained or lost."""
    if before is None:
        return None
    now, then = sweep.questions, before.questions
    common = [name for name in now if name in then]
    alike = [name for name in common if now[name] == then[name]]
    earlier = {run.label: run for run in before.runs}
    pairs = [(run, earlier[run.label]) for run in sweep.runs if run.label in earlier]
    labels = [run.label for run in sweep.runs]
    return {
        "sweep_id": before.info["sweep_id"],
        "created": before.info["created"],
        "common": len(common),
        "edited": [name for name in common if name not in alike],
        "added": [name for name in now if name not in then],
        "removed": [name for name in then if name not in now],
        "only_now": [label for label in labels if label not in earlier],
        "only_before": [label for label in earlier if label not in labels],
        "variations": [_variation(*pair, alike, str(sweep.info["metric"]), LEVEL / len(pairs)) for pair in pairs],
        "settings": _differing(pairs, lambda run: settings(run.config)),
        "origin": _differing(pairs, lambda run: origin(run.manifest)),
    }


def _variation(run: RunResult, earlier: RunResult, questions: list[str], metric: str, level: float) -> dict[str, Any]:
    ours, theirs = run.scores(metric), earlier.scores(metric)
    shared = [name for name in questions if name in ours and name in theirs]
    means = {name: (fmean(theirs[name]), fmean(ours[name])) for name in shared}
    moved = [(name, then, now) for name, (then, now) in means.items() if abs(now - then) > SAME]
    return {
        "label": run.label,
        "questions": len(shared),
        "same_run": run.manifest["run_key"] == earlier.manifest["run_key"],
        "before": fmean(pair[0] for pair in means.values()) if means else None,
        "now": fmean(pair[1] for pair in means.values()) if means else None,
        "gained": [move for move in moved if move[2] > move[1]],
        "lost": [move for move in moved if move[2] < move[1]],
        "comparison": _compared({n: ours[n] for n in shared}, {n: theirs[n] for n in shared}, level) if moved else None,
    }


def _compared(ours: Mapping[str, list[float]], theirs: Mapping[str, list[float]], level: float) -> dict[str, Any]:
    comparison = compare(ours, theirs, level)
    return {**asdict(comparison), "words": comparison.words}


def _differing(
    pairs: list[tuple[RunResult, RunResult]], read: Callable[[RunResult], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Each difference once, {key, before, now}, with the labels of the variations that it holds for."""
    found: dict[str, dict[str, Any]] = {}
    for run, earlier in pairs:
        for key, (before, now) in varied([read(earlier), read(run)]):
            known = found.setdefault(repr((key, before, now)), {"key": key, "before": before, "now": now, "labels": []})
            known["labels"].append(run.label)
    return list(found.values())
