"""A sweep is halted for longer than a lock lasts without renewal (Ctrl-Z), a second one is given, the first goes on.

The second must wait, name the first one's process and say that it is halted; both must end with the same figures, no
question may be asked by both, and no answer may have taken as long as the halt.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.experiments.on_record.journal import CLAIM
from tests.chaos.course import (
    GOOD,
    HANG,
    LOST,
    UNNAMED,
    WRONG,
    Bench,
    Trial,
    answered,
    children,
    ended,
    figures,
    judged,
    signalled,
    waited,
)
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

FULL_S = 90.0  # of a halt: a lock lasts 60 s
BEGIN_S = 120.0  # for the second sweep to wait: a busy machine takes long to start it
SLOW_S = 0.5  # of a reply, so that a halt finds the sweep at work


@dataclass(frozen=True)
class Halt:
    """The program that sweeps, and for how many seconds it is halted."""

    program: str = "ragatta"
    seconds: float = FULL_S


def slowly(body: Any) -> Said:
    said = sensible(body)
    return said if said.hang_s else Said(**{**vars(said), "hang_s": SLOW_S})


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many halts, each after so many answers."""
    home = bench.folder / "home"
    with OllamaServer(think=slowly) as server:
        # A reply may take less than the halt, which is no fault of the server.
        words = bench.own("runner.workers=1", "llm.timeout_s=20", server=server.address)
        true, calls = bench.undisturbed(words, home), len(server.chats)
        for _ in range(count):
            shutil.rmtree(home)
            before, after = len(server.chats), drawn.randint(1, 2)
            trial = halted(bench, words, true, after, Halt())
            more = len(server.chats) - before - calls - 1  # one may be in flight at the halt
            yield Trial(trial.what, LOST, f"{more} calls too many") if trial.outcome in GOOD and more > 0 else trial


def halted(bench: Bench, words: list[str], true: dict[str, str], after: int, halt: Halt) -> Trial:
    """Halts a sweep once it has written `after` answers, gives it again, and lets it go on."""
    home, what = bench.folder / "home", f"halted after {after} answers for {halt.seconds:.0f} s"
    first = bench.start("sweep", words, home, program=halt.program)
    if not waited(lambda: answered(home) >= after, 60):
        first.kill()
        return Trial(what, HANG, first.communicate()[1])
    halted_pids = [first.pid, *children(first.pid)]
    for pid in halted_pids:
        signalled(pid, signal.SIGSTOP)
    since = time.time()
    second = bench.start("sweep", words, home, program=halt.program)
    waited(lambda: is_waited_for(home, since) or second.poll() is not None, BEGIN_S)
    time.sleep(halt.seconds)
    waits = second.poll() is None
    for pid in halted_pids:
        signalled(pid, signal.SIGCONT)
    code, said = ended(first)
    last, told = ended(second)
    if not waits:
        return Trial(what, WRONG, f"the second did not wait\n{told}")
    if f"process {first.pid}" not in told:
        return Trial(what, UNNAMED, f"the second does not name the first, {first.pid}\n{told}")
    if f"kill -CONT {first.pid}" not in told:
        return Trial(what, UNNAMED, f"the second does not say that the first is halted\n{told}")
    if (longest := longest_answer(home)) >= halt.seconds:
        return Trial(what, WRONG, f"the halt counts as latency: an answer took {longest:.1f} s")
    outcomes = [judged(code, said, lambda: True), judged(last, told, lambda: figures(home) == true)]
    return Trial(what, next((one for one in outcomes if one not in GOOD), outcomes[-1]), f"{said}\n-- then --\n{told}")


def is_waited_for(home: Path, since: float) -> bool:
    """Whether someone has renewed a lock since: of a halted holder only who waits for it does."""
    return any(lease.stat().st_mtime > since for lease in home.glob(f"outputs/runs/*/{CLAIM}"))


def longest_answer(home: Path) -> float:
    """The most seconds that any answer took, by the journals."""
    journals = [path.read_text(encoding="utf-8") for path in home.glob("outputs/runs/*/journal.jsonl")]
    return max(json.loads(line)["timing"]["seconds"] for journal in journals for line in journal.splitlines())
