from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ragatta.experiments.composing.kinds import KINDS
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.technique import Techniques
from ragatta.pipeline.text.languages import Language
from standins.plug_in import install

ROOMS = {kind.kind: kind for kind, _ in KINDS.values()}


@pytest.mark.parametrize("kind", ROOMS.values(), ids=ROOMS)
def test_every_file_of_a_room_is_a_plug_in(kind: registry.Kind) -> None:
    for name in kind.names():
        if isinstance(kind, Techniques):
            assert kind.load(name).__module__ == kind.module(name)
        else:
            assert isinstance(kind.imported(name).LANGUAGE, Language)


def test_files_and_folders_are_plug_ins_and_private_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "ROOT", tmp_path)
    room = tmp_path / "extensions" / "mine" / "room"
    for folder in ("whole", "_private", "no_package"):
        (room / folder).mkdir(parents=True)
    for file in ("whole/__init__.py", "_private/__init__.py", "one.py", "_windows.py", "__init__.py", "notes.md"):
        (room / file).write_text("")
    assert registry.Kind("room").names() == ("one", "whole")


def test_a_name_that_two_folders_have_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ROOT", tmp_path)
    for extension in ("mine", "yours"):
        file = tmp_path / "extensions" / extension / "twos" / "same.py"
        file.parent.mkdir(parents=True)
        file.write_text("")
    with pytest.raises(ValueError, match=r"two 'same' is both .*mine\.twos\.same and .*yours\.twos\.same; rename one"):
        registry.Kind("twos").imported("same")


def test_a_function_that_a_module_lacks_is_named() -> None:
    with pytest.raises(registry.BrokenPart, match="pdfium defines no function section"):
        PARSERS.function("pdfium", "section")


def test_an_unknown_name_is_refused_with_the_near_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown parser 'pdfum'; did you mean pdfium"):
        PARSERS.load("pdfum")
    with pytest.raises(ValueError, match="known: docling, pdfium, pdfplumber, pypdf"):
        PARSERS.load("zzz")


@pytest.mark.parametrize("name", ["_reading", "../settings", ""])
def test_what_is_no_plug_in_is_never_imported(name: str) -> None:
    with pytest.raises(ValueError, match="unknown parser"):
        PARSERS.load(name)


def test_a_process_in_another_folder_finds_the_same_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ragatta_parts").mkdir()
    (tmp_path / "site").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"site{os.pathsep}/elsewhere")
    assert registry.python_path().split(os.pathsep) == [str(tmp_path / "site"), "/elsewhere"]
    monkeypatch.setattr("sys.path", ["", *sys.path])
    assert registry.python_path().split(os.pathsep) == [str(tmp_path / "site"), "/elsewhere", str(tmp_path)]
    install(tmp_path)
    (tmp_path / "ragatta_parts").rmdir()
    registry._entry_points.cache_clear()
    assert registry.python_path().split(os.pathsep) == [str(tmp_path / "site"), "/elsewhere", str(tmp_path)]
    registry._entry_points.cache_clear()
