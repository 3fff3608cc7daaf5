"""tool_loop swept end to end against loopback stand-ins for model servers, over PDFs in buckets."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from standins.pdfs import write_pdf
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import MODEL, OpenAIServer
from tests.standins.sensible import sensible

BILLS = {
    "B-1": "Total Amount: $1,500.00\nThe workshop was sent 12 brass pumps in spring.",
    "B-2": "Total Amount: $80.00\nOne garden hose was sent to the village green.",
    "B-3": "Total Amount: $2,400.00\nSeals for the big pump.",
}
BUCKETS = """
- name: bills
  description: bills of suppliers
  identifier: number
  fields:
    - {name: number, type: TEXT, labels: [Bill Number]}
    - {name: total, type: REAL, labels: [Total Amount]}
"""
LARGE = "List the numbers of all bills over $1,000"
QUESTIONS = f"""id,question,expected_output
pumps,How many brass pumps was the workshop sent?,12
fair,When does the spring fair take place?,in April
large,"{LARGE}","* B-1
* B-3"
"""
CALLS = {"pumps": 2, "fair": 3, "large": 2}  # model calls: a search or two, and the answer


@pytest.fixture
def bills(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    for place in ("bills", "letters"):
        (folder / "pdfs" / place).mkdir(parents=True)
    for number, text in BILLS.items():
        write_pdf(folder / "pdfs" / "bills" / f"{number}.pdf", [f"Bill Number: {number}\n{text}"])
    write_pdf(folder / "pdfs" / "letters" / "members.pdf", ["Dear members,\nour spring fair will take place in April."])
    (folder / "buckets.yaml").write_text(BUCKETS, encoding="utf-8")
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    return folder


def words(bills: Path, *more: str) -> list[str]:
    own = ["--grid", "none", "--pdfs", f"{bills}/pdfs", "--questions", f"{bills}/questions.csv", "tracking=off"]
    return [*own, f"dataset.buckets={bills}/buckets.yaml", "architecture=tool_loop", *more]


def ollama(server: OllamaServer) -> list[str]:
    return ["llm=ollama", f"llm.base_url={server.base_url}"]


def filtering(body: Any) -> Said:
    """A sensible model that knows filters, where a question is about amounts."""
    messages = body["messages"]
    if LARGE not in messages[1]["content"]:
        return sensible(body)
    if messages[-1]["role"] != "tool":
        over = {"bucket": "bills", "query": "bill number", "filters": {"total": {">": 1000}}}
        return Said("I filter.", calls=[("search_semantic", over)])
    listed = json.loads(messages[-1]["content"].partition("\n")[2])["documents"]
    return Said("\n".join(f"- {name.removeprefix('bills/').removesuffix('.pdf')} [{name}]" for name in listed))


def results(home: Path) -> dict[str, bytes]:
    return {name: (home / "outputs/latest/runs/01" / name).read_bytes() for name in ("answers.jsonl", "scores.jsonl")}


def answers(home: Path) -> dict[str, Any]:
    return {row["question_id"]: row for row in map(json.loads, results(home)["answers.jsonl"].splitlines())}


def summary(home: Path) -> dict[str, str]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (only,) = csv.DictReader(stream)
    return only


def conversation(record: Any) -> Any:
    return next(step["details"] for step in record["steps"] if step["name"] == "conversation")


def test_it_is_stopped_goes_on_answers_and_is_replayed_without_its_server_to_the_same_bytes(
    command: Command, bills: Path, home: Path
) -> None:
    dying, healthy = OllamaServer(), OllamaServer(think=filtering)

    def think(body: Any) -> Said:
        if len(dying.chats) == CALLS["pumps"] + 2:  # in the middle of the second question; it ends the reply under way
            dying.die()
        return filtering(body)

    dying.think = think
    with dying, healthy:
        stopped = command("sweep", *words(bills, *ollama(dying), "runner.workers=1", "llm.patience_s=0"))
        assert stopped.returncode == 1
        assert "the same command goes on" in stopped.stderr
        resumed = command("sweep", *words(bills, *ollama(healthy)))
        assert resumed.returncode == 0, resumed.stderr
        assert "2 to ask, 1 reused" in resumed.stdout
        assert len(dying.chats) + len(healthy.chats) == sum(CALLS.values()), "a recorded turn is not asked for again"
    check_answers(answers(home))
    recorded, row = results(home), summary(home)
    assert (row["failed"], row["fallback_rate"]) == ("0", "0.000000")

    shutil.rmtree(home / "outputs")  # the replies alone are left, and no server
    replayed = command("sweep", *words(bills, *ollama(healthy)), "llm.cache=only")
    assert replayed.returncode == 0, replayed.stderr
    assert results(home) == recorded
    assert (summary(home)["live_calls"], summary(home)["run_key"]) == ("0", row["run_key"])
    assert summary(home)["replayed_calls"] == str(sum(CALLS.values()))
    assert float(summary(home)["replayed_latency_p50_s"]) > 1, "the seconds of the live turns"


def check_answers(found: dict[str, Any]) -> None:
    assert {name: row["status"] for name, row in found.items()} == dict.fromkeys(CALLS, "answered")
    assert found["pumps"]["value"] == "12"
    assert found["large"]["items"] == ["B-1", "B-3"]
    assert [cited["source_file"] for cited in found["fair"]["citations"]] == ["letters/members.pdf"]
    assert {name: conversation(row)["turns"] for name, row in found.items()} == CALLS
    over = {"bucket": "bills", "field": "total", "operator": ">", "value": 1000}
    assert conversation(found["large"])["filters"] == [over]


def test_openai_holds_the_same_conversation_and_may_lose_its_thread(
    command: Command, bills: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-never-to-be-seen")

    def think(body: Any) -> Said:
        if "fair" in body["messages"][1]["content"]:
            return Said(calls=[("search_text", '{"bucket": "letters", "que')])  # again and again
        return filtering(body)

    with OpenAIServer(think=think) as server:
        swept = words(bills, "llm=openai", f"llm.model={MODEL}", f"llm.base_url={server.base_url}")
        ran = command("sweep", *swept)
        assert ran.returncode == 0, ran.stderr
        found = answers(home)
        assert (found["pumps"]["value"], found["large"]["items"]) == ("12", ["B-1", "B-3"])
        lost = found["fair"]
        assert (lost["status"], lost["limitations"]) == ("failed", "the model gave no usable final message")
        assert (conversation(lost)["malformed_calls"], conversation(lost)["turns"]) == (5, 6)
        assert summary(home)["failed"] == "1"
        asked = len(server.chats)
        shutil.rmtree(home / "outputs")
        assert command("sweep", *swept).returncode == 0
        assert len(server.chats) == asked, "ids of calls are our own: nothing random is part of a recorded turn"
    assert "sk-never" not in "".join(path.read_text(errors="replace") for path in home.rglob("*") if path.is_file())


def test_without_tool_calling_it_is_refused_before_any_work(command: Command, bills: Path, home: Path) -> None:
    refused = command("sweep", *words(bills))
    assert refused.returncode == 1
    assert "architecture=tool_loop needs tool calling, and llm=extractive has none" in refused.stderr
    assert "Traceback" not in refused.stderr
    with OllamaServer(capabilities=["completion"]) as server:
        unable = command("sweep", *words(bills, *ollama(server)))
        assert server.chats == []
    assert unable.returncode == 1
    assert "llama3.2, says Ollama at 127.0.0.1" in unable.stderr
    assert "calls no tools; choose a model that does" in unable.stderr
    assert not list(home.glob("collections/*")), "nothing was indexed"


def test_one_question_shows_the_calls_that_were_made(command: Command, bills: Path) -> None:
    with OllamaServer(think=filtering) as server:
        told = command("ask", *words(bills, *ollama(server))[2:], "--question", LARGE)
    assert told.returncode == 0, told.stderr
    assert "tool: search_semantic" in told.stdout
    assert "- B-3 [bills/B-3.pdf]" in told.stdout
