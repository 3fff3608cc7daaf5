"""Buckets from a dataset's file: what ragatta index says of them, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragatta.conf.schema import Dataset
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.forecast import announcing
from ragatta.experiments.on_record.places import Records
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.keys import answer_key
from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS
from standins.pdfs import write_pdf

ODD = "bills/b'; --[1] 50%.pdf"
AGENTIC = "architecture=agentic"
BUCKETS = """
- name: bills
  identifier: number
  fields:
    - {name: number, type: TEXT, labels: [Bill Number]}
    - {name: total, type: REAL, labels: [Total Amount]}
- name: letters
  documents: ["note*"]
"""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    write_pdf(make(tmp_path / "pdfs" / "bills" / "a.pdf"), ["Bill Number: B-1\nTotal Amount: $1,234.50"])
    write_pdf(tmp_path / "pdfs" / ODD, ["Bill B-2 over 20 dollars."])
    write_pdf(tmp_path / "pdfs" / "note.pdf", ["A note about pumps."])
    (tmp_path / "buckets.yaml").write_text(BUCKETS, encoding="utf-8")
    (tmp_path / "questions.csv").write_text("id,question,expected_output\nq,What is the total?,1\n", encoding="utf-8")
    return tmp_path


def make(path: Path) -> Path:
    path.parent.mkdir(parents=True)
    return path


def words(documents: Path, *more: str) -> list[str]:
    keys = {"pdfs": "pdfs", "questions": "questions.csv", "buckets": "buckets.yaml"}
    return ["dataset=local", *(f"dataset.{key}={documents / name}" for key, name in keys.items()), *more]


def prepared(documents: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> tuple[Any, Resources]:
    monkeypatch.setattr("ragatta.experiments.resources.documents.CACHE", documents / "cache")
    (point,) = compose_grid(words(documents, *more))
    dataset = open_dataset(point.config.dataset, records=Records(documents))
    return point, Resources.of(dataset, lambda *_: None)


def test_index_counts_documents_and_fields(command: Callable[..., Any], documents: Path) -> None:
    done = command("index", *words(documents, "variation=baseline"))
    assert done.returncode == 0, done.stderr
    rows = {line.split("│")[1].strip(): line for line in done.stdout.splitlines() if line.count("│") > 2}
    assert "2 of 4" in rows["bills"]
    assert "0 of 0" in rows["letters"]
    assert "generic" not in rows


def test_what_is_wrong_with_the_file_is_said(documents: Path) -> None:
    place = documents / "buckets.yaml"
    place.write_text("- {name: bills, colour: red}\n- {name: a, identifier: x}", encoding="utf-8")
    dataset = Dataset(name="local", pdfs=str(documents / "pdfs"), buckets=str(place))
    with pytest.raises(Fault, match=r"dataset\.buckets: buckets\.yaml: bucket 1 colour"):
        open_dataset(dataset, with_questions=False)
    dataset.buckets = "nowhere.yaml"
    with pytest.raises(Fault, match=r"dataset\.buckets: nowhere\.yaml not found"):
        open_dataset(dataset, with_questions=False)


def test_the_rules_place_documents(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point, resources = prepared(documents, monkeypatch)
    settings = point.config.pipeline()
    corpus = resources.documents.corpus(settings.parser)
    assert {name: corpus.bucket(name) for name in corpus.pages} == {
        "bills/a.pdf": "bills",
        ODD: "bills",
        "note.pdf": "letters",
    }
    assert resources.index.ingredients(settings)["buckets"] == {"note.pdf": "letters"}


def test_an_architecture_that_reads_no_metadata_makes_none(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point, resources = prepared(documents, monkeypatch)
    assert resources.annotations.of(point.config.pipeline()) is NO_ANNOTATIONS
    assert not (documents / ".cache/annotations").exists()


@pytest.mark.needs("agentic")
def test_one_that_does_has_it_in_its_run_key(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point, resources = prepared(documents, monkeypatch, AGENTIC)
    settings = point.config.pipeline()
    store = resources.annotations.of(settings)
    assert store.metadata("bills/a.pdf")["total"] == 1234.5
    key = answer_key(resources, settings)
    (documents / "buckets.yaml").write_text(BUCKETS.replace("Total Amount", "Sum"), encoding="utf-8")
    point, resources = prepared(documents, monkeypatch, AGENTIC)
    assert answer_key(resources, settings) != key


@pytest.mark.needs("agentic")
def test_the_forecast_counts_the_documents_to_ask_about(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point, resources = prepared(documents, monkeypatch, AGENTIC)
    backend = resources.models.backend(point.config.llm)
    monkeypatch.setattr(type(backend), "cacheable", True)
    assert resources.annotations.to_make(point.config.pipeline()) == 1  # of the three ODD
    assert "Summaries and annotations to make first, a model call each: 4." in list(
        announcing.announcement([point], resources)
    )
