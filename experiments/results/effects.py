"""Which setting mattered: the effects of a sweep's axes as rows, with the words that the statistics allow."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragatta.eval.statistics.comparison import BETTER, WORSE, Comparison
from ragatta.eval.statistics.effects import Change, Contrast, contrasts, effects, is_the_same
from ragatta.experiments.composing.words import WITH_GROUP
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import NONE, listed, number, p_value, readable, signed
from ragatta.experiments.results.differences import flattened
from ragatta.experiments.results.markup import Table
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.pipeline.architecture import is_black_box
from ragatta.pipeline.plugins.identity import digest, short

# The axes of a sweep: what differs between its variations, from their configurations.
#
# Keys that vary together are one axis: where each value of one key comes with one value of another, their effects
# cannot be told apart.


NAME = "variation"
WHOLE = (".name",)  # keys that choose what the others of their part are settings of
MISSING = "none"
Codes = tuple[int, ...]  # of each variation the number of its value, numbered as they first appear


@dataclass(frozen=True)
class Axis:
    """`keys` of the configuration, the first with all levels; `levels` are the variations', in their order."""

    name: str
    keys: tuple[str, ...]
    levels: tuple[str, ...]

    @property
    def varies_together(self) -> bool:
        """Whether it is more than one setting, or than the choice of one technique with the settings of its own."""
        part = self.keys[0].removesuffix("name") if self.keys[0].endswith(WHOLE) else self.keys[0]
        return not all(key.startswith(part) for key in self.keys)


def axes_of(configs: Sequence[Mapping[str, Any]]) -> list[Axis]:
    """In the order of the configurations' keys."""
    flat = [flattened(config) for config in configs]
    columns = {
        key: tuple(_plain(own.get(key)) for own in flat) for key in dict.fromkeys(key for own in flat for key in own)
    }
    names = columns.pop(NAME, ())
    groups: dict[Codes, list[str]] = {}
    for key, values in columns.items():
        if len(set(values)) > 1:
            groups.setdefault(_codes(values), []).append(key)
    finest = [own for own in groups if not any(own != other and _follows(own, other) for other in groups)]
    found = [_axis(own, finest, groups, columns, names) for own in finest]
    short = [axis.name if axis.name.startswith(WITH_GROUP) else axis.name.rsplit(".", 1)[-1] for axis in found]
    return [
        Axis(name if short.count(name) == 1 else axis.name, axis.keys, axis.levels)
        for axis, name in zip(found, short, strict=True)
    ]


def _axis(
    codes: Codes,
    finest: Sequence[Codes],
    groups: Mapping[Codes, list[str]],
    columns: Mapping[str, Sequence[str]],
    names: Sequence[str],
) -> Axis:
    """The group of keys with those that follow from it alone: what follows from another axis too does not differ where
    only this one does. A group that has the variations' names for levels has their name."""
    with_it = [key for other in groups if other != codes and _follows(other, codes)
               and not any(each != codes and _follows(other, each) for each in finest)
               for key in groups[other]]  # fmt: skip
    keys = [*sorted(groups[codes], key=lambda key: not key.endswith(WHOLE)), *with_it]
    if len(keys) > 1 and names and _codes(names) == codes:
        return Axis(NAME, tuple(keys), tuple(names))
    name = keys[0].rpartition(".")[0] if keys[0].endswith(WHOLE) else keys[0]
    return Axis(name, tuple(keys), tuple(columns[keys[0]]))


def _codes(values: Sequence[str]) -> Codes:
    known = {value: number for number, value in enumerate(dict.fromkeys(values))}
    return tuple(known[value] for value in values)


def _follows(coarse: Codes, fine: Codes) -> bool:
    """Whether each value of the one comes with one value of the other."""
    return len(set(zip(fine, coarse, strict=True))) == len(set(fine))


def _plain(value: Any) -> str:
    return MISSING if value in (None, "") else str(value).lower() if isinstance(value, bool) else str(value)


NAMED = 3  # effects in a line
MOST = 8  # rows of a table; effects.csv has all
HEADINGS = ("setting", "change", "effect", "95% interval", "p (Holm)", "over", "verdict")


@dataclass(frozen=True)
class Row:
    """A main effect, and in words how it depends on the other settings."""

    setting: str
    level: str
    change: str
    over: str  # how many pairs of variations, or which one
    words: str  # the verdict
    depends: str
    found: Comparison

    def cells(self) -> list[str]:
        found, words = self.found, f"{self.words}; {self.depends}" if self.depends else self.words
        figures = [signed(found.difference), interval(found), p_value(found.p_corrected)]
        return [self.setting, self.change, *figures, self.over, words]


@dataclass(frozen=True)
class Effects:
    """By one metric: every contrast, the largest main effects as rows, and sentences: how many effects are left to
    effects.csv, what they are corrected over, why there are none."""

    metric: str
    found: Mapping[Contrast, Comparison]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def table(self) -> Table:
        title = f"Which setting mattered: {readable(self.metric)}"
        return Table(title, HEADINGS, [row.cells() for row in self.rows], [name in HEADINGS[2:5] for name in HEADINGS])

    @property
    def in_a_line(self) -> str:
        """The largest effects that are significant; "" where none was asked for."""
        shown = [row for row in self.rows if row.found.verdict in (BETTER, WORSE)]
        if not shown:
            return "No setting is shown to matter." if self.rows else ""
        words = [f"{row.setting} {row.level} {number(row.found.difference, '+.2f')}" for row in shown[:NAMED]]
        return f"What mattered{' most' if len(shown) > NAMED else ''}: {', '.join(words)}."


def effects_of(sweep: SweepResult, metric: str) -> Effects:
    """Of the variations that were asked every question; the others are named. None where they were asked over datasets
    that differ, which is no setting."""
    asked_all = (run for run in sweep.runs if len({row.question_id for row in run.rows}) == len(sweep.questions))
    whole = [run for run in asked_all if run.is_answered]
    if len(whole) < 2 or len({str(run.config["dataset"]) for run in sweep.runs}) > 1:
        return Effects(metric, {}, (), ())
    ours = [run for run in whole if not is_black_box(run.config["architecture"]["name"])]
    gridded = ours or whole  # a black box has none of our settings; its own may be a grid
    axes = swept(gridded)
    asked = _contrasts(gridded, axes) if len(axes) > 1 else []
    found = effects({run.label: run.scores(metric) for run in gridded}, asked, sweep.terms)
    mains = sorted((one for one in found if not one.at), key=lambda one: -abs(found[one].difference))
    rows = tuple(_row(one, found, axes, sweep.terms.worth) for one in mains[:MOST])
    return Effects(metric, found, rows, (*_notes(axes, found, mains), *_left_out(sweep, whole)))


def swept(runs: Sequence[RunResult]) -> list[Axis]:
    """The axes of the grid that these variations are."""
    return axes_of([_with_named_prompts(run) for run in runs])


def _with_named_prompts(run: RunResult) -> dict[str, Any]:
    """The configuration with the file of prompts that the variation's label names in the place of their texts."""
    named, texts = re.search(r"\bprompts=(\S+)", run.label), run.config.get("prompts")
    return {**run.config, "prompts": (named[1] if named else short(digest(texts))) if texts else "builtin"}


def csv_rows(found: Sequence[Effects]) -> list[dict[str, Any]]:
    """Every contrast, for effects.csv; an interaction names a second change."""
    return [
        {"metric": own.metric, **_changed(one), "cells": one.cells, **asdict(comparison), **_verdict(one, comparison)}
        for own in found
        for one, comparison in own.found.items()
    ]


def _changed(contrast: Contrast) -> dict[str, str]:
    change, at = contrast.change, contrast.at or Change("", "", "")
    return {
        "setting": change.axis, "level": change.level, "instead_of": change.reference,
        "with_setting": at.axis, "with_level": at.level, "with_instead_of": at.reference,
    }  # fmt: skip


def _verdict(contrast: Contrast, found: Comparison) -> dict[str, str]:
    """An interaction is neither better nor worse: the first change does more or less with the second one."""
    words = {BETTER: "more", WORSE: "less"} if contrast.at else {}
    return {"verdict": words.get(found.verdict, found.verdict)}


def _contrasts(runs: Sequence[RunResult], axes: Sequence[Axis]) -> list[Contrast]:
    cells = {run.label: {axis.name: axis.levels[at] for axis in axes} for at, run in enumerate(runs)}
    return contrasts(cells, {axis.name: tuple(dict.fromkeys(axis.levels)) for axis in axes})


def _row(contrast: Contrast, found: Mapping[Contrast, Comparison], axes: Sequence[Axis], worth: float) -> Row:
    change = contrast.change
    over = f"{contrast.cells} pairs" if contrast.cells > 1 else f"{contrast.plus[0]} against {contrast.minus[0]}"
    depends = "; ".join(_depends(contrast, found, [axis.name for axis in axes], worth))
    return Row(
        change.axis,
        change.level,
        f"{change.level} instead of {change.reference}",
        over,
        found[contrast].words,
        depends,
        found[contrast],
    )


def _depends(main: Contrast, found: Mapping[Contrast, Comparison], axes: Sequence[str], worth: float) -> Iterator[str]:
    """On which other settings an effect is shown to depend, or not to; for one that is shown also what is not known."""
    same: list[str] = []
    unknown: list[str] = []
    for axis in axes:
        interactions = [
            (other, comparison) for other, comparison in _interactions(main.change, found) if other.axis == axis
        ]
        significant = [
            (other, comparison) for other, comparison in interactions if comparison.verdict in (BETTER, WORSE)
        ]
        for other, comparison in significant:
            yield _more(other, comparison)
        if interactions and not significant:
            (same if all(is_the_same(comparison, worth) for _, comparison in interactions) else unknown).append(axis)
    if same:
        yield f"the same at every {listed(same)}, within {worth:g}"
    if unknown and found[main].verdict in (BETTER, WORSE):
        yield f"not shown to depend on {listed(unknown)}"


def _interactions(change: Change, found: Mapping[Contrast, Comparison]) -> Iterator[tuple[Change, Comparison]]:
    """With each change of another setting."""
    for one, comparison in found.items():
        if one.at and change in (one.change, one.at):
            yield (one.at if one.change == change else one.change), comparison


def _more(other: Change, found: Comparison) -> str:
    """ "0.040 more at top_k=10 than at 3 (0.010 to 0.070)" """
    is_more = found.difference > 0
    low, high = (found.low, found.high) if is_more else (-found.high, -found.low)
    size = f"{number(abs(found.difference))} {'more' if is_more else 'less'}"
    return f"{size} at {other.axis}={other.level} than at {other.reference} ({signed(low)} to {signed(high)})"


def _notes(axes: Sequence[Axis], found: Mapping[Contrast, Comparison], mains: Sequence[Contrast]) -> Iterator[str]:
    if len(axes) < 2:
        return  # the comparisons are the effects
    if not mains:
        names = " or ".join(axis.name for axis in axes)
        yield f"No effect is shown: no pair of variations changes only {names} from its value in the first variation."
        return
    interactions = len(found) - len(mains)
    two = f" and {counted(interactions, 'interaction')} of two settings" if interactions else ""
    yield (
        "Effect: the paired difference over all variations that differ in this setting alone. "
        f"p is corrected over {counted(len(mains), 'effect')}{two} (effects.csv)."
    )
    for axis in axes:
        if axis.varies_together:
            yield f"{axis.name} stands for {listed(axis.keys)}, which vary together."
    if len(mains) > MOST:
        more = ", ".join(f"{one.change.axis}={one.change.level}" for one in mains[MOST:])
        yield f"{len(mains) - MOST} smaller effects are in effects.csv: {more}."
    changes = {one.change for one in mains}
    unpaired = [
        f"{axis.name}={level}"
        for axis in axes
        for level in dict.fromkeys(axis.levels[1:])
        if level != axis.levels[0] and Change(axis.name, level, axis.levels[0]) not in changes
    ]
    if unpaired:
        yield f"Not shown, without a pair of variations that differ in this setting alone: {', '.join(unpaired)}."


def _left_out(sweep: SweepResult, whole: Sequence[RunResult]) -> Iterator[str]:
    kept = {run.label for run in whole}
    if others := [run.label for run in sweep.runs if run.label not in kept and run.is_answered]:
        yield f"Not asked every question, and left out here: {', '.join(others)}."


def interval(found: Comparison) -> str:
    return f"{signed(found.low)} to {signed(found.high)}" if math.isfinite(found.low) else NONE
