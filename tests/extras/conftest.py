"""What tests of extras share with those of the commands."""

from __future__ import annotations

from tests.experiments.conftest import documents, home, own_split

__all__ = ["documents", "home", "own_split"]
