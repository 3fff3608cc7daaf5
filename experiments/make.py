"""A make command: the variables that people write become the words of the command, and no shell reads them.

    python -m experiments.make sweep

The Makefile hands every variable on as it stands, LLM= as $RAGATTA_LLM. What a command reads there itself (PDFS=, Q=
and other free texts) is no word. ARGS=, TESTS= and REMOVE= are several words, in quotes as in a shell.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping

from experiments.composing.arguments import quoted
from experiments.faults import Fault, run_command

CHOICES = {
    "DATASET": "dataset", "LLM": "llm", "ARCHITECTURE": "architecture", "LIMIT": "dataset.limit",
    "SPLIT": "dataset.split", "VARIATION": "variation", "ONLY": "dataset.only", "REPEATS": "repeats",
}  # fmt: skip
FLAGS = ("DRY_RUN", "UPDATE", "REPLACE")  # given by any text


class Given:
    """The variables, as words."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def __getitem__(self, name: str) -> str:
        return self._environment.get(f"RAGATTA_{name}", "")

    def options(self, *names: str) -> list[str]:
        """--trials=30 of TRIALS=30, --dry-run of DRY_RUN=1, for those that are given."""
        words = {name: "--" + name.lower().replace("_", "-") for name in names if self[name]}
        return [word if name in FLAGS else f"{word}={self[name]}" for name, word in words.items()]

    def choices(self) -> list[str]:
        """What is run, on what: overrides of a sweep."""
        words = [f"{key}={self[name]}" for name, key in CHOICES.items() if self[name] and name != "ONLY"]
        if self["ONLY"]:
            words.append(f"dataset.only=[{','.join(quoted(identity) for identity in self['ONLY'].split(','))}]")
        return [*words, *(["retry_failed=true"] if self["RETRY_FAILED"] else [])]

    def words(self, name: str) -> list[str]:
        """The words of a variable that holds several. Raises Fault for a quote that is not closed."""
        try:
            return shlex.split(self[name])
        except ValueError as fault:
            raise Fault(f"{name}={self[name]}: {str(fault).lower()}; close what was opened, or escape it") from fault


def _run(given: Given) -> list[str]:
    words = [*given.options("DRY_RUN"), *given.words("ARGS")]
    if given["CONFIG"]:
        return ["experiments.rerun", *words]
    return ["experiments.sweep", "--grid", "none", *given.choices(), *words]


def _sweep(given: Given) -> list[str]:
    grid = [f"--grid={given['SWEEP']}"] if given["SWEEP"] else []
    return ["experiments.sweep", *given.options("DRY_RUN"), *grid, *given.choices(), *given.words("ARGS")]


def _index(given: Given) -> list[str]:
    grid = [f"--grid={given['SWEEP']}"] if given["SWEEP"] else []
    return ["experiments.index", *grid, *given.choices(), *given.words("ARGS")]


def _learn_alpha(given: Given) -> list[str]:
    usual = [] if given["VARIATION"] else ["variation=hybrid_search"]
    return ["experiments.learn_alpha", *usual, *given.choices(), *given.words("ARGS")]


def _chosen(module: str, *options: str) -> Callable[[Given], list[str]]:
    return lambda given: [module, *given.options(*options), *given.choices(), *given.words("ARGS")]


def _plain(*module: str, options: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> Callable[[Given], list[str]]:
    return lambda given: [*module, *given.options(*options), *(word for name in words for word in given.words(name))]


TARGETS: Mapping[str, Callable[[Given], list[str]]] = {
    "sweep": _sweep,
    "run": _run,
    "index": _index,
    "learn-alpha": _learn_alpha,
    "tune": _chosen("experiments.tune", "SPACE", "TRIALS"),
    "ask": _chosen("experiments.ask", "STOP"),
    "add-question": _chosen("experiments.add_question"),
    "check-questions": _chosen("experiments.check_questions"),
    "score": _plain("experiments.score", words=("ARGS",)),
    "regress": _plain("experiments.regress", options=("UPDATE", "GATE", "MAX_LATENCY_S"), words=("ARGS",)),
    "compare": _plain("experiments.compare"),
    "report": _plain("experiments.report"),
    "export": _plain("experiments.bundle", "export"),
    "import": _plain("experiments.bundle", "import", options=("REPLACE",), words=("ARGS",)),
    "reproduce": _plain("experiments.reproduce", words=("ARGS",)),
    "data": _plain("experiments.data", words=("DATASET",)),
    "collections": _plain("experiments.collections", words=("REMOVE",)),
    "ui": _plain("experiments.ui", words=("PORT",)),
    "test": _plain("pytest", "-n", "2", "--dist", "worksteal", "--ignore=tests/extras", words=("TESTS",)),
    "chaos": _plain("tests.chaos", words=("ARGS",)),
    "test-extras": _plain("pytest", "tests/extras", words=("TESTS",)),
}


def main(arguments: list[str]) -> None:
    """Becomes the command of the target."""
    words = TARGETS[arguments[0]](Given(os.environ))
    os.execv(sys.executable, [sys.executable, "-m", *words])


if __name__ == "__main__":
    run_command(main)
