"""A folder with two users: one group, the bit that hands it down, and a umask that lets the group write."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ragatta.eval.gold.appending import append_questions
from ragatta.eval.people import Settled, append_settled
from ragatta.experiments.faults import explained
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.types import Question
from standins.commands import ROOT, Commands
from standins.pdfs import write_pdf
from standins.users import FIRST, SECOND, as_user, is_root, share, unshared
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="users of other systems have no umask")
ENCODER = "00" * 32


@pytest.fixture
def shared() -> Iterator[Path]:
    """Not below pytest's folder, which others may not enter."""
    with TemporaryDirectory(prefix="ragatta-shared-") as name:
        share(folder := Path(name))
        yield folder


def test_the_second_user_runs_another_variation_over_what_the_first_has_made(commands: Commands, shared: Path) -> None:
    (shared / "pdfs").mkdir()
    write_pdf(shared / "pdfs" / "fees.pdf", ["The pump costs $25 per season."])
    (shared / "questions.csv").write_text("id,question,expected_output\nfee,What does the pump cost?,$25\n")
    for place in shared.rglob("*"):
        place.chmod(place.stat().st_mode | 0o060)
    with OllamaServer(think=sensible) as server:
        for user, words in ((FIRST, ["chunking=page"]), (SECOND, ["chunking=page,document", "retrieval.top_k=3"])):
            done = commands.run(
                "sweep",
                ["--pdfs", f"{shared}/pdfs", "--questions", f"{shared}/questions.csv", "--grid", "none", *words,
                 "llm=ollama", f"llm.base_url={server.address}", "tracking=mlflow", "tracking.traces=false"],
                ROOT, {**os.environ, "RAGATTA_HOME": str(shared), "HOME": str(shared)}, user=user,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            assert unshared(shared) == []
    made = {place.name for place in shared.rglob("*")}
    assert made >= {"vectors.sqlite", "replies.sqlite", "chroma.sqlite3", "mlflow.db", "journal.jsonl", "latest"}


def test_both_add_questions_verdicts_and_vectors(shared: Path) -> None:
    gold, verdicts, cache = shared / "gold.yaml", shared / "verdicts.jsonl", VectorCache(shared / "v.sqlite")

    def writes(name: str) -> Callable[[], object]:
        def write() -> None:
            append_questions(gold, [Question(name, f"What is {name}?", "text", "a pump")])
            append_settled(verdicts, Settled(name, "0", "a pump", 1.0))
            cache.write(ENCODER, {name: b"1234"})
            write_whole(shared / "table.csv", name)

        return write

    for user, name in ((FIRST, "a"), (SECOND, "b"), (FIRST, "c")):
        assert as_user(user, writes(name)) == ""
        assert unshared(shared) == []
    assert gold.read_text().count("id:") == verdicts.read_text().count("\n") == 3
    assert cache.read(ENCODER, ["a", "b", "c"]).keys() == {"a", "b", "c"}


def test_both_write_a_cache_that_the_first_has_open(shared: Path) -> None:
    """Its log and the index of that, too."""
    cache = VectorCache(shared / "v.sqlite")
    assert as_user(FIRST, lambda: cache.write(ENCODER, {"a": b"1234"})) == ""

    def keep_open() -> None:
        with sqlite3.connect(cache.path) as database:
            database.execute("PRAGMA journal_mode=wal")
            database.execute("DELETE FROM checked")
            database.commit()
            os._exit(0)  # as by a kill: the log stays

    as_user(FIRST, keep_open)
    assert {place.name for place in shared.iterdir()} == {"v.sqlite", "v.sqlite-wal", "v.sqlite-shm"}
    assert unshared(shared) == []
    assert as_user(SECOND, lambda: cache.write(ENCODER, {"b": b"1234"})) == ""
    assert cache.read(ENCODER, ["a", "b"]).keys() == {"b"}


@pytest.mark.skipif(not is_root(), reason="needs a second user")
def test_what_another_user_keeps_to_himself_is_said_with_owner_and_mode(shared: Path) -> None:
    cache, verdicts = VectorCache(shared / "v.sqlite"), shared / "verdicts.jsonl"
    as_user(FIRST, lambda: cache.write(ENCODER, {"a": b"1234"}))
    as_user(FIRST, lambda: append_settled(verdicts, Settled("a", "0", "a pump", 1.0)))
    for place in (cache.path, verdicts):
        place.chmod(0o644)
    before = verdicts.read_bytes()
    for write in (
        lambda: cache.write(ENCODER, {"b": b"1234"}),
        lambda: append_settled(verdicts, Settled("b", "0", "a pump", 1.0)),
    ):
        said = as_user(SECOND, write)
        assert f"belongs to user {FIRST} (group 54321), mode 0644; its owner can let the group write: chmod g+w" in said
        assert "move" not in said
    assert verdicts.read_bytes() == before
    shutil.chown(shared, FIRST)
    shared.chmod(0o2755)
    said = as_user(SECOND, lambda: write_whole(shared / "table.csv", "a"))
    assert f"could not write {shared}/table.csv: Permission denied; {shared} belongs to user {FIRST}" in said
    assert "chmod g+ws" in said
    said = as_user(SECOND, lambda: _as_a_command_says_it((shared / "new").mkdir))
    assert f"Permission denied: '{shared}/new'; {shared} belongs to user {FIRST}" in said


def _as_a_command_says_it(do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as fault:
        raise ValueError(explained(fault)) from fault
