"""The architectures that search a collection; a system outside has contract tests of its own."""

from __future__ import annotations

from ragatta.pipeline.architectures import ARCHITECTURES

SEARCHING = tuple(name for name in ARCHITECTURES.names() if ARCHITECTURES.load(name).SEARCHES)
