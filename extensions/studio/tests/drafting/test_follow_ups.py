"""Follow-ups of drafts: another period or row of the same table, as sure as the drafts themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.experiments.adding.gold import Gold
from ragatta.experiments.stored_drafts import Stored, read_drafts
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.drafting import Drafting
from ragatta.extensions.studio.drafting.follow_ups import follow_ups
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.reasons import reasons
from ragatta.pipeline.types import Page
from standins.commands import Command


def followed(gold: Gold, corpus: Corpus, most: int, language: str = "en") -> tuple[list[Stored], list[Stored]]:
    every = [one for one in candidates(corpus) if one.form == "look-up"]
    drafting = Drafting(gold.corpus, [], [], language, per_page=50)
    return [*drafting.chosen(every, most)], [*follow_ups(drafting, every, corpus)]


def test_a_follow_up_asks_for_a_cell_that_differs_in_one_part(gold: Gold, corpus: Corpus) -> None:
    drafts, found = followed(gold, corpus, 4)
    bases = {one.record["question"]: one.record for one in drafts}
    cells = {one.record["question"]: one for one in candidates(corpus) if one.cell}
    assert {one.origin for one in found} == {"a follow-up of another period", "a follow-up of another row"}
    for one in found:
        (turn,) = one.record["turns"]
        base, whole = cells[turn["user"]].cell, cells[one.record["standalone"]].cell
        assert turn["assistant"] == bases[turn["user"]]["expected"] == base.value
        assert one.record["expected"] == whole.value != base.value
        assert (base.row == whole.row) != (base.column == whole.column)
        assert one.record["dependence"] == "ellipsis"
        assert "words in the evidence" in one.difficulty
        said = f"And in {whole.year}?" if base.row == whole.row else f"And {corpus.row(whole)}?"
        assert one.record["question"] == said
    assert len({one.record["turns"][0]["user"] for one in found}) == len(found), "one to each"
    for mark in ("worded", "swapped"):
        marked = [replace(one, cell=replace(one.cell, **{mark: True})) for one in cells.values() if one.cell]
        drafting = Drafting(gold.corpus, [], [], per_page=50)
        assert [*drafting.chosen(marked, 1)]
        assert not [*follow_ups(drafting, marked, corpus)], mark


WHY = "Cloth was dear. Finished goods rose in 2020 because of the new jacquard loom."
AFTER = "The looms were inspected in the spring, and the mills were painted anew in the autumn, as they are each time."


def test_the_reason_is_asked_for_where_a_sentence_gives_one(
    retell: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    retell(f"{WHY} {AFTER}")
    gold, corpus = request.getfixturevalue("gold"), request.getfixturevalue("corpus")
    (found,) = [one for one in followed(gold, corpus, 200)[1] if "the reason" in one.origin]
    assert found.record["question"] == "And what is the reason for the rise in 2020?"
    assert found.record["standalone"].startswith(
        "What is the reason for the rise in finished goods in 2020, according to"
    )
    assert (found.record["expected"], found.record["kind"]) == ("the new jacquard loom", "text")


@pytest.mark.parametrize(("form", "why", "year"), [
    ("look-up", "rose in 2020", 2020), ("look-up", "fell in 2019", 2019), ("look-up", "rose", 2020),
    ("difference", "rose in 2020", 2020), ("difference", "fell in 2019", None),
])  # fmt: skip
def test_a_reason_is_asked_for_after_the_figure_of_its_year_or_of_the_latest(
    form: str, why: str, year: int | None, retell: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    retell(f"{WHY.replace('rose in 2020', why)} {AFTER}")
    gold, corpus = request.getfixturevalue("gold"), request.getfixturevalue("corpus")
    every = [*candidates(corpus)]
    drafting = Drafting(gold.corpus, [], [], per_page=50)
    assert [*drafting.chosen([one for one in every if one.form == form], 200)]
    bases = {one.record["question"]: one.cell.year if one.cell else 2020 for one in drafting.made}
    found = [one.record for one in follow_ups(drafting, every, corpus) if "the reason" in one.origin]
    assert {bases[one["turns"][0]["user"]] for one in found} == ({year} if year else set())


@pytest.mark.parametrize(("text", "change", "year", "why"), [
    ("Finished goods fell by 3% in 2020 to 5,260, mainly due to the new loom.", "fall", 2020, "the new loom"),
    ("The increase in finished goods in 2020 was primarily attributable to the loom.", "increase", 2020, "the loom"),
    ("The decline in finished goods was the result of a strike, now over.", "decline", 0, "a strike, now over"),
])  # fmt: skip
def test_sentences_say_in_two_forms_why_something_changed(text: str, change: str, year: int, why: str) -> None:
    (found,) = reasons(Document("a.pdf", (Page("a.pdf", 1, text),), None))
    assert (found.subject, found.change, found.year, found.why) == ("finished goods", change, year, why)


@pytest.mark.parametrize("text", [
    "Finished goods rose in 2020 because of this.", "They rose in 2020 because of the new jacquard loom.",
    "Finished goods fell from 5,000 in 2019 to 4,000 in 2020 due to the fire.",
    "Finished goods fell compared with those of 2019 because of the fire.",
    "Finished goods rose in 2020 while cloth in hand fell because of the fire.",
    "Finished goods hardly rose in 2020 because of the fire.",
    "Finished goods rose in 2020 as a result of the new loom and this year due to the fair.",
    "Finished goods rose because of the loom; cloth did too.", "Finished goods are dear because of the jacquard loom.",
])  # fmt: skip
def test_a_reason_that_points_elsewhere_or_is_of_no_change_is_not_read(text: str) -> None:
    assert [*reasons(Document("a.pdf", (Page("a.pdf", 1, text),), None))] == []


def test_of_two_reasons_none_is_asked_for(retell: Callable[[str], None], request: pytest.FixtureRequest) -> None:
    retell(f"{WHY} Finished goods fell because of the sale of the old mill in the valley. {AFTER}")
    drafts, found = followed(request.getfixturevalue("gold"), request.getfixturevalue("corpus"), 200)
    assert any({"Alder", "finished", "2020"} <= {*one.record["question"].split()} for one in drafts)
    assert not any("the reason" in one.origin for one in found)


def test_what_is_drafted_itself_or_stands_elsewhere_too_is_no_follow_up(gold: Gold, corpus: Corpus) -> None:
    drafts, found = followed(gold, corpus, 200)
    assert found == [], "every sure look-up is a draft of its own"
    _, found = followed(gold, corpus, 3)
    verified = {one.record["question"] for one in drafts}
    assert {one.record["standalone"] for one in found} <= verified


def test_other_languages_have_none(gold: Gold, corpus: Corpus) -> None:
    drafts, found = followed(gold, corpus, 4, "de")
    assert (len(drafts), found) == (4, [])


def test_the_command_writes_them_beside_the_drafts(folder: Path, command: Command) -> None:
    own = ["--pdfs", f"{folder}/pdfs", "--questions", f"{folder}/gold.yaml", "--count", "8"]
    command("draft", *own)
    assert not any("turns" in one.record for one in read_drafts(folder / "gold.drafts.jsonl").values())
    (folder / "gold.drafts.jsonl").unlink()
    assert "follow-up" in command("draft", *own, "--follow-ups").stdout
    drafts = [*read_drafts(folder / "gold.drafts.jsonl").values()]
    assert len([one for one in drafts if "turns" not in one.record]) == 8
    assert any("turns" in one.record for one in drafts)
    refused = command("draft", *own, "--follow-ups", "--from", f"{folder}/log.jsonl")
    assert (refused.returncode, "leave out --from" in refused.stderr) == (1, True)
