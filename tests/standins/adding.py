"""How a test adds gold questions, and the file that it adds them to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Protocol

QUESTIONS = """# Our gold questions.
- id: G_1
  question:   "What is the storage fee per season?"   # asked often
  kind: number
  expected: $25
"""


class Command(Protocol):
    def __call__(self, *words: str, module: str = ...) -> SimpleNamespace: ...


def printed(output: str) -> str:
    return next(line.strip() for line in output.splitlines() if line.strip().startswith("ragatta sweep"))
