"""The questions of several variations, in flight together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from ragatta.experiments.composing.config import Point
from ragatta.experiments.running.calibrations import judge_told
from ragatta.experiments.running.flight import Flight, in_flight
from ragatta.experiments.running.journal import Claim
from ragatta.experiments.running.keys import manifest_keys
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.racing import Race
from ragatta.experiments.running.runner import STOPPING, Asking, begin, finish, settle
from ragatta.experiments.running.scoring_tools import judge_of
from ragatta.experiments.running.summary import Run
from ragatta.pipeline.llm.seam import ModelUnavailable

TICK_S = 0.2  # between two updates of the progress bar


def runs_of(points: Sequence[Point], prepared: Preparation) -> Iterator[tuple[Run, Mapping[str, Any]]]:
    """Yields each point's run, in order, with the keys and stages for its manifest. The run's folder stays claimed
    until the next run is requested.

    Up to `workers` questions are in flight, also of later points, so that a slow question does not hold up the rest.
    Raises ModelUnavailable if a model or the judge goes away, ReplyMissing if llm.cache=only finds no reply: the
    complete points come first, then the incomplete ones.
    """
    with ExitStack() as claims, in_flight(workers(points)) as flight:
        ahead, under_way, blocked = deque(points), deque[_UnderWay](), False
        race = prepared.race = Race(points, prepared.course.questions) if points[0].config.budget.race else None
        for point in points if race else ():  # all are at the start before the first question is asked
            if begun := _begin(point, prepared, flight, claims, alone=not under_way, race=race):
                under_way.append(begun)
                ahead.remove(point)
        if race:
            race.start(flight)

        def may_begin() -> bool:
            return bool(ahead) and not blocked and flight.has_room()

        while ahead or under_way:
            if under_way and _is_over(under_way[0].asking, prepared, flight):
                ended, blocked = under_way.popleft(), False
                run = finish(ended.asking, prepared)
                if run.rows:  # jobs elsewhere may have answered none
                    yield run, {**ended.keys, "stages": ended.stages()}
                ended.end()
            elif flight.failure:
                flight.stop()
                if isinstance(flight.failure, STOPPING):
                    yield from _in_part(under_way, prepared)
                raise flight.failure
            elif may_begin():
                begun = _begin(ahead[0], prepared, flight, claims, alone=not under_way)
                blocked = begun is None
                if begun:
                    under_way.append(begun)
                    ahead.popleft()
            else:
                _wait(under_way[0].asking, may_begin, prepared, flight)


def _is_over(asking: Asking, prepared: Preparation, flight: Flight) -> bool:
    """Whether every answer is journaled. A server that failed on all questions fails the flight instead."""
    if not asking.is_done():
        return False
    try:
        settle(asking, prepared)
    except ModelUnavailable as fault:
        flight.failure = flight.failure or fault
        return False
    return True


def _in_part(under_way: Iterable[_UnderWay], prepared: Preparation) -> Iterator[tuple[Run, Mapping[str, Any]]]:
    """The runs of incomplete points, unless a judge is missing too."""
    for each in under_way:
        with suppress(*STOPPING):
            run = finish(each.asking, prepared)
            if run.rows:
                yield run, {**each.keys, "stages": each.stages()}


def workers(points: Sequence[Point]) -> int:
    """The number of questions in flight: as set, or as many as the backends of all points take."""
    return min(point.config.runner.workers or point.config.llm.IN_FLIGHT for point in points)


@dataclass(frozen=True)
class _UnderWay:
    """A point whose questions are in flight; `end` gives up its claim on the run's folder."""

    asking: Asking
    keys: Mapping[str, Any]
    stages: Callable[[], list[dict[str, Any]]]
    end: Callable[[], None]


def _begin(
    point: Point,
    prepared: Preparation,
    flight: Flight,
    claims: ExitStack,
    *,
    alone: bool,
    race: Race | None = None,
) -> _UnderWay | None:
    """None if another sweep, or an earlier point of this one, is making the same answers. Waits for the other one only
    if `alone`: a waiting sweep must hold no claim that the other may wait for."""
    judge = judge_of(point.config, prepared)
    told = {"judge": judge_told(judge.identity, point.config.scoring)} if judge else {}
    keys = {**manifest_keys(prepared, point.config.pipeline()), **told}
    own = claims.enter_context(ExitStack())
    claim = own.enter_context(Claim(prepared.course.records.run_folder(keys["run_key"])))
    if not claim.taken():
        if not alone:
            own.close()
            return None
        holder = f"another sweep (process {claim.holder()})" if claim.holder() else "another sweep"
        prepared.progress(f"{point.label}: locked by {holder}; waiting for its answers", 1, 1)
        claim.wait()
    prepared.journal(keys["run_key"]).claim = claim
    stages = own.enter_context(prepared.measured.part())
    return _UnderWay(begin(point, prepared, flight, race), keys, stages, own.close)


def _wait(asking: Asking, may_begin: Callable[[], bool], prepared: Preparation, flight: Flight) -> None:
    with prepared.measured.stage("ask"):
        while not flight.wait(lambda: asking.is_done() or may_begin() or bool(flight.failure), timeout=TICK_S):
            prepared.progress(f"asking {asking.point.label}", asking.done, len(asking.answers))
    prepared.progress(f"asking {asking.point.label}", asking.done, len(asking.answers))
