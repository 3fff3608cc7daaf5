"""Conditions become SQL in which no value stands."""

from __future__ import annotations

import pytest

from ragatta.pipeline.annotations.filters import Condition, FilterError
from ragatta.pipeline.annotations.sql import where


def test_values_are_parameters_and_names_are_quoted() -> None:
    conditions = [Condition("a", ">", 1), Condition('b"c', "IN", ("x", "y")), Condition("d", "LIKE", "5%_\\")]
    expression, parameters = where(conditions)
    assert expression == '"a" > ? AND folded("b""c") IN (?, ?) AND folded("d") LIKE ? ESCAPE \'\\\''
    assert parameters == [1, "x", "y", "%5\\%\\_\\\\%"]
    assert where([]) == ("1", [])
    with pytest.raises(FilterError):
        where([Condition("a", "= 1 OR 1 =", 1)])  # type: ignore[arg-type]


def test_texts_are_compared_folded_and_names_of_documents_as_they_stand() -> None:
    assert where([Condition("town", "!=", "É\u0301LAN")]) == ('folded("town") != ?', ["é\u0301lan"])
    assert where([Condition("doc_id", "=", "A.pdf")]) == ('"doc_id" = ?', ["A.pdf"])
