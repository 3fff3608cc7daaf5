"""A newcomer is asked for a question in the terminal, and runs the printed command."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.types import Evidence
from standins.adding import printed
from standins.terminal import converse


def test_in_the_terminal_and_then_alone(own: list[str], file: Path, home: Path) -> None:
    environment = {**os.environ, "RAGATTA_HOME": str(home), "TERM": "xterm"}
    said = [
        ("question>", "What is the fee for storage?"),
        ("is yours another question?", "yes"),
        ("kind [", ""),
        ("expected>", "$25"),
        ("quote [", "the storage fee is 25 $ a season"),
        ("quote [", "The storage fee is $25"),
        ("another quote", ""),
        ("id [G_2]", ""),
        ("split [test]", ""),
        ("append it?", "yes"),
    ]
    code, screen = converse(["-m", "ragatta", "add-question", *own], ROOT, environment, said)
    assert code == 0, screen
    assert "near it (" in screen
    assert "near it, handbook.pdf, page 3" in screen
    new = load_questions(file)[1]
    assert new.evidence == (Evidence("handbook.pdf", (3,), "The storage fee is $25"),)

    shown = printed(screen)
    alone = f"{shown} tracking=off"
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    done = subprocess.run(alone, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        assert {row["question_id"] for row in csv.DictReader(stream)} == {"G_2"}


def test_the_parts_of_a_question_are_asked_for(own: list[str], file: Path, home: Path) -> None:
    environment = {**os.environ, "RAGATTA_HOME": str(home), "TERM": "xterm"}
    said = [
        ("question>", "What are the fee and the hours?"),
        ("kind [", "multi"),
        ("part 1", "The fee?"),
        ("its answer>", "$25"),
        ("part 2", "The hours?"),
        ("its answer>", "600"),
        ("part 3", ""),
        ("quote [", "The storage fee is $25"),
        ("another quote", "after 600 hours"),
        ("another quote", ""),
        ("id [", ""),
        ("split [test]", ""),
        ("append it?", "yes"),
    ]
    code, screen = converse(["-m", "ragatta", "add-question", *own], ROOT, environment, said)
    assert code == 0, screen
    new = load_questions(file)[1]
    assert (new.expected, new.sub_questions) == (("$25", "600"), ("The fee?", "The hours?"))
    assert [evidence.pages for evidence in new.evidence] == [(3,), (4,)]
