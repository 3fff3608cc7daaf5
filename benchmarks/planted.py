"""Does `ragatta regress` catch a regression that is planted on purpose, and stay quiet without one?

    python -m benchmarks.planted [name ...] [--quiet-only | --planted-only]

Each plant is code appended to one file of a copy of the clone; the gates of eval/expected.yaml then run there. A plant
is caught if the gate ends with "regression". A quiet run changes nothing but rounding: the whole embedding model in
fp32, or seeded noise of the size that int8 differs from fp32 by; there any other end than "ok" is a false alarm. The
gates run in their order until one is not ok. All runs share caches below outputs/bench/planted/, so one takes a few
minutes. The exit code is 1 if any ended otherwise than it should. Printed as Markdown, a row a run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.expected import read_gates
from ragatta.experiments.paths import MODELS, OUTPUTS, ROOT
from tests.standins.clone import copied, python_path

SHOWN = 2  # lines of what the gate says that the table shows

_NOISE = """
_exact = OnnxEncoder._run
def _run(self, ids):
    found = _exact(self, ids)
    random = np.random.default_rng([{seed}, *ids.ravel().tolist()])
    noisy = found + random.normal(0, 0.006, found.shape).astype(np.float32)
    return noisy / np.linalg.norm(noisy)
OnnxEncoder._run = _run
"""


@dataclass(frozen=True)
class Plant:
    """`code` appended to `file`, or words for the gate's command; `caught` if it must be."""

    name: str
    file: str = ""
    code: str = ""
    words: tuple[str, ...] = ()
    caught: bool = True


PLANTED = (
    Plant(
        "the scorer takes the first number",
        "eval/answers/final_number.py",
        "_read = read_number\ndef read_number(text, question, right, *rest):\n"
        "    first = next((one for line in plain_lines(text) for one in figures(line.text)), None)\n"
        "    return _read(str(first.number.value) if first else '', question, right, *rest)\n",
    ),
    Plant(
        "percent signs are ignored",
        "eval/matching/numbers.py",
        "_read = _number\ndef _number(match):\n    return replace(_read(match), percent=False)\n",
    ),
    Plant("evidence_recall is always 1", "eval/scorers/evidence_recall.py", "def score(*_):\n    return 1.0\n"),
    Plant(
        "1 question in 40 fails",
        "pipeline/architectures/router_planner.py",
        "import zlib\n_answer = RouterPlanner.answer\ndef _failing(self, asked, tools):\n"
        "    if zlib.crc32(asked.question.encode()) % 40 == 0:\n        raise RuntimeError('planted')\n"
        "    return _answer(self, asked, tools)\nRouterPlanner.answer = _failing\n",
    ),
    Plant(
        "all citations are lost",
        "pipeline/architectures/router_planner.py",
        "_answer = RouterPlanner.answer\n"
        "RouterPlanner.answer = lambda *given: replace(_answer(*given), citations=())\n",
    ),
    Plant(
        "injection detection is off",
        "pipeline/injection/detection.py",
        "def order_cues(sentence):\n    return ()\ndef question_cues(question):\n    return ()\n",
    ),
    Plant(
        "no cell of a table is looked up",
        "reader/tables/table_lookup.py",
        "def look_up(wanted, passages, known_values=None):\n    return None\n",
    ),
    Plant(
        "top_k 5 becomes 3",
        "pipeline/retrieval/retriever.py",
        "_search = Retriever.search\ndef _fewer(self, query, documents=None, top_k=None, **more):\n"
        "    top_k = self.settings.top_k if top_k is None else top_k\n"
        "    return _search(self, query, documents, 3 if top_k == 5 else top_k, **more)\nRetriever.search = _fewer\n",
    ),
    Plant(
        "the window is dropped",
        "pipeline/retrieval/retriever.py",
        "Retriever.expand = lambda self, hits, *_, **__: list(hits)\n",
    ),
    Plant(
        "the router drops its best document",
        "pipeline/agents/routing/router.py",
        "_route = Router.route\ndef _worse(self, asked, tools, stage):\n"
        "    chosen = _route(self, asked, tools, stage)\n"
        "    chosen = chosen[1:] or chosen\n    stage.details['documents'] = list(chosen)\n    return chosen\n"
        "Router.route = _worse\n",
    ),
    Plant(
        "40 characters are lost between chunks",
        "pipeline/index/cutting.py",
        "def by_characters(size, overlap):\n    return lambda text: windows(len(text), size, -40)\n",
    ),
    Plant(
        "every 20th page is lost",
        "pipeline/index/cutting.py",
        "_all_of = _chunks\ndef _chunks(pages, bucket, pieces):\n"
        "    for chunk in _all_of(pages, bucket, pieces):\n"
        "        if chunk.first_page % 20 or chunk.first_page != chunk.last_page:\n            yield chunk\n",
    ),
    Plant(
        "the weights of fusion are swapped",
        "pipeline/retrieval/fusion.py",
        "_fused = reciprocal_rank_fusion\ndef reciprocal_rank_fusion(semantic, lexical, chunks, alpha, k):\n"
        "    return _fused(semantic, lexical, chunks, 1 - alpha, k)\n",
    ),
    Plant(
        "figures of prose are no longer answered",
        "reader/answers.py",
        "def figure_answer(asked, lines):\n    return None\n",
    ),
)
QUIET = (
    Plant("nothing changes", caught=False),
    Plant("fp32 for int8", words=("embedder=minilm_fp32",), caught=False),
    *(
        Plant(
            f"rounding noise, seed {seed}",
            "pipeline/index/embedding/onnx_encoder.py",
            _NOISE.format(seed=seed),
            caught=False,
        )
        for seed in range(1, 9)
    ),
)


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("names", nargs="*", help="parts of the names of the runs; all of them if none is given")
    words.add_argument("--quiet-only", action="store_true", help="only runs that nothing may be found in")
    words.add_argument("--planted-only", action="store_true", help="only runs with a regression")
    options = words.parse_args(arguments)
    runs = [*([] if options.quiet_only else PLANTED), *([] if options.planted_only else QUIET)]
    chosen = [run for run in runs if not options.names or any(name in run.name for name in options.names)]
    if not chosen:
        raise Fault(f"no run is called {' or '.join(options.names)}; there are: {'; '.join(run.name for run in runs)}")
    wrong = 0
    print("| run | gate | as it should | seconds | what it says |\n| --- | --- | --- | --- | --- |")
    for run in chosen:
        started = perf_counter()
        outcome, said = _outcome(run)
        right = outcome == ("regression" if run.caught else "ok")
        wrong += not right
        print(f"| {run.name} | {outcome} | {'yes' if right else '**no**'} | {perf_counter() - started:.0f} | {said} |")
        sys.stdout.flush()
    print(f"\n{len(chosen) - wrong} of {len(chosen)} ended as they should")
    return 1 if wrong else 0


def _outcome(run: Plant) -> tuple[str, str]:
    """How the gate ends in a copy of the clone with the plant in it, and its first words."""
    home = OUTPUTS / "bench" / "planted"
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        clone = Path(scratch)
        _copy(clone, run)
        environment = {
            **os.environ,
            "RAGATTA_HOME": str(home),
            "PYTHONPATH": python_path(clone),
            "GITHUB_STEP_SUMMARY": "",
        }
        for gate in read_gates(ROOT / "eval" / "expected.yaml"):
            command = [sys.executable, "-P", "-m", "ragatta", "regress", "--gate", gate, *run.words]
            done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=False)
            found = _ended(home, run, done.stderr)
            if found != "ok":
                break
    return found, " / ".join(line.replace("|", "\\|") for line in _telling(done.stdout))


def _ended(home: Path, run: Plant, said: str) -> str:
    outcome = home / "outputs" / "regress" / "outcome.json"
    if not outcome.is_file():
        raise Fault(f"{run.name}: the gate ended without an outcome: {said[-2000:]}")
    return str(json.loads(outcome.read_text(encoding="utf-8"))["outcome"])


def _copy(clone: Path, run: Plant) -> None:
    copied(clone, MODELS)
    generated = shutil.ignore_patterns("__pycache__", "seed_*", ".seed_*", "pdfs", "imported")
    shutil.copytree(ROOT / "datasets", clone / "datasets", ignore=generated)
    if run.file:
        planted = clone / run.file
        if not planted.is_file():
            raise Fault(f"{run.name}: no file {run.file} to plant it in")
        planted.write_text(f"{planted.read_text(encoding='utf-8')}\n\n{run.code}", encoding="utf-8")


def _telling(output: str) -> Iterator[str]:
    telling = [line for line in output.splitlines() if "regression" in line and "regression gate" not in line]
    telling += [line for line in output.splitlines() if line.startswith("scorer ") or "(critical)" in line]
    yield from _first(telling)


def _first(lines: Sequence[str]) -> Sequence[str]:
    return [line.strip()[:160] for line in lines[:SHOWN]] + ([f"{len(lines)} lines"] if len(lines) > SHOWN else [])


if __name__ == "__main__":
    run_command(main)
