"""A model's proposals are kept if they hold: each planted fault is caught, for its reason."""

from __future__ import annotations

import json
import os
import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.stored_drafts import Stored, read_drafts
from ragatta.extensions.studio.drafting.proposing import A_PAGE, CHECKS, Dropped, Proposing, sampled
from ragatta.pipeline.types import Page, Question
from standins.commands import ROOT, Command, Commands
from standins.scripted import Script
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.proposing import BRIDGES, keeper, write_bridges

PAGES = {
    "gate.pdf": (Page("gate.pdf", 1, "The gate of Fenwick lock closes at nine. Its toll for barges is $14."),),
    "weir.pdf": (Page("weir.pdf", 1, "The weir of Marlow was built in 1932. Its toll for canoes is $9."),),
    "hall.pdf": (Page("hall.pdf", 1, "The hall has a stage and a kitchen. It seats two hundred people."),),
}
TOLL = {
    "question": "What toll do barges pay at Fenwick?",
    "answer": "$14",
    "quote": "Its toll for barges is $14.",
}


def proposed(*answers: str, seen: tuple[str, ...] = (), **change: str) -> Stored | Dropped:
    """What becomes of a proposal from the first page, with the model's answers to it in turn."""
    script = Script(
        propose_questions=[{"questions": [{**TOLL, **change}]}],
        answer_from_passage=[{"answer": one} for one in answers],
    )
    proposing = Proposing(PAGES, [], seen, script.ask, "m_1")
    (found,) = proposing.drafts(PAGES["gate.pdf"])
    assert not script.replies["answer_from_passage"], found
    return found


def test_a_proposal_that_holds_becomes_a_draft_with_its_evidence() -> None:
    kept = proposed("$14", "", "")
    assert isinstance(kept, Stored)
    assert kept.origin == "proposed by m_1"
    assert kept.record["evidence"] == [{"file": "gate.pdf", "pages": [1], "quote": "Its toll for barges is $14."}]


def test_the_same_answer_elsewhere_and_a_wrong_one_from_memory_do_not_count() -> None:
    assert isinstance(proposed("14 dollars", "$20", "$14"), Stored)


@pytest.mark.parametrize(("answers", "change", "why"), [
    ((), {"quote": "The toll of barges amounts to $14."}, "is not on page 1 of gate.pdf"),
    (("$14",), {"answer": "$15"}, "the answer does not follow from the quote"),
    (("",), {}, "the answer does not follow from the quote"),
    (("$9",), {}, "the answer does not follow from the quote"),
    (("$14", "$14"), {}, "it is answered without documents"),
    (("$14", "", "$9"), {"question": "How high is the toll for vessels?"}, "page 1 of weir.pdf gives another answer"),
    ((), {"question": "Do barges pay $14 at Fenwick?"}, "has its answer"),
], ids=str)  # fmt: skip
def test_a_planted_fault_is_caught(answers: tuple[str, ...], change: dict[str, str], why: str) -> None:
    dropped = proposed(*answers, **change)
    assert isinstance(dropped, Dropped)
    assert why in dropped.why


@pytest.mark.parametrize("there", ["What toll do barges pay at Fenwick?", "At Fenwick, what toll do the barges pay?"])
def test_a_duplicate_of_an_earlier_draft_is_not_asked_about(there: str) -> None:
    dropped = proposed(seen=(there,))
    assert isinstance(dropped, Dropped)
    assert "there already" in dropped.why or "nearly the same" in dropped.why


def test_two_proposals_of_a_page_may_not_be_the_same() -> None:
    script = Script(
        propose_questions=[{"questions": [TOLL, {**TOLL, "question": "At Fenwick, what toll do the barges pay?"}]}],
        answer_from_passage=[{"answer": "$14"}, {"answer": ""}, {"answer": ""}],
    )
    found = [
        *Proposing(PAGES, [Question("G_1", "Who built it?", "text")], (), script.ask, "m").drafts(PAGES["gate.pdf"])
    ]
    assert [type(one) for one in found] == [Stored, Dropped]


def test_an_unusable_reply_is_counted_and_the_next_page_asked() -> None:
    script = Script(propose_questions=[None, {"questions": []}], answer_from_passage=[])
    found = [*Proposing(PAGES, [], (), script.ask, "m").drafts([*PAGES["gate.pdf"], *PAGES["weir.pdf"]])]
    assert found == [Dropped("page 1 of gate.pdf", "no usable reply")]


def test_pages_are_sampled_from_documents_in_turn_the_same_at_each_start() -> None:
    pages = {file: tuple(Page(file, n, f"{file} {n} " * 100) for n in range(1, 6)) for file in ("a.pdf", "b.pdf")}
    pages["empty.pdf"] = (Page("empty.pdf", 1, ""),)
    chosen = sampled(pages, 4)
    assert [page.source_file for page in chosen] == ["a.pdf", "b.pdf"] * 2
    assert len({(page.source_file, page.number) for page in chosen}) == 4
    assert sampled(pages, 4) == chosen
    assert len(sampled(pages, 99)) == 10


def test_the_command_says_the_cost_before(tmp_path: Path, command: Command) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "bridges.txt").write_text("A cart pays at the bridge of Alder. " * 20)
    words = ("--pdfs", f"{tmp_path}/texts", "--questions", f"{tmp_path}/gold.yaml", "--llm", "ollama", "--count", "4")
    done = command("draft", *words, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert f"proposes from 1 page: at most {1 + A_PAGE * CHECKS} calls" in done.stdout
    assert not (tmp_path / "gold.drafts.jsonl").exists()
    (tmp_path / "texts" / "bridges.txt").write_text("A cart pays.")
    assert "no page has enough words" in command("draft", *words).stderr


@pytest.fixture
def bridges(tmp_path: Path) -> list[str]:
    """The options that name documents of bridges, a file for gold and a model, for as many drafts as there are."""
    pdfs = tmp_path / "texts"
    pdfs.mkdir()
    write_bridges(pdfs)
    return ["--pdfs", str(pdfs), "--questions", str(tmp_path / "gold.yaml"), "--llm", "ollama", "--count", "6"]


def test_a_killed_command_goes_on_and_asks_no_call_twice(
    commands: Commands, tmp_path: Path, bridges: list[str]
) -> None:
    home = tmp_path / "home"
    hangs, held = threading.Event(), threading.Event()

    def think(body: Any) -> Said:
        if len(server.chats) == 6:  # of the second page
            hangs.set()
            held.wait(30)
        return keeper(body)

    with OllamaServer(think=think) as server:
        words = [*bridges, f"llm.base_url={server.base_url}"]
        environment = {**os.environ, "RAGATTA_HOME": str(home)}
        first = commands.start("draft", words, ROOT, environment)
        assert hangs.wait(60), first.said()
        first.kill()
        first.communicate()
        held.set()
        kept = read_drafts(tmp_path / "gold.drafts.jsonl")
        assert len(kept) == 1
        hung = json.dumps(server.chats[5], sort_keys=True)
        second = commands.run("draft", words, ROOT, environment)
        assert second.returncode == 0, second.stderr
        asked = Counter(json.dumps(body, sort_keys=True) for body in server.chats)
    assert {*asked.values()} - {1} <= {2}
    assert [body for body, times in asked.items() if times > 1] == [hung]  # which had no reply
    drafts = read_drafts(tmp_path / "gold.drafts.jsonl")
    assert [*drafts][:1] == [*kept]
    assert {one.record["expected"] for one in drafts.values()} == {"$14", "$23", "$35"}
    assert len(drafts) == len(BRIDGES)


def test_the_budget_ends_the_command_which_goes_on_next_time(
    command: Command, tmp_path: Path, bridges: list[str]
) -> None:
    with OllamaServer(think=keeper) as server:
        words = [*bridges, f"llm.base_url={server.base_url}", "budget.calls=5"]
        first = command("draft", *words)
        assert len(server.chats) == 5
        assert "stopped: the budget is used up: budget.calls=5" in first.stderr
        kept = read_drafts(tmp_path / "gold.drafts.jsonl")
        assert f"{len(kept)} draft written" in first.stdout
        assert len(kept) == 1
        assert "stopped" not in command("draft", *words).stderr
    assert len(read_drafts(tmp_path / "gold.drafts.jsonl")) == len(BRIDGES)
    asked = [json.dumps(body, sort_keys=True) for body in server.chats]
    assert len({*asked}) == len(asked)


def test_a_server_that_hangs_ends_the_command_with_what_it_has(
    command: Command, tmp_path: Path, bridges: list[str]
) -> None:
    for name in ("Dale", "Elm", "Fir", "Gorse"):
        (tmp_path / "texts" / f"{name}.txt").write_text(f"The bridge of {name} has arches. " * 20)
    with OllamaServer(think=lambda body: Said(hang_s=30) if len(server.chats) > 5 else keeper(body)) as server:
        words = [*bridges, f"llm.base_url={server.base_url}", "llm.timeout_s=1", "--count", "14"]
        done = command("draft", *words)
        asked = len(server.chats)
    assert done.returncode == 1, done.stderr
    assert re.search(r"error: no whole reply from .* so ended 3 calls one after the other", done.stderr)
    kept = read_drafts(tmp_path / "gold.drafts.jsonl")
    assert len(kept) == 1
    assert f"{len(kept)} draft written" in done.stdout
    assert asked == 8, "five that were answered, and three"
