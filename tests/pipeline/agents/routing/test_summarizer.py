from __future__ import annotations

import json

import pytest

from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import ContextOverflow, Prompt
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import Page
from standins.scripted import Script
from tests.pipeline.llm.conftest import ScriptedBackend

PAGES = [Page("a.pdf", n, f"page {n} " + "x" * 5000) for n in range(1, 9)]
REPLY = {"document_type": "letter", "summary": "about x", "key_topics": ["x"], "use_for": "x"}


def test_it_reads_the_first_pages_only() -> None:
    script = Script(summarize=[REPLY])
    assert Summarizer(pages=2).summarize("a.pdf", PAGES, script.ask).document_type == "letter"
    assert "page 2" in script.prompts[0].user
    assert "page 3" not in script.prompts[0].user


def test_a_small_context_window_gets_shorter_beginnings() -> None:
    def ask(prompt: Prompt) -> DocumentSummary:
        if len(prompt.user) > 4000:
            raise ContextOverflow("too long")
        return DocumentSummary(**REPLY)

    assert Summarizer().summarize("a.pdf", PAGES, ask).summary == "about x"


def test_an_unusable_reply_falls_back_to_the_documents_own_words() -> None:
    found = Summarizer().summarize("a.pdf", PAGES, Script(summarize=[None]).ask)
    assert found.summary.startswith("page 1 x")


@pytest.mark.parametrize("empty", ["", " \n"])
def test_an_empty_summary_is_corrected_once_and_then_the_documents_own_words(
    empty: str,
) -> None:
    nothing = json.dumps({**REPLY, "summary": empty, "key_topics": [], "use_for": ""})
    asker = Asker(ScriptedBackend([nothing, json.dumps(REPLY)], window=99_999), None)
    assert Summarizer().summarize("a.pdf", PAGES, asker.ask).summary == "about x"
    asker = Asker(ScriptedBackend([nothing], window=99_999), None)
    assert Summarizer().summarize("a.pdf", PAGES, asker.ask).summary.startswith("page 1 x")
    assert [(call.repaired, call.fell_back) for call in asker.calls] == [(False, False), (False, True)]
