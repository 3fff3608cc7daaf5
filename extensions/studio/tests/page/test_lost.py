"""What another program takes out of the files, by saving an older copy, is named and can be put back."""

from __future__ import annotations

from typing import Any

import pytest

from extensions.studio.tests.page.conftest import HOURS, QUESTIONS, Started
from extensions.studio.tests.page.test_api import act
from ragatta.eval.gold.questions import load_questions
from ragatta.extensions.studio.api import Api


def lost(api: Api) -> dict[str, bool]:
    found: dict[str, bool] = api.call("state", {})["lost"]
    return found


def changed(api: Api, **fields: Any) -> None:
    record = {**api.call("item", {"key": "q:G_1"})["record"], **fields}
    act(api, "accept", record=record, replaces="G_1")


def test_an_accepted_question_that_an_older_copy_lacks_is_put_back(api: Api) -> None:
    path, drafts = api.store.path, api.store.drafts_path
    older = path.read_text()
    act(api, "accept", record=HOURS)
    assert lost(api) == {}
    (accepted,) = [one for one in load_questions(path) if one.id == "G_2"]
    path.write_text(older + "# mine\n")
    assert lost(api) == {"G_2": False}
    act(api, "accept", record={**HOURS, "question": "When are seals new?"})
    assert lost(api) == {"G_2": False}, "the next question takes another id"
    told = drafts.read_bytes()
    assert act(api, "put_back")["said"] == "G_2 put back"
    assert lost(api) == {}
    assert {one.id: one for one in load_questions(path)}["G_2"] == accepted
    assert path.read_text().startswith(older + "# mine\n")
    assert [one.id for one in load_questions(path)] == ["G_1", "G_3", "G_2"]
    assert drafts.read_bytes() == told
    assert act(api, "undo")["said"] == "taken back: G_2 put back"
    assert [one.id for one in load_questions(path)] == ["G_1", "G_3"]
    assert act(api, "put_back")["said"] == "nothing is lost"


def test_a_change_that_an_older_copy_lacks_is_put_back(api: Api) -> None:
    path = api.store.path
    older = path.read_text()
    changed(api, expected="$25.00")
    changed(api, also_accepted=["25 dollars"])
    newest = load_questions(path)
    path.write_text(older)
    assert lost(api) == {"G_1": True}
    act(api, "put_back")
    assert load_questions(path) == newest
    act(api, "undo")
    assert path.read_text() == older


def test_what_comes_back_or_is_left_is_not_named_again(api: Api) -> None:
    path = api.store.path
    act(api, "accept", record=HOURS)
    whole = path.read_text()
    path.write_text("")  # as an editor that is in the midst of writing
    assert lost(api) == {"G_1": False, "G_2": False}
    path.write_text(whole)
    assert lost(api) == {}
    path.write_text(QUESTIONS)
    assert lost(api) == {"G_2": False}
    api.call("leave_out", {})
    assert lost(api) == {}
    path.write_text(QUESTIONS + "# mine\n")
    assert lost(api) == {}


def test_own_acts_and_edits_elsewhere_lose_nothing(started: Started) -> None:
    api, second = started(), started("")
    path = api.store.path
    changed(api, expected="$25.00")
    act(api, "undo")
    assert lost(api) == {}
    path.write_text(path.read_text().replace("$25\n", "$26\n"))
    assert lost(api) == {}, "an edit"
    second.call("state", {})
    act(second, "reject", replaces="G_1")
    assert lost(api) == {}, "another studio has rejected it"
    assert lost(second) == {}


@pytest.mark.parametrize("text", ["- id: [", "\x00"])
def test_a_file_that_cannot_be_read_has_lost_nothing_yet(api: Api, text: str) -> None:
    api.store.path.write_text(text)
    assert lost(api) == {}
    api.store.path.write_text(QUESTIONS.replace("G_1", "G_7"))
    assert lost(api) == {"G_1": False}


def test_a_file_that_is_gone_is_written_again(api: Api) -> None:
    api.store.path.unlink()
    assert lost(api) == {"G_1": False}
    act(api, "put_back")
    assert [one.id for one in load_questions(api.store.path)] == ["G_1"]
