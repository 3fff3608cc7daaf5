from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ragatta.pipeline.agents.routing import router
from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.llm.seam import ContextOverflow, Prompt
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.types import AskedQuestion
from standins.scripted import DOCUMENTS, Script

ASKED = AskedQuestion("What does a pump cost?")


def routed(toolbox: Callable, script: Script | None = None, asked: AskedQuestion = ASKED, **settings: object) -> tuple:
    tools, trace = toolbox(script)
    with tools.stage("router") as stage:
        chosen = Router(**{"top_k_docs": 2, **settings}).route(asked, tools, stage)
    return chosen, trace.records[0]


def test_the_model_reasons_first_and_then_chooses_among_real_names(toolbox: Callable) -> None:
    script = Script(
        analyse_routing=[{"analysis": "prices, I think"}],
        select_documents=[{"documents": ["prices.pdf", "manual.pdf"]}],
    )
    chosen, record = routed(toolbox, script)
    assert chosen == ("prices.pdf", "manual.pdf")
    assert record.details["documents"] == list(chosen)
    selection = script.prompts[1]
    assert "prices, I think" in selection.user
    assert all(selection.user.count(name) == 1 for name in DOCUMENTS)
    items = selection.reply.model_json_schema()["properties"]["documents"]["items"]
    assert items["enum"] == list(DOCUMENTS)


def test_a_router_of_one_step_chooses_at_once_among_real_names_with_the_summaries_before_it(toolbox: Callable) -> None:
    script = Script(select_documents=[{"documents": ["prices.pdf", "invented.pdf"]}])
    chosen, _ = routed(toolbox, script, steps=1)
    assert chosen == ("prices.pdf",)
    (selection,) = script.prompts
    assert all(text in selection.user for text in DOCUMENTS.values())
    assert selection.reply.model_json_schema()["properties"]["documents"]["items"]["enum"] == list(DOCUMENTS)


def test_unknown_names_are_dropped_and_noted(toolbox: Callable) -> None:
    script = Script(
        analyse_routing=[{"analysis": ""}], select_documents=[{"documents": ["invented.pdf", "letters.pdf"]}]
    )
    chosen, record = routed(toolbox, script)
    assert chosen == ("letters.pdf",)
    assert "invented.pdf" in record.notes[0]


@pytest.mark.parametrize("selection", [None, {"documents": ["invented.pdf"]}])
def test_without_a_valid_name_shared_words_decide_not_the_alphabet(toolbox: Callable, selection: dict | None) -> None:
    chosen, record = routed(toolbox, Script(analyse_routing=[None], select_documents=[selection]))
    assert set(chosen) == {"prices.pdf", "manual.pdf"}
    assert "archive.pdf" not in chosen
    # A prompt's own fallback is counted by its call; invented names are valid replies, so the router counts them.
    assert record.fallbacks == (0 if selection is None else 1)


def test_summaries_that_do_not_fit_are_chosen_by_words_and_counted(toolbox: Callable) -> None:
    def ask(_prompt: Prompt) -> Reply:
        raise ContextOverflow("too long")

    tools, trace = toolbox(ask=ask)
    with tools.stage("router") as stage:
        assert set(Router(top_k_docs=2).route(ASKED, tools, stage)) == {"prices.pdf", "manual.pdf"}
    assert trace.records[0].fallbacks == 1
    assert "do not fit" in trace.records[0].notes[0]


@pytest.mark.parametrize("by", ["window", "number"])
def test_of_documents_that_do_not_fit_those_that_share_most_words_are_listed(
    toolbox: Callable, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    script = Script(analyse_routing=[{"analysis": ""}], select_documents=[{"documents": ["manual.pdf"]}])

    def ask(prompt: Prompt) -> Reply:
        if by == "window" and prompt.user.count("File: ") > 2:
            raise ContextOverflow("too long")
        return script.ask(prompt)

    if by == "number":
        monkeypatch.setattr(router, "LISTED", 2)
    tools, trace = toolbox(ask=ask)
    with tools.stage("router") as stage:
        assert Router(top_k_docs=1).route(ASKED, tools, stage) == ("manual.pdf",)
    assert trace.records[0].fallbacks == 0
    assert trace.records[0].notes == ("of 4 documents the 2 that share most words with the question were listed",)
    analysis, selection = script.prompts
    assert [name for name in DOCUMENTS if f"File: {name}" in analysis.user] == ["manual.pdf", "prices.pdf"]
    enum = selection.reply.model_json_schema()["properties"]["documents"]["items"]["enum"]
    assert enum == ["manual.pdf", "prices.pdf"]


def test_lexical_routing_asks_no_model(toolbox: Callable) -> None:
    chosen, _ = routed(toolbox, Script(), kind="lexical", top_k_docs=1)
    assert chosen in (("prices.pdf",), ("manual.pdf",))


def test_embedding_routing_ranks_by_meaning(toolbox: Callable) -> None:
    tools_words = {"kind": "embedding", "top_k_docs": 1}
    chosen, _ = routed(toolbox, Script(), AskedQuestion("pump valve"), **tools_words)
    assert chosen == ("prices.pdf",)


def test_summaries_are_embedded_as_documents_in_one_go_and_the_question_as_a_query(toolbox: Callable) -> None:
    queries, batches = [], []
    tools, _ = toolbox(
        embed=lambda text: queries.append(text) or np.array([1.0, 0.0]),
        embed_documents=lambda texts: batches.append(list(texts)) or np.array([[0, 1], [0, 1], [1, 0], [0, 1]]),
    )
    by_meaning = Router(kind="embedding", top_k_docs=1)
    with tools.stage("router") as stage:
        assert by_meaning.route(ASKED, tools, stage) == ("letters.pdf",)
    assert queries == [ASKED.question]
    assert len(batches) == 1
    assert len(batches[0]) == len(DOCUMENTS)


def test_off_keeps_every_document(toolbox: Callable) -> None:
    assert routed(toolbox, Script(), kind="off")[0] == tuple(DOCUMENTS)


def test_a_questions_scope_bounds_the_choice(toolbox: Callable) -> None:
    asked = AskedQuestion("What does a pump cost?", documents=("letters.pdf",))
    assert routed(toolbox, Script(), asked)[0] == ("letters.pdf",)


@pytest.mark.parametrize("kind", ["llm", "embedding", "lexical", "off"])
def test_a_scope_that_holds_no_document_chooses_none_and_says_so(toolbox: Callable, kind: str) -> None:
    asked = AskedQuestion("What does a pump cost?", documents=("lost.pdf",))
    chosen, record = routed(toolbox, Script(), asked, kind=kind)
    assert chosen == ()
    assert "lost.pdf" in record.notes[0]


def test_it_reads_the_words_that_are_searched_for(toolbox: Callable) -> None:
    tools, _ = toolbox(sought=lambda text: text.replace("that", "a pump"))
    with tools.stage("router") as stage:
        asked = AskedQuestion("What does that cost?")
        assert (
            Router(kind="lexical", top_k_docs=1).route(asked, tools, stage)
            == routed(toolbox, kind="lexical", top_k_docs=1)[0]
        )
