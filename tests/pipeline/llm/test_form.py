from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest

from ragatta.pipeline.llm.form import form_of
from ragatta.pipeline.llm.schema import reply_schema
from ragatta.pipeline.tasks import agentic, answers, binding, documents, orders, sub_questions
from ragatta.pipeline.tasks.base import Reply

REPLIES = [
    kind
    for module in (agentic, answers, binding, documents, orders, sub_questions)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Reply) and kind.model_fields
]


def _fields(node: Any) -> Iterator[str]:
    """The names of all fields in a schema, each before those within it."""
    if isinstance(node, list):
        node = dict(enumerate(node))
    for key, each in node.items() if isinstance(node, dict) else ():
        if key == "properties":
            for name, field in each.items():
                yield name
                yield from _fields(field)
        else:
            yield from _fields(each)


def _named(line: str) -> list[str]:
    return line.rpartition(" with ")[2].partition(" as above")[0].split(", ")


@pytest.mark.parametrize("reply", REPLIES)
def test_every_field_of_the_schema_stands_in_the_form(reply: type[Reply]) -> None:
    form = form_of(reply)
    wanted = list(_fields(reply_schema(reply)))
    assert wanted
    told = [line.split('"')[1] for line in form.splitlines()[1:]]
    again = [name for line in form.splitlines() if " as above" in line for name in _named(line)]
    assert sorted(set(told + again)) == sorted(set(wanted))
    assert len(told) == len(wanted) or again
    assert "$" not in form
    assert "properties" not in form


class EveryKind(Reply):
    word: str
    count: int
    share: float
    sure: bool
    always: Literal["so"]
    choice: Literal["so", "not so"]
    perhaps: float | None
    words: list[str]
    counts: list[int]
    shares: list[float]
    choices: list[Literal["so", "not so"]]


def test_every_kind_is_said_in_words() -> None:
    assert form_of(EveryKind).splitlines()[1:] == [
        '- "word": text',
        '- "count": whole number',
        '- "share": number',
        '- "sure": true or false',
        '- "always": "so"',
        '- "choice": "so" or "not so"',
        '- "perhaps": number or null',
        '- "words": list of texts',
        '- "counts": list of whole numbers',
        '- "shares": list of numbers',
        '- "choices": list of texts',
    ]


def test_kinds_are_said_in_words() -> None:
    form = form_of(agentic.QueryDecomposition)
    assert '- "intent": "qa" or "list" or "summarize" or "compare" or "compute"' in form
    assert '- "computation": object or null with:' in form
    assert '  - "field" (the field to compute over; empty for a count): text' in form
    assert '- "subqueries": list of objects, each with:' in form
