"""How sure an answer from the text is."""

from __future__ import annotations

import pytest

from pipeline.agents.agentic.final_answer import Draft, verified
from pipeline.agents.context import context_of
from pipeline.tasks.agentic import ComposedAnswer
from pipeline.trace import Trace
from pipeline.types import Chunk, Hit


@pytest.mark.parametrize(("limitations", "confidence"), [((), "high"), (('not considered: "perished"',), "medium")])
def test_what_was_left_out_makes_an_answer_less_sure(limitations: tuple[str, ...], confidence: str) -> None:
    hit = Hit(Chunk("a#0", "a.pdf", 0, "Orders are packed.", 1, 1, 0, 18, 1), 1.0, 0.9, 1, "semantic")
    reply = ComposedAnswer(status="answered", text="Orders are packed. [a.pdf]")
    with Trace([]).stage("verifier") as stage:
        found = verified(Draft(reply, context_of([hit], 100, len), limitations), stage)
    assert (found.status, found.confidence) == ("answered", confidence)
