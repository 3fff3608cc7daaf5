"""Pipelines of one's own beside a variation, in one table: an endpoint, a callable and a file of answers."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from tests.standins.endpoint_server import EndpointServer

SAID = {
    "List all parts of the pump care": ("* Filter Cleaning\n* Winter Storage\n* Seal Replacement", [1]),
    "What is the storage fee per season?": ("The fee is $25.", [3, 9]),
    "After how many hours of use are seals replaced?": ("I cannot find this in the documents.", []),
}
CODE = """
TEXTS = {
    1: "Part 1 - Pump Care 1-1 Filter Cleaning 1-2 Winter Storage 1-3 Seal Replacement",
    3: "STORE each pump dry and above 4 degrees. The storage fee is $25 per season.",
    9: "Of bicycles no page says anything at all.",
}

def chain(question):
    text, pages = SAID[question]
    found = [{"page_content": TEXTS[n], "metadata": {"source": "/in/handbook.pdf"}} for n in pages]
    return {"result": text, "source_documents": found}
"""
NOBODYS = "What is the fee of the fair?"
VARIATION = """# @package _global_
defaults:
  - override /architecture: {kind}
variation: {name}
architecture:
{settings}"""


def replied(body: Any) -> Any:
    assert [*body] == ["q"], "of the usual request nothing is left"
    text, pages = SAID[body["q"]]
    if "seals" in body["q"]:
        return 422
    return {"out": {"said": text}, "read": [{"where": "handbook.pdf", "n": n - 1} for n in pages]}


@pytest.fixture
def variations(tmp_path: Path) -> Iterator[tuple[Path, EndpointServer]]:
    """A folder of configurations outside the clone, and the endpoint that one of them names."""
    folder = tmp_path / "mine"
    (folder / "variation").mkdir(parents=True)
    (tmp_path / "their_chain.py").write_text(f"SAID = {SAID!r}\n{CODE}")
    lines = [{"question": question, "answer": text} for question, (text, _) in list(SAID.items())[1:]]
    lines += [{"id": "list", "answer": "* Reels"}, {"question": NOBODYS, "answer": "$3"}]
    (tmp_path / "made.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with EndpointServer(replies=replied) as server:
        kinds = {
            "http": f"  service: {{base_url: '{server.address}/ask'}}\n  external: {{request: {{q: '{{question}}'}}, "
            "answer: out.said, passages: read, file: where, page: n, pages_from_zero: true}\n",
            "python": f"  service: {{options: {{target: 'their_chain:chain', folder: '{tmp_path}'}}}}\n",
            "predictions": f"  service: {{options: {{file: '{tmp_path / 'made.jsonl'}'}}}}\n",
        }
        for kind, settings in kinds.items():
            text = VARIATION.format(kind=kind, name=f"my_{kind}", settings=settings)
            (folder / "variation" / f"my_{kind}.yaml").write_text(text)
        yield folder, server


def test_they_stand_in_one_table_with_evidence_and_losses(
    command: Command, variations: tuple[Path, EndpointServer], documents: Path, home: Path
) -> None:
    folder, server = variations
    chosen = "variation=hybrid_search,my_http,my_python,my_predictions"
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    words = ["--config-dir", str(folder), *files, chosen, "tracking=off", "comparison.not_answered=0.4"]

    def swept(collections: str) -> dict[str, dict[str, str]]:
        done = command("sweep", *words)
        assert done.returncode == 0, done.stderr
        assert f"; {collections} to build" in done.stdout, "systems outside need none"
        said = f"made.jsonl: 1 of 4 predictions not used: the dataset has no question or id {NOBODYS!r}"
        assert said in done.stdout + done.stderr
        with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
            return {row["variation"]: row for row in csv.DictReader(stream)}

    rows = swept("1 collection")
    noted = (home / "outputs/latest/summary.md").read_text(encoding="utf-8").replace("\\_", "_")
    assert "my_http: 2 of 3 passages aligned to pages; 1 without a text or a page of a document" in noted
    assert "my_python: 2 of 3 passages aligned to pages; 1 not found in the documents; 1 answer without" in noted
    assert "my_predictions: no passages returned, so only its answers are scored" in noted
    assert [*rows] == ["hybrid_search", "my_http", "my_python", "my_predictions"]
    assert [row["architecture"] for row in rows.values()] == ["router_planner", "http", "python", "predictions"]
    assert [row["llm"] for row in rows.values()] == ["extractive", "http", "python", "predictions"]
    assert [row["failed"] for row in rows.values()] == ["0", "1", "0", "0"]
    assert [row["answered"] for row in rows.values()] == ["3", "2", "2", "2"]
    assert rows["my_python"]["score"] == rows["my_http"]["score"]
    # Pages alone are whole pages, of which none is 9; of the texts one stands nowhere.
    assert float(rows["my_http"]["passages_aligned"]) == float(rows["my_python"]["passages_aligned"]) == 0.75
    assert rows["my_predictions"]["passages_aligned"] == ""
    assert not rows["my_predictions"]["collection"]
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        lost = {
            (row["variation"], row["question_id"]): (row["status"], row["lost_at"]) for row in csv.DictReader(stream)
        }
    assert lost["my_http", "hours"] == ("failed", "not_answered")
    assert lost["my_python", "hours"][0] == "no_information"
    assert lost["my_predictions", "list"] == ("answered", "no_evidence")

    asked = len(server.chats)
    assert asked == 3
    server.die()
    assert swept("0 collections")["my_http"]["score"] == rows["my_http"]["score"]
    assert len(server.chats) == asked

    assert command("report").returncode == 0
    report = (home / "outputs/latest/report.html").read_text(encoding="utf-8")
    assert "No model answered in hybrid_search: rules did" in report, "a file of answers is no rule"
    assert "Contexts are shown without their text" not in report
