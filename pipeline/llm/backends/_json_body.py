"""Parses the body of a server's reply: JSON objects of limited size and depth.

Errors never quote the body, which may echo the request. Source: RFC 8259.
"""

from __future__ import annotations

import json
import re
import zlib
from typing import Any, NoReturn

MOST_BYTES = 16 << 20  # of one reply, also after decompression: a list of all models of a provider takes about 1 MB
MOST_VALUES = 500_000  # lines and members of one reply: what reads more takes longer than any reply is worth
MOST_DEPTH = 64  # objects and lists in one another
_EITHER = zlib.MAX_WBITS | 32  # gzip or zlib
END_OF_EVENTS = "[DONE]"
_BOM = b"\xef\xbb\xbf"


class Malformed(ValueError):
    """What is wrong with a reply, as the end of a sentence that begins with it."""


def unpacked(body: bytes, encoding: str, most: int) -> bytes:
    """The decompressed body. Raises Malformed beyond `most` bytes, which are never made."""
    if encoding in ("", "identity"):
        return body
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise Malformed("is compressed in a way that was not asked for; only gzip and deflate are read")
    inflate = zlib.decompressobj(_EITHER)
    try:
        whole = inflate.decompress(body, most + 1)
    except zlib.error:
        raise Malformed("is not the compressed data that its header announces") from None
    if len(whole) > most:
        raise Malformed(too_large(most))
    if not inflate.eof or inflate.unused_data:
        raise Malformed("is compressed data that is cut short or has more after its end")
    return whole


def too_large(most: int) -> str:
    return f"is larger than {most >> 20} MB" if most >> 20 else f"is larger than {most} bytes"


def objects(body: bytes, streamed: bool = False, kinds: tuple[type, ...] = (dict,)) -> list[Any]:
    """The one JSON object of a body, or of a `streamed` one an object a line or a server-sent event; other `kinds` of
    values will do too where they are named. Raises Malformed."""
    text = _decoded(body)
    return [_value(each, kinds) for each in (_lines(text) if streamed else [text])]


def pieces(body: bytes) -> list[Any]:
    """The lines or server-sent events of a stream: values of JSON if all of them are, else their texts as they are; of
    lines that are neither the whole body. Raises Malformed."""
    text = _decoded(body)
    try:
        return [_value(each, (dict, str)) for each in _lines(text)]
    except Malformed:
        return _events(text) or [text]


def _decoded(body: bytes) -> str:
    if not body.strip():
        raise Malformed("is empty")
    if body.startswith(_BOM):
        raise Malformed("begins with a byte-order mark, which JSON may not")
    if sum(map(body.count, (b",", b"[", b"{", b"\n"))) > MOST_VALUES:
        raise Malformed(f"contains more than {MOST_VALUES} values")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"is not UTF-8 text (byte {error.start})") from None


def _events(text: str) -> list[str]:
    """The data of server-sent events, each with all of its lines."""
    blocks = [block.split("\n") for block in re.split(r"\n{2,}", text.replace("\r\n", "\n"))]
    data = [[line[5:].removeprefix(" ") for line in block if line.startswith("data:")] for block in blocks]
    return [event for event in map("\n".join, filter(None, data)) if event != END_OF_EVENTS]


def _lines(text: str) -> list[str]:
    """The data of each line; of events their fields other than data, and the mark at their end, say nothing."""
    if text.lstrip().startswith(("{", '"')):
        return [line for line in text.split("\n") if line.strip()]
    data = [line.removeprefix("data:").strip() for line in text.split("\n") if line.startswith("data:")]
    found = [line for line in data if line not in ("", END_OF_EVENTS)]
    return found or [text]


def _value(text: str, kinds: tuple[type, ...]) -> Any:
    try:
        found = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        kind = "HTML" if text.lstrip().startswith("<") else f"no JSON, or JSON cut short (character {error.pos})"
        raise Malformed(f"is {kind}") from None
    except RecursionError:
        raise Malformed(f"is nested more than {MOST_DEPTH} levels deep") from None
    except Malformed:
        raise
    except ValueError:  # Python reads no integer of more than 4,300 digits
        raise Malformed("holds an integer of thousands of digits") from None
    if not isinstance(found, kinds):
        raise Malformed(f"is {_kind(found)}; expected a JSON object")
    _check_depth(found)
    _check_values(found)
    return found


def _check_depth(found: Any) -> None:
    level: list[Any] = [found] if isinstance(found, (dict, list)) else []
    for _ in range(MOST_DEPTH):
        level = [own for each in level for own in (each.values() if isinstance(each, dict) else each)]
        level = [own for own in level if isinstance(own, (dict, list))]
        if not level:
            return
    raise Malformed(f"is nested more than {MOST_DEPTH} levels deep")


def _check_values(found: Any) -> None:
    try:
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise Malformed("holds half of a surrogate pair, which is not a character") from None
    except ValueError:
        raise Malformed("holds a number too large for a float") from None


def _no_number(name: str) -> NoReturn:
    raise Malformed(f"holds {name}, which is not JSON")


def _kind(found: Any) -> str:
    names = {type(None): "null", list: "a list", str: "a string", bool: "a truth value"}
    return names.get(type(found), "a number")
