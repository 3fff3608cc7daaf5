"""Answers in English are read as they are."""

from __future__ import annotations

import pytest

from ragatta.eval.matching.in_english import in_english, read
from ragatta.pipeline.types import Answer, Question


def test_english_is_not_touched() -> None:
    question, answer = Question("q", "What?", "text", "1.234"), Answer("answered", "1.234,5")
    assert read(question, answer) == (question, answer)
    assert read(question, answer)[0] is question


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown language 'xx'"):
        in_english("a", "xx")
