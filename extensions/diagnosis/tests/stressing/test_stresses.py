"""What each stress makes of a dataset."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.extensions.diagnosis.changing import derived, redrawn
from ragatta.extensions.diagnosis.stressing.stresses import CANARY, STRESSES, Base, Skipped
from ragatta.pipeline.documents.ocr.tesseract import Tesseract
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.llm.as_data import CallFailed
from ragatta.pipeline.types import Page, Question
from standins.pdfs import write_pdf

FEE, HOURS = (
    Question("fee", "What is the storage fee?", "number", "$25", documents=("fees.pdf",)),
    Question("hours", "What?", "number", "600", documents=("notes.txt",)),
)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Base:
    for room in (derived, redrawn):
        monkeypatch.setattr(room, "CHANGED", tmp_path / "changed")
    write_pdf(tmp_path / "fees.pdf", ["The storage fee is $25 in 2016."])
    (tmp_path / "notes.txt").write_text("600 hours", encoding="utf-8")
    (tmp_path / "other.txt").write_text("nothing", encoding="utf-8")
    texts = {"fees.pdf": "The storage fee is $25 in 2016.", "notes.txt": "600 hours", "other.txt": "nothing"}
    pages = {name: (Page(name, 1, text),) for name, text in texts.items()}
    documents = {Path(name): tmp_path / name for name in texts}
    return Base((FEE, HOURS), documents, pages, frozenset(), Pdfium(), "en", lambda *_: None)


def test_only_questions_with_other_words_are_asked(base: Base) -> None:
    stressed = STRESSES["keywords"](base)
    assert [(one.id, one.question) for one in stressed.questions] == [("fee", "storage fee")]
    assert stressed.documents == base.documents
    with pytest.raises(Skipped, match="change none"):
        STRESSES["order"](base)


def test_a_copy_is_in_the_scope_of_its_questions(base: Base) -> None:
    stressed = STRESSES["doubled"](base)
    assert [one.documents for one in stressed.questions] == [
        ("fees.pdf", "fees (copy).pdf"), ("notes.txt", "notes (copy).txt"),
    ]  # fmt: skip
    assert stressed.documents[Path("fees (copy).pdf")] == base.documents[Path("fees.pdf")]
    assert Path("other (copy).txt") not in stressed.documents, "no question is about it"


def test_an_earlier_version_says_so_and_has_other_figures(base: Base) -> None:
    stressed = STRESSES["contradicted"](base)
    place = Path("fees (earlier version).txt")
    text = stressed.documents[place].read_text(encoding="utf-8")
    assert text.startswith("Superseded: an earlier version of fees.pdf")
    assert "$25" not in text
    assert "in 2016" in text
    assert stressed.questions[0].documents == ("fees.pdf", place.as_posix())


def test_an_order_is_forbidden_and_what_is_no_pdf_stays(base: Base) -> None:
    stressed = STRESSES["orders"](base)
    assert all(one.forbidden == (CANARY,) for one in stressed.questions)
    assert stressed.replaces
    assert stressed.documents[Path("fees.pdf")] != base.documents[Path("fees.pdf")]
    assert stressed.note == "1 document as they were (no PDF)"
    assert STRESSES["orders"](replace(base, apart=frozenset({"notes.txt"}))).note == ""


def test_scans_need_an_ocr(base: Base) -> None:
    with pytest.raises(Skipped, match="ocr=tesseract"):
        STRESSES["scanned"](base)
    stressed = STRESSES["scanned"](replace(base, parser=Pdfium(ocr=Tesseract())))
    assert stressed.questions == base.questions
    assert stressed.documents[Path("fees.pdf")] != base.documents[Path("fees.pdf")]


def test_who_cannot_write_pdfs_is_told_how(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragatta.extensions.diagnosis.stressing.stresses.is_here", lambda _: False)
    with pytest.raises(Skipped, match=r"reportlab is not installed: pip install 'ragatta\[generating\]'"):
        STRESSES["orders"](base)


def test_questions_that_a_model_does_not_word_are_left_out(base: Base) -> None:
    def ask(prompt: Any) -> Any:
        if prompt.task.question == HOURS.question:
            raise CallFailed("no")
        return prompt.reply(question=f"Say: {prompt.task.question}")

    stressed = STRESSES["model"](replace(base, ask=ask))
    assert [one.question for one in stressed.questions] == ["Say: What is the storage fee?"]
    assert stressed.note == "1 not worded by the model"
    with pytest.raises(Skipped, match="no other language"):
        STRESSES["language"](replace(base, ask=ask))
