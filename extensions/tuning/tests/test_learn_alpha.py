"""ragatta learn-alpha: alphas learned on the dev questions, judged on the test ones, without an answer written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault
from ragatta.extensions.tuning.commands.learn_alpha import GRID, Learned
from standins.commands import Command


def test_of_equally_good_alphas_the_most_even_is_taken() -> None:
    recall = dict.fromkeys(GRID, 0.25)
    assert Learned("reasoning", 4, recall).best == 0.5
    assert Learned("reasoning", 4, {**recall, 0.2: 0.5, 0.9: 0.5}).best == 0.2
    assert Learned("reasoning", 4, {**recall, 0.3: 0.5, 0.7: 0.5}).best == 0.3
    assert Learned("reasoning", 4, {**recall, 1.0: 0.5}).best == 1.0
    assert Learned("enumeration", 0, {}).best is None


def test_it_learns_on_dev_and_judges_on_test(command: Command, own_split: list[str], home: Path) -> None:
    done = command("learn_alpha", "variation=hybrid_search", *own_split)
    assert done.returncode == 0, done.stderr
    assert "reasoning" in done.stdout
    assert "On the 1 test questions: evidence recall 1.000 with the alphas as set, 1.000 with" in done.stdout
    assert done.stdout.rstrip().endswith("--variation hybrid_search retrieval.alpha_reasoning=0.5")
    assert not (home / "outputs").exists()


def test_what_cannot_be_learned_is_said(own_split: list[str], documents: Path) -> None:
    for words, said in (
        (["variation=baseline"], "choose --variation hybrid_search"),
        (["variation=hybrid_search", "dataset.split=test"], "learned on dev and judged on test; leave it out"),
        (["variation=hybrid_search", "retrieval.top_k=3,5"], "one configuration, not a grid"),
    ):
        with pytest.raises(Fault, match=said):
            run(["learn-alpha", *own_split, *words])
    questions = documents / "questions.yaml"
    questions.write_text(questions.read_text(encoding="utf-8").replace("split: dev", "split: test"), encoding="utf-8")
    with pytest.raises(Fault, match="no question with evidence has `split: dev`"):
        run(["learn-alpha", *own_split, "variation=hybrid_search"])
