"""What is said of commands that an extension has is said where it is here."""

from __future__ import annotations

import pytest

from ragatta.experiments import extras
from ragatta.experiments.extras import commands_here


def test_a_command_that_is_away_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands_here("add-question", "gone", "sweep") == ["add-question", "sweep"]
    monkeypatch.setattr(extras.Kind, "knows", lambda _kind, name: name != "studio")
    assert commands_here("studio", "add-question")[0] == "add-question"
