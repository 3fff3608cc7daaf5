"""What a command says of faults and of damage that it has mended."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest

from ragatta.experiments.command_line.process import ALIKE, run_command
from ragatta.experiments.faults import Fault, explained, problems_of
from ragatta.experiments.paths import MLRUNS
from ragatta.pipeline.machine.checksums import note


def test_many_notes_of_one_kind_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    def command(_: list[str]) -> None:
        for number in range(ALIKE + 5):
            note(f"page{number}.json is damaged: made again")
        note("grades.json is damaged: scored again")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        run_command(command, [])
    said = capsys.readouterr().err.splitlines()
    assert said == [
        *(f"note: page{number}.json is damaged: made again" for number in range(ALIKE)),
        "note: grades.json is damaged: scored again",
        "note: 5 more: is damaged: made again",
    ]


def test_a_fault_is_a_line_a_problem_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    def command(_: list[str]) -> None:
        raise Fault(["top_k: 0", "alpha: 2"])

    with warnings.catch_warnings(), pytest.raises(SystemExit) as ended:
        run_command(command, [])
    assert ended.value.code == 1
    assert capsys.readouterr().err == "error: top_k: 0\nerror: alpha: 2\n"


@pytest.mark.parametrize(
    "fault",
    [
        MemoryError(),
        ImportError("a.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
        OSError(12, "Cannot allocate memory"),
    ],
)
def test_too_little_memory_is_said(fault: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    def command(_: list[str]) -> None:
        raise fault

    with warnings.catch_warnings(), pytest.raises(SystemExit):
        run_command(command, [])
    assert capsys.readouterr().err.startswith("error: out of memory")


def test_a_part_that_is_missing_is_no_lack_of_memory() -> None:
    def command(_: list[str]) -> None:
        raise ImportError("no module named odd")

    with warnings.catch_warnings(), pytest.raises(ImportError):
        run_command(command, [])


@pytest.mark.parametrize("late", [False, True])
def test_an_interrupt_shows_no_traceback_even_after_the_work(
    late: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    if late:
        monkeypatch.setattr("ragatta.experiments.command_line.process._say_the_rest", interrupt)
    with warnings.catch_warnings(), pytest.raises(SystemExit) as ended:
        run_command((lambda _: 0) if late else interrupt, [])
    assert ended.value.code == 130
    assert capsys.readouterr().err.startswith("stopped; every finished answer is kept")


def test_the_end_of_a_command_does_not_wait_for_a_search_of_all_that_it_held() -> None:
    try:
        run_command(lambda _: 0, [])
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_a_path_that_is_too_long_for_sqlite_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = OSError("/x/replies.sqlite: unable to open database file")
    assert "too long" not in explained(fault)
    monkeypatch.setattr("ragatta.experiments.faults.HOME", Path("/", *["ä" * 100] * 3))
    assert explained(fault).endswith("has 603 bytes, which is too long for SQLite: use one of at most 400")


def test_a_damaged_store_of_mlflow_is_named_with_its_remedy() -> None:
    class DatabaseError(Exception):
        """Of SQLAlchemy, which is neither an OSError nor a ValueError."""

    fault = DatabaseError("(sqlite3.DatabaseError) database disk image is malformed\n[SQL: SELECT 1]")
    (said,) = problems_of(fault)
    assert said.startswith(f"{MLRUNS / 'mlflow.db'} is damaged ((sqlite3.DatabaseError) database disk image")
    assert said.endswith("move it away, then ragatta log logs a sweep anew")


def test_a_store_of_mlflow_that_cannot_be_written_is_named() -> None:
    class DatabaseError(Exception):
        """No OSError, like that of MLflow."""

    (said,) = problems_of(DatabaseError("(sqlite3.OperationalError) database or disk is full\n[SQL: INSERT]"))
    assert said.startswith(f"{MLRUNS / 'mlflow.db'}: database or disk is full - free some space")
    (said,) = problems_of(DatabaseError("(sqlite3.OperationalError) attempt to write a readonly database\n[SQL: A]"))
    assert said.startswith(f"{MLRUNS / 'mlflow.db'}: attempt to write a readonly database")
    own = OSError("/cache/vectors.sqlite: attempt to write a readonly database")
    assert problems_of(own) == [str(own)]
