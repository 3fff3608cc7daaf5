"""A sweep that is halted (Ctrl-Z) keeps its claim: the second one waits, names it, and asks nothing twice."""

from __future__ import annotations

from pathlib import Path

from standins.commands import Commands
from tests.chaos.course import GOOD, Bench, write_documents
from tests.chaos.stopped import Halt, halted, slowly
from tests.standins.ollama_server import OllamaServer


def test_two_sweeps_ask_no_question_twice_while_one_is_halted(commands: Commands, tmp_path: Path) -> None:
    write_documents(tmp_path)
    bench = Bench(tmp_path, commands)
    with OllamaServer(think=slowly) as server:
        words = bench.own("runner.workers=1", server=server.address)
        true, calls = bench.undisturbed(words, tmp_path / "before"), len(server.chats)
        trial = halted(bench, words, true, after=1, halt=Halt("tests.standins.hurried", seconds=12))
    assert trial.outcome in GOOD, f"{trial.outcome}: {trial.said}"
    assert len(server.chats) <= 2 * calls + 1, "those of the undisturbed sweep, the same once more, and one in flight"
