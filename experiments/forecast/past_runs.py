"""Forecasts what questions take, from the means of the most similar earlier runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from ragatta.experiments.jsonl import parsed
from ragatta.experiments.on_record.journal import is_timed
from ragatta.experiments.paths import RUNS
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.plugins.checks import plain

NEWEST = 60  # runs that are looked at
TECHNIQUES = ("chunking", "retrieval", "queries", "reranker", "window")  # those of a search


@dataclass(frozen=True)
class QuestionCost:
    """The averages per question: model calls, tokens and seconds (one at a time; 0 if all were replayed). `alike` says
    whether the runs had the same settings."""

    calls: float
    tokens_in: float
    tokens_out: float
    seconds: float
    alike: bool = True

    @property
    def tokens(self) -> float:
        return self.tokens_in + self.tokens_out

    def of(self, questions: float) -> QuestionCost:
        calls, read, written = self.calls * questions, self.tokens_in * questions, self.tokens_out * questions
        return QuestionCost(calls, read, written, self.seconds * questions, self.alike)


class PastRuns:
    """The earlier runs of this machine, read once."""

    def __init__(self, runs: Path = RUNS) -> None:
        self._folder = runs

    def of(self, settings: Pipeline) -> QuestionCost | None:
        """The averages of the runs with this architecture and model and the most similar settings, else with another
        model. None without such runs."""
        asks, wanted = settings.llm.ASKS_A_MODEL, _traits(plain(settings))
        known = [run for run in self._runs if run.traits[0] == wanted[0] and run.asks == asks]
        for depth in range(len(wanted), 0, -1):
            if rows := [row for run in known if run.traits[:depth] == wanted[:depth] for row in run.rows]:
                found = replace(_mean(rows), alike=depth == len(wanted))
                return replace(found, calls=0.0) if settings.by_rule() else found  # rules are no models
        return None

    @cached_property
    def _runs(self) -> list[_Run]:
        folders = sorted(self._folder.glob("*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
        found = []
        for folder in folders[:NEWEST]:
            with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, yaml.YAMLError):  # no run to go by
                found.append(_read(folder))
        return [run for run in found if run.rows]


@dataclass(frozen=True)
class _Run:
    traits: tuple[str, ...]
    asks: bool
    rows: list[Mapping[str, Any]]


def _read(folder: Path) -> _Run:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    config = yaml.load((folder / "config.yaml").read_text(encoding="utf-8"), Loader=loader)
    rows = [parsed(line) for line in (folder / "timings.jsonl").read_bytes().splitlines()]
    asked = any(call["tokens_in"] for row in rows for stage in row["stages"] for call in stage["calls"])
    return _Run(_traits(config), asked, rows)


def _traits(config: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings that decide what a question takes, the most important first."""
    llm = config["llm"]
    return (
        str(config["architecture"]["name"]),
        f"{llm['name']} {llm['model']}",
        json.dumps(config["architecture"], sort_keys=True, default=str),
        json.dumps([config[each] for each in TECHNIQUES], sort_keys=True, default=str),
    )


def _mean(rows: list[Mapping[str, Any]]) -> QuestionCost:
    live = [row["seconds"] for row in rows if not row["replayed_calls"] and is_timed(row)]
    return QuestionCost(
        sum(row["live_calls"] + row["replayed_calls"] for row in rows) / len(rows),
        sum(row["tokens_in"] for row in rows) / len(rows),
        sum(row["tokens_out"] for row in rows) / len(rows),
        sum(live) / len(live) if live else 0.0,
    )
