"""What systems outside said is on record."""

import pytest

from ragatta.extensions.contestants.services.python import Python
from ragatta.extensions.contestants.task import AskSystem
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.recorded import Recorded
from ragatta.pipeline.llm.seam import ReplyMissing
from tests.pipeline.llm.conftest import ScriptedBackend
from tests.pipeline.llm.test_recorded import BLUE, recording


def test_systems_outside_have_a_record_each(replies):
    for target in ("mine:a", "mine:b"):
        recording(ScriptedBackend([BLUE]), replies, Python(options={"target": target})).identity()
    assert len(replies.models()) == 2
    with pytest.raises(ReplyMissing, match=r"architecture\.service\.cache=only, .*options={\"target\": \"mine:c\"} "):
        Recorded(Python(options={"target": "mine:c"}), replies).identity()


def test_retry_asks_a_system_again_whose_reply_could_not_be_read(replies):
    def fetched(backend, mode="use"):
        return Asker(backend, replies, mode=mode).fetch(AskSystem("Why?"), '"Why?"', "so".__eq__)

    assert fetched(ScriptedBackend([""])) == ""
    assert fetched(ScriptedBackend(["so"]), "retry") == "so"
    assert fetched(ScriptedBackend([]), "retry") == "so", "a usable one stays"
