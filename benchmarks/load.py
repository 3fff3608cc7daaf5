"""How many questions a sweep gets answered with several in flight, against a model server that takes its time.

    python -m benchmarks.load [--workers 1 8 32] [--seconds 1 | 0.2 5] [--questions 96] [word ...]

Each row is a sweep of single_pass over `filings`, nothing replayed: seconds of asking, questions a second and its ratio
to one worker, and the harness's own processor time a question, the model server's left out. Last, whether the answers
and scores are the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.results import arguments, keep
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import OUTPUTS, ROOT

HOME = OUTPUTS / "bench" / "load"
COLUMNS = {"workers": "workers", "s": "wall_s", "questions a second": "rate", "ratio": "ratio",
           "CPU ms a question": "cpu_ms"}  # fmt: skip


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("words", nargs="*", help="overrides of every sweep")
    words.add_argument("--workers", type=int, nargs="+", default=[1, 8, 32])
    words.add_argument("--seconds", type=float, nargs="+", default=[1.0])
    words.add_argument("--busy", type=float, default=0.0)
    words.add_argument("--questions", type=int, default=96)
    given = words.parse_args()
    base, seen, rows = 0.0, set[str](), []
    with serving(given.seconds, given.busy) as port:
        for number in given.workers:
            folder = swept(port, [f"runner.workers={number}", f"dataset.limit={given.questions}", *given.words])
            asked = next(
                stage
                for stage in json.loads(folder.joinpath("sweep.json").read_text())["stages"]
                if stage["name"] == "ask"
            )
            rate = given.questions / asked["wall_s"]
            base = base or rate
            cpu = 1000 * asked["cpu_s"] / given.questions
            rows.append({"workers": number, "wall_s": round(asked["wall_s"], 1), "rate": round(rate, 2),
                         "ratio": round(rate / base, 1), "cpu_ms": round(cpu, 1)})  # fmt: skip
            print(rows[-1], file=sys.stderr, flush=True)
            seen.add(digest_of(folder))
    keep("load", rows, COLUMNS, docs=given.docs)
    print(f"answers and scores: {'the same bytes' if len(seen) == 1 else f'{len(seen)} different versions'}")


@contextmanager
def serving(seconds: Sequence[float], busy: float) -> Iterator[int]:
    """The port of a server in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.slow_server", "--seconds", *map(str, seconds), "--busy", str(busy)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield int(server.stdout.readline())
        finally:
            server.terminate()


def swept(port: int, words: Sequence[str]) -> Path:
    """The folder of a finished sweep, whose answers were all made now."""
    shutil.rmtree(HOME / "outputs", ignore_errors=True)
    model = ["llm=openai", "llm.model=stand-in", f"llm.base_url=http://127.0.0.1:{port}/v1", "llm.cache=off"]
    command = [sys.executable, "-m", "ragatta", "sweep", "--grid", "none", "dataset=filings", "tracking=off"]
    done = subprocess.run(
        [*command, "architecture=single_pass", *model, *words],
        env={**os.environ, "RAGATTA_HOME": str(HOME)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Fault(done.stderr[-2000:])
    return HOME / "outputs" / "latest"


def digest_of(folder: Path) -> str:
    files = sorted(folder.glob("runs/*/*.jsonl"))
    whole = b"".join(file.read_bytes() for file in files if file.name in ("answers.jsonl", "scores.jsonl"))
    return hashlib.sha256(whole).hexdigest()


if __name__ == "__main__":
    main()
