"""What nobody wrote: strategies for the input of readers, from any JSON to files that something has happened to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

ODD = (
    None, True, 0, -1, 10**30, 1e308, "", " ", "1", "\ud800", "\x00", "\u202e", "'", "../../x", "${x}", "[" * 60, [],
    {},
)  # fmt: skip
PUT_IN = (
    b"", b"\n", b"\r", b"\x00", b"\xff\xfe", b'"', b"'", b"{", b"]", b": ", b"- ", b",", b"*a", b"&a ", b"? ", b"|\n",
    b"!!python/none ", b"null", b"NaN", b"1e999", b"-1", b"\\ud800", b"\xe2\x80\xa8", b"[" * 60, b"9" * 5000,
)  # fmt: skip

# A property of a reader: many small files, on a machine that does other work too.
quick = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def refusal(read: Callable[[], object], named: type[Exception]) -> str:
    """What the reader's own error says, "" where it reads; any other exception is raised."""
    try:
        read()
    except named as error:
        return str(error) or repr(error)
    return ""


def values() -> st.SearchStrategy[Any]:
    """Any JSON value, odd ones often."""
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    deep = st.recursive(
        plain,
        lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=4), part, max_size=3),
        max_leaves=6,
    )
    return (st.sampled_from(ODD) | deep).map(deepcopy)


@st.composite
def spoiled(draw: st.DrawFn, whole: Any) -> Any:
    """The JSON value with one or two parts replaced by others, left out, or added."""
    value = deepcopy(whole)
    for _ in range(draw(st.integers(1, 2))):
        places = [place for place in _places(value) if place]
        if not places:
            return draw(values())
        *above, last = draw(st.sampled_from(places))
        held = value
        for step in above:
            held = held[step]
        what = draw(st.sampled_from(("replace", "replace", "remove", "add")))
        if what == "replace":
            held[last] = draw(values())
        elif what == "remove":
            del held[last]
        elif isinstance(held, dict):
            held[draw(st.text(max_size=6))] = draw(values())
        else:
            held.append(draw(values()))
    return value


def spoiled_lines(whole: Sequence[Any]) -> st.SearchStrategy[bytes]:
    """A file of JSON lines of which some are not as they were."""
    return spoiled(list(whole)).map(
        lambda rows: "".join(json.dumps(row) + "\n" for row in (rows if isinstance(rows, list) else [rows])).encode()
    )


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a value, and to the value itself."""
    yield above
    for step, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _places(part, (*above, step))


@st.composite
def damaged(draw: st.DrawFn, *files: bytes) -> bytes:
    """One of the files with bytes changed, cut out, doubled or put in; sometimes bytes of no file at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=60))
    data = bytearray(draw(st.sampled_from(files)))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        what = draw(st.sampled_from(("flip", "cut", "double", "put", "put", "end")))
        if what == "flip" and start < len(data):
            data[start] ^= draw(st.integers(1, 255))
        elif what == "cut":
            del data[start:end]
        elif what == "double":
            data[start:start] = data[start:end]
        elif what == "put":
            data[start:end] = draw(st.sampled_from(PUT_IN))
        else:
            del data[start:]
    return bytes(data)
