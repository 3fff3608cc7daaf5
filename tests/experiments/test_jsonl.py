from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.jsonl import parsed

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
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
