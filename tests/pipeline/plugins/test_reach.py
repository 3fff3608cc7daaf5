"""What a module reaches, and that keys follow it: reached code changes them, other code does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.architectures.single_pass import SinglePass
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.plugins import identity, reach
from ragatta.pipeline.plugins.reach import ROOT, reached
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from tests.standins.architectures import SEARCHING, architecture

OLLAMA, RULES = Ollama(), Extractive()
ROUTED = Pipeline(architecture=RouterPlanner(), llm=OLLAMA)

FILES = {
    "room/__init__.py": "",
    "room/first.py": "from room.second import X\n\ndef late():\n    import room.lazy\n",
    "room/second.py": "from . import third\nif TYPE_CHECKING:\n    import room.typed\nelse:\n    import room.other\n",
    "room/third.py": "import json, room.first\n",
    "room/lazy.py": "",
    "room/other.py": "",
    "room/typed.py": "",
    "room/beside.py": "import room.first\n",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(reach, "ROOT", tmp_path)
    reach._own_file.cache_clear()
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    yield tmp_path
    reach._own_file.cache_clear()


def test_imports_are_followed_in_functions_and_circles_but_not_for_types(tree: Path) -> None:
    found = [file.relative_to(tree).as_posix() for file in reached("room.first")]
    assert found == [f"room/{name}.py" for name in ("__init__", "first", "lazy", "other", "second", "third")]
    with pytest.raises(ValueError, match=r"no such Python module: room\.gone"):
        reached("room.gone")


@pytest.mark.parametrize("name", FILES)
def test_a_digest_changes_with_the_code_that_is_reached_and_with_no_other(tree: Path, name: str) -> None:
    digest_now = identity.code_digest.__wrapped__  # past its cache
    before = digest_now("room.first")
    (tree / name).write_text(FILES[name] + "Y = 1\n")
    assert (digest_now("room.first") == before) is (name in ("room/typed.py", "room/beside.py"))


def below(settings: Pipeline, folder: str) -> set[str]:
    files = {file.relative_to(ROOT).as_posix() for file in reached(*settings.modules())}
    return {file for file in files if file.startswith(folder)}


def test_an_architecture_is_asked_nothing_again_for_code_of_another() -> None:
    shared = {"pipeline/architectures/__init__.py", "pipeline/architectures/_searching.py"}
    assert below(ROUTED, "pipeline/architectures/") - shared == {"pipeline/architectures/router_planner.py"}
    assert not below(ROUTED, "extensions/")
    assert not below(replace(ROUTED, architecture=SinglePass()), "pipeline/agents/planning/")


@pytest.mark.parametrize("name", SEARCHING)
def test_a_model_is_asked_nothing_again_for_code_of_the_reader(name: str) -> None:
    settings = Pipeline(architecture=architecture(name), llm=OLLAMA)
    assert not below(settings, "extensions/extractive/")
    assert not below(settings, "pipeline/llm/backends/openai")
    assert below(replace(settings, llm=RULES), "extensions/extractive/")


def test_what_is_chosen_counts() -> None:
    assert not below(ROUTED, "pipeline/retrieval/rerankers/maxsim.py")
    assert below(replace(ROUTED, reranker=MaxSim()), "pipeline/retrieval/rerankers/maxsim.py")


def test_no_part_that_only_reads_documents_stands_between_a_collection_and_an_answer() -> None:
    rooms = ("parsers/", "formats/", "ocr/")
    for folder in (*(f"pipeline/documents/{room}" for room in rooms), "pipeline/tables/finding.py"):
        assert not below(ROUTED, folder)
