"""A system outside reads no collection."""

from __future__ import annotations

from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.resources.index import Index
from ragatta.extensions.contestants.architectures.http import HttpSystem


def test_a_system_outside_needs_no_collection() -> None:
    settings = Config(architecture=HttpSystem()).pipeline()
    nothing: Any = None  # what would be read or made
    assert Index(nothing).needed(settings) == []
