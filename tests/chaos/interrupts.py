"""Ctrl-C where Python's own way out is none: while modules are imported, and while threads embed texts in C++. The
command ends with one line and code 130, and given again it goes through."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.chaos.course import (
    CRASH,
    HANG,
    ROOT,
    SAID,
    TRACES,
    WRONG,
    Bench,
    Trial,
    ended,
    figures,
    judged,
    signalled,
    waited,
)
from tests.standins.pdfs import write_pdf

VERBS = ("sweep", "score", "report", "ask", "index", "regress", "parts", "compare", "collections", "tune")
FIRST_S = 1.0
OURS = re.compile(rf'File "{re.escape(str(ROOT))}/(?!\.venv/)')  # before it Python itself starts: not ours to mend
PAGES = 60


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many interrupts."""
    yield from (_first_second(bench, drawn) for _ in range(count // 2))
    yield from _while_building(bench, count - count // 2, drawn)


def _first_second(bench: Bench, drawn: random.Random) -> Trial:
    verb, moment = drawn.choice(VERBS), drawn.uniform(0.02, FIRST_S)
    given = [sys.executable, "-m", "ragatta", verb, *(["--from", "none.jsonl"] if verb == "score" else [])]
    environment = {"RAGATTA_HOME": str(bench.folder / "first")}
    begun = subprocess.Popen(
        given, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    time.sleep(moment)
    signalled(begun.pid, signal.SIGINT)
    try:
        said = begun.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        begun.kill()
        return Trial(f"{verb}: interrupt after {moment:.2f} s", HANG, begun.communicate()[1])
    early = ("Traceback" in said or begun.returncode == -signal.SIGINT) and not OURS.search(said)
    trace = any(trace in said for trace in TRACES) and not early
    outcome = SAID if not trace and (early or begun.returncode in (0, 1, 2, 130)) else CRASH
    return Trial(f"{verb}: interrupt after {moment:.2f} s", outcome, said)


def _while_building(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    home, folder = bench.folder / "building", bench.folder / "long"
    folder.mkdir(exist_ok=True)
    words = [
        " ".join(drawn.choice(("pump", "seal", "filter", "berth", "fee")) for _ in range(120)) for _ in range(PAGES)
    ]
    write_pdf(folder / "long.pdf", [f"Page {number}\n{text}" for number, text in enumerate(words)])
    given = [word.replace(f"{bench.folder}/pdfs", str(folder)) for word in bench.own()]
    true = bench.undisturbed(given, home)
    for _ in range(count):
        shutil.rmtree(home)
        begun, moment = bench.start("sweep", given, home), drawn.uniform(0, 1.5)
        waited(lambda started=begun: "embedding" in started.said() or started.poll() is not None, 30)  # type: ignore[misc]
        waited(lambda started=begun: started.poll() is not None, moment)  # type: ignore[misc]
        signalled(begun.pid, signal.SIGINT)
        code, said = ended(begun)
        first = HANG if code is None else "" if code in (0, 130) and not any(one in said for one in TRACES) else CRASH
        code, again = bench.run("sweep", given, home)
        last = judged(code, again, lambda: figures(home) == true)
        yield Trial(f"building: interrupt after {moment:.2f} s", first or last or WRONG, f"{said}\n-- then --\n{again}")
