"""Where the seconds of a cold sweep go: RAGATTA_DATA=folder python -m benchmarks.stages [word ...]

Six variations of single_pass over ct_maps (or what the words say) in an empty folder, as a whole process. Start-up ends
with the plan; embedding is what the chunks of its collections take once more, and storing the rest of their making;
MLflow begins when the table is printed. Its traces, which follow the command, are not counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.peers.__main__ import SIX, embedded_again
from benchmarks.results import arguments, keep
from ragatta.experiments.paths import ROOT

COLUMNS = {"stage": "stage", "s": "seconds", "share": "share"}


def measured(home: Path, words: list[str]) -> dict[str, float]:
    """Seconds by stage. Raises CalledProcessError."""
    command = [sys.executable, "-m", "ragatta", "sweep", "--grid", "none", "dataset=ct_maps", *words]
    environment = {**os.environ, "RAGATTA_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    begun, planned, logging = perf_counter(), 0.0, 0.0
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        for line in process.stdout or ():
            planned = planned or ("to ask" in line) * (perf_counter() - begun)
            logging = logging or line.startswith("logging to MLflow") * (perf_counter() - begun)
    whole = perf_counter() - begun
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    told = json.loads((home / "outputs/latest/sweep.json").read_text(encoding="utf-8"))
    of = {stage["name"]: float(stage["wall_s"]) for stage in told["stages"]}
    embedding = embedded_again(home)
    found = {
        "start-up": planned - of["read"],
        "reading": of["read"],
        "embedding": embedding,
        "storing": of["index"] - embedding,
        "answering": of["ask"],
        "scoring": of["score"],
        "MLflow": whole - logging if logging else 0.0,
    }
    return {**found, "tables and all else": whole - sum(found.values()), "whole": whole}


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("words", nargs="*")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder), given.words or SIX)
    rows = [
        {"stage": stage, "seconds": round(seconds, 1), "share": f"{seconds / found['whole']:.2f}"}
        for stage, seconds in found.items()
    ]
    keep("stages", rows, COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
