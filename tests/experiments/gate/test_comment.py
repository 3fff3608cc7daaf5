"""The gate's comment on a pull request, against a server that speaks GitHub's API."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.gate import comment


class GitHub(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.comments: list[dict[str, Any]] = []
        self.refuses = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Requests(BaseHTTPRequestHandler):
    server: GitHub

    def do_GET(self) -> None:
        assert self.path.startswith("/repos/club/pumps/issues/7/comments?per_page=100&page=")
        first = 100 * (int(self.path.rpartition("=")[2]) - 1)
        self._reply(self.server.comments[first : first + 100])

    def do_POST(self) -> None:
        assert self.path == "/repos/club/pumps/issues/7/comments"
        self.server.comments.append({"id": len(self.server.comments), "user": {"type": "Bot"}, **self._sent()})
        self._reply({"html_url": f"{self.server.url}/new"})

    def do_PATCH(self) -> None:
        self.server.comments[int(self.path.rpartition("/")[2])] |= self._sent()
        self._reply({"html_url": f"{self.server.url}/changed"})

    def _sent(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        return found

    def _reply(self, value: Any) -> None:
        assert self.headers["Authorization"] == "Bearer secret"
        self.send_response(self.server.refuses or 200)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def log_message(self, *_: Any) -> None:
        """Prints nothing."""


@pytest.fixture
def github(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[GitHub]:
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 7}}), encoding="utf-8")
    (tmp_path / "regress").mkdir()
    (tmp_path / "regress" / "outcome.json").write_text('{"outcome": "regression"}', encoding="utf-8")
    (tmp_path / "regress" / "summary.md").write_text("| score | 0.4 |\n", encoding="utf-8")
    (tmp_path / "summary.md").write_text("| baseline | 0.4 |\n", encoding="utf-8")
    with GitHub() as server:
        monkeypatch.setenv("GITHUB_TOKEN", "secret")
        monkeypatch.setenv("GITHUB_REPOSITORY", "club/pumps")
        monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
        monkeypatch.setenv("GITHUB_API_URL", server.url)
        monkeypatch.setattr(comment, "body", lambda body=comment.body: body(tmp_path, tmp_path))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_second_run_changes_the_comment_of_the_first(github: GitHub, tmp_path: Path) -> None:
    person = {"user": {"type": "User"}, "body": f"{comment.mark()}\n**Ragatta: ok**"}
    github.comments += [{"id": number, **person} for number in range(100)]  # a page of others
    assert comment.main([]) == 0
    text = github.comments[100]["body"]
    assert "**Ragatta: regression**" in text
    assert "| score | 0.4 |" in text
    assert "| baseline | 0.4 |" in text
    (tmp_path / "regress" / "outcome.json").write_text('{"outcome": "ok"}', encoding="utf-8")
    assert comment.main([]) == 0
    assert len(github.comments) == 101
    assert "**Ragatta: ok**" in github.comments[100]["body"]
    assert {one["body"] for one in github.comments[:100]} == {person["body"]}


def test_long_tables_are_shortened_by_whole_lines(github: GitHub, tmp_path: Path) -> None:
    for name in ("regress/summary.md", "summary.md"):
        (tmp_path / name).write_text("| a row of a table |\n" * 10_000, encoding="utf-8")
    comment.main([])
    text = github.comments[0]["body"]
    assert len(text) < 65_536
    assert all(line in ("", "| a row of a table |") for line in text.splitlines() if line.startswith("|"))
    assert "more lines in the job's summary" in text


@pytest.mark.parametrize("code", [403, 404])
def test_a_token_that_may_only_read_warns_and_leaves_the_outcome_to_the_gate(
    github: GitHub, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    github.refuses = code
    assert comment.main([]) == 0
    said = capsys.readouterr().out
    assert said.startswith("::warning title=Regression gate::no comment, the table is in the job's summary: GitHub")
    assert f"with {code}; the job needs `permissions: pull-requests: write`" in said
    assert "secret" not in said


def test_another_refusal_is_a_fault(github: GitHub) -> None:
    github.refuses = 422
    with pytest.raises(Fault, match=r"refused GET .* with 422"):
        comment.main([])


@pytest.mark.parametrize(
    ("name", "other"), [("RAGATTA_MATRIX", '{"python": "3.13"}'), ("GITHUB_JOB", "slow"), ("GITHUB_WORKFLOW", "night")]
)
def test_each_job_has_a_comment_of_its_own(
    name: str, other: str, github: GitHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in comment.JOB:
        monkeypatch.setenv(variable, "null" if variable == "RAGATTA_MATRIX" else "gate")
    comment.main([])
    monkeypatch.setenv(name, other)
    (tmp_path / "regress" / "outcome.json").write_text('{"outcome": "ok"}', encoding="utf-8")
    comment.main([])
    comment.main([])
    first, second = (one["body"].splitlines()[1] for one in github.comments)
    assert first == "**Ragatta: regression** (gate)"
    assert second.startswith("**Ragatta: ok** (")


def test_a_push_has_nothing_to_comment_on(github: GitHub, tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text("{}", encoding="utf-8")
    assert comment.main([]) == 0
    assert not github.comments


def test_outside_a_workflow_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in comment.WANTED:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(Fault, match="GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_EVENT_PATH: not set"):
        comment.main([])
