"""What a published question gets in the studio goes to the dataset's annotations, which its loader reads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.records import GoldError
from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.corpora.pictures import pages_of
from ragatta.experiments.paths import DATASETS
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.own_files import Store
from ragatta.pipeline.types import Question

QUOTE = "Seals are replaced by the workshop after 600 hours"
ROW = {"doc_name": "handbook", "q_uid": "HB/2012/page_4.pdf-1", "set": "fin_qa", "answer_1": "600", "answer_2": "600.0"}


@pytest.fixture
def uda(documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    """The dataset uda with two questions of its own form, over the folder's documents."""
    for module, name in (
        ("experiments.adding.gold", "CACHE"),
        ("experiments.corpora.pictures", "CACHE"),
        ("experiments.corpora.dataset", "GENERATED"),
    ):
        monkeypatch.setattr(f"ragatta.{module}.{name}", tmp_path / name.lower())
    clone, shared = tmp_path / "clone", tmp_path / "shared" / "uda"
    shutil.copytree(DATASETS / "uda", clone / "uda", ignore=shutil.ignore_patterns("__pycache__", "*.yaml"))
    shutil.copytree(documents / "pdfs", shared / "pdfs")
    asked = ("After how many hours are seals replaced?", "How old is the mill?")
    (shared / "questions.jsonl").write_text("".join(json.dumps({**ROW, "question": one}) + "\n" for one in asked))
    monkeypatch.setattr("ragatta.experiments.corpora.dataset.DATASETS", clone)
    monkeypatch.setenv("RAGATTA_DATA", str(tmp_path / "shared"))
    return one_point(["dataset=uda", "dataset.split=all"], "studio").config.dataset


@pytest.fixture
def api(uda: Dataset) -> Api:
    config = one_point(["dataset=uda", "dataset.split=all"], "studio").config
    gold = open_gold(uda, config.parser, lambda *_: None)
    return Api(gold, Store(uda, "ann"), pages_of(gold.dataset, gold.read.files, config.parser))


def accept(api: Api, record: dict[str, Any], identity: str = "fin_qa_001") -> None:
    version = api.call("item", {"key": f"q:{identity}"})["version"]
    api.call("accept", {"version": version, "record": record, "replaces": identity})


def asked(dataset: Dataset) -> dict[str, Question]:
    return {one.id: one for one in open_dataset(dataset).questions}


def test_evidence_of_a_published_question_is_read_by_the_datasets_loader(api: Api, uda: Dataset) -> None:
    published = asked(uda)
    record = api.call("item", {"key": "q:fin_qa_001"})["record"]
    evidence = [{"file": "handbook.pdf", "pages": [4], "quote": QUOTE}]
    accept(api, {**record, "evidence": evidence, "also_accepted": ["600 hours"]})
    now = asked(uda)
    assert now["fin_qa_001"].evidence[0].quote == QUOTE
    assert now["fin_qa_001"].also_accepted == ("600 hours",)
    assert now["fin_qa_001"].tags == published["fin_qa_001"].tags
    assert now["fin_qa_002"] == published["fin_qa_002"]
    written = api.store.annotations
    assert written is not None
    assert "tags" not in written.read_text()
    assert "# What the published questions lack" in written.read_text()
    api.call("undo", {})
    assert asked(uda) == published


def test_what_the_source_says_is_not_changed(api: Api, uda: Dataset) -> None:
    record = api.call("item", {"key": "q:fin_qa_001"})["record"]
    with pytest.raises(GoldError, match="says its id, question, expected"):
        accept(api, {**record, "question": "After how many days are seals replaced?"})
    with pytest.raises(GoldError, match="only the questions there"):
        api.call("reject", {"version": api.store.version("fin_qa_001"), "replaces": "fin_qa_001"})
    assert api.store.annotations is not None
    assert not api.store.annotations.exists()
    assert len(asked(uda)) == 2
