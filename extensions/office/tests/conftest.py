"""What these tests share with those of the commands."""

from __future__ import annotations

from tests.experiments.conftest import command, composed_once, documents, home, own_split, serve

__all__ = ["command", "composed_once", "documents", "home", "own_split", "serve"]
