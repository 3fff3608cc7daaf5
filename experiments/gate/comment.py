"""Comments the outcome of the regression gate on the pull request of a GitHub workflow; a later one takes its place.

    python -m ragatta.experiments.gate.comment

Reads outputs/regress/summary.md and outcome.json, and the variables of a workflow: GITHUB_TOKEN, GITHUB_REPOSITORY,
GITHUB_EVENT_PATH, GITHUB_API_URL, GITHUB_WORKFLOW, GITHUB_JOB and RAGATTA_MATRIX (the job's matrix as JSON). A token
that may not comment, such as Dependabot's, is a warning: the gate alone decides the job, and its table is in the
summary. Source: GitHub's REST API, "Issue comments".
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import HOME, LATEST, OUTPUTS
from ragatta.pipeline.plugins.identity import digest, short

MARK = "<!-- ragatta regression gate {} -->"
JOB = ("GITHUB_WORKFLOW", "GITHUB_JOB", "RAGATTA_MATRIX")  # what sets one gate of a pull request apart from another
MOST = 65_000  # characters; GitHub takes 65,536
PAGE = 100  # comments a request
SECONDS = 30.0
WANTED = ("GITHUB_TOKEN", "GITHUB_REPOSITORY", "GITHUB_EVENT_PATH")


class NotAllowed(Fault):
    """The token has no right to comment."""


def main(arguments: list[str]) -> int:  # noqa: ARG001
    if missing := [name for name in WANTED if not os.environ.get(name)]:
        raise Fault(f"{', '.join(missing)}: not set; this command is for a GitHub workflow (docs/installed.md)")
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
    number = event.get("pull_request", {}).get("number")
    if not number:
        print("no pull request: nothing to comment on")
        return 0
    api = os.environ.get("GITHUB_API_URL") or "https://api.github.com"
    comments = Comments(api, os.environ["GITHUB_REPOSITORY"], os.environ["GITHUB_TOKEN"])
    text = body()
    try:
        print(commented(comments, int(number), text))
    except NotAllowed as fault:
        print(f"::warning title=Regression gate::no comment, the table is in the job's summary: {fault}")
    return 0


def mark() -> str:
    """The hidden first line of this gate's comment: another job, or another job of a matrix, has another one."""
    job = [os.environ.get(name, "") for name in JOB]
    workspace = os.environ.get("GITHUB_WORKSPACE", "")
    return MARK.format(short(digest([*job, os.path.relpath(HOME, workspace) if workspace else ""])))


def title() -> str:
    """The job, with what its matrix sets, as a person tells two comments apart; empty outside a job."""
    matrix = json.loads(os.environ.get("RAGATTA_MATRIX") or "null") or {}
    told = [os.environ.get("GITHUB_JOB", ""), *(f"{key}={value}" for key, value in matrix.items())]
    return f" ({', '.join(one for one in told if one)})" if any(told) else ""


def body(outputs: Path = OUTPUTS, latest: Path = LATEST) -> str:
    """The comment: the gate's tables, and those of the sweep behind them. Raises Fault where no gate has run."""
    try:
        outcome = json.loads((outputs / "regress" / "outcome.json").read_text(encoding="utf-8"))["outcome"]
        summary = (outputs / "regress" / "summary.md").read_text(encoding="utf-8")
    except FileNotFoundError as fault:
        raise Fault(f"{fault.filename}: no such file; run ragatta regress first") from fault
    whole = f"{mark()}\n**Ragatta: {outcome}**{title()}\n\n{_shortened(summary, MOST // 2)}"
    table = latest / "summary.md"
    if table.exists():
        told = _shortened(table.read_text(encoding="utf-8"), MOST // 3)
        whole += f"\n<details><summary>The sweep</summary>\n\n{told}\n</details>\n"
    return whole


def _shortened(text: str, most: int) -> str:
    """Whole lines, and how many more there are."""
    if len(text) <= most:
        return text
    kept = text[:most].rpartition("\n")[0]
    return f"{kept}\n\n({text.count(chr(10), len(kept))} more lines in the job's summary)\n"


class Comments:
    """The comments of a repository's pull requests. Raises Fault for what GitHub refuses."""

    def __init__(self, api: str, repository: str, token: str) -> None:
        self._home, self._token = f"{api.rstrip('/')}/repos/{repository}/issues", token

    def of(self, number: int) -> Iterator[Mapping[str, Any]]:
        page = 1
        while found := self._call("GET", f"{number}/comments?per_page={PAGE}&page={page}"):
            yield from found
            page += 1
            if len(found) < PAGE:
                return

    def add(self, number: int, text: str) -> Any:
        return self._call("POST", f"{number}/comments", {"body": text})

    def change(self, comment: int, text: str) -> Any:
        return self._call("PATCH", f"comments/{comment}", {"body": text})

    def _call(self, method: str, path: str, sent: Mapping[str, str] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/vnd.github+json"}
        data = None if sent is None else json.dumps(sent).encode()
        request = Request(f"{self._home}/{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=SECONDS) as reply:
                return json.load(reply)
        except HTTPError as error:
            refused = f"GitHub refused {method} {request.full_url} with {error.code}"
            if error.code in (403, 404):
                raise NotAllowed(f"{refused}; the job needs `permissions: pull-requests: write`") from error
            raise Fault(refused) from error
        except URLError as error:
            raise Fault(f"GitHub at {request.full_url} cannot be reached: {error.reason}") from error


def _is_ours(comment: Mapping[str, Any]) -> bool:
    by_a_workflow = comment.get("user", {}).get("type") == "Bot"
    return by_a_workflow and str(comment.get("body", "")).startswith(mark())


def commented(comments: Comments, number: int, text: str) -> str:
    """The address of the comment, which is added, or changed where this command has left one. A person's comment is
    never changed, whatever it begins with: that person could change it again."""
    old = [one["id"] for one in comments.of(number) if _is_ours(one)]
    found = comments.change(old[0], text) if old else comments.add(number, text)
    return str(found["html_url"])


if __name__ == "__main__":
    run_command(main)
