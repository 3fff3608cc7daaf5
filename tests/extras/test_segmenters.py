"""BM25 counts the words of janome and rjieba where they are installed.

It installs 23 MB from the package index, so that make test-extras runs it and make test does not.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ragatta.pipeline.retrieval.analyser import identity, load


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    words = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), "janome==0.5.1", "rjieba==0.2.2"]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(autouse=True)
def _installed(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(packages))


def test_japanese_words() -> None:
    assert load("ja")("火災保険の保険料は年額3億円です。") == ["火災", "保険", "保険", "料", "年額", "3", "億", "円"]
    assert identity("ja") == {"name": "ja", "janome": "0.5.1"}


def test_chinese_words_and_the_words_within_them() -> None:
    assert load("zh")("社会保险法的C-1") == ["社会", "保险", "社会保险", "法", "c-1"]
    assert identity("zh") == {"name": "zh", "rjieba": "0.2.2"}
