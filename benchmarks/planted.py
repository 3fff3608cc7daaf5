"""Does `ragatta regress` catch a regression that is planted on purpose, and stay quiet without one?

    python -m benchmarks.planted [name ...] [--quiet-only | --planted-only]

Each plant is code appended to one file of a copy of the clone; the gates of eval/expected.yaml then run there, or one
of two or twelve questions, which is recorded first. A plant is caught if the gate ends with "regression"; a few change
what no gate compares, and have to end with "ok" too. A quiet run changes nothing but rounding: the whole embedding
model in fp32, or seeded noise of the size that int8 differs from fp32 by; there any other end than "ok" is a false
alarm. The gates run in their order until one is not ok. All runs share caches below outputs/bench/planted/, so one
takes a minute.
The exit code is 1 if any ended otherwise than it should. Printed as Markdown, a row a run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
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


SMALL = {  # gates of questions that every variation answers
    "two": "list_001 number_002",
    "twelve": "list_001 list_002 list_012 list_014 number_002 number_006 number_013 number_023 text_001 text_007 "
    "text_021 text_025",
}


@dataclass(frozen=True)
class Plant:
    """`code` appended to `file`, or words for the gate's command; `gate` is one of SMALL, "" for those of the clone.
    `not_gated` says why nothing is to be found; a run of `QUIET` changes nothing."""

    name: str
    file: str = ""
    code: str = ""
    words: tuple[str, ...] = ()
    gate: str = ""
    not_gated: str = ""

    @property
    def ends(self) -> str:
        """How its gate has to end."""
        return "ok" if self.not_gated or self in QUIET else "regression"


def _answering(name: str, changed: str, gate: str = "", words: tuple[str, ...] = (), not_gated: str = "") -> Plant:
    """A pipeline whose `answer` is another one."""
    code = (
        "import re, time, zlib\n_answer = RouterPlanner.answer\ndef _planted(self, asked, tools):\n"
        f"    answer = _answer(self, asked, tools)\n    return {changed}\nRouterPlanner.answer = _planted\n"
    )
    return Plant(name, "pipeline/architectures/router_planner.py", code, words, gate, not_gated)


_NOTHING = 'status="no_information", text="", value="", items=(), citations=()'
_YEARS = 're.sub(r"\\b20\\d\\d\\b", lambda year: str(int(year[0]) + 1), answer.{0})'

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
        "extensions/extractive/tables/table_lookup.py",
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
        "def by_characters(size, overlap):\n"
        "    return lambda text: [(a, b) for a, b in windows(len(text), size, -40) if a < b]\n",
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
        "extensions/extractive/rules/write_answer.py",
        "def figure_answer(asked, lines):\n    return None\n",
    ),
    _answering(
        "a figure is invented where there was no answer",
        'answer if answer.status == "answered" else replace(answer, status="answered", text="4711", value="4711")',
    ),
    _answering("everything is refused", f"replace(answer, {_NOTHING.replace('no_information', 'refused')})"),
    Plant(
        "hits come in reverse order",
        "pipeline/retrieval/retriever.py",
        "from dataclasses import replace\n_search = Retriever.search\ndef _reversed(self, *given, **more):\n"
        "    hits = reversed(_search(self, *given, **more))\n"
        "    return [replace(hit, rank=rank) for rank, hit in enumerate(hits, 1)]\nRetriever.search = _reversed\n",
    ),
    Plant(
        "contexts are twice as long",
        "pipeline/retrieval/retriever.py",
        "_search = Retriever.search\ndef _more(self, query, documents=None, top_k=None, **more):\n"
        "    return _search(self, query, documents, 2 * (top_k or self.settings.top_k), **more)\n"
        "Retriever.search = _more\n",
    ),
    Plant(
        "the router is wrong on 30% of the questions",
        "pipeline/agents/routing/router.py",
        "import zlib\n_route = Router.route\ndef _wrong(self, asked, tools, stage):\n"
        "    chosen = _route(self, asked, tools, stage)\n    if zlib.crc32(asked.question.encode()) % 10 < 3:\n"
        "        chosen = tuple(name for name in tools.documents if name not in chosen)[: len(chosen)] or chosen\n"
        "    stage.details['documents'] = list(chosen)\n    return chosen\nRouter.route = _wrong\n",
    ),
    Plant(
        "a third of every chunk is lost",
        "pipeline/index/cutting.py",
        "def by_characters(size, overlap):\n    lost = size // 3\n"
        "    return lambda text: [(a, b) for a, b in windows(len(text), size - lost, -lost) if a < b]\n",
    ),
    _answering(
        "citations name the next page",
        "replace(answer, citations=tuple(replace(one, first_page=one.first_page + 1, last_page=one.last_page + 1)"
        " for one in answer.citations))",
    ),
    _answering(
        "lists lose their last items",
        'replace(answer, items=answer.items[:-2], text="\\n".join(answer.items[:-2])) if answer.items[2:] else answer',
    ),
    _answering(
        "lists have as many wrong items again",
        "replace(answer, items=(*answer.items, *(f'Further Rule {n}' for n, _ in enumerate(answer.items))))",
    ),
    _answering(
        "figures are in another unit",
        "replace(answer, value=f'{answer.value} thousand', text='') if answer.value else answer",
    ),
    _answering(
        "years are those after", f"replace(answer, value={_YEARS.format('value')}, text={_YEARS.format('text')})"
    ),
    _answering("one of two answers is lost", f"replace(answer, {_NOTHING}) if answer.value else answer", "two"),
    _answering("everything is refused, two questions", f"replace(answer, {_NOTHING})", "two"),
    _answering(
        "one of twelve answers is lost",
        f"replace(answer, {_NOTHING}) if zlib.crc32(asked.question.encode()) % 12 == 1 else answer",
        "twelve",
    ),
    _answering(
        "an answer takes half a second more, with a limit",
        "(time.sleep(0.5), answer)[1]",
        "two",
        ("--max-latency-s", "0.4"),
    ),
    _answering(
        "an answer takes 20 ms more",
        "(time.sleep(0.02), answer)[1]",
        not_gated="seconds are gated by --max-latency-s alone",
    ),
    _answering(
        "citations come in another order",
        "replace(answer, citations=answer.citations[::-1])",
        not_gated="their order means nothing",
    ),
    _answering(
        "every answer is of high confidence",
        'replace(answer, confidence="high")',
        not_gated="calibration.csv shows it",
    ),
)
QUIET = (
    Plant("nothing changes"),
    Plant("fp32 for int8", words=("embedder=minilm_fp32",)),
    *(
        Plant(f"rounding noise, seed {seed}", "pipeline/index/embedding/onnx_encoder.py", _NOISE.format(seed=seed))
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
    home, wrong = OUTPUTS / "bench" / "planted", 0
    _record({run.gate for run in chosen} - {""}, home)
    print("| run | gate | as it should | seconds | what it says |\n| --- | --- | --- | --- | --- |")
    for run in chosen:
        started = perf_counter()
        outcome, said = _outcome(run, home)
        right = outcome == run.ends
        wrong += not right
        said = f"not gated: {run.not_gated}" if run.not_gated else said
        print(f"| {run.name} | {outcome} | {'yes' if right else '**no**'} | {perf_counter() - started:.0f} | {said} |")
        sys.stdout.flush()
    print(f"\n{len(chosen) - wrong} of {len(chosen)} ended as they should")
    return 1 if wrong else 0


def _record(gates: Iterable[str], home: Path) -> None:
    """The small gates, as the clone answers without a plant."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "small.yaml").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        clone = Path(scratch)
        _copy(clone, QUIET[0])
        for gate in sorted(gates):
            sweep = f"ragatta sweep --sweep none dataset=filings --only {','.join(SMALL[gate].split())}"
            done = _regress(clone, home, ["--update", "--gate", gate, "--command", sweep], gate)
            if done.returncode:
                raise Fault(f"the gate {gate} could not be recorded: {done.stderr[-2000:]}")


def _regress(clone: Path, home: Path, words: Sequence[str], small: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "RAGATTA_HOME": str(home),
        "PYTHONPATH": python_path(clone),
        "GITHUB_STEP_SUMMARY": "",
    }
    file = ["--expected", str(home / "small.yaml")] if small else []
    command = [sys.executable, "-P", "-m", "ragatta", "regress", *file, *words]
    return subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=False)


def _outcome(run: Plant, home: Path) -> tuple[str, str]:
    """How the gate ends in a copy of the clone with the plant in it, and its first words."""
    with tempfile.TemporaryDirectory() as scratch:
        clone = Path(scratch)
        _copy(clone, run)
        for gate in [run.gate] if run.gate else read_gates(ROOT / "eval" / "expected.yaml"):
            done = _regress(clone, home, ["--all", "--gate", gate, *run.words], run.gate)
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
    telling = [line for line in output.splitlines() if line.endswith(": regression")]
    telling += [line for line in output.splitlines() if line.startswith("scorer ") or "(critical)" in line]
    yield from _first(telling)


def _first(lines: Sequence[str]) -> Sequence[str]:
    return [line.strip()[:160] for line in lines[:SHOWN]] + ([f"{len(lines)} lines"] if len(lines) > SHOWN else [])


if __name__ == "__main__":
    run_command(main)
