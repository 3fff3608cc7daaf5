"""Which prompts a configuration replaces in the guarded architecture."""

from __future__ import annotations

from tests.pipeline.llm.test_templates import TERSE, over


def test_only_what_the_run_reads_is_replaced() -> None:
    assert over(TERSE, "guarded").replaced() == {"reasoner.user": "{question}"}
