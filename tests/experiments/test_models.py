"""The commands with models, over real HTTP on this machine, as a user runs them."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.plugins.identity import file_digest
from standins.commands import Command
from standins.pdfs import write_pdf
from standins.served import CALLS, ollama, own, records, row, tally
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import question_of, sensible, task_of

NEW = "new,Where does the spring fair take place?,on the village green\n"


def router(record: Any) -> Any:
    return next(step for step in record["steps"] if step["name"] == "router")


def test_a_sweep_asks_replays_refreshes(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> None:
    server = serve()
    words = own(documents, *ollama(server))
    first = command("sweep", *words)
    assert first.returncode == 0, first.stderr
    live = row(home)
    assert tally(server) == CALLS
    assert (live["live_calls"], live["replayed_calls"], live["failed"], live["fallback_rate"]) == (
        "12", "0", "0", "0.000000",
    )  # fmt: skip
    assert int(live["tokens_in"]) > int(live["tokens_out"]) > 0
    assert live["live_latency_p50_s"]
    assert not live["replayed_latency_p50_s"]
    assert (live["model"], live["model_digest"]) == ("llama3.2", "a80c4f17acd5")
    answers = records(home)
    assert (answers["fee"]["value"], answers["hours"]["value"]) == ("$25", "600")
    assert {"Filter Cleaning", "Winter Storage", "Seal Replacement"} <= set(answers["list"]["items"])
    assert answers["fee"]["citations"][0]["source_file"] == "handbook.pdf"

    second = command("sweep", *words)
    assert "0 to ask, 3 reused" in second.stdout
    assert tally(server) == CALLS, "nothing was asked again"

    shutil.rmtree(home / "outputs")
    third = command("sweep", *words)
    assert third.returncode == 0, third.stderr
    assert tally(server) == CALLS
    replayed = row(home)
    assert (replayed["live_calls"], replayed["replayed_calls"]) == ("0", "12")
    assert not replayed["live_latency_p50_s"]
    assert float(replayed["replayed_latency_p50_s"]) >= 4 * 1.5, "four calls of 1.5 s each, as the server said"
    assert all(live[key] == replayed[key] for key in ("tokens_in", "tokens_out", "score", "run_key"))
    assert records(home) == answers

    shutil.rmtree(home / "outputs")
    with (documents / "questions.csv").open("a", encoding="utf-8") as stream:
        stream.write(NEW)
    only = command("sweep", *words, "llm.cache=only")
    assert only.returncode == 1
    assert tally(server) == CALLS
    (error,) = [line for line in only.stderr.splitlines() if line.startswith("error: ")]
    assert "llm.cache=only" in error
    assert "no recorded reply of ollama llama3.2 to analyse_routing" in error
    assert "Traceback" not in only.stderr
    (journal,) = home.glob("outputs/runs/*/journal.jsonl")
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 3, "what is recorded is replayed"

    fresh = command("sweep", *words, "llm.cache=refresh")
    assert fresh.returncode == 0, fresh.stderr
    assert tally(server) == {**{task: 2 * n + 1 for task, n in CALLS.items()}, "summarize": 6}
    assert (row(home)["live_calls"], row(home)["replayed_calls"]) == ("16", "0")


def test_a_server_that_dies_costs_only_what_was_not_answered(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> None:
    dying, healthy = serve(), serve()

    def think(body: Any) -> Said:
        if len(dying.chats) == 8:  # three summaries, the four calls of the first question, one of the second
            dying.die()
        return sensible(body)

    dying.think = think
    alone = ["runner.workers=1", "llm.patience_s=0"]
    stopped = command("sweep", *own(documents, *ollama(dying, *alone)))
    assert stopped.returncode == 1
    assert "Traceback" not in stopped.stderr
    (error,) = [line for line in stopped.stderr.splitlines() if "error" in line]
    assert "start it with `ollama serve`" in error
    assert "the same command goes on" in error
    assert "2 of 3 answers did not come" in stopped.stdout
    assert row(home)["unanswered"] == "2"
    (journal,) = home.glob("outputs/runs/*/journal.jsonl")
    (kept,) = journal.read_text(encoding="utf-8").splitlines()

    resumed = command("sweep", *own(documents, *ollama(healthy)))
    assert resumed.returncode == 0, resumed.stderr
    assert "2 to ask, 1 reused" in resumed.stdout
    assert tally(healthy) == {"select": 2, "plan": 2, "answer": 2, "analyse": 1}
    assert journal.read_text(encoding="utf-8").splitlines()[0] == kept
    assert (row(home)["answered"], row(home)["failed"]) == ("3", "0")


def test_unusable_and_late_replies_are_counted_and_the_rest_goes_on(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> None:
    server = serve()

    def think(body: Any) -> Said:
        asked = task_of(body), question_of(body).partition(" ")[0]
        if asked in (("plan", "List"), ("answer", "What")):
            return Said("I would rather not.")
        return Said(hang_s=60) if asked == ("plan", "After") else sensible(body)

    server.think = think
    words = own(documents, *ollama(server, "llm.timeout_s=3", "runner.workers=1", "comparison.not_answered=0.4"))
    first = command("sweep", *words)
    assert first.returncode == 0, first.stderr
    found = row(home)
    assert (found["questions"], found["answered"], found["failed"]) == ("3", "1", "2")
    assert found["live_calls"] == "13"  # list 5, fee 5, hours 3
    assert float(found["fallback_rate"]) == pytest.approx(2 / 13, abs=1e-6)
    answers, scores = records(home), records(home, "scores.jsonl")
    assert {name: answer["status"] for name, answer in answers.items()} == {
        "list": "answered", "fee": "failed", "hours": "failed",
    }  # fmt: skip
    assert answers["fee"]["limitations"] == "the model gave no usable reply (write_answer: it holds no JSON object)"
    assert "within 3 s; raise llm.timeout_s" in answers["hours"]["limitations"]
    assert (scores["fee"]["scores"]["score"], scores["hours"]["scores"]["score"]) == (0, 0)
    assert float(found["score"]) == pytest.approx(scores["list"]["scores"]["score"] / 3, abs=1e-6)

    before = len(server.chats)
    server.think = sensible
    second = command("sweep", *words, "retry_failed=true")
    assert second.returncode == 0, second.stderr
    assert "2 to ask, 1 reused" in second.stdout
    assert [(task_of(body), question_of(body).partition(" ")[0]) for body in server.chats[before:]] == [
        ("answer", "What"), ("plan", "After"), ("answer", "After"),
    ], "what was unusable or never heard is asked for again, and nothing else"  # fmt: skip
    assert (records(home)["fee"]["value"], records(home)["hours"]["value"]) == ("$25", "600")
    assert row(home)["failed"] == "0"


def test_the_router_survives_its_model_and_summaries_can_be_edited(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> None:
    server = serve()
    chosen = {
        "List": '{"documents": ["ghost.pdf", "phantom.pdf"]}',
        "What": "I would look into handbook.pdf.",
        "After": '{"documents": []}',
    }

    def think(body: Any) -> Said:
        word = question_of(body).partition(" ")[0]
        corrected = len(body["messages"]) > 2 and word == "What"
        return Said(chosen[word]) if task_of(body) == "select" and not corrected else sensible(body)

    server.think = think
    words = own(documents, *ollama(server))
    first = command("sweep", *words)
    assert first.returncode == 0, first.stderr
    answers = records(home)
    assert all(answer["status"] == "answered" for answer in answers.values())
    assert all("handbook.pdf" in router(answer)["details"]["documents"] for answer in answers.values())
    assert router(answers["list"])["notes"] == [
        "unknown documents named by the model: ghost.pdf, phantom.pdf",
        "no valid document named by the model: chosen by shared words",
    ]
    assert [router(answers[name])["fallbacks"] for name in ("list", "fee", "hours")] == [1, 0, 1]

    (stored,) = home.glob("datasets/local/summaries/**/*.json")
    entries = json.loads(stored.read_text(encoding="utf-8"))
    assert set(entries) == {"handbook.pdf", "letter.pdf", "prices.pdf"}
    assert entries["letter.pdf"]["pdf_sha256"] == file_digest(documents / "pdfs/letter.pdf")
    assert all(len(entry[key]) == 64 for entry in entries.values() for key in ("made_by", "content_sha256"))
    entries["letter.pdf"]["summary"] = "An invitation to the spring fair."
    stored.write_text(json.dumps(entries), encoding="utf-8")
    key, before = row(home)["run_key"], len(server.chats)
    edited = command("sweep", *words)
    assert edited.returncode == 0, edited.stderr
    assert "edited by hand" in edited.stderr
    assert row(home)["run_key"] != key
    assert "summarize" not in [task_of(body) for body in server.chats[before:]]
    assert any("An invitation to the spring fair." in str(body["messages"]) for body in server.chats[before:])

    write_pdf(documents / "pdfs/letter.pdf", ["Dear members,\nour autumn fair takes place in October."])
    before = len(server.chats)
    changed = command("sweep", *words)
    assert changed.returncode == 0, changed.stderr
    assert "letter.pdf has changed" in changed.stderr
    assert [task_of(body) for body in server.chats[before:]].count("summarize") == 1
    stale = json.loads(stored.with_suffix(".stale.json").read_text(encoding="utf-8"))
    assert stale["letter.pdf"]["summary"] == "An invitation to the spring fair."
    assert "October" in json.loads(stored.read_text(encoding="utf-8"))["letter.pdf"]["summary"]


def test_an_agents_model_at_another_server_is_asked_there_and_priced_by_its_name(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> None:
    usual, second = serve(), serve()
    second.models = {"small": "5" * 64}
    models = f"llm.models={{small: {{base_url: {second.address}, price_out: 1000}}}}"
    done = command("sweep", *own(documents, *ollama(usual)), "agents.planner.model=small", models)
    assert done.returncode == 0, done.stderr
    assert (tally(usual), tally(second)) == (
        {task: count for task, count in CALLS.items() if task != "plan"}, {"plan": 3},
    )  # fmt: skip
    with (home / "outputs/latest/calls.csv").open(encoding="utf-8", newline="") as stream:
        (planner,) = [line for line in csv.DictReader(stream) if line["model"] == "small"]
    assert planner["stage"] == "planner"
    assert row(home)["cost_usd"] == planner["cost_usd"] == f"{int(planner['tokens_out']) / 1000:.6f}"
