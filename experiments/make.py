"""A make command: the variables that people write become the words of the command, and no shell reads them.

    python -m experiments.make sweep

The Makefile hands every variable on as it stands, LLM= as $RAGATTA_LLM. What a command reads there itself (PDFS=, Q=
and other free texts) is no word. ARGS=, TESTS= and REMOVE= are several words, in quotes as in a shell. A variable that
the target does not read is refused: what was meant by it would be left undone silently.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Collection, Mapping

from experiments.composing.arguments import quoted
from experiments.faults import Fault, run_command
from pipeline.plugins import suggestion

CHOICES = {
    "DATASET": "dataset", "LLM": "llm", "ARCHITECTURE": "architecture", "LIMIT": "dataset.limit",
    "SPLIT": "dataset.split", "VARIATION": "variation", "ONLY": "dataset.only", "REPEATS": "repeats",
}  # fmt: skip
FLAGS = ("DRY_RUN", "UPDATE", "REPLACE")  # given by any text
DOCUMENTS = ("PDFS", "QUESTIONS")
OF_THE_MAKEFILE = ("PYTHON", "PY", "READY", "HYDRA_FULL_ERROR", "RAGATTA_HOME", "RAGATTA_DATA",
                   "RAGATTA_PDF_PASSWORDS")  # fmt: skip


class Given:
    """The variables, as words; `read` are the names of all that the command takes, given or not."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.read.add(name)
        return self._environment.get(f"RAGATTA_{name}", "")

    def left(self, *names: str) -> None:
        """The command reads these by itself."""
        self.read.update(names)

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
        return ["experiments.rerun", *words]  # a saved configuration is whole: there is nothing left to choose
    given.left(*DOCUMENTS)
    return ["experiments.sweep", "--grid", "none", *given.choices(), *words]


def _sweep(given: Given) -> list[str]:
    given.left(*DOCUMENTS)
    grid = [f"--grid={given['SWEEP']}"] if given["SWEEP"] else []
    return ["experiments.sweep", *given.options("DRY_RUN"), *grid, *given.choices(), *given.words("ARGS")]


def _index(given: Given) -> list[str]:
    given.left(*DOCUMENTS)
    grid = [f"--grid={given['SWEEP']}"] if given["SWEEP"] else []
    return ["experiments.index", *grid, *given.choices(), *given.words("ARGS")]


def _learn_alpha(given: Given) -> list[str]:
    given.left(*DOCUMENTS)
    usual = [] if given["VARIATION"] else ["variation=hybrid_search"]
    return ["experiments.learn_alpha", *usual, *given.choices(), *given.words("ARGS")]


def _chosen(module: str, *options: str, itself: tuple[str, ...] = ()) -> Callable[[Given], list[str]]:
    def words(given: Given) -> list[str]:
        given.left(*DOCUMENTS, *itself)
        return [module, *given.options(*options), *given.choices(), *given.words("ARGS")]

    return words


def _plain(
    *module: str, options: tuple[str, ...] = (), words: tuple[str, ...] = (), itself: tuple[str, ...] = ()
) -> Callable[[Given], list[str]]:
    def all_words(given: Given) -> list[str]:
        given.left(*itself)
        return [*module, *given.options(*options), *(word for name in words for word in given.words(name))]

    return all_words


TARGETS: Mapping[str, Callable[[Given], list[str]]] = {
    "sweep": _sweep,
    "run": _run,
    "index": _index,
    "learn-alpha": _learn_alpha,
    "tune": _chosen("experiments.tune", "SPACE", "TRIALS"),
    "ask": _chosen("experiments.ask", "STOP", itself=("Q", "PLAN")),
    "add-question": _chosen("experiments.add_question", "DRY_RUN", itself=("FROM", "Q", "EXPECTED", "QUOTE")),
    "check-questions": _chosen("experiments.check_questions"),
    "score": _plain("experiments.score", words=("ARGS",), itself=("FROM",)),
    "regress": _plain("experiments.regress", options=("UPDATE", "GATE", "MAX_LATENCY_S"), words=("ARGS",)),
    "compare": _plain("experiments.compare", itself=("A", "B")),
    "report": _plain("experiments.report", itself=("SWEEP_ID", "OUT")),
    "export": _plain("experiments.bundle", "export", itself=("RUN", "TO")),
    "import": _plain(
        "experiments.bundle", "import", options=("REPLACE",), words=("ARGS",), itself=("FROM", *DOCUMENTS)
    ),
    "reproduce": _plain("experiments.reproduce", words=("ARGS",), itself=("RUN",)),
    "data": _plain("experiments.data", words=("DATASET",)),
    "collections": _plain("experiments.collections", words=("REMOVE",)),
    "ui": _plain("experiments.ui", words=("PORT",)),
    "test": _plain("pytest", "-n", "2", "--dist", "worksteal", "--ignore=tests/extras", words=("TESTS",)),
    "chaos": _plain("tests.chaos", words=("ARGS",)),
    "test-extras": _plain("pytest", "tests/extras", words=("TESTS",)),
}


def main(arguments: list[str]) -> None:
    """Becomes the command of the target. Raises Fault for variables that it does not read."""
    target = arguments[0]
    given = Given(os.environ)
    words = TARGETS[target](given)
    if problems := unread(target, given.read, os.environ):
        raise Fault(problems)
    os.execv(sys.executable, [sys.executable, "-m", *words])


def unread(target: str, read: Collection[str], environment: Mapping[str, str]) -> list[str]:
    """A sentence for each variable written after make that neither the target nor another one beside it reads."""
    others = [goal for goal in environment.get("RAGATTA_GOALS", "").split() if goal in TARGETS and goal != target]
    known = {*read, *(name for other in others for name in _read_by(other, environment))}
    return [
        f"{name}=: make {target} takes no such variable; {suggestion(name, sorted(read))}"
        for name in environment.get("RAGATTA_WRITTEN", "").split()
        if name not in known and name not in OF_THE_MAKEFILE
    ]


def _read_by(target: str, environment: Mapping[str, str]) -> Collection[str]:
    given = Given(environment)
    TARGETS[target](given)
    return given.read


if __name__ == "__main__":
    run_command(main)
