"""A studio on three small documents, in this process."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.pictures import pages_of
from ragatta.experiments.results.reading import SweepResult
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.own_files import Store
from ragatta.extensions.studio.security import KEY
from ragatta.extensions.studio.server import Server

QUESTIONS = """# Our gold questions.
- id: G_1
  question:   "What is the storage fee per season?"   # asked often
  kind: number
  expected: $25
  evidence:
    - {file: handbook.pdf, pages: [3], quote: The storage fee is $25 per season.}
"""
HOURS = {
    "question": "After how many hours are seals replaced?",
    "expected": "600 hours",
    "evidence": [{"file": "handbook.pdf", "pages": [4], "quote": "Seals are replaced by the workshop after 600 hours"}],
}
Started = Callable[..., Api]


@pytest.fixture
def started(documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    """The calls of a studio on the folder's documents; `questions` is the text of its file, "": none yet."""
    for module in ("experiments.adding.gold", "experiments.corpora.pictures"):
        monkeypatch.setattr(f"ragatta.{module}.CACHE", tmp_path / "cache")
    made: list[Api] = []

    def start(
        questions: str = QUESTIONS,
        name: str = "gold.yaml",
        sweep: SweepResult | None = None,
        who: str = "ann",
        audit: int = 0,
    ) -> Api:
        path = documents / name
        if questions:
            path.write_text(questions, encoding="utf-8")
        words = ["dataset=local", f"dataset.pdfs={documents}/pdfs", f"dataset.questions={path}"]
        config = one_point(words, "studio").config
        gold = open_gold(config.dataset, config.parser, lambda *_: None)
        pages = pages_of(gold.dataset, gold.read.files, config.parser)
        made.append(Api(gold, Store(config.dataset, who), pages, sweep, who != "ann", audit))
        return made[-1]

    yield start
    for api in made:
        api.pages.close()


@pytest.fixture
def api(started: Started) -> Api:
    return started()


@pytest.fixture
def serve(api: Api) -> Iterator[Callable[..., SimpleNamespace]]:
    """Sends a request to a real server, with its secrets unless headers say otherwise."""
    server = Server(api)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()

    def send(path: str, body: Any = None, method: str = "", **headers: str | None) -> SimpleNamespace:
        own = {
            "Host": f"127.0.0.1:{server.server_port}",
            "Cookie": f"{server.guard.cookie}={server.guard.session}",
            KEY: server.guard.key,
            **({} if body is None else {"Content-Type": "application/json"}),
        }
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in {**own, **given}.items() if value is not None}
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.putrequest(method or ("GET" if body is None else "POST"), path, skip_host=True)
        for name, value in sent.items():
            connection.putheader(name, value)
        if data is not None and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        reply = connection.getresponse()
        found = SimpleNamespace(status=reply.status, headers=reply.headers, data=reply.read())
        connection.close()
        return found

    send.server = server  # type: ignore[attr-defined]
    yield send
    server.shutdown()
    server.server_close()
    thread.join()
