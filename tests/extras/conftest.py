"""What tests of extras share with those of the commands."""

from __future__ import annotations

from tests.experiments.conftest import command, documents, home, own_split

__all__ = ["command", "documents", "home", "own_split"]
