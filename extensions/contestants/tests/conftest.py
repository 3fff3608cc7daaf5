"""What these tests share with those of models."""

from __future__ import annotations

from tests.pipeline.llm.conftest import replies, waits

__all__ = ["replies", "waits"]
