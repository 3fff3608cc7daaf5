"""What these tests share with those of models and of the commands."""

from __future__ import annotations

from tests.experiments.conftest import command, composed_once, documents, home, own_split, serve
from tests.pipeline.llm.conftest import replies, waits

__all__ = ["command", "composed_once", "documents", "home", "own_split", "replies", "serve", "waits"]
