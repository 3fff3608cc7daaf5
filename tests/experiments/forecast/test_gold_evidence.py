"""Faults of the gold's evidence are those that are found, however often it is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.gold import questions as gold
from ragatta.experiments.forecast.gold_evidence import faults
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.types import Evidence, Page, Question

CORPUS = Corpus("d", {"a.pdf": "0"}, {"a.pdf": (Page("a.pdf", 1, "The pump weighs 12 kg."),)})
FOUND = Question("Q1", "What does the pump weigh?", "text", "12 kg", evidence=(Evidence("a.pdf", (1,), "12 kg"),))
LOST = replace(FOUND, id="Q2", evidence=(Evidence("a.pdf", (1,), "13 kg"),))


def test_only_what_is_new_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    found = gold.check_evidence

    def check(questions: list[Question], *where: object) -> list[str]:
        looked.extend(question.id for question in questions)
        return found(questions, *where)  # type: ignore[arg-type]

    monkeypatch.setattr(gold, "check_evidence", check)
    assert faults([FOUND], CORPUS, tmp_path) == []
    both = faults([LOST, FOUND], CORPUS, tmp_path)
    assert both == found([LOST, FOUND], CORPUS.pages, {})
    assert len(both) == 1
    assert faults([LOST], CORPUS, tmp_path) == both
    assert looked == ["Q1", "Q2"]
    other = replace(CORPUS, pages={"a.pdf": (Page("a.pdf", 1, "The pump weighs 13 kg."),)})
    assert faults([LOST], other, tmp_path) == []
    assert looked == ["Q1", "Q2", "Q2"]


def test_a_damaged_file_or_folder_is_no_fault(tmp_path: Path) -> None:
    faults([FOUND], CORPUS, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text("[")
    assert faults([FOUND, LOST], CORPUS, tmp_path) == faults([FOUND, LOST], CORPUS, file / "below")
