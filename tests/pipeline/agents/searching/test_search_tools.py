"""The tools find what bucket, filters and scope let through, and say what is wrong with a call."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ragatta.pipeline.agents.searching.search_tools import LISTED, ToolResult, run_tool
from ragatta.pipeline.agents.searching.tool_specs import FETCH, SearchTools, tool_specs
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.annotations.filters import Condition
from standins.bucketed import KNOWN, TEXTS, store_file, toolbox

EVERY = tuple(TEXTS)
BILLS = tuple(name for name in EVERY if name.startswith("bills/"))
SETTINGS = SearchTools()
BOTH = pytest.mark.parametrize("tool", ["search_text", "search_semantic"])


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Toolbox:
    return toolbox(store_file(tmp_path_factory.mktemp("store")))


def search(
    tools: Toolbox,
    tool: str = "search_text",
    scope: tuple[str, ...] = EVERY,
    settings: SearchTools = SETTINGS,
    **args: Any,
) -> ToolResult:
    return run_tool(tool, {"bucket": "bills", "query": "brass pump", **args}, settings, tools, scope)


def found(result: ToolResult) -> set[str]:
    return {hit.chunk.source_file for hit in result.hits}


@BOTH
def test_a_search_stays_in_its_bucket(tools: Toolbox, tool: str) -> None:
    result = search(tools, tool)
    assert not result.error
    assert result.documents == tuple(sorted(BILLS))
    assert {"bills/a.pdf", "bills/b.pdf"} <= found(result) <= set(BILLS)
    assert result.hits[0].found_by == {"search_text": "bm25", "search_semantic": "semantic"}[tool]
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))


@BOTH
def test_filters_come_first_and_nothing_else_comes_back(tools: Toolbox, tool: str) -> None:
    result = search(tools, tool, filters={"amount": {"<": "1k"}})
    assert result.conditions == (Condition("amount", "<", 1000.0),)
    assert result.documents == ("bills/b.pdf", "bills/d'; --.pdf")
    assert found(result) <= set(result.documents)
    assert "bills/b.pdf" in found(result)
    assert search(tools, tool, filters={"supplier": "nobody"}).documents == ()
    assert search(tools, tool, filters={"doc_id": "bills/a.pdf"}).documents == ("bills/a.pdf",)


@BOTH
def test_a_document_and_the_scope_narrow_it(tools: Toolbox, tool: str) -> None:
    assert search(tools, tool, doc_id="bills/b.pdf").documents == ("bills/b.pdf",)
    assert search(tools, tool, scope=("bills/b.pdf", "letters/x.pdf")).documents == ("bills/b.pdf",)
    assert search(tools, tool, scope=("letters/x.pdf",)) == search(tools, tool, scope=())
    assert search(tools, tool, scope=()).hits == ()
    assert not search(tools, tool, scope=()).error


def test_many_are_fetched_and_few_returned(tools: Toolbox) -> None:
    asked: list[tuple[int | None, int | None]] = []

    def watched(query: str, documents: Any = None, top_k: int | None = None, **more: Any) -> list[Any]:
        asked.append((top_k, more["candidates"]))
        return tools.search(query, documents, top_k, **more)

    settings, watching = SearchTools(top_k=2), replace(tools, search=watched)
    assert len(search(watching, "search_semantic", settings=settings).hits) == 2
    for top_k in (3, "7", 10**9):
        search(watching, settings=settings, top_k=top_k)
    assert asked == [(2, FETCH), (3, FETCH), (7, FETCH), (FETCH, FETCH)]


def test_a_search_that_leaves_its_documents_is_not_believed(tools: Toolbox) -> None:
    leaking = replace(tools, search=lambda query, _, top_k, **more: tools.search(query, None, top_k, **more))
    assert found(search(leaking, filters={"number": "B-2"})) == {"bills/b.pdf"}


def test_what_a_model_reads(tools: Toolbox) -> None:
    shown = json.loads(search(tools, filters={"number": "B-1"}, context_chars=20).as_json())
    assert shown["documents_found"] == 1
    assert shown["documents"] == ["bills/a.pdf"]
    (result,) = shown["results"]
    assert (result["doc_id"], result["pages"]) == ("bills/a.pdf", [1, 1])
    assert len(result["text"]) <= 26
    assert len(json.loads(search(tools).as_json())["documents"]) <= LISTED


def test_metadata(tools: Toolbox) -> None:
    result = run_tool("get_document_metadata", {"doc_id": "bills/a.pdf"}, SETTINGS, tools, EVERY)
    assert result.metadata == {"doc_id": "bills/a.pdf", "bucket": "bills", **KNOWN["bills/a.pdf"]}
    assert json.loads(result.as_json()) == {"metadata": dict(result.metadata)}
    assert result.documents == ("bills/a.pdf",)


@pytest.mark.parametrize(
    ("tool", "args", "said"),
    [
        ("drop_table", {}, "no tool 'drop_table'; known: search_text, search_semantic, get_document_metadata"),
        ("search_text", {}, "bucket: Field required"),
        ("search_text", {"bucket": "bills", "query": "x", "limit": 3}, "limit: "),
        ("search_text", {"bucket": "bills", "query": " "}, "query: "),
        ("search_text", {"bucket": "bills", "query": "x" * 5000}, "query: "),
        ("search_text", {"bucket": "bills", "query": "x", "top_k": 0}, "top_k: "),
        ("search_text", {"bucket": "bills", "query": "x", "top_k": "many"}, "top_k: "),
        ("search_text", {"bucket": ["bills"], "query": "x"}, "bucket: "),
        ("search_text", {"bucket": "bils", "query": "x"}, "no bucket 'bils'; known: bills, letters"),
        ("search_text", {"bucket": "bills", "query": "x", "filters": {"price": 1}}, "known: number, supplier"),
        ("search_text", {"bucket": "bills", "query": "x", "doc_id": "bills/a.pd"}, "did you mean bills/a.pdf"),
        ("search_text", {"bucket": "bills", "query": "x", "doc_id": "letters/x.pdf"}, "it is in letters"),
        ("get_document_metadata", {"doc_id": "nowhere.pdf"}, "no document 'nowhere.pdf'"),
        ("get_document_metadata", {}, "doc_id: Field required"),
        ("search_text", "bucket=bills", "arguments"),
        ("search_text", None, "arguments"),
        ("search_text", [1], "arguments"),
    ],
)
def test_a_call_that_cannot_be_used_says_why(tools: Toolbox, tool: str, args: Any, said: str) -> None:
    result = run_tool(tool, args, SETTINGS, tools, EVERY)
    assert said in result.error
    assert (result.documents, result.hits, result.metadata) == ((), (), {})
    assert said.split(":")[0] in json.loads(result.as_json())["error"]
    json.dumps(result.args)


def test_what_is_outside_the_scope_is_as_if_it_were_not_there(tools: Toolbox) -> None:
    for args in ({"doc_id": "letters/x.pdf"}, {"doc_id": "letters/nowhere.pdf"}):
        result = run_tool("get_document_metadata", args, SETTINGS, tools, BILLS)
        assert "letters/" not in result.error.replace(args["doc_id"], "")
        assert result.error.startswith("no document")
        assert search(tools, scope=BILLS, **args).error.startswith("no document")


def test_the_schemas_name_what_the_tools_take() -> None:
    text, semantic, metadata = specs = tool_specs(SearchTools(top_k=7))
    assert [tool.name for tool in specs] == ["search_text", "search_semantic", "get_document_metadata"]
    for tool in (text, semantic):
        assert list(tool.parameters["properties"]) == ["bucket", "query", "filters", "top_k", "context_chars", "doc_id"]
        assert tool.parameters["required"] == ["bucket", "query"]
        assert tool.parameters["properties"]["top_k"]["default"] == 7
    assert [tool.parameters["properties"]["context_chars"]["default"] for tool in (text, semantic)] == [400, 500]
    assert metadata.parameters["required"] == ["doc_id"]
    types = {name: given["type"] for tool in specs for name, given in tool.parameters["properties"].items()}
    assert {name for name, kind in types.items() if kind == "string"} >= {"bucket", "query"}


def test_values_are_short() -> None:
    assert "a" * 201 not in ToolResult("get_document_metadata", {}, metadata={"number": "a" * 999}).as_json()
