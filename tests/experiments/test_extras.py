"""What is said of commands that an extension has is said where it is here."""

from __future__ import annotations

import pytest

from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.registry import commands_here, if_here


def test_a_command_that_is_away_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands_here("add-question", "gone", "sweep") == ["add-question", "sweep"]
    monkeypatch.setattr(registry.Kind, "knows", lambda _kind, name: name != "studio")
    assert commands_here("studio", "add-question")[0] == "add-question"
    assert if_here("studio", "; see the studio") == ""
    monkeypatch.setattr(registry.Kind, "knows", lambda _kind, name: name == "import_")
    assert if_here("import", "; ragatta import") == "; ragatta import"
