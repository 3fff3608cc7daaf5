"""Replies of a bundle that no answer called are named, and how many more there are."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle.called import SHOWN, check_called


class Replies:
    """A bundle with so many replies that nothing called."""

    def __init__(self, many: int) -> None:
        self.many = many

    def lines(self, name: str) -> list[dict[str, Any]]:
        numbers = range(self.many if name == "replies.jsonl" else 0)
        return [{"key": f"{number:012}", "entry": {"task": "write_answer"}} for number in numbers]


@pytest.mark.parametrize(("many", "end"), [(SHOWN, "0002"), (SHOWN + 1, "0002 and 1 more")])
def test_a_few_are_named(many: int, end: str) -> None:
    with pytest.raises(ValueError, match="no answer in it called the reply to write_answer") as caught:
        check_called(Replies(many), Config(), [])  # type: ignore[arg-type]
    assert str(caught.value).endswith(end)
