"""Each act of the studio on a disk that is full at any of its writes, and killed there: it happens or it does not."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from extensions.studio.tests.page.conftest import HOURS, QUESTIONS, Started
from extensions.studio.tests.page.test_api import act
from extensions.studio.tests.page.test_verdicts import sweep, waiting
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.stored_drafts import read_drafts
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.own_files import Store
from ragatta.pipeline.machine.checksums import Note
from standins.full_disk import counted_writes, full_from, killed_at

SEALS = {**HOURS, "question": "When are the seals replaced?"}
SECOND = '- {id: G_2, question: What does a season cost?, kind: number, expected: "$25"}\n'
__all__ = ["sweep"]
Act = Callable[[Api, str, Any], object]


def accept_a_question(api: Api, _draft: str, _record: Any) -> object:
    return act(api, "accept", record=HOURS)


def accept_a_draft(api: Api, draft: str, _record: Any) -> object:
    return act(api, "accept", record=SEALS, draft=draft)


def change_a_question(api: Api, _draft: str, record: Any) -> object:
    return act(api, "accept", record={**record, "expected": "$25.00"}, replaces="G_1")


def reject_a_question(api: Api, _draft: str, _record: Any) -> object:
    return act(api, "reject", replaces="G_1")


def reject_a_draft(api: Api, draft: str, _record: Any) -> object:
    return act(api, "reject", draft=draft)


def keep_a_draft(api: Api, _draft: str, _record: Any) -> object:
    return act(api, "keep", record=HOURS)


def judge(api: Api, _draft: str, _record: Any) -> object:
    return act(api, "judge", key=waiting(api)[0], verdict=1)


ACTS = (accept_a_question, accept_a_draft, change_a_question, reject_a_question, reject_a_draft, keep_a_draft, judge)


@pytest.fixture
def prepared(started: Started, sweep: SweepResult) -> tuple[Api, str, Any]:
    """A studio with two questions, a draft and answers to judge; the draft's id, and the record of the first question.
    An act of the studio has made room for taking acts back."""
    api = started(QUESTIONS + SECOND, sweep=sweep)
    act(api, "keep", record=SEALS)
    (draft,) = read_drafts(api.store.drafts_path)
    return api, draft, api.call("item", {"key": "q:G_1"})["record"]


def files(api: Api) -> dict[str, bytes]:
    """The bytes of all files beside the questions but for those that the studio keeps for itself."""
    beside = api.store.path.parent.iterdir()
    return {one.name: one.read_bytes() for one in beside if one.is_file() and not one.name.endswith(".room")}


def queue(api: Api) -> list[tuple[str, str]]:
    state = api.call("state", {})
    assert not state["faults"]
    return sorted((one["group"], one["text"]) for one in state["queue"])


def failure(do: Callable[[], object], step: int) -> OSError | None:
    """Why it fails on a disk that is full from this write on; None where it does not."""
    try:
        with full_from(step):
            do()
    except OSError as fault:
        return fault
    return None


def restored(api: Api, bytes_of: dict[str, bytes]) -> None:
    """The files are these, and nothing can be taken back; also what a kill leaves of locks."""
    for one in api.store.path.parent.iterdir():
        if one.is_file() and one.name not in bytes_of and not one.name.endswith(".room"):
            one.unlink()
    for name, data in bytes_of.items():
        (api.store.path.parent / name).write_bytes(data)
    api.store._done.clear()
    api.store.refresh()


@pytest.mark.parametrize("do", ACTS)
def test_on_a_full_disk_an_act_and_taking_it_back_happen_or_do_not(prepared: tuple[Api, str, Any], do: Act) -> None:
    api = prepared[0]
    before = files(api)
    steps = counted_writes(lambda: do(*prepared))
    of_undo = counted_writes(lambda: act(api, "undo"))
    assert min(steps, of_undo) > 5
    assert files(api) == before
    for step in range(1, steps + 1):
        fault = failure(lambda: do(*prepared), step)
        if fault:
            assert fault.errno == errno.ENOSPC
        else:  # of what is written after the act, such as a lock that is given up
            act(api, "undo")
        assert files(api) == before, step
        do(*prepared)
        assert files(api) != before
        assert act(api, "undo")["said"] != "nothing to take back"
        assert files(api) == before
    for step in range(1, of_undo + 1):  # room is kept, so that taking back needs none
        do(*prepared)
        with full_from(step):
            act(api, "undo")
        assert files(api) == before, step


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.* the last line was cut short")
@pytest.mark.parametrize("do", [accept_a_question, change_a_question, reject_a_question, judge])
def test_a_killed_act_and_a_killed_undo_lose_nothing(prepared: tuple[Api, str, Any], do: Act) -> None:
    api = prepared[0]
    before, shown = files(api), queue(api)
    do(*prepared)
    seen = queue(api)

    def do_and_take_back() -> None:
        do(*prepared)
        act(api, "undo")

    for step in range(1, 200):
        restored(api, before)
        killed = killed_at(step, do_and_take_back)
        for lease in api.store.path.parent.glob(".*.lease"):  # of a holder that died while it took it: test_locks.py
            lease.unlink()
        api.store = Store(api.dataset, "ann")
        assert queue(api) in ((shown, seen) if killed else (shown,)), step
        assert act(api, "keep", record={"question": "Is there more?"})["said"] == "kept as a draft"
        if not killed:
            break
    assert 10 < step < 199


def test_the_room_that_is_kept_is_given_back_at_the_end(prepared: tuple[Api, str, Any]) -> None:
    api = prepared[0]
    rooms = [*api.store.path.parent.glob(".*.room")]
    assert [room.stat().st_size > len(QUESTIONS) for room in rooms] == [True]
    api.store.give_room()
    assert not [*api.store.path.parent.glob(".*.room")]


def test_half_a_line_of_an_earlier_studio_stops_nothing(started: Started) -> None:
    api = started()
    act(api, "keep", record=SEALS)
    whole = api.store.drafts_path.read_bytes()
    api.store.drafts_path.write_bytes(whole + whole[: len(whole) // 2])
    with pytest.warns(Note, match="the last line was cut short"):
        api.store = Store(api.dataset, "ann")
    act(api, "keep", record=HOURS)
    assert [text for group, text in queue(api) if group == "draft"] == sorted([SEALS["question"], HOURS["question"]])
    assert api.store.drafts_path.read_bytes().startswith(whole)
    aside: Path = api.store.drafts_path.with_name(api.store.drafts_path.name + ".cut")
    assert aside.read_bytes() == whole[: len(whole) // 2] + b"\n"
