"""Commands that ask, through a model server that is well and from its n-th call on is not.

The command ends in time, and with an error where answers are lacking. What it says holds over the questions that are
left (tests/chaos/left.py). Given again, its failures asked again of a server that is well, it leaves what the healthy
run leaves.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tests.chaos.course import GOOD, NAMED, UNNAMED, WRONG, Bench, Trial, judged, whole
from tests.chaos.left import Tables, contradictions, tables
from tests.chaos.works import BY_MODEL, Place
from tests.standins.faulty_server import Commit, Line
from tests.standins.loopback import Handler, Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.proposing import keeper
from tests.standins.sensible import question_of, sensible, task_of
from tests.standins.server_faults import FAULTS

LIMITS = ("llm.timeout_s=4", "llm.patience_s=2", "runner.workers=2")
LONGEST_S = 120.0  # of a command, on a busy machine
LOST = ("hours of use", "storage fee")  # questions on which the model is wrong, so that there is something to diagnose
NOT_RIGHT = {"status": "answered", "text": "It is $9.", "items": [], "value": "$9", "sources": [], "missing": ""}


def refusing(status: int, *headers: str) -> Commit:
    return lambda line: line.whole('{"error": "no"}', *headers, status=f"{status} No")


def garbage(line: Line) -> None:
    line.whole("<html>no model here</html>")


def hanging(line: Line) -> None:
    line.stopped.wait(60)


WAITS = ((), ("Retry-After: 1",), ("Retry-After: 99999999",))
FROM_THEN_ON: dict[str, Commit] = {
    "hangs": hanging,
    "cuts": FAULTS["cut"].commit,
    "resets": FAULTS["reset"].commit,
    "sends garbage": garbage,
    "sends 1 GB": FAULTS["flood"].commit,
    "redirects": FAULTS["redirect_with_prompt"].commit,
    **{
        f"says {status}{''.join(f', {header}' for header in headers)}": refusing(status, *headers)
        for status, headers in product((429, 500, 503), WAITS)
    },
}


@dataclass
class LaterServer(OllamaServer):
    """Well for `good` calls of a model, and from then on it commits the fault; without one it stays well. `failed`
    counts the calls that it did not answer."""

    good: int = 0
    failed: int = 0
    fault: Commit | None = field(default=None)

    def begin(self, good: int = 0, fault: Commit | None = None) -> None:
        self.exchanges.clear()
        self.good, self.failed, self.fault = good, 0, fault

    def _chat(self, handler: Handler, body: Any, said: Said) -> None:
        if self.fault is None or len(self.chats) <= self.good:
            return super()._chat(handler, body, said)
        self.failed += 1
        handler.close_connection = True
        return self.fault(Line("ollama", handler.connection, self.closing))


def not_always_right(body: Any) -> Said:
    is_lost = task_of(body) == "answer" and any(words in question_of(body) for words in LOST)
    return Said(json.dumps(NOT_RIGHT)) if is_lost else sensible(body)


@dataclass(frozen=True)
class Healthy:
    """What a command leaves, tabulates and prints, and how many calls it makes, of a server that is well."""

    left: Any
    tables: Tables
    printed: str
    calls: int


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many servers, each kind before each command in turn."""
    every = [*product(FROM_THEN_ON, BY_MODEL)]
    drawn.shuffle(every)
    healthy: dict[str, Healthy] = {}
    with LaterServer() as server:
        for what, name in (every * (count // len(every) + 1))[:count]:
            server.think = keeper if name.startswith("draft") else not_always_right
            place = Place(bench, name, ("llm=ollama", f"llm.base_url={server.address}", *LIMITS))
            if name not in healthy:
                healthy[name] = _healthy(place, server)
            good = drawn.randrange(healthy[name].calls)
            yield _through(place, server, what, good, healthy[name])


def _healthy(place: Place, server: LaterServer) -> Healthy:
    server.begin()
    place.prepare()
    server.begin()
    code, printed, said = whole(place.start(), LONGEST_S)
    if code:
        raise RuntimeError(f"the undisturbed command failed: {said}")
    return Healthy(place.left(), tables(place.home), printed, len(server.chats))


def _through(place: Place, server: LaterServer, what: str, good: int, healthy: Healthy) -> Trial:
    server.begin()
    place.prepare()
    server.begin(good, FROM_THEN_ON[what])
    code, printed, own = whole(place.start(), LONGEST_S)
    first = judged(code, own, lambda: not server.failed and place.left() == healthy.left)
    against = [*contradictions(tables(place.home), healthy.tables, printed, healthy.printed)]
    if first in GOOD and against:
        first = WRONG
    server.begin()
    again = () if place.name.startswith("draft") else ("--retry-failed",)
    last_code, _, said = whole(place.start((), *again), LONGEST_S)
    last = judged(last_code, said, lambda: place.left() == healthy.left)
    last = UNNAMED if last == NAMED else last  # nothing is wrong any more: it must go through
    told = "\n".join([f"{what} after {good} calls, exit code {code}", printed, own, *against, "-- then --", said])
    return Trial(
        f"{place.name}: {what} after {good} calls", last if first in GOOD and last not in GOOD else first, told
    )
