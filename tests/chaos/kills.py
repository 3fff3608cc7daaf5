"""Commands are killed at random moments of all their stages, with and without their children, and given again.

The last one must end with the bytes of a run that was never stopped; no answer that was in a journal may be lost, none
asked twice; no process may stay behind.
"""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from ragatta.pipeline.llm.backends.ollama import Ollama
from tests.chaos.course import (
    CRASH,
    HANG,
    LOST,
    NAMED,
    TRACES,
    UNNAMED,
    WRONG,
    Bench,
    Trial,
    alive,
    answered,
    children,
    ended,
    figures,
    judged,
    seconds_of,
    signalled,
    waited,
)
from tests.standins.commands import Started
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

WAYS = ("kill", "kill with its children", "kill a child", "terminate", "interrupt")
AT_ONCE = 3  # kills of one sweep, before it may end
BEHIND = 30.0  # seconds: a child may finish what it does, such as logging; one that lives longer stays behind


@dataclass(frozen=True)
class Work:
    """A sweep that is killed, `share` of all kills; it asks a stand-in for a model server where it `asks`."""

    words: tuple[str, ...]
    share: float
    asks: bool = False


SWEEPS = {
    "sweep": Work((), 0.35),
    "sweep of tables and reranked": Work(("chunking=table", "reranker=maxsim"), 0.15),
    "sweep through a model server": Work((), 0.2, asks=True),
    "sweep logged to MLflow": Work(("tracking=mlflow", "tracking.traces=false"), 0.15),
}
AFTERWARDS = {"report": 0.1, "score": 0.05}  # commands on a finished sweep


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many kills."""
    for name, work in SWEEPS.items():
        yield from _of_a_sweep(bench, name, work, max(1, round(work.share * count)), drawn)
    for name, share in AFTERWARDS.items():
        yield from _afterwards(bench, name, max(1, round(share * count)), drawn)


def _of_a_sweep(bench: Bench, name: str, work: Work, count: int, drawn: random.Random) -> Iterator[Trial]:
    home = bench.folder / "home"
    with ExitStack() as stack:
        server = stack.enter_context(OllamaServer(think=sensible)) if work.asks else None
        words = bench.own(*work.words, server=server.address if server else "")
        true: dict[str, str] = {}
        seconds = seconds_of(lambda: true.update(bench.undisturbed(words, home)))
        asked, calls = answered(home), len(server.chats) if server else 0
        while count > 0:
            shutil.rmtree(home)
            kills, before = min(count, drawn.randint(1, AT_ONCE)), len(server.chats) if server else 0
            count -= kills
            done = []
            for _ in range(kills):
                way, moment = drawn.choice(WAYS), drawn.uniform(0, seconds)
                had = answered(home)
                outcome, said = killed(bench.start("sweep", words, home), way, moment)
                if not outcome and answered(home) < had:
                    outcome = LOST
                done.append((f"{name}: {way} after {moment:.2f} s", outcome, said))
            code, said = bench.run("sweep", words, home)
            last = judged(code, said, lambda: figures(home) == true)
            if last == NAMED:
                last = UNNAMED  # nothing is wrong any more: it must go through
            if last not in (UNNAMED, CRASH, HANG, WRONG):
                in_flight = kills * Ollama.IN_FLIGHT  # at the kills, whose replies nobody reads
                again = len(server.chats) - before - calls - in_flight if server else 0
                last = LOST if answered(home) != asked or again > 0 else last
            yield from (Trial(what, outcome or last, f"{own}\n-- then --\n{said}") for what, outcome, own in done)


def _afterwards(bench: Bench, name: str, count: int, drawn: random.Random) -> Iterator[Trial]:
    """Of a command that reads results and writes one file."""
    home, command = bench.folder / "home", name.replace("_", "-")
    bench.undisturbed(bench.own(), home)
    answers = bench.folder / "answers.jsonl"
    answers.write_text('{"question": {"id": "a", "question": "What fee?", "expected": "$25"}, "answer": "$25"}\n')
    words = ["--from", str(answers)] if name == "score" else []
    written = answers.with_suffix(".scores.csv") if name == "score" else home / "report.html"
    seconds = seconds_of(lambda: bench.run(command, words, home))
    true = written.read_bytes()
    for _ in range(count):
        way, moment = drawn.choice(WAYS), drawn.uniform(0, seconds)
        outcome, own = killed(bench.start(command, words, home), way, moment)
        if not outcome and written.read_bytes() != true:
            outcome = WRONG  # half of a file
        code, said = bench.run(command, words, home)
        last = judged(code, said, lambda: written.read_bytes() == true)
        yield Trial(f"{name}: {way} after {moment:.2f} s", outcome or last, f"{own}\n-- then --\n{said}")


def killed(started: Started, way: str, moment: float) -> tuple[str, str]:
    """A bad outcome of the command that is killed in so many seconds, "" for none, and what it wrote to stderr."""
    waited(lambda: started.poll() is not None, moment)
    below = children(started.pid)
    if started.poll() is None:
        if way == "kill a child":
            for pid in below[:1]:
                signalled(pid, signal.SIGKILL)
        else:
            number = {"terminate": signal.SIGTERM, "interrupt": signal.SIGINT}.get(way, signal.SIGKILL)
            signalled(started.pid, number)
            for pid in below if way == "kill with its children" else []:
                signalled(pid, signal.SIGKILL)
    code, said = ended(started)
    behind = not waited(lambda: not any(map(alive, below)), BEHIND)
    for pid in below if behind else []:
        signalled(pid, signal.SIGKILL)
    if code is None or behind:
        return HANG, said + ("\na child stayed behind" if behind else "")
    aborted = way == "interrupt" and code not in (0, 130)  # 0: it had ended
    return (CRASH if aborted or any(trace in said for trace in TRACES) else ""), said
