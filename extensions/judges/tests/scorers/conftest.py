"""What these tests share with those of other scorers."""

from __future__ import annotations

from tests.eval.conftest import corpus
from tests.eval.scorers.conftest import chunk

__all__ = ["chunk", "corpus"]
