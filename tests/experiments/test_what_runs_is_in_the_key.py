"""Whatever of our code runs between a question and its answer is in the run key: an edit of it asks again."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from ragatta.experiments.commands.ask import opened
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.paths import ROOT
from ragatta.experiments.running.keys import answer_key
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.plugins import identity
from ragatta.pipeline.types import AskedQuestion

QUESTIONS = ("What is the storage fee per season?", "List all parts of the pump care")
# What runs and changes no answer.
APART = {
    "pipeline/core_settings.py": "hands techniques over; which ones is in the key",
    "pipeline/index/embedding/kept_queries.py": "keeps vectors as they came",
    "pipeline/index/embedding/wrapped.py": "passes on",
    "pipeline/index/embedding/opened.py": "checks what an embedder gives, and passes it on",
    "pipeline/machine/side_by_side.py": "runs calls at once; each gives what it gives alone",
    **{
        f"pipeline/llm/{name}.py": "carries a call to a model and back, and counts it"
        for name in ("endpoint", "meter", "pace", "retry", "waits", "wrapped")
    },
}
BY_ALL = ["retrieval=hybrid", "chunking=page", "window=same_page", "reranker=maxsim"]
BLACK_BOXES = [name for name in ARCHITECTURES.names() if ARCHITECTURES.load(name).BLACK_BOX]


@contextmanager
def executed() -> Iterator[set[Path]]:
    """The files of the clone whose code is called within, in any thread that is started there."""
    found: set[str] = set()

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found.add(frame.f_code.co_filename)

    files: set[Path] = set()
    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield files
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        paths = (Path(name).resolve() for name in found if name.endswith(".py"))
        files |= {path for path in paths if path.is_relative_to(ROOT) and not {".venv", "tests"} & {*path.parts}}


@pytest.fixture
def keyed(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """The files that any digest of code was made of, from now on."""
    found: set[Path] = set()
    usual: Callable[..., tuple[Path, ...]] = identity.reached

    def reached(*modules: str) -> tuple[Path, ...]:
        files = usual(*modules)
        found.update(file.resolve() for file in files)
        return files

    monkeypatch.setattr(identity, "reached", reached)
    monkeypatch.setattr(identity, "kept", lambda _name, make: make())
    identity.code_digest.cache_clear()
    return found


@pytest.mark.parametrize("more", [[], BY_ALL], ids=["usual", "other techniques"])
@pytest.mark.parametrize("name", [name for name in ARCHITECTURES.names() if name not in BLACK_BOXES])
def test_what_runs_is_in_the_key(
    name: str, more: list[str], documents: Path, keyed: set[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for written in ("COLLECTIONS", "VECTORS", "TOKEN_VECTORS"):
        monkeypatch.setattr(f"ragatta.experiments.resources.index.{written}", tmp_path / written)
    monkeypatch.setattr("ragatta.experiments.resources.documents.CACHE", tmp_path / "cache")
    files = ["dataset=local", f"dataset.pdfs={documents}/pdfs", f"dataset.questions={documents}/questions.csv"]
    by = ["llm=scripted"] if any(agent.calls_tools for agent in ARCHITECTURES.load(name)().agents().values()) else []
    (point,) = compose_grid([*files, f"architecture={name}", *by, *more])
    system = opened(point.config)
    system.prepare()
    answer_key(system.resources, point.config.pipeline())
    with executed() as ran:
        for question in QUESTIONS:
            assert system.answer(AskedQuestion(question))[0].status != "failed"
    assert ran, "nothing was seen"
    assert {path for path in ran if path.is_relative_to(ROOT / "pipeline/agents")}
    left = {path.relative_to(ROOT).as_posix() for path in ran - keyed}
    assert {file for file in left if not file.startswith("experiments/")} <= {*APART}
