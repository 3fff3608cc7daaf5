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
UNCLOSED = "[unclosed]"  # in place of the rest of an event or line that was cut
_BOM = b"\xef\xbb\xbf"
_ANY = (dict, list, str, int, float, type(None))


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
    return [_value(each, kinds) for each in ([data for _, data in _parts(text) if data] if streamed else [text])]


def events(body: bytes) -> list[tuple[str, Any]]:
    """The server-sent events or lines of a stream: the name of each, "" without one, and its value, None without
    data. END_OF_EVENTS and UNCLOSED stand as names. Raises Malformed."""
    return [(name, _value(data, _ANY) if data else None) for name, data in _parts(_decoded(body))]


def pieces(body: bytes) -> list[tuple[str, Any]]:
    """As `events`, of a stream whose data may be texts: those of a name are values of JSON if all of them are, else
    texts as they are; lines that are no values of JSON are the body as a whole. Raises Malformed."""
    text = _decoded(body)
    found = _parts(text)
    plain = {name for name, data in found if data and not _is_value(data, (dict, list, str))}
    if plain and not _sent_events(text):
        return [("", text)]
    return [(name, (data if name in plain else json.loads(data)) if data else None) for name, data in found]


def _decoded(body: bytes) -> str:
    if not body.strip():
        raise Malformed("is empty")
    if body.startswith(_BOM):
        raise Malformed("begins with a byte-order mark, which JSON may not")
    if sum(map(body.count, (b",", b"[", b"{", b"\n"))) > MOST_VALUES:
        raise Malformed(f"contains more than {MOST_VALUES} commas, brackets and lines, which no answer has")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"is not UTF-8 text (byte {error.start})") from None


def _parts(text: str) -> list[tuple[str, str]]:
    """The name and data of each server-sent event of a stream; of one without events its lines."""
    return _sent_events(text) or _lines(text)


def _lines(text: str) -> list[tuple[str, str]]:
    """Of a stream of objects, without the beginning of one at its end."""
    found = [("", line) for line in text.split("\n") if line.strip()]
    cut = len(found) > 1 and not text.endswith("\n") and not _is_value(found[-1][1], _ANY)
    return [*found[:-1], (UNCLOSED, "")] if cut and _is_value(found[0][1], (dict,)) else found


def _sent_events(text: str) -> list[tuple[str, str]]:
    """Source: WHATWG HTML, section 9.2.6. Where the lines of an event are values of JSON, and it is none as a whole,
    the server left out the empty lines between its events. Where it did not, one without it was cut."""
    found: list[tuple[str, str]] = []
    *closed, last = re.split(r"\n{2,}", re.sub(r"\r\n?", "\n", text))
    for block in closed:
        found += _sent_event(block)
    rest = _sent_event(last)
    if found and any(data for _, data in rest):  # the beginning of a value is none
        rest = [*(each for each in rest if _is_value(each[1], _ANY)), (UNCLOSED, "")]
    found += rest
    return found if any(data for _, data in found) else []


def _sent_event(block: str) -> list[tuple[str, str]]:
    """The events of a block of lines: one, unless the server left out the empty lines."""
    fields = [line.partition(":")[::2] for line in block.split("\n")]
    name = "".join([value.strip() for field, value in fields if field == "event"][-1:])
    every = [value.removeprefix(" ") for field, value in fields if field == "data"]
    lines = [line for line in every if line.strip() != END_OF_EVENTS]
    whole = "\n".join(lines)
    apart = len(lines) > 1 and not _is_value(whole, _ANY) and all(_is_value(line, _ANY) for line in lines if line)
    found = [(name, data) for data in (lines if apart else [whole]) if data or name]
    return [*found, (END_OF_EVENTS, "")] if len(lines) < len(every) else found


def _is_value(text: str, kinds: tuple[type, ...]) -> bool:
    try:
        _value(text, kinds)
    except Malformed:
        return False
    return True


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


def _check_depth(value: Any) -> None:
    level: list[Any] = [value] if isinstance(value, (dict, list)) else []
    for _ in range(MOST_DEPTH):
        level = [own for each in level for own in (each.values() if isinstance(each, dict) else each)]
        level = [own for own in level if isinstance(own, (dict, list))]
        if not level:
            return
    raise Malformed(f"is nested more than {MOST_DEPTH} levels deep")


def _check_values(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise Malformed("holds half of a surrogate pair, which is not a character") from None
    except ValueError:
        raise Malformed("holds a number too large for a float") from None


def _no_number(name: str) -> NoReturn:
    raise Malformed(f"holds {name}, which is not JSON")


def _kind(value: Any) -> str:
    names = {type(None): "null", list: "a list", str: "a string", bool: "a truth value"}
    return names.get(type(value), "a number")
