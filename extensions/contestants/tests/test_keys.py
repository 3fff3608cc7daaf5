"""What changes no answer of a system outside."""

from __future__ import annotations

from ragatta.extensions.contestants.architectures.http import HttpSystem
from tests.experiments.running.test_keys import key


def test_a_replaced_prompt_is_not_in_the_key_of_a_system_outside() -> None:
    outside = {"architecture": HttpSystem()}
    terse = {"prompts": {"planner": {"system": "Briefly."}}}
    assert key("http", **outside, **terse) == key("http", **outside)
