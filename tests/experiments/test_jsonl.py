from __future__ import annotations

import json
import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.experiments.jsonl import line, parsed

FINITE = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | FINITE | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_it_reads_whatever_json_writes(value: object) -> None:
    line = json.dumps(value)
    assert parsed(line) == json.loads(line)


def test_it_reads_what_is_no_number() -> None:
    assert math.isnan(parsed(b'{"score": NaN}')["score"])


def test_a_damaged_line_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="line 1"):
        parsed(b'{"a": ')


@given(VALUES)
def test_what_is_written_is_read_back(value: object) -> None:
    written = line(value)
    assert written.count("\n") == 1
    assert parsed(written) == value


def test_the_order_of_keys_changes_no_byte() -> None:
    assert (
        line({"b": 1, "a": {"d": 2, "c": "ü"}})
        == line({"a": {"c": "ü", "d": 2}, "b": 1})
        == '{"a":{"c":"ü","d":2},"b":1}\n'
    )


def test_what_is_no_finite_number_is_null() -> None:
    assert parsed(line([math.inf, math.nan, 1.5])) == [None, None, 1.5]


def test_a_record_with_a_huge_number_is_written_all_the_same() -> None:
    @dataclass
    class Held:
        number: int

    assert parsed(line({"held": Held(10**30)})) == {"held": {"number": pytest.approx(10**30)}}
