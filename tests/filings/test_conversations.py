"""The conversations: answers stand on their pages, and a turn says no more than it has to after those before it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from filings.questions.conversations import CONVERSATIONS, conversations
from generating.gold import Gold
from ragatta.eval.clusters import clusters
from ragatta.eval.gold.contradictions import contradictions
from ragatta.eval.gold.questions import load_questions

KINDS = {
    "lookup": 40,
    "other_row": 30,
    "other_period": 5,
    "comparison": 20,
    "change_of_subject": 25,
    "unanswerable": 25,
}
PRONOUNS = re.compile(r"\b(it|its|that|there|one)\b")
SEEDS = (7, 1, 2, 3, 11)


@pytest.fixture(scope="module")
def turns(dataset: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load((dataset / "conversations.yaml").read_text(encoding="utf-8")))


def by_conversation(turns: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for _, same in groupby(turns, lambda turn: str(turn["id"]).rpartition("_")[0]):
        yield list(same)


def test_forty_conversations_of_three_to_five_turns_name_the_turn_before(turns: list[dict[str, Any]]) -> None:
    talks = list(by_conversation(turns))
    assert len(talks) == CONVERSATIONS == 40
    assert {len(talk) for talk in talks} == {3, 4, 5}
    for talk in talks:
        assert [turn.get("after") for turn in talk] == [None, *(turn["id"] for turn in talk[:-1])]
        assert len({turn["split"] for turn in talk}) == 1


def test_each_turn_is_read_with_those_before_it(dataset: Path) -> None:
    read = load_questions(dataset / "conversations.yaml")
    assert contradictions(read) == []
    for before, turn in pairwise(read):
        if turn.after:
            assert turn.turns[:-1] == before.turns
            assert turn.turns[-1].user == before.question
        else:
            assert turn.turns == ()


def test_what_stands_alone_is_said_once_and_only_where_the_turn_does_not(turns: list[dict[str, Any]]) -> None:
    whole = [turn.get("standalone", turn["question"]) for turn in turns]
    assert len(set(whole)) == len(turns)
    for turn in turns:
        assert ("dependence" in turn) == ("standalone" in turn) == ("after" in turn)
        if turn.get("dependence") == "pronoun":
            assert PRONOUNS.search(turn["question"]), turn["question"]
        elif turn.get("dependence") == "ellipsis":
            assert len(turn["question"].split()) < len(turn["standalone"].split())
        elif "after" in turn:
            assert turn["dependence"] == "subject"
            assert turn["question"].endswith(turn["standalone"])


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
def test_answers_stand_on_the_pages_that_the_evidence_names(
    parser: str, turns: list[dict[str, Any]], parsed: Any
) -> None:
    for turn in turns:
        if turn["kind"] == "unanswerable":
            assert not {"expected", "evidence"} & set(turn)
            continue
        answers = turn["expected"] if turn["kind"] == "compare" else [turn["expected"]]
        for answer, place in zip(answers, turn["evidence"], strict=True):
            (page,) = place["pages"]
            assert place["quote"] in parsed.page(parser, place["file"], page), turn["id"]
            assert place.get("value", answer).strip("$") in answer
            assert answer.strip("$") in place["quote"], turn["id"]


def test_a_turn_has_another_answer_than_those_before_it(turns: list[dict[str, Any]]) -> None:
    """Else a pipeline that asks the earlier question again would be right."""
    for talk in by_conversation(turns):
        answers = [turn["expected"] for turn in talk if isinstance(turn.get("expected"), str)]
        assert len(set(answers)) == len(answers), talk


def test_a_comparison_has_the_answer_of_the_turn_that_it_goes_on_from(turns: list[dict[str, Any]]) -> None:
    for talk in by_conversation(turns):
        for before, turn in pairwise(talk):
            if turn["kind"] == "compare":
                assert turn["expected"][0] == before["expected"]
                assert turn["sub_questions"][0] == before.get("standalone", before["question"])


def test_conversations_share_no_records_so_that_there_are_many_clusters(dataset: Path) -> None:
    read = load_questions(dataset / "conversations.yaml")
    by_conversation: dict[str, set[str]] = {}
    for question in read:
        own = by_conversation.setdefault(question.id.rpartition("_")[0], set())
        own |= {piece.file for piece in question.evidence if "/" in piece.file}
    records = [file for own in by_conversation.values() for file in own]
    assert len(set(records)) == len(records)
    assert len(set(clusters(read).values())) >= 20


@pytest.mark.parametrize("seed", SEEDS)
def test_every_kind_of_turn_is_asked_of_every_seed(seed: int, drawn: Any) -> None:
    golds = asked(seed, drawn)
    kinds = Counter(gold.tags[-1] for gold in golds)
    assert kinds.keys() == KINDS.keys()
    assert all(kinds[kind] >= least for kind, least in KINDS.items()), kinds
    assert Counter(gold.dependence for gold in golds).keys() == {"", "pronoun", "ellipsis", "subject"}


def test_seeds_ask_other_things(drawn: Any) -> None:
    seven, eleven = ({gold.standalone or gold.question for gold in asked(seed, drawn)} for seed in (7, 11))
    assert len(seven & eleven) < 16


def test_unanswerable_turns_ask_about_what_no_page_names(parsed: Any, drawn: Any) -> None:
    text = parsed.everything()
    absent = [gold for gold in asked(7, drawn) if gold.kind == "unanswerable"]
    assert len(absent) == 25
    for gold in absent:
        assert gold.entity in gold.standalone
        assert gold.entity in gold.question
        assert not re.search(rf"(?<![\w.,]){re.escape(gold.entity.lower())}(?!\w|[.,]\d)", text), gold


def asked(seed: int, drawn: Any) -> list[Gold]:
    facts, library, _ = drawn(seed)
    return conversations(facts, library)
