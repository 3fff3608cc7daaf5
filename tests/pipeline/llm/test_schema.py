import json
from typing import Literal

import pytest

from ragatta.pipeline.llm.schema import described_schema, reply_schema
from ragatta.pipeline.tasks.answers import Plan
from ragatta.pipeline.tasks.base import Reply


class Tree(Reply):
    children: list["Tree"]


class Titled(Reply):
    title: str = "none"
    default: Literal["a.pdf", "b.pdf"] = "a.pdf"


def objects(node):
    if isinstance(node, dict):
        if "properties" in node:
            yield node
        for value in node.values():
            yield from objects(value)
    elif isinstance(node, list):
        for value in node:
            yield from objects(value)


def test_a_schema_is_self_contained_and_closed():
    schema = reply_schema(Plan)
    assert "$" not in json.dumps(schema)
    found = list(objects(schema))
    assert len(found) == 2
    assert all(node["additionalProperties"] is False for node in found)
    assert all(node["required"] == list(node["properties"]) for node in found)
    assert schema["properties"]["steps"]["items"]["properties"]["query"] == {"type": "string", "minLength": 1}
    described = described_schema(Plan)["properties"]["steps"]["items"]["properties"]
    assert described["query"]["description"].startswith("what to search for")
    assert "description" in schema["properties"]["steps"]["items"]["properties"], "a field of this name stays"


def test_fields_may_be_named_like_words_of_the_schema_language():
    schema = reply_schema(Titled)
    assert list(schema["properties"]) == ["title", "default"]
    assert schema["properties"]["default"] == {"enum": ["a.pdf", "b.pdf"], "type": "string"}


def test_a_type_that_contains_itself_is_refused():
    with pytest.raises(ValueError, match="Tree contains itself"):
        reply_schema(Tree)
