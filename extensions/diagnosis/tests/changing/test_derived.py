"""A changed dataset: links, and questions that are read as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.conf.schema import Dataset
from ragatta.eval.matching.foreign import in_language
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.extensions.diagnosis.changing import derived
from ragatta.pipeline.types import Component, Evidence, Exchange, Question

SAID = Exchange("May I enter?", "For a fee.")
FULL = Question(
    "q1", "What is the fee?", "number", "2.50", also_accepted=("2.5",), documents=("in/fees.txt",),
    evidence=(Evidence("in/fees.txt", (1, 2), "The fee is 2.50."), Evidence("in/fees.txt", (1,), "")),
    components=(Component("fee", 0.5, "2.50"), Component("source", 1.0, files=("in/fees.txt",))),
    filters={"year": 2016}, forbidden=("NO-1",), tags=("fees",), split="dev", turns=(SAID,),
)  # fmt: skip
OTHERS = (
    Question("q2", "Which fees are there?", "list", ("entry", "exit")),
    Question("q3", "Entry or exit?", "compare", ("2", "3"), sub_questions=("Entry?", "Exit?")),
    Question("q4", "Who is the king?", "unanswerable"),
    in_language(Question("q5", "Was kostet es?", "number", "2,50"), "de"),
    Question("q6", "And the exit?", "number", "3", turns=(SAID, Exchange("What is the fee?", "2.50")), after="q1"),
    Question("q7", "Why?", "text", "law", turns=(SAID, Exchange("Hm?", "3")), standalone="Why 3?"),
)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    monkeypatch.setattr(derived, "CHANGED", tmp_path / "changed")
    file = tmp_path / "documents" / "in" / "fees.txt"
    file.parent.mkdir(parents=True)
    file.write_text("The fee is 2.50.", encoding="utf-8")
    return Dataset("fees", pdfs=str(tmp_path / "documents"), limit=1, tags=["fees"], split="dev", scope="all")


def test_questions_and_documents_are_read_as_they_were(base: Dataset, tmp_path: Path) -> None:
    place = Path("in/fees.txt")
    made = derived.derived(base, "2x", {place: tmp_path / "documents" / place}, [FULL, *OTHERS])
    opened = open_dataset(made)
    assert opened.questions == (FULL, *OTHERS)
    assert derived.documents_of(opened) == {place: tmp_path / "documents" / place}
    assert made.name == "fees", "summaries of the same documents are theirs"
    again = derived.derived(base, "2x", {place: tmp_path / "documents" / place}, [FULL, *OTHERS])
    assert again == made


def test_an_edition_is_carried_on(base: Dataset, tmp_path: Path) -> None:
    place = Path("in/fees.txt")
    for said in ("2", ""):
        manifest = {"dataset": "fees", "edition": said}
        (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        made = derived.derived(base, "2x", {place: tmp_path / "documents" / place}, [FULL])
        assert open_dataset(made).edition == said


def test_other_contents_have_summaries_of_their_own(base: Dataset, tmp_path: Path) -> None:
    made = derived.derived(base, "scanned", {Path("a.txt"): tmp_path / "documents/in/fees.txt"}, [FULL], replaces=True)
    assert made.name == "fees-scanned"


def test_scopes_get_more_documents() -> None:
    (found,) = derived.over([FULL], {"in/fees.txt": ["in/fees (copy).txt"], "x.pdf": ["y.pdf"]})
    assert found.documents == ("in/fees.txt", "in/fees (copy).txt")
