"""Which prompts a configuration replaces in agentic."""

from __future__ import annotations

from ragatta.pipeline.core_settings import ANNOTATOR
from tests.pipeline.llm.test_templates import TERSE, over


def test_only_what_the_run_reads_is_replaced() -> None:
    assert over(TERSE, "agentic").replaced(ANNOTATOR) == {"annotator.system": "x"}
    assert over(TERSE, "agentic").replaced() == {"annotator.system": "x"}
