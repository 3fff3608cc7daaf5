"""Replies of servers, checked as they come."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ValidationError

from ragatta.pipeline.llm.backends._wire import first_fault


class Inner(BaseModel):
    many: int


class Outer(BaseModel):
    inner: Inner


@pytest.mark.parametrize(
    ("reply", "field"),
    [({"inner": {"many": "x"}}, "inner.many: input should be a valid integer"), ([], "the whole: input should be")],
)
def test_the_first_wrong_field_is_named_and_its_value_is_not(reply: object, field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate(reply)
    assert first_fault(caught.value).startswith(f"has a wrong field: {field}")
