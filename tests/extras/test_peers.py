"""Chains of LangChain, LlamaIndex and Haystack, real packages with a scripted model, in one table with a variation.

They are in an environment of their own, which make setup-peers makes. The documents are those of ct_maps where
RAGATTA_DATA has them, else a few of the generated ones.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sysconfig
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.paths import CACHE, ROOT
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pypdf import Pypdf
from standins.clone import lay_out

PYTHON = ROOT / ".cache/peers/bin/python"
PEERS = ROOT / "tests/standins/peers"
CT_MAPS = Path(os.environ.get("RAGATTA_DATA") or "nowhere", "ct_maps")
ASKED = 20
KINDS = {
    "langchain_http": ("http", "service: {{base_url: '{url}/langchain'}}"),
    "llamaindex_http": (
        "http",
        "service: {{base_url: '{url}/llamaindex'}}\n"
        "  external: {{request: {{query: '{{question}}'}}, answer: result.text, passages: result.sources, text: body,\n"
        "    file: about.file_name, page: about.page_label}}",
    ),
    "langchain_python": ("python", "service: {{options: {{target: 'langchain_chain:chain', folder: '{peers}'}}}}\n"
        "  external: {{request: '{{question}}'}}"),
    "llamaindex_python": ("python", "service: {{options: {{target: 'llamaindex_engine:engine', folder: '{peers}'}}}}"),
    "haystack_python": (
        "python",
        "service: {{options: {{target: 'haystack_pipeline:pipeline', folder: '{peers}'}}}}\n"
        "  external: {{request: {{retriever: {{query: '{{question}}'}}, prompt_builder: {{question: '{{question}}'}},\n"
        "    answer_builder: {{query: '{{question}}'}}}}}}",
    ),
    "predictions": ("predictions", "service: {{options: {{file: '{made}'}}}}"),
}  # fmt: skip
VARIATION = """# @package _global_
defaults:
  - override /architecture: {kind}
variation: {name}
architecture:
  {settings}
"""
pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="make setup-peers was not run")


@dataclass(frozen=True)
class Course:
    """Documents and questions, as words of a sweep; `asked` are the questions by id."""

    pdfs: Path
    words: tuple[str, ...]
    asked: Mapping[str, str]


@pytest.fixture
def course(documents: Path, own_split: list[str]) -> Course:
    if not CT_MAPS.is_dir():
        questions = {one.id: one.question for one in load_questions(Path(own_split[-1]))}
        return Course(documents / "pdfs", tuple(own_split), questions)
    beside = ROOT / "datasets/ct_maps"
    gold = load_questions(CT_MAPS / "questions.csv", beside / "annotations.yaml", beside / "added.yaml")
    asked = {one.id: one.question for one in gold if one.id.startswith("EF_") or "blind" in one.tags}
    asked = dict([*asked.items()][:ASKED])
    return Course(CT_MAPS / "pdfs", ("dataset=ct_maps", f"dataset.only=[{','.join(asked)}]"), asked)


@pytest.fixture
def environment(course: Course, tmp_path: Path, home: Path) -> dict[str, str]:
    return environment_for(course.pdfs, tmp_path, home)


def environment_for(pdfs: Path, folder: Path, home: Path) -> dict[str, str]:
    """Of the peers' processes, which Ragatta runs in too; the pages are pypdf's, ours are pdfium's."""
    read = [page for pages in read_pages(pdfs, Pypdf(), CACHE).pages.values() for page in pages]
    listed = [{"file": page.source_file, "number": page.number, "text": page.text} for page in read]
    lay_out(ROOT, folder / "package")
    (folder / "pages.json").write_text(json.dumps(listed), encoding="utf-8")
    return {
        **os.environ,
        "PEERS_PAGES": str(folder / "pages.json"),
        "HAYSTACK_TELEMETRY_ENABLED": "False",
        "PYTHONPATH": os.pathsep.join([str(folder / "package"), sysconfig.get_path("purelib"), str(PEERS)]),
        "PYTHONSAFEPATH": "1",  # the clone's own rooms, where this starts, are not installed for this Python
        "PYTHONDONTWRITEBYTECODE": "1",
        "RAGATTA_HOME": str(home),
    }


@pytest.fixture
def url(environment: Mapping[str, str], tmp_path: Path) -> Iterator[str]:
    """The service of FastAPI."""
    port, log = tmp_path / "port", (tmp_path / "service.log").open("wb")
    server = subprocess.Popen(
        [PYTHON, PEERS / "service.py", port], env={**environment, "PYTHONPATH": str(PEERS)}, stderr=log
    )
    try:
        while not (port.exists() and port.read_text()):
            assert server.poll() is None, (tmp_path / "service.log").read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port.read_text()}"
    finally:
        server.terminate()
        server.wait()
        log.close()


@pytest.fixture
def variations(course: Course, url: str, tmp_path: Path) -> Path:
    """A folder of configurations; the predictions are the chain's answers, with texts of one line and no names."""
    made = tmp_path / "made.jsonl"
    lines = []
    for identity, question in course.asked.items():
        said = asked(f"{url}/langchain", {"question": question})
        passages = [" ".join(each["page_content"].split()) for each in said["context"]]
        lines.append(json.dumps({"id": identity, "answer": said["answer"], "passages": passages}))
    made.write_text("\n".join(lines), encoding="utf-8")
    folder = tmp_path / "mine"
    (folder / "variation").mkdir(parents=True)
    for name, (kind, settings) in KINDS.items():
        own = settings.format(url=url, peers=PEERS, made=made)
        (folder / f"variation/{name}.yaml").write_text(VARIATION.format(kind=kind, name=name, settings=own))
    return folder


def asked(url: str, body: Mapping[str, str]) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as reply:
        return json.load(reply)


def test_real_chains_stand_in_one_table(
    course: Course, environment: dict[str, str], variations: Path, home: Path
) -> None:
    chosen = f"variation=hybrid_search,{','.join(KINDS)}"
    words = ["--config-dir", str(variations), *course.words, chosen, "tracking=off"]
    done = subprocess.run(
        [PYTHON, "-m", "ragatta", "sweep", *words],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = {row["variation"]: row for row in csv.DictReader(stream)}
    assert [*rows] == ["hybrid_search", *KINDS]
    assert {row["failed"] for row in rows.values()} == {"0"}
    assert all(row["evidence_recall"] for row in rows.values())
    assert all(float(rows[name]["passages_aligned"]) >= 0.95 for name in KINDS)
    for figure in ("score", "evidence_recall", "page_recall"):
        assert rows["langchain_http"][figure] == rows["langchain_python"][figure]
        assert rows["llamaindex_http"][figure] == rows["llamaindex_python"][figure]
    assert rows["predictions"]["score"] == rows["langchain_http"]["score"]
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        lost = {row["lost_at"] for row in csv.DictReader(stream) if row["variation"] in KINDS}
    assert lost >= ({"not_retrieved", "not_used"} if CT_MAPS.is_dir() else {""})


def test_objects_of_a_notebook(documents: Path, own_split: list[str], tmp_path: Path, home: Path) -> None:
    code = f"""
from langchain_chain import chain
from llamaindex_engine import engine
from ragatta import sweep
found = sweep("variation=hybrid_search", "tracking=off", pdfs={own_split[1]!r}, questions={own_split[3]!r},
              contestants={{"chain": (chain, "v1"), "engine": engine}})
print(found.frame.set_index("variation")[["score", "evidence_recall"]].to_json())
"""
    environment = environment_for(documents / "pdfs", tmp_path, home)
    done = subprocess.run([PYTHON, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    everything = {"hybrid_search": 1.0, "chain": 1.0, "engine": 1.0}
    found = json.loads(done.stdout)
    assert found["evidence_recall"] == everything
    assert found["score"] == pytest.approx(everything, abs=0.05)  # a passage has other figures too: a guess
