"""Drafts have answers that the pages print or that follow from them, and none that another passage gives otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.matching.places import best_line
from ragatta.experiments.adding.gold import Gold
from ragatta.experiments.stored_drafts import Stored, read_drafts
from ragatta.extensions.studio.drafting.candidate import Candidate, asked, kind_of
from ragatta.extensions.studio.drafting.cells import TableCell
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.drafting import Drafting
from ragatta.extensions.studio.drafting.facts import definitions
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.pipeline.tables.model import Row, Table
from ragatta.pipeline.types import Page, Question
from standins.commands import Command

ALDER = "Alder Mills 2020.pdf"


def drafted(gold: Gold, corpus: Corpus, most: int = 200, **more: object) -> list[Stored]:
    asked = {"there": [], "seen": [], "per_page": 50, **more}
    return [*Drafting(gold.corpus, **asked).chosen([*candidates(corpus)], most)]  # type: ignore[arg-type]


def answers(drafts: Sequence[Stored], origin: str) -> dict[str, object]:
    return {one.record["question"]: one.record.get("expected") for one in drafts if one.origin.startswith(origin)}


def only(drafts: Sequence[Stored], origin: str, *words: str) -> object:
    found = answers(drafts, origin).items()
    (answer,) = [answer for asked, answer in found if all(word.lower() in asked.lower() for word in words)]
    return answer


def test_figures_are_computed_from_the_rows_of_their_tables(gold: Gold, corpus: Corpus) -> None:
    drafts = drafted(gold, corpus)
    assert only(drafts, "difference", "Cash", "Alder") == "320"
    assert only(drafts, "sum", "Cash", "Trade receivables", "2019", "Birch") == "3,120"
    assert only(drafts, "share", "Cash", "Total current assets", "2020", "Birch") == "16.5%"
    assert only(drafts, "comparison", "Cash", "2019") == ["1,210", "915"]
    assert only(drafts, "counted") == "2"
    assert only(drafts, "rows", "Tarn") == ["Corona hand loom", "Delta jacquard loom"]
    assert only(drafts, "a definition") == "the second floor of the building at the harbour with its two balconies"
    assert only(drafts, "a field") == "1 March 2021"
    assert only(drafts, "a list") == ["the windows", "the heating", "the balcony doors"]


def test_what_another_passage_says_too_is_not_asked(gold: Gold, corpus: Corpus) -> None:
    asked = " ".join(answers(drafted(gold, corpus), "look-up"))
    assert "inished goods" not in "".join(part for part in asked.split("?") if "Alder" in part)
    assert "inished goods" in asked  # of the other document, where it stands once


def test_each_draft_is_loaded_without_a_fault_and_its_evidence_stands_once(gold: Gold, corpus: Corpus) -> None:
    drafts = drafted(gold, corpus)
    assert len(drafts) > 12
    for one in drafts:
        unanswerable = one.record["kind"] == "unanswerable"
        assert bool(one.record["evidence"]) != unanswerable
        for evidence in one.record["evidence"]:
            text = " ".join(" ".join(page.text.split()) for page in gold.corpus[evidence["file"]])
            assert text.count(evidence.get("quote", "")) == 1 or not evidence.get("quote")


def test_years_that_are_nowhere_have_no_answer(gold: Gold, corpus: Corpus) -> None:
    asked = answers(drafted(gold, corpus), "a year")
    assert asked
    assert all("2018" in question or "2021" in question for question in asked)
    assert {*asked.values()} == {None}


def test_what_pypdf_does_not_read_on_the_page_is_not_asked(gold: Gold, corpus: Corpus) -> None:
    document = corpus.documents[ALDER]
    second = document._second
    assert second is not None
    document._second = {page: text.replace("1,530", "1,630") for page, text in second.items()}
    asked = answers(drafted(gold, corpus), "look-up")
    assert not [answer for answer in asked.values() if answer == "1,530"]


def test_what_was_asked_or_rejected_is_not_drafted_again(gold: Gold, corpus: Corpus) -> None:
    first = [one.record["question"] for one in drafted(gold, corpus)]
    there = [Question(f"Q_{n}", text, "text", "x") for n, text in enumerate(first)]
    assert not {*first} & {one.record["question"] for one in drafted(gold, corpus, seen=first)}
    assert not {*first} & {one.record["question"] for one in drafted(gold, corpus, there=there)}


def test_few_drafts_are_of_several_forms_and_documents(gold: Gold, corpus: Corpus) -> None:
    drafts = drafted(gold, corpus, 8)
    assert len({one.origin for one in drafts}) >= 6
    assert len({evidence["file"] for one in drafts for evidence in one.record["evidence"]}) == 3


def test_what_meaning_alone_finds_is_told_apart_and_comes_in_its_turn(
    gold: Gold, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [best_line("", "Lease.pdf", 1, gold.corpus)]
    monkeypatch.setattr("ragatta.extensions.studio.drafting.drafting.searched", lambda *_, **__: words)
    meant = best_line("", ALDER, 2, gold.corpus)
    by_form = {one.form: one for one in candidates(corpus) if one.form in ("field", "definition", "count")}
    drafting = Drafting(gold.corpus, [], [], by_meaning=lambda *_: [meant])
    told = {one.origin: one.difficulty.partition(",")[0] for one in drafting.chosen([*by_form.values()], 3)}
    assert told == {
        "a field": "found by words as number 1", "a definition": "found by words as number 1",
        "counted rows of a table": "found by meaning alone",
    }  # fmt: skip
    (alone,) = Drafting(gold.corpus, [], []).chosen([by_form["count"]], 1)
    assert alone.difficulty.startswith("not among 5 found by words")
    (other,) = Drafting(gold.corpus, [], [], by_meaning=lambda *_: words).chosen([by_form["count"]], 1)
    assert other.difficulty.startswith("not among 5 found by words")


def test_a_candidate_that_is_no_gold_question_is_dropped(gold: Gold, corpus: Corpus) -> None:
    (one,) = [each for each in candidates(corpus) if each.form == "field"]
    wrong: list[Candidate] = [
        replace(one, record={**one.record, "evidence": [{**one.record["evidence"][0], "pages": [9]}]}),
        replace(one, record={**one.record, "kind": "number", "expected": "soon"}),
        replace(one, holds=(lambda: False,)),
        replace(one, record={**one.record, "question": "Is 1 March 2021 the commencement date of the lease?"}),
        replace(one, read=((one.document, 1, ("not on this page",)),)),
    ]
    drafting = Drafting(gold.corpus, [], [])
    assert [*drafting.chosen([one], 1)]
    assert not [*drafting.chosen(wrong, 4)]


@pytest.mark.parametrize("end", ["as amended by S.B", "of Acme Inc", "of Vitamin D"])
def test_a_definition_that_may_go_on_is_not_asked(corpus: Corpus, end: str) -> None:
    document = corpus.documents["Lease.pdf"]
    text = f"“Act” means the law on leases of buildings {end}. 1234 more."
    cut = Document("Lease.pdf", [Page("Lease.pdf", 1, text)], None)
    whole = Document("Lease.pdf", [Page("Lease.pdf", 1, text.replace(end, "and land"))], None)
    assert len([*definitions(document)]) == len([*definitions(whole)]) == 1
    assert not [*definitions(cut)]


def test_documents_of_a_language_without_wordings_are_not_drafted_from(folder: Path, command: Command) -> None:
    own = ["--pdfs", f"{folder}/pdfs", "--questions", f"{folder}/gold.yaml", "dataset.language=zh"]
    done = command("draft", *own)
    assert done.returncode
    assert "rules draft in en, de, fr" in done.stderr


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("de", "Hafen Norderwiek\nZur Anmeldung sind vorzulegen:\n- Kaufvertrag\n- Ausweis\n- Gasprüfung\nDer Rest "
         "folgt im Winter, wenn alle Boote an Land sind.", ["Kaufvertrag", "Ausweis", "Gasprüfung"]),
        ("ja", "申込みと保険\n申込みには次の書類が必要です。\n・売買契約書\n・住民票\n・委任状\n以上です。",
         ["売買契約書", "住民票", "委任状"]),
    ],
)  # fmt: skip
def test_lists_are_drafted_in_other_languages(language: str, text: str, answer: list[str]) -> None:
    pages = {"hafen.pdf": (Page("hafen.pdf", 1, text),)}
    corpus = Corpus({"hafen.pdf": Document("hafen.pdf", pages["hafen.pdf"], None)}, {}, {"hafen.pdf": "Hafen"})
    (one,) = Drafting(pages, [], [], language).chosen([*candidates(corpus, language)], 5)
    assert one.record["expected"] == answer
    assert one.record["question"].isascii() is False


def test_a_list_overleaf_has_both_pages_as_evidence() -> None:
    texts = ["These parts are kept in repair:\n• the windows\n• the heating", "• the doors\nThe rest is not kept."]
    pages = {"a.pdf": tuple(Page("a.pdf", number, text) for number, text in enumerate(texts, 1))}
    corpus = Corpus({"a.pdf": Document("a.pdf", pages["a.pdf"], dict(enumerate(texts, 1)))}, {}, {"a.pdf": "Lease"})
    (one,) = Drafting(pages, [], []).chosen([*candidates(corpus)], 5)
    assert one.record["evidence"] == [{"file": "a.pdf", "pages": [1]}, {"file": "a.pdf", "pages": [2]}]


def test_a_cell_is_asked_for_with_its_key_and_table_in_other_languages() -> None:
    text = "Wir liefern die Seile mit der Bahn, und das Lager ist von der Halle aus nicht zu sehen."
    page, lines = Page("seile.pdf", 1, text), ["Länge Preis (€)", "10 14,20", "20 27,50", "30 39,10"]
    document = Document("seile.pdf", [page], None)
    rows = tuple(Row(tuple(line.split(" ", 1)), 1) for line in lines[1:])
    table = Table("t1", "seile.pdf", ("Tabelle 3: Preise der Seile",), ("Länge", "Preis (€)"), rows)
    cell = TableCell(
        document, 1, table, "20", "Preis (€)", "27,50", "20 27,50", key="Länge", caption="Preise der Seile"
    )
    corpus = Corpus({"seile.pdf": document}, {}, {"seile.pdf": "Liste"})
    question = asked(cell, corpus.where(cell, "de"), corpus, "de")
    assert "„Länge 20“ unter „Preis (€)“" in question
    assert "(Tabelle „Preise der Seile“)" in question
    assert "(Tabelle „Seile (VE)“)" in corpus.where(replace(cell, called="Seile (VE)"), "de")


@pytest.mark.usefixtures("gold")
def test_the_command_writes_drafts_and_no_questions(folder: Path, command: Command) -> None:
    own = ["--pdfs", f"{folder}/pdfs", "--questions", f"{folder}/gold.yaml"]
    assert "- " in command("draft", *own, "--count", "5", "--dry-run").stdout
    done = command("draft", *own, "--count", "5")
    assert done.returncode == 0, done.stderr
    drafts = read_drafts(folder / "gold.drafts.jsonl")
    assert {one.state for one in drafts.values()} == {"draft"}
    assert len(drafts) == 5
    assert not (folder / "gold.yaml").exists()
    assert "5 drafts" in done.stdout
    assert "fewer than" not in done.stdout
    assert "to be inferred" not in done.stdout
    (folder / "pdfs" / "looms.md").write_text("| Loom | Speed |\n| --- | --- |\n| Aurora | 310 |\n")
    (fewer,) = [line for line in command("draft", *own).stdout.splitlines() if line.startswith("fewer than 60 drafts")]
    drafted = len(read_drafts(folder / "gold.drafts.jsonl")) - 5
    reasons = re.findall(
        r"(\d+) (?:drafted already|that another|that pypdf|not sound|without an answer|struck out)", fewer
    )
    (candidates_,) = re.findall(r"of (\d+) candidates", fewer)
    assert int(candidates_) == drafted + sum(map(int, reasons))
    assert re.search(r"(?<!\d)5 drafted already", fewer)
    assert "1 of 4 documents gave none that is new (of 1 neither PDF nor spreadsheet, tables are not read)" in fewer


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("Zip Code", "4100", "text"),
        ("Territory", "03", "text"),
        ("Deductible", "4100", "number"),
        ("Rate", "0.97", "number"),
    ],
)
def test_a_code_is_no_figure(name: str, value: str, kind: str) -> None:
    page = Page("rates.pdf", 1, "Rates of the mill")
    assert kind_of(name, value, Document("rates.pdf", [page], None)) == kind


def test_limits_give_way_until_there_are_enough_and_not_before(gold: Gold, corpus: Corpus) -> None:
    every = [one for one in candidates(corpus) if one.form != "unanswerable"]
    few = Drafting(gold.corpus, [], [], per_page=1)
    assert len([*few.chosen(every, 3)]) == 3
    assert not few.loosened
    many = Drafting(gold.corpus, [], [], per_page=1)
    found = [*many.chosen(every, 25)]
    per_page = Counter(one.record["evidence"][0]["file"] for one in found if one.record["evidence"])
    assert len(found) == 25
    assert per_page["Birch Foundry 2020.pdf"] > 1
    assert sum(many.loosened.values())
    alone = [one for one in every if one.form == "look-up"]
    assert len([*Drafting(gold.corpus, [], []).chosen(alone, 8)]) == 8  # though all are of one form


def test_questions_without_an_answer_stay_few(gold: Gold, corpus: Corpus) -> None:
    every = [one for one in candidates(corpus) if one.form == "unanswerable"]
    drafting = Drafting(gold.corpus, [], [])
    assert len([*drafting.chosen(every, 20)]) == 1
    assert drafting.dropped["without an answer, beyond one in 7 drafts"] == len(every) - 1
