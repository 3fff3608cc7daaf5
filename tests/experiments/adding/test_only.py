from __future__ import annotations

from argparse import Namespace

import pytest

from ragatta.experiments.adding import only
from ragatta.experiments.wording import installed


def test_the_command_is_one_that_can_be_given_here(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Namespace(pdfs="it's Größe: 1", questions="q,1.yaml", overrides=["llm=ollama", "dataset.limit=3"])
    words = "PDFS='it'\"'\"'s Größe: 1' QUESTIONS=q,1.yaml ONLY=A,B ARGS=llm=ollama"
    assert only.only_command(options, ["A", "B"]) == f"make sweep {words}"
    monkeypatch.setattr(only, "spoken", installed)
    told = "ragatta sweep --pdfs 'it'\"'\"'s Größe: 1' --questions q,1.yaml --only A,B --args llm=ollama"
    assert only.only_command(options, ["A", "B"]) == told
