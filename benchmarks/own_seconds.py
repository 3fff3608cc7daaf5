"""Ragatta's own seconds: of an answer without model and embedding of queries, of scoring, of MLflow and traces.

    python -m benchmarks.own_seconds [--profile] [word ...]

A sweep of six variations (or of what the words span) over `filings` is asked twice, one question at a time. The second
time model and encoder are stubs that look up what they gave the first time; that sweep is measured, with empty caches.
`cpu` is processor time, which other programs disturb less. With --profile it shows where the time of answers goes.
"""

from __future__ import annotations

import cProfile
import gc
import json
import os
import pstats
import shutil
import subprocess
import sys
from argparse import SUPPRESS
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from benchmarks.results import BENCH, arguments, keep
from ragatta.eval.scoring import graded
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.launching import sweep as launching
from ragatta.experiments.paths import ROOT, RUNS
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.running import scoring
from ragatta.experiments.running.variation import Variation
from ragatta.experiments.tracking import send, target
from ragatta.experiments.tracking import track as tracking
from ragatta.pipeline.index.embedding.onnx_encoder import OnnxEncoder

COLUMNS = {
    "what": "what",
    "of": "of",
    "p50, ms": "p50_ms",
    "p95, ms": "p95_ms",
    "cpu p50, ms": "cpu_p50_ms",
    "cpu p95, ms": "cpu_p95_ms",
    "all, s": "all_s",
}
Work = Callable[..., Any]
Seconds = NDArray[np.float64]  # of the wall, and of the thread's processor


class Clock:
    """Wall and processor seconds of calls, by name."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[Seconds]] = defaultdict(list)

    def counts(self, work: Work, name: Callable[..., str]) -> Work:
        """`name` says what a call is, from its arguments."""

        def timed(*given: Any, **named: Any) -> Any:
            begun = now()
            try:
                return work(*given, **named)
            finally:
                self._seconds[name(*given)].append(now() - begun)

        return timed

    def rows(self) -> Iterator[dict[str, Any]]:
        for name, seconds in self._seconds.items():
            (p50, cpu_p50), (p95, cpu_p95) = np.round(np.quantile(seconds, [0.5, 0.95], axis=0) * 1000, 2).tolist()
            row = {"what": name, "of": len(seconds), "p50_ms": p50, "p95_ms": p95}
            total = round(float(np.sum(seconds, axis=0)[0]), 2)
            yield {**row, "cpu_p50_ms": cpu_p50, "cpu_p95_ms": cpu_p95, "all_s": total}


def now() -> Seconds:
    return np.array([perf_counter(), thread_time()])


def remembered(work: Work, key: Callable[[Any], Any], known: dict[Any, Any]) -> Work:
    """A method that looks up what it gave before."""

    def stub(self: Any, asked: Any) -> Any:
        if (named := key(asked)) not in known:
            known[named] = work(self, asked)
        return known[named]

    return stub


def counted(clock: Clock, profile: cProfile.Profile | None = None) -> Iterator[tuple[Any, str, Work]]:
    """The functions that are replaced while a sweep is measured: module or class, name, and the replacement."""
    answer: Work = partial(profile.runcall, Variation._ask) if profile else Variation._ask  # type: ignore[call-arg]
    yield Variation, "_ask", clock.counts(answer, lambda variation, *_: f"answer, {variation.point.label}")
    yield scoring, "graded", clock.counts(graded, lambda *_: "score")
    yield launching, "begin", lambda _: None  # logs in this process, not in one beside it
    yield tracking, "track", clock.counts(tracking.track, lambda *_: "runs to MLflow")
    yield tracking, "start", mock.Mock()  # the traces follow here


def measured(words: list[str], clock: Clock, profile: cProfile.Profile | None) -> None:
    """Asks twice: the second time model and encoder are stubs that know what they gave, and every cache is empty."""
    from ragatta.extensions.scripted.backends.scripted import FromGold

    target.client()  # makes the store of a new place
    points = compose_grid([*words, "llm=scripted", "runner.workers=1"])
    model = remembered(FromGold.complete, lambda request: (request.task.name, request.messages, request.sample), {})
    encoder = remembered(OnnxEncoder.embed_query, str, {})
    with mock.patch.object(FromGold, "complete", model), mock.patch.object(OnnxEncoder, "embed_query", encoder):
        launching.sweep(compose_grid([*words, "llm=scripted", "runner.workers=1", "llm.cache=off", "tracking=off"]))
        shutil.rmtree(RUNS)
        for cached in [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]:
            cached.cache_clear()
        with ExitStack() as changes:
            for place, name, work in counted(clock, profile):
                changes.enter_context(mock.patch.object(place, name, work))
            launching.sweep(points)
    sweep = open_sweep("latest")
    sent = sum(len(run.rows) for run in sweep.runs)
    clock.counts(send.send, lambda *_: f"{sent:,} traces to MLflow")(sweep, send.quietly, mlflow=True)


def inside(words: list[str], *, profiled: bool) -> list[dict[str, Any]]:
    """The rows of a sweep in this process."""
    clock, profile = Clock(), cProfile.Profile() if profiled else None
    measured(words, clock, profile)
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
    return [*clock.rows()]


def main() -> None:
    wanted = arguments(__doc__)
    wanted.add_argument("words", nargs="*", default=["experiment=six"], help="overrides of the sweep")
    wanted.add_argument("--profile", action="store_true")
    wanted.add_argument("--inside", type=Path, help=SUPPRESS)
    given = wanted.parse_args()
    if given.inside:
        given.inside.write_text(json.dumps(inside(given.words, profiled=given.profile)))
        return
    home = BENCH / "own_seconds"  # apart: no answer is kept, no reply replayed, and no other MLflow filled
    for left in (home / "outputs", home / "mlruns"):
        shutil.rmtree(left, ignore_errors=True)
    (home / ".cache" / "replies.sqlite").unlink(missing_ok=True)
    rows, here = home / "rows.json", {**os.environ, "RAGATTA_HOME": str(home)}
    command = [sys.executable, "-m", "benchmarks.own_seconds", "--inside", str(rows), *sys.argv[1:]]
    subprocess.run(command, cwd=ROOT, env=here, check=True)
    keep("own_seconds", json.loads(rows.read_text()), COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
