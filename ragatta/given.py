"""Turns variables and options into the arguments of a command, without a shell.

The Makefile passes every variable on unchanged: LLM=ollama is $RAGATTA_LLM; on the command line it is --llm ollama.
Free texts that a command reads itself (PDFS=, Q=) do not become arguments. ARGS=, TESTS= and REMOVE= contain several
words, quoted as in a shell.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence

from ragatta.experiments.composing.arguments import quoted
from ragatta.experiments.faults import Fault

CHOICES = {
    "DATASET": "dataset", "LLM": "llm", "ARCHITECTURE": "architecture", "LIMIT": "dataset.limit",
    "SPLIT": "dataset.split", "VARIATION": "variation", "ONLY": "dataset.only", "REPEATS": "repeats",
}  # fmt: skip
FLAGS = ("DRY_RUN", "UPDATE", "REPLACE", "RETRY_FAILED")  # given by any text
DOCUMENTS = ("PDFS", "QUESTIONS")
SHORT = ("A", "B", "Q", "SWEEP_ID")  # read from the environment by commands whose own options are named otherwise


def option(name: str) -> str:
    """--dry-run of DRY_RUN."""
    return "--" + name.lower().replace("_", "-")


def spelled(
    written: Sequence[str], variables: Collection[str], environment: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """The environment with those words of a command line that are `variables` (--limit 3 is $RAGATTA_LIMIT), and all
    other words; words that are neither options nor settings are the question of a command that takes one. Raises Fault
    for an option without a value and for a variable of make."""
    names = {option(name): name for name in variables}
    found, waiting = dict(environment), list(written)
    words: list[str] = []
    question: list[str] = []
    while waiting:
        word, equals, value = waiting.pop(0).partition("=")
        name = names.get(word, "")
        if equals and word.isupper():
            raise Fault(f"{word}={value}: variables are for make; write {option(word)} instead")
        is_value = bool(words) and words[-1].startswith("-") and "=" not in words[-1]
        if "Q" in variables and not (equals or word.startswith("-") or is_value):
            question.append(word)
        elif not name:
            words.append(f"{word}{equals}{value}")
        elif name in FLAGS:
            found[f"RAGATTA_{name}"] = "1"
        elif equals or waiting:
            found[f"RAGATTA_{name}"] = value if equals else waiting.pop(0)
        else:
            raise Fault(f"{word} needs a value")
    return {**found, **({"RAGATTA_Q": " ".join(question)} if question else {})}, words


class Given:
    """The variables, as words; `read` has the names of all variables that the command takes, `spelled` those that must
    become arguments."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.read: set[str] = set()
        self.spelled: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.read.add(name)
        self.spelled.add(name)
        return self._environment.get(f"RAGATTA_{name}", "")

    def left(self, *names: str) -> None:
        """The variables that the command reads itself."""
        self.read.update(names)

    @property
    def options_read(self) -> list[str]:
        """The variables that a command line gives as options, and that reach the command as variables or words."""
        return sorted(self.spelled | (self.read & {*SHORT}))

    def options(self, *names: str) -> list[str]:
        """--trials=30 for TRIALS=30, --dry-run for DRY_RUN=1."""
        words = {name: option(name) for name in names if self[name]}
        return [word if name in FLAGS else f"{word}={self[name]}" for name, word in words.items()]

    def choices(self) -> list[str]:
        """The overrides of a sweep."""
        words = [f"{key}={self[name]}" for name, key in CHOICES.items() if self[name] and name != "ONLY"]
        if self["ONLY"]:
            words.append(f"dataset.only=[{','.join(quoted(identity) for identity in self['ONLY'].split(','))}]")
        return [*words, *(["retry_failed=true"] if self["RETRY_FAILED"] else [])]

    def words(self, name: str) -> list[str]:
        """The words of a variable that holds several. Raises Fault for a quote that is not closed."""
        try:
            return shlex.split(self[name])
        except ValueError as fault:
            raise Fault(f"{name}={self[name]}: {str(fault).lower()}; close the quote, or escape it") from fault
