"""A search that ends before its time keeps what it has found, is made again where its process died, and is not kept as
the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.documents.worker_pool import Allowance, BrokenOff, Crashed, TimedOut
from ragatta.pipeline.tables import reading
from ragatta.pipeline.tables.document import SAMPLED, read_tables
from ragatta.pipeline.tables.reading import Source, tables_of
from standins.drawn import Pages

TABLE = {"table": {"title": ["Fees"], "columns": ["Berth", "Week"], "rows": [[["Inner", "40"], 1, []]], "about": []}}


class Worker:
    """Answers as told, one list of replies after the other; what is raised ends one."""

    def __init__(self, *answers: list[Any]) -> None:
        self.answers, self.asked = list(answers), 0

    def ask(self, _job: Mapping[str, Any], _allowance: Allowance) -> Iterator[dict[str, Any]]:
        self.asked += 1
        for reply in self.answers.pop(0):
            if isinstance(reply, BrokenOff):
                raise reply
            yield reply

    def stop(self) -> None:
        pass


def found(monkeypatch: pytest.MonkeyPatch, folder: Path, worker: Worker) -> reading.Tables:
    (folder / "a.pdf").write_bytes(b"any")
    monkeypatch.setattr(reading, "Worker", lambda *_: worker)
    return tables_of([Source("a.pdf", folder / "a.pdf", "d1")], folder, 20, 1024)["a.pdf"]


CRASHED = Crashed("crashed (SIGKILL)", Allowance(20, 1))


def test_a_process_that_died_is_asked_again_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    worker = Worker([TABLE, CRASHED], [TABLE, TABLE])
    tables = found(monkeypatch, tmp_path, worker)
    assert (len(tables.tables), tables.fault, worker.asked) == (2, "", 2)
    assert len(list((tmp_path / "tables").iterdir())) == 1


def test_one_that_dies_again_keeps_what_was_found_and_is_not_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    worker = Worker([TABLE, CRASHED], [CRASHED])
    tables = found(monkeypatch, tmp_path, worker)
    assert (len(tables.tables), tables.fault, worker.asked) == (1, "crashed (SIGKILL)", 2)
    assert not (tmp_path / "tables").exists()


def test_a_limit_is_not_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    worker = Worker([TABLE, TimedOut("took longer than 20 s", Allowance(20, 20))])
    tables = found(monkeypatch, tmp_path, worker)
    assert (len(tables.tables), tables.fault, worker.asked) == (1, "took longer than 20 s", 1)
    assert not (tmp_path / "tables").exists()


def test_a_table_comes_before_the_pages_behind_it_are_read(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "a.pdf")
    for page in range(SAMPLED + 20):
        if page in (0, 1, 5):
            pages.grid(90, (72, 172, 272), [["Berth", "Week"], ["Inner", "40"], ["Outer", "35"]])
        else:
            pages.text(72, 90, f"{page}")
        pages.next()
    replies = list(read_tables(pages.save()))
    places = [at for at, table in enumerate(replies) if table is not None]
    assert [{row.page for row in replies[at].rows} for at in places] == [{1, 2}, {6}]  # type: ignore[union-attr]
    assert places[0] <= SAMPLED + 3
    assert len(replies) - places[0] > SAMPLED
