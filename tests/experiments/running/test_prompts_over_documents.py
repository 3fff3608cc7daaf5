"""Prompts of summaries, metadata and notes on chunks: another text is in their digests, and other options of the calls.
A copy is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.on_record.places import Records
from ragatta.experiments.resources.chunk_notes import ChunkNotes
from ragatta.experiments.resources.resources import Resources
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.templates import templates


@pytest.fixture
def prepared(tmp_path: Path) -> tuple[Pipeline, Resources]:
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs/note.txt").write_text("Bill Number: B-1", encoding="utf-8")
    (tmp_path / "buckets.yaml").write_text(
        "- {name: bills, documents: ['*'], fields: [{name: total, type: REAL}]}", encoding="utf-8"
    )
    keys = {"pdfs": "pdfs", "questions": "none.csv", "buckets": "buckets.yaml"}
    (point,) = compose_grid(
        ["dataset=local", *(f"dataset.{key}={tmp_path / name}" for key, name in keys.items()),
         "llm=scripted", "architecture=agentic", "chunking=contextual"]
    )  # fmt: skip
    dataset = open_dataset(point.config.dataset, with_questions=False)
    dataset = replace(dataset, summaries=tmp_path / "summaries", records=Records(tmp_path))
    return point.config.pipeline(), Resources.of(dataset, lambda *_: None)


def digests(settings: Pipeline, prepared: Resources) -> Mapping[str, Any]:
    notes = ChunkNotes(prepared.documents, prepared.models).of(settings)
    assert notes is not None
    return {
        "summarizer": prepared.summaries._source(settings)[::2],
        "annotator": prepared.annotations._job(settings).key,
        "chunk_notes": notes.identity,
    }


@pytest.mark.needs("agentic", "scripted")
@pytest.mark.parametrize("agent", ["summarizer", "annotator", "chunk_notes"])
def test_a_replaced_prompt_is_in_the_digest_of_what_it_makes_and_in_no_other(
    agent: str, prepared: tuple[Pipeline, Resources]
) -> None:
    settings, preparation = prepared
    first = digests(settings, preparation)
    copy = replace(settings, prompts={agent: {"system": f"{templates()[f'{agent}.system']}\n"}})
    assert digests(copy, preparation) == first
    other = digests(replace(settings, prompts={agent: {"system": "Briefly."}}), preparation)
    assert [name for name in first if first[name] != other[name]] == [agent]


@pytest.mark.needs("agentic", "scripted")
@pytest.mark.parametrize("agent", ["summarizer", "annotator", "chunk_notes"])
def test_so_are_other_options_of_its_calls(agent: str, prepared: tuple[Pipeline, Resources]) -> None:
    settings, preparation = prepared
    first = digests(settings, preparation)
    changed = replace(settings, agents={agent: {"max_tokens": 99}})
    other = digests(changed, preparation)
    assert [name for name in first if first[name] != other[name]] == [agent]
    file = preparation.summaries.file
    assert file(changed) == file(settings), "edited summaries stay, and a bundle's are found"
