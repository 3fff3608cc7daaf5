"""Settings that extensions add to a class, and what becomes of them in the run key."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.pipeline.core_settings import CoreSettings
from ragatta.pipeline.plugins import settings
from ragatta.pipeline.plugins.registry import BrokenPart, Kind
from ragatta.pipeline.plugins.settings import extended
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed


@dataclass
class Salted(CoreSettings):
    salt: int = 0

    def reading(self) -> Window:
        return Fixed(self.salt) if self.salt else super().reading()


@dataclass
class Taken(CoreSettings):
    context_tokens: int = 150


def made(monkeypatch: pytest.MonkeyPatch, **classes: type[CoreSettings]) -> Any:
    class Parts(Kind):
        def names(self) -> tuple[str, ...]:
            return (*classes,)

        def imported(self, name: str) -> Any:
            return SimpleNamespace(**{name: classes[name], "__name__": __name__})

    monkeypatch.setattr(settings, "Kind", Parts)
    return extended("pipeline_settings", CoreSettings, settings.__name__, "All")


def test_one_that_is_not_the_usual_one_is_in_the_key_with_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = made(monkeypatch, salted=Salted)
    assert settings().added_identity() == {}
    once, twice = (settings(salt=salt).added_identity()[__name__] for salt in (1, 2))
    assert (once["salt"], twice["salt"]) == (1, 2)
    assert once["code"] == twice["code"]


def test_a_name_that_there_is_already_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrokenPart, match="context_tokens is a field of CoreSettings already"):
        made(monkeypatch, taken=Taken)
    with pytest.raises(BrokenPart, match="salt is a field of pipeline setting 'one' already"):
        made(monkeypatch, one=Salted, two=Salted)
