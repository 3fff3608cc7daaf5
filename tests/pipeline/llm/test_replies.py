import json
import sqlite3
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.pipeline.llm.entries import call_key
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import Completion, Message, ModelIdentity, Request
from ragatta.pipeline.machine.checksums import Note
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour

WHO = ModelIdentity("scripted", "small", "weights-1")
ASKED = Request(NameColour("the sky"), (Message("user", "Which?"),), {"type": "object"}, Options())
DONE = Completion('{"colour": "blue"}', 11, 7, 2.5)


def test_what_went_in_comes_out(replies):
    assert replies.get(WHO, ASKED) is None
    replies.put(WHO, ASKED, DONE)
    assert replies.get(WHO, ASKED) == DONE


def test_an_entry_tells_who_was_asked_what(replies):
    replies.put(WHO, ASKED, DONE)
    entry = replies.entry(call_key(WHO, ASKED))
    assert entry == {
        "model": {"provider": "scripted", "name": "small", "digest": "weights-1"},
        "messages": [{"role": "user", "content": "Which?"}],
        "schema": {"type": "object"},
        "options": {"temperature": 0.0, "max_tokens": 512, "seed": 0},
        "sample": 0,
        "task": "name_colour",
        "reply": {"text": '{"colour": "blue"}', "tokens_in": 11, "tokens_out": 7, "seconds": 2.5},
    }


@pytest.mark.parametrize(
    "other",
    [
        replace(ASKED, messages=(Message("system", "Which?"),)),
        replace(ASKED, schema={"type": "array"}),
        replace(ASKED, options=Options(temperature=0.1)),
        replace(ASKED, options=Options(max_tokens=511)),
        replace(ASKED, options=Options(seed=1)),
        replace(ASKED, options=Options(more={"top_p": 0.9})),
        replace(ASKED, sample=1),
    ],
)
def test_whatever_can_change_the_reply_changes_the_key(other):
    assert call_key(WHO, other) != call_key(WHO, ASKED)


def test_the_key_knows_the_model_by_its_weights_and_not_the_task():
    assert call_key(replace(WHO, digest="weights-2"), ASKED) != call_key(WHO, ASKED)
    assert call_key(WHO, replace(ASKED, task=NameColour("the sea"))) == call_key(WHO, ASKED)


def test_a_later_reply_replaces_the_earlier(replies):
    replies.put(WHO, ASKED, DONE)
    replies.put(WHO, ASKED, replace(DONE, text="grey"))
    assert replies.get(WHO, ASKED).text == "grey"
    assert len(replies.keys()) == 1


WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from ragatta.pipeline.llm.replies import Replies
from tests.pipeline.llm.test_replies import ASKED, DONE, WHO
replies = Replies(Path(sys.argv[1]))
for sample in range(60):
    replies.put(WHO, replace(ASKED, sample=sample), replace(DONE, text=f"{sample} " * 500))
print("done", flush=True)
if sys.argv[2] == "die":
    import os
    replies._db.execute("BEGIN IMMEDIATE")
    replies._db.execute("DELETE FROM replies")
    os._exit(9)
"""


def start(path: Path, end: str) -> "subprocess.Popen[bytes]":
    root = Path(__file__).parents[3]
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), end], cwd=root, stdout=subprocess.PIPE, env={"PYTHONPATH": str(root)}
    )


def test_two_processes_write_at_once_and_one_dies_in_the_middle(tmp_path):
    path = tmp_path / "replies.sqlite"
    writers = [start(path, "live"), start(path, "die")]
    assert [writer.wait(30) for writer in writers] == [0, 9]
    for writer in writers:
        writer.stdout.close()
    replies = Replies(path)
    assert len(replies.keys()) == 60
    assert replies.get(WHO, replace(ASKED, sample=59)).text == "59 " * 500
    replies.close()


def test_a_file_that_is_no_cache_is_named(tmp_path):
    path = tmp_path / "replies.sqlite"
    path.write_bytes(b"no database, " * 100)
    with pytest.raises(OSError, match=r"replies\.sqlite are not readable: .*; move that file away"):
        Replies(path)


def test_a_full_disk_is_named_with_the_fix(replies):
    pages = replies._db.execute("PRAGMA page_count").fetchone()[0]
    replies._db.execute(f"PRAGMA max_page_count = {pages}")
    long = "".join(str(n) for n in range(20_000))
    with pytest.raises(OSError, match=r"replies\.sqlite: database or disk is full; make room") as caught:
        replies.put(WHO, ASKED, replace(DONE, text=long))
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


@pytest.mark.parametrize(
    "damaged",
    [
        b"no zlib",
        zlib.compress(b"{no json"),
        zlib.compress(b"[]"),
        zlib.compress(json.dumps({"reply": {"words": "blue"}}).encode()),
        zlib.compress(json.dumps({"reply": None, "failure": {"kind": "Mood", "message": ""}}).encode()),
    ],
)
def test_a_damaged_entry_is_a_fault_of_the_file_and_mended_by_a_new_reply(replies, damaged):
    replies.put(WHO, ASKED, DONE)
    replies._db.execute("UPDATE replies SET entry = ?", (damaged,))
    with pytest.raises(OSError, match=rf"replies\.sqlite: the entry {call_key(WHO, ASKED)} is damaged.*cache=refresh"):
        replies.get(WHO, ASKED)
    replies.put(WHO, ASKED, DONE)
    assert replies.get(WHO, ASKED) == DONE


@pytest.mark.parametrize(
    "damaged", ["'{no json'", "5", "x'ff'", "CAST(x'ff' AS TEXT)", "replace(entry, 'small', 'other')"]
)
def test_a_damaged_record_of_a_model_counts_as_none_and_is_said(replies, damaged):
    replies.put_model("asked", {"name": "small"})
    replies._db.execute(f"UPDATE models SET entry = {damaged}")
    with pytest.warns(Note, match=r"replies\.sqlite: the record of who answers for asked is damaged"):
        assert replies.models() == {}
    replies.put_model("asked", {"name": "small"})
    assert replies.models() == {"asked": {"name": "small"}}


def test_the_reply_to_another_call_is_not_taken(replies):
    replies.put(WHO, ASKED, DONE)
    replies._db.execute("UPDATE replies SET key = 'other'")
    with pytest.raises(OSError, match=r"replies\.sqlite: the entry other is damaged .*the entry of another call"):
        replies.entry("other")
