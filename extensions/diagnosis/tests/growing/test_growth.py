"""Which documents a corpus grows by, and the questions that count then."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.conf.schema import Config, Dataset
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources import documents
from ragatta.extensions.diagnosis.changing import derived
from ragatta.extensions.diagnosis.growing.growth import growth
from ragatta.pipeline.types import Question

ASKED = (
    Question("hall", "Who built Marlow Hall?", "text", "x", documents=("a.txt",)),
    Question("port", "Who built Ayton Port?", "text", "x", documents=("b.txt",)),
    Question("any", "Who built it?", "text", "x", documents=("a.txt",)),
    Question("all", "Who built most?", "text", "x"),
)
OWN = {"a.txt": "Ada built Marlow Hall.", "b.txt": "Ben built Ayton Port.", "empty.txt": ""}
MORE = {"1.txt": " ", "2.txt": "Cy built a shed.", "3.txt": OWN["a.txt"], "4.txt": "Di saw Ayton Port.", "5.txt": "\n"}


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenDataset:
    monkeypatch.setattr(derived, "CHANGED", tmp_path / "changed")
    monkeypatch.setattr(documents, "CACHE", tmp_path / "cache")
    for folder, texts in (("own", OWN), ("more", MORE)):
        (tmp_path / folder).mkdir()
        for name, text in texts.items():
            (tmp_path / folder / name).write_text(text, encoding="utf-8")
    made = derived.derived(
        Dataset(pdfs=str(tmp_path / "own")), "own", {Path(name): tmp_path / "own" / name for name in OWN}, ASKED
    )
    return open_dataset(made)


def test_a_corpus_grows_by_others_that_can_be_read_and_are_new(base: OpenDataset, tmp_path: Path) -> None:
    others = {Path("extra", name): tmp_path / "more" / name for name in MORE}
    found = growth(Config(dataset=Dataset("local", pdfs=str(tmp_path / "own"))), base, others, [1, 2], Bars())
    assert [(size.own, size.others, size.made) for size in found.sizes] == [(2, 0, 0), (2, 2, 0)]
    assert {*found.sizes[1].documents} == {*map(Path, [*OWN, "extra/2.txt", "extra/4.txt"])}
    assert found.copies == 1
    assert [one.source_file for one in found.skipped] == ["extra/1.txt"], "the fifth is not needed, and not read"
    assert [one.id for one in found.asked] == ["hall", "all"], "another document has Ayton Port too"


def test_near_copies_stand_in_for_those_that_cannot_be_read(base: OpenDataset, tmp_path: Path) -> None:
    others = {Path("extra", name): tmp_path / "more" / name for name in ("1.txt", "3.txt", "5.txt")}
    found = growth(Config(dataset=Dataset("local", pdfs=str(tmp_path / "own"))), base, others, [2], Bars())
    assert [(size.others, size.made) for size in found.sizes] == [(0, 2)]
    assert [one.source_file for one in found.skipped] == ["extra/1.txt", "extra/5.txt"]
