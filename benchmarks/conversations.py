"""How many questions a second conversations take, whose turns wait for each other, against as many that do not.

    python -m benchmarks.conversations [--talks 40] [--workers 32] [--seconds 1] [--rounds 3]

The same questions of conversations with 3, 4 and 5 turns are asked of a model server that takes its time: each alone,
with the gold's answers before it, and with its own (history.answers=own). Of several rounds the fastest counts; `ratio`
is to those alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.load import serving
from benchmarks.results import arguments, keep
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import OUTPUTS, ROOT

HOME = OUTPUTS / "bench" / "conversations"
COLUMNS = {"asked": "asked", "questions": "questions", "s": "wall_s", "questions a second": "rate", "ratio": "ratio"}
TURNS = (3, 4, 5)
OWN = ["history=last", "history.answers=own"]
WAYS = {"alone": [], "with the gold's answers before": ["history=last"], "with own answers before": OWN}


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--talks", type=int, default=40)
    words.add_argument("--workers", type=int, default=32)
    words.add_argument("--seconds", type=float, nargs="+", default=[1.0])
    words.add_argument("--rounds", type=int, default=3)
    given = words.parse_args()
    took: dict[str, list[float]] = {way: [] for way in WAYS}
    rows: list[dict[str, Any]] = []
    with serving(given.seconds, 0.0) as port:
        for _ in range(given.rounds):
            for way, settings in WAYS.items():
                number = written(given.talks, are_turns=bool(settings))
                took[way].append(asked(port, [f"runner.workers={given.workers}", *settings]))
                print(way, round(took[way][-1], 1), file=sys.stderr, flush=True)
    base = number / min(took["alone"])
    for way, seconds in took.items():
        rate = number / min(seconds)
        rows.append({"asked": way, "questions": number, "wall_s": round(min(seconds), 1), "rate": round(rate, 2),
                     "ratio": round(rate / base, 2)})  # fmt: skip
    keep("conversations", rows, COLUMNS, docs=given.docs)


def written(talks: int, are_turns: bool) -> int:
    """Writes the questions and a document about none of them; how many questions there are."""
    (HOME / "documents").mkdir(parents=True, exist_ok=True)
    (HOME / "documents" / "shed.txt").write_text("The boat shed stands at the pier.", encoding="utf-8")
    questions = [
        {
            "id": f"{talk}-{turn}", "question": f"What is paid for place {turn} of shed {talk}?", "kind": "text",
            "expected": "$5", **({"after": f"{talk}-{turn - 1}"} if are_turns and turn else {}),
        }
        for talk in range(talks) for turn in range(TURNS[talk % len(TURNS)])
    ]  # fmt: skip
    lines = "".join(f"{json.dumps(question)}\n" for question in questions)
    (HOME / "questions.jsonl").write_text(lines, encoding="utf-8")
    return len(questions)


def asked(port: int, words: list[str]) -> float:
    """The seconds of asking of a sweep, nothing replayed."""
    shutil.rmtree(HOME / "outputs", ignore_errors=True)
    files = ["--pdfs", str(HOME / "documents"), "--questions", str(HOME / "questions.jsonl")]
    model = ["llm=openai", "llm.model=stand-in", f"llm.base_url=http://127.0.0.1:{port}/v1", "llm.cache=off"]
    command = [sys.executable, "-m", "ragatta", "sweep", "--grid", "none", *files, "tracking=off"]
    done = subprocess.run(
        [*command, "architecture=single_pass", *model, *words],
        env={**os.environ, "RAGATTA_HOME": str(HOME)}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Fault(done.stderr[-2000:])
    stages = json.loads(Path(HOME, "outputs/latest/sweep.json").read_text(encoding="utf-8"))["stages"]
    return float(next(stage["wall_s"] for stage in stages if stage["name"] == "ask"))


if __name__ == "__main__":
    main()
