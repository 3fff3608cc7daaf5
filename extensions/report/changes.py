"""Changes since the previous sweep: questions gained and lost per variation, and possible causes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

from ragatta.eval.scorers import is_comparable
from ragatta.eval.statistics import Comparison, question_means
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.pairing import Pair, corrected
from ragatta.experiments.results.reading import RunResult, SweepResult, open_sweep
from ragatta.extensions.report.settings import origin, settings, varied


def previous_sweep(sweep: SweepResult) -> SweepResult | None:
    """The newest sweep over the same dataset that began before this one and has a finished variation. Skips sweeps
    whose files cannot be read."""
    folders = sorted(path for path in sweep.folder.parent.iterdir() if path.is_dir() and path.name < sweep.folder.name)
    for folder in reversed(folders):
        try:
            found = open_sweep(str(folder))
        except Fault:
            continue
        if found.dataset == sweep.dataset:
            return found
    return None


def changes(sweep: SweepResult, before: SweepResult | None) -> dict[str, Any] | None:
    """The two sweeps side by side; None without a previous sweep. Variations are paired by label, questions by id;
    a question whose gold record was edited is named but not counted as gained or lost."""
    if before is None:
        return None
    now, then = sweep.questions, before.questions
    common = [name for name in now if name in then]
    edited = [name for name in common if now[name] != then[name]]
    earlier = {run.label: run for run in before.runs}
    both = [run for run in sweep.runs if run.label in earlier]
    pairs = [Pair(run.label, earlier[run.label], run, frozenset(edited), gold_known=True) for run in both]
    labels = [run.label for run in sweep.runs]
    return {
        "sweep_id": before.info["sweep_id"],
        "created": before.info["created"],
        "common": len(common),
        "edited": edited,
        "added": [name for name in now if name not in then],
        "removed": [name for name in then if name not in now],
        "only_now": [label for label in labels if label not in earlier],
        "only_before": [label for label in earlier if label not in labels],
        "variations": _variations(pairs, str(sweep.info["metric"])),
        "settings": _differing(pairs, lambda run: settings(run.config)),
        "origin": _differing(pairs, lambda run: origin(run.manifest)),
    }


def _variations(pairs: Sequence[Pair], metric: str) -> list[dict[str, Any]]:
    """A record a pair. The verdicts equal those of `ragatta compare` on the two sweeps, corrected over the pairs."""
    asked = [(pair, metric) for pair in pairs if is_comparable(metric) and pair.scores(metric)[0]]
    found = {pair.name: one for (pair, _), one in zip(asked, corrected(asked), strict=True)}
    return [_variation(pair, metric, found.get(pair.name)) for pair in pairs]


def _variation(pair: Pair, metric: str, found: Comparison | None) -> dict[str, Any]:
    now, before = (question_means(scores).values() for scores in pair.scores(metric))
    gained, lost = pair.moved(metric)
    changed = found if gained or lost else None
    return {
        "label": pair.name,
        "questions": len(now),
        "same_run": pair.a.manifest["run_key"] == pair.b.manifest["run_key"],
        "before": fmean(before) if before else None,
        "now": fmean(now) if now else None,
        "gained": gained,
        "lost": lost,
        "comparison": {**asdict(changed), "words": changed.words} if changed else None,
    }


def _differing(pairs: Sequence[Pair], read: Callable[[RunResult], Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each difference once, {key, before, now}, with the labels of its variations."""
    found: dict[str, dict[str, Any]] = {}
    for pair in pairs:
        for key, (before, now) in varied([read(pair.a), read(pair.b)]):
            known = found.setdefault(repr((key, before, now)), {"key": key, "before": before, "now": now, "labels": []})
            known["labels"].append(pair.name)
    return list(found.values())
