from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import plugins

# room: what each of its files must offer
OFFERS = {
    "documents/parsers": ("VERSION", "open_pdf"),
    "documents/ocr": ("problems", "identity", "read"),
    "index/chunking": ("spans",),  # but table, whose chunks are more than spans
    "llm/backends": ("connect",),
    "architectures": ("answer",),
}


@pytest.mark.parametrize(("room", "name"), [(room, name) for room in OFFERS for name in plugins.names(room)])
def test_every_technique_offers_what_its_room_promises(room: str, name: str) -> None:
    module = plugins.load(room, name)
    offers = ("pieces",) if (room, name) == ("index/chunking", "table") else OFFERS[room]
    assert all(hasattr(module, offer) for offer in offers)


@pytest.mark.parametrize("room", OFFERS)
def test_no_room_is_empty(room: str) -> None:
    assert plugins.names(room)


def test_files_and_folders_are_techniques_and_private_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "ROOT", tmp_path)
    room = tmp_path / "room"
    for folder in ("whole", "_private", "no_package"):
        (room / folder).mkdir(parents=True)
    for file in ("whole/__init__.py", "_private/__init__.py", "one.py", "_windows.py", "__init__.py", "notes.md"):
        (room / file).write_text("")
    assert plugins.names("room") == ("one", "whole")


def test_an_unknown_name_is_refused_with_the_near_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown parser 'pdfum'; did you mean pdfium"):
        plugins.load("documents/parsers", "pdfum")
    with pytest.raises(ValueError, match="known: pdfium, pypdf"):
        plugins.load("documents/parsers", "zzz")


@pytest.mark.parametrize("name", ["_reading", "../settings", ""])
def test_what_is_no_technique_is_never_imported(name: str) -> None:
    with pytest.raises(ValueError, match="unknown parser"):
        plugins.load("documents/parsers", name)
