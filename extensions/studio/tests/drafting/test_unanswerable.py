"""Questions without an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.progress.bars import Bars
from ragatta.extensions.studio.commands.draft import read
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.unanswerable import most_alike
from ragatta.pipeline.types import Page
from standins.pdfs import write_pdf

BODY = "The parties agree on the delivery of bells and looms to the yard at the harbour before the end of each month."
DEFINED = "“Escrow Agent” means the bank that holds the price of the goods until they are delivered."


def test_what_several_contracts_define_is_asked_of_one_like_them_that_does_not_have_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("experiments.adding.gold", "extensions.studio.commands.draft"):
        monkeypatch.setattr(f"ragatta.{module}.CACHE", tmp_path / "cache")
    texts = {
        "Ash": [BODY, DEFINED],
        "Beech": [BODY, DEFINED],
        "Cedar": [BODY],
        "Dogwood": [BODY, "Escrow is no agent."],
    }
    for name, lines in texts.items():
        write_pdf(tmp_path / f"{name}.pdf", ["\n".join(lines)])
    (tmp_path / "gold.yaml").write_text("[]")
    words = [f"dataset.pdfs={tmp_path}", f"dataset.questions={tmp_path}/gold.yaml"]
    config = one_point(["dataset=local", *words], "draft").config
    gold = open_gold(config.dataset, config.parser, lambda *_: None)
    found = [one for one in candidates(read(gold, config.parser, Bars())) if one.form == "unanswerable"]
    held = {one.document.file: one for one in found if all(hold() for hold in one.holds)}
    assert [*held] == ["Cedar.pdf"], "Dogwood has both words"
    (one,) = held.values()
    assert all(words in one.record["question"] for words in ("“Escrow Agent”", "Cedar"))
    assert one.origin == "a definition of 2 documents that Cedar does not have"


def test_a_row_is_asked_of_documents_of_its_kind_and_language_alone() -> None:
    english, other = (
        "We sell bells.",
        "Wir liefern die Glocken mit der Bahn, und das Lager ist von der Halle nicht weit.",
    )
    texts = {"a.pdf": english, "b.pdf": f"{english} And looms.", "c.pdf": other}
    texts["d.pdf"] = "A manual: the loom has levers, pedals, wheels, ropes and a motor. We sell bells."
    documents = {file: Document(file, [Page(file, 1, text)], None) for file, text in texts.items()}
    corpus = Corpus(documents, {}, {file: file for file in documents})
    assert [one.file for one in most_alike(documents["a.pdf"], corpus)] == ["b.pdf"]
    assert not most_alike(documents["c.pdf"], corpus)
