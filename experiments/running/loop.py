"""The loop of a sweep: every variation is claimed, what it lacks is asked and journaled, and its answers are scored.

What is around it has files of its own: the questions in flight (flight.py), their order with budget.race (race.py) and
where a turn waits for the answers before it (in_turn.py), failures of a server (server_failures.py), and who asks which
run (Claim in journal.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace

from ragatta.experiments.composing.config import Point
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.summary import Dropped, Run
from ragatta.experiments.results.writing import Results
from ragatta.experiments.running.flight import Flight, in_flight
from ragatta.experiments.running.race import Race
from ragatta.experiments.running.server_failures import ServerFailures
from ragatta.experiments.running.system import STOPPING
from ragatta.experiments.running.variation import Variation
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable, ReplyMissing

TICK_S = 0.2  # between two updates of the progress bar


def run_all(
    points: Sequence[Point], resources: Resources, results: Results, asked_since: float | None = None
) -> Results:
    """Adds the run of each point to the results as soon as its answers are complete, in the order of the points."""
    try:
        results.begin(points)
        for run in runs_of(points, resources, asked_since):
            results.add(run)
    except ModelError as fault:  # of a summary too
        if not results.runs:
            raise
        results.stopped = fault
    finally:
        results.write_tables()
        results.drop_if_empty()
    return results


def runs_of(
    points: Sequence[Point], resources: Resources, asked_since: float | None = None, scores: bool = True
) -> Iterator[Run]:
    """Yields each point's run that is scored here, in order. Its folder stays claimed until the next is requested.

    Up to `Config.in_flight` questions are in flight, also of later points, so that a slow question holds up no other.
    Raises ModelUnavailable if a model or the judge goes away, ReplyMissing if llm.cache=only finds no reply: the
    complete points come first, then the incomplete ones. `asked_since` and `scores`: see Variation.
    """
    failures = ServerFailures()
    with ExitStack() as claims, in_flight(min(point.config.in_flight for point in points)) as flight:
        race = Race(points, resources, flight) if points[0].config.budget.race else None
        dropped: Mapping[str, Dropped] = race.dropped if race else {}
        to_begin = deque(Variation(point, resources, failures, asked_since, scores) for point in points)
        # Another sweep, or an earlier variation here, makes their answers: they are tried again as one here ends.
        refused = list[Variation]()
        under_way = deque[Variation]()

        def next_to_begin() -> Variation | None:
            gathers = race is not None and race.gathers
            if not (gathers or flight.has_room()) or (refused and race is None):
                return None
            return next((one for one in to_begin if one not in refused), None)

        while to_begin or under_way:
            if under_way and not (race and race.gathers) and _is_over(under_way[0], flight):
                ended = under_way.popleft()
                run = replace(ended.run(), dropped=dropped.get(ended.point.label))
                if run.rows:  # jobs elsewhere may have answered none, or score them
                    yield run
                ended.close()
                refused.clear()
            elif flight.failure:
                flight.stop()
                for run in _in_part(under_way, flight.failure):
                    yield replace(run, dropped=dropped.get(run.point.label))
                raise flight.failure
            elif variation := next_to_begin():
                claims.callback(variation.close)
                # A sweep waits only while it holds no claim that the other may wait for.
                if not _claimed(variation, flight, wait=not under_way):
                    refused.append(variation)
                    continue
                to_begin.remove(variation)
                under_way.append(variation)
                if race and race.gathers:
                    race.enter(variation)
                else:
                    variation.ask(flight)
            elif race and race.gathers:
                race.start()
            else:
                _wait(under_way[0], resources, flight, until=lambda: bool(next_to_begin() or flight.failure))


def _claimed(variation: Variation, flight: Flight, wait: bool) -> bool:
    """Whether this sweep makes its answers. The flight fails where a summary that its key depends on cannot be made."""
    try:
        return variation.claimed(wait)
    except ModelError as fault:
        flight.failure = flight.failure or fault
        return False


def _wait(oldest: Variation, resources: Resources, flight: Flight, until: Callable[[], bool]) -> None:
    """Waits for the last answer of the oldest variation, or `until` is true, and shows its progress."""
    what = f"asking {oldest.point.label}"
    with resources.measured.stage("ask"):
        while not flight.wait(lambda: oldest.is_done() or until(), timeout=TICK_S):
            resources.progress(what, oldest.done, len(oldest.answers))
    resources.progress(what, oldest.done, len(oldest.answers))


def _is_over(variation: Variation, flight: Flight) -> bool:
    """Whether every answer is there and journaled. A server that failed on all questions fails the flight instead."""
    if not variation.is_done():
        return False
    try:
        variation.settle()
    except ModelUnavailable as fault:
        flight.failure = flight.failure or fault
        return False
    return True


def _in_part(under_way: Iterable[Variation], failure: BaseException) -> Iterator[Run]:
    """The runs of incomplete points, where a model's failure stopped them and no judge is missing too."""
    for each in under_way if isinstance(failure, ModelError) else ():
        with suppress(*STOPPING):
            run = each.run()
            if run.rows:
                yield replace(run, cut_off=not isinstance(failure, BudgetSpent | ReplyMissing))
