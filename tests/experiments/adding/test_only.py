from __future__ import annotations

from ragatta.experiments.adding.only import only_command
from ragatta.experiments.composing.chosen import Chosen


def test_the_command_is_one_that_can_be_given_here() -> None:
    chosen = Chosen(("llm=ollama", "dataset.limit=3"), pdfs="it's Größe: 1", questions="q,1.yaml")
    words = "--pdfs 'it'\"'\"'s Größe: 1' --questions q,1.yaml --only A,B llm=ollama"
    assert only_command(chosen, ["A", "B"]) == f"ragatta sweep {words}"
