"""How sure an answer from the text is."""

from __future__ import annotations

import pytest

from ragatta.extensions.agentic.agents.final_answer import ComposedDraft, verified
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.context.context import context_of
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.tasks.agentic import ComposedAnswer
from ragatta.pipeline.types import Answer, Chunk, Hit


def final(reply: ComposedAnswer, *limitations: str, from_fields: bool = False) -> Answer:
    hit = Hit(Chunk("a#0", "a.pdf", 0, "Orders are packed.", 1, 1, 0, 18, 1), 1.0, 0.9, 1, "semantic")
    with Trace([]).stage("verifier") as stage:
        return verified(
            ComposedDraft(reply, context_of([hit], 100, len), limitations, from_fields=from_fields), Thresholds(), stage
        )


@pytest.mark.parametrize(("limitations", "confidence"), [((), "high"), (('not considered: "perished"',), "medium")])
def test_what_was_left_out_makes_an_answer_less_sure(limitations: tuple[str, ...], confidence: str) -> None:
    found = final(ComposedAnswer(status="answered", text="Orders are packed. [a.pdf]"), *limitations)
    assert (found.status, found.confidence) == ("answered", confidence)


@pytest.mark.parametrize("text", ["", "Packed [a.pdf]."])
def test_an_invented_citation_in_an_item_or_a_value_is_removed_too(text: str) -> None:
    items = ["packed [a.pdf]", "sent [lost.pdf]", "[lost.pdf]"]
    found = final(ComposedAnswer(status="answered", text=text, items=items, value="2 [lost.pdf]"))
    assert (found.items, found.value) == (("packed [a.pdf]", "sent"), "2")
    assert "lost" not in found.text
    assert [citation.source_file for citation in found.citations] == ["a.pdf"]
    assert found.safety_flags == ("unknown_citation",)


def test_a_stored_value_keeps_its_brackets() -> None:
    reply = ComposedAnswer(status="answered", text="Bolt M4 [a.pdf]", items=["Bolt [M4].pdf [7]"])
    assert final(reply, from_fields=True).items == ("Bolt [M4].pdf [7]",)
