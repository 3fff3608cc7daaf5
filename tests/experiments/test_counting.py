"""Numbers of things are said in the singular and in the plural."""

from __future__ import annotations

import pytest

from ragatta.experiments.counting import counted


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (0, "answer", "0 answers"),
        (1, "answer", "1 answer"),
        (2, "answer", "2 answers"),
        (1024, "reply", "1,024 replies"),
        (1, "summary", "1 summary"),
        (2, "piece of evidence", "2 pieces of evidence"),
    ],
)
def test_one_is_singular(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said
