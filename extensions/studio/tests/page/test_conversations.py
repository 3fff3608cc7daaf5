"""A conversation in the studio: one entry with its turns, and what an edit and a follow-up write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from extensions.studio.tests.page.conftest import HOURS, QUESTIONS, Started
from ragatta.experiments.faults import Fault
from ragatta.experiments.stored_drafts import Stored, append_drafts
from ragatta.extensions.studio.api import Api

FEE = "{file: handbook.pdf, pages: [3], quote: The storage fee is $25 per season.}"
TALK = f"""{QUESTIONS}
- {{id: OTHER, question: "Who sets it?", kind: unanswerable}}
- id: G_2
  after: G_1
  question: And in dollars?  # of the fee
  standalone: What is the storage fee in dollars?
  dependence: ellipsis
  kind: number
  expected: $25
  evidence: [{FEE}]
- id: G_3
  after: G_2
  turns: [{{user: Thanks., assistant: You are welcome.}}]
  question: And in cents?
  kind: unanswerable
"""
OPENING = {"user": "What is the storage fee per season?", "assistant": "$25", "key": "q:G_1"}


def entries(api: Api) -> list[tuple[str, int, bool]]:
    return [(one["key"], one["turn"], bool(one["talk"])) for one in api.call("state", {})["queue"]]


def changed(api: Api, key: str, **fields: Any) -> dict[str, Any]:
    told = api.call("item", {"key": key})
    given = {"record": {**told["record"], **fields}, "version": told["version"], "replaces": key[2:]}
    return api.call("accept", given)


def test_turns_follow_each_other_where_the_first_one_stands(started: Started) -> None:
    api = started(TALK)
    assert entries(api) == [("q:G_1", 1, True), ("q:G_2", 2, True), ("q:G_3", 4, True), ("q:OTHER", 1, False)]
    assert {one["talk"] for one in api.call("state", {})["queue"][:3]} == {"What is the storage fee per season?\n$25"}
    assert entries(started(QUESTIONS)) == [("q:G_1", 1, False)]


def test_an_entry_has_all_turns_before_it_and_its_record_those_of_its_file(started: Started) -> None:
    told = started(TALK).call("item", {"key": "q:G_3"})
    assert told["before"] == [
        OPENING,
        {"user": "And in dollars?", "assistant": "$25", "key": "q:G_2"},
        {"user": "Thanks.", "assistant": "You are welcome.", "key": ""},
    ]
    assert told["record"]["turns"] == [{"user": "Thanks.", "assistant": "You are welcome."}]
    assert told["record"]["after"] == "G_2"


def test_an_edit_keeps_after_and_all_other_lines(started: Started, documents: Path) -> None:
    api = started(TALK)
    changed(api, "q:G_2", tags=["fee"])
    text = (documents / "gold.yaml").read_text(encoding="utf-8")
    records = {one["id"]: one for one in yaml.safe_load(text)}
    assert records["G_2"]["after"] == "G_1"
    assert (records["G_2"]["tags"], records["G_2"]["standalone"]) == (["fee"], "What is the storage fee in dollars?")
    assert "turns" not in records["G_2"]
    before, after = TALK.split("- id: G_2")[0], TALK.split("- id: G_3")[1]
    assert text.startswith(before)
    assert text.endswith(after)
    changed(api, "q:G_1", question="What does storage cost per season?")
    assert api.call("item", {"key": "q:G_3"})["before"][0]["user"] == "What does storage cost per season?"
    assert api.call("state", {})["lost"] == {}


def test_a_draft_with_turns_comes_after_the_question_that_is_its_turn(started: Started, documents: Path) -> None:
    api = started()
    turn = {name: OPENING[name] for name in ("user", "assistant")}
    append_drafts(api.store.drafts_path, [Stored("d1", {**HOURS, "turns": [turn]}), Stored("d2", HOURS)])
    assert entries(api)[:2] == [("d:d1", 2, True), ("d:d2", 1, False)]
    told = api.call("item", {"key": "d:d1"})
    assert told["before"] == [{**turn, "key": ""}]
    api.call("accept", {"record": told["record"], "draft": "d1", "version": told["version"]})
    written = yaml.safe_load((documents / "gold.yaml").read_text(encoding="utf-8"))[-1]
    assert written["after"] == "G_1"
    assert "turns" not in written
    assert entries(api) == [("d:d2", 1, False), ("q:G_1", 1, True), ("q:" + written["id"], 2, True)]


def test_a_follow_up_is_written_after_its_question(started: Started, documents: Path) -> None:
    api = started()
    api.call("accept", {"record": {**HOURS, "after": "G_1", "dependence": "subject"}})
    written = yaml.safe_load((documents / "gold.yaml").read_text(encoding="utf-8"))[-1]
    assert (written["after"], written["dependence"]) == ("G_1", "subject")
    with pytest.raises(Fault, match="after: no question 'G_7'"):
        api.call("accept", {"record": {**HOURS, "question": "Why?", "after": "G_7"}})
