"""What counts in places."""

from __future__ import annotations

from ragatta.pipeline.tables.model import counted


def test_white_space_and_what_leaders_are_made_of_do_not_count() -> None:
    assert counted("Fox … p. 7\t_x_·,-\n") == "Foxp7x-"
