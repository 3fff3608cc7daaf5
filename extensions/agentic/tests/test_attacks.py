"""Whatever a question holds, nothing comes back that its scope does not let through."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.extensions.agentic.architectures.agentic import Agentic
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import AskedQuestion
from standins.bucketed import TEXTS
from tests.pipeline.test_attacks import BILLS, PAYLOADS, SECRET, file, folder, nothing_changes, tools

__all__ = ["file", "folder", "nothing_changes", "tools"]
TEXTUAL = [payload for payload in PAYLOADS if "\ud800" not in payload]  # half a character is no question


@pytest.mark.parametrize("payload", TEXTUAL, ids=range(len(TEXTUAL)))
def test_a_payload_as_a_question(tools: Toolbox, folder: Path, payload: str) -> None:
    summaries = {
        name: DocumentSummary(document_type="bill", summary=text, key_topics=[], use_for="")
        for name, text in TEXTS.items()
    }
    scoped = replace(tools, summaries=summaries)
    for question in (payload, f"List the bills of supplier {payload}", f"Which bills have an amount over {payload}?"):
        found = Agentic().answer(AskedQuestion(question, tuple(sorted(BILLS))), scoped)
        assert {chunk.source_file for chunk in found.context} <= BILLS
        assert {cited.source_file for cited in found.citations} <= BILLS
        told = repr(replace(found, steps=()))
        assert SECRET not in told
        assert str(folder) not in told
