"""The named faults of a model server: what it does instead of replying, and which error with which words must come.

One list for the tests of the backends and for whoever puts a whole sweep before such servers.
"""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass

from ragatta.pipeline.llm.seam import InvalidReply, ModelError, ModelTimeout, ModelUnavailable
from tests.standins.faulty_server import Commit, Line

BOTH = ("ollama", "openai")
LARGE = 1 << 20  # bytes, more than a test allows
_CHUNKED = "Transfer-Encoding: chunked"


@dataclass(frozen=True)
class Fault:
    commit: Commit
    says: str  # part of the error's sentence
    error: type[ModelError] = InvalidReply
    wires: tuple[str, ...] = BOTH


def _body(body: str | bytes, *headers: str, status: str = "200 OK") -> Commit:
    return lambda line: line.whole(body, *headers, status=status)


def _changed(**changes: object) -> Commit:
    return lambda line: line.whole(line.good(**changes))


def _message(message: object) -> Commit:
    return lambda line: line.whole(line.good(message))


def _drip_body(line: Line) -> None:
    line.head(_CHUNKED)
    line.drip(b"1\r\n \r\n", 0.02)


def _drip_head(line: Line) -> None:
    line.raw(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    line.drip(b"a")


def _continue(line: Line) -> None:
    while not line.stopped.wait(0.001):
        line.raw(b"HTTP/1.1 100 Continue\r\n\r\n")


def _flood(line: Line) -> None:
    line.head(_CHUNKED)
    while not line.stopped.is_set():
        line.chunk(b" " * 65536)


def _reset_midway(line: Line) -> None:
    line.head("Content-Length: 1000")
    line.raw(b"{")
    line.stopped.wait(0.05)
    line.reset()


def _cut_chunks(line: Line) -> None:
    line.head(_CHUNKED)
    line.chunk(line.good()[:20].encode())


def _bad_chunk(line: Line) -> None:
    line.head(_CHUNKED)
    line.raw(b"many\r\n{}\r\n")


def _compressed(line: Line) -> bytes:
    return gzip.compress(line.good().encode())


def _refused(body: str, status: str = "400 Bad Request") -> Commit:
    return _body(body, status=status)


def _deep(levels: int, opened: str = '{"a":', closed: str = "}") -> str:
    return opened * levels + "1" + closed * levels


TIME = {
    "silent": Fault(lambda line: line.stopped.wait(5) and None, "within 0.6 s", ModelTimeout),
    "drip": Fault(_drip_body, "within 0.6 s", ModelTimeout),
    "drip_head": Fault(_drip_head, "within 0.6 s", ModelTimeout),
    "endless_continue": Fault(_continue, "within 0.6 s", ModelTimeout),
}
SIZE = {
    "flood": Fault(_flood, "is larger than"),
    "announced_large": Fault(lambda line: line.whole("{}", length=10**12), "is larger than"),
    "announced_absurd": Fault(lambda line: line.whole("{}", length="9" * 19), "not a number of bytes|not HTTP"),
    "large": Fault(_body(b" " * LARGE), "is larger than"),
    "large_head": Fault(lambda line: line.head("X-Large: " + "a" * LARGE), "not HTTP"),
    "gzip_bomb": Fault(_body(gzip.compress(b" " * 16 * LARGE, 1), "Content-Encoding: gzip"), "is larger than"),
    "deflate_bomb": Fault(_body(zlib.compress(b" " * 16 * LARGE, 1), "Content-Encoding: deflate"), "is larger than"),
}
PACKING = {
    "gzip_of_nothing": Fault(_body(b"{}", "Content-Encoding: gzip"), "is not the compressed data"),
    "gzip_cut": Fault(lambda line: line.whole(_compressed(line)[:-9], "Content-Encoding: gzip"), "cut short"),
    "gzip_and_more": Fault(lambda line: line.whole(_compressed(line) + b"x", "Content-Encoding: gzip"), "more after"),
    "brotli": Fault(_body(b"{}", "Content-Encoding: br"), "was not asked for"),
    "packed_twice": Fault(_body(b"{}", "Content-Encoding: gzip, gzip"), "was not asked for"),
}
CONNECTION = {
    "redirect": Fault(_body("", "Location: /elsewhere", status="302 Found"), "is a redirect"),
    "redirect_with_prompt": Fault(_body("", "Location: /elsewhere", status="307 Moved"), "is a redirect"),
    "not_modified": Fault(lambda line: line.head(status="304 Not Modified"), "is a redirect"),
    "closed": Fault(lambda line: line.socket.close(), "broke off"),
    "reset": Fault(lambda line: line.reset(), "broke off"),
    "reset_midway": Fault(_reset_midway, "broke off"),
    "cut": Fault(lambda line: line.whole(line.good(), length=100_0), "broke off"),
    "short_length": Fault(lambda line: line.whole(line.good(), length=20), "cut short"),
    "cut_chunks": Fault(_cut_chunks, "broke off"),
    "bad_chunk": Fault(_bad_chunk, "not HTTP"),
    "bad_length": Fault(lambda line: line.whole("{}", length="many"), "not HTTP"),
    "negative_length": Fault(lambda line: line.whole("{}", length=-1), "not HTTP"),
    "two_lengths": Fault(_body("{}", "Content-Length: 7"), "not HTTP"),
    "no_http": Fault(lambda line: line.raw(b"220 mail.example.org ESMTP\r\n\r\n"), "not HTTP"),
}
JSON = {
    "empty": Fault(_body(""), "is empty"),
    "blank": Fault(_body(" \n "), "is empty"),
    "no_content": Fault(lambda line: line.head(status="204 No Content"), "is empty"),
    "null": Fault(_body("null"), "is null; expected a JSON object"),
    "list": Fault(_body("[1, 2]"), "is a list; expected a JSON object"),
    "string": Fault(_body('"hello"'), "is a string; expected a JSON object"),
    "number": Fault(_body("7"), "is a number; expected a JSON object"),
    "truth": Fault(_body("true"), "is a truth value; expected a JSON object"),
    "html": Fault(_body("<html><body>Busy</body></html>", "Content-Type: text/html"), "is HTML"),
    "words": Fault(_body("Service is starting"), "is no JSON"),
    "half_json": Fault(lambda line: line.whole(line.good()[:-9]), "cut short"),
    "json_and_more": Fault(lambda line: line.whole(line.good() + "}"), "is no JSON"),
    "deep": Fault(_body(_deep(100)), "more than 64 levels"),
    "very_deep": Fault(_body(_deep(9_000)), "more than 64 levels"),
    "deep_list": Fault(_body('{"a":' + _deep(9_000, "[", "]") + "}"), "more than 64 levels"),
    "bom": Fault(lambda line: line.whole(b"\xef\xbb\xbf" + line.good().encode()), "byte-order mark"),
    "utf_16": Fault(lambda line: line.whole(line.good().encode("utf-16")), "is not UTF-8"),
    "latin_1": Fault(_body('{"message": "é"}'.encode("latin-1")), "is not UTF-8"),
    "nan": Fault(_body('{"usage": NaN}'), "holds NaN"),
    "infinity": Fault(_body('{"usage": -Infinity}'), "holds -Infinity"),
    "huge_float": Fault(_body('{"usage": 1e999}'), "too large for a float"),
    "huge_integer": Fault(_body('{"usage": ' + "9" * 5_000 + "}"), "thousands of digits"),
    "half_surrogate": Fault(_body('{"usage": "\\ud800"}'), "surrogate"),
}
SHAPE = {
    "bad_count": Fault(_changed(written="many"), "has a wrong field"),
    "negative_count": Fault(_changed(written=-4), "has a wrong field: .*greater than or equal to 0"),
    "negative_read": Fault(_changed(read=-1), "has a wrong field: .*greater than or equal to 0"),
    "huge_count": Fault(_changed(written=10**30), "has a wrong field"),
    "fraction_count": Fault(_changed(written=1.5), "has a wrong field"),
    "list_count": Fault(_changed(read=[40]), "has a wrong field"),
    "bad_ending": Fault(_changed(ended={"a": 1}), "has a wrong field"),
    "message_list": Fault(_message([]), "has a wrong field"),
    "message_text": Fault(_message("blue"), "has a wrong field"),
    "content_number": Fault(_message({"role": "assistant", "content": 7}), "has a wrong field"),
    "content_object": Fault(_message({"role": "assistant", "content": {"a": 1}}), "has a wrong field"),
    "calls_text": Fault(_message({"role": "assistant", "content": "", "tool_calls": "go"}), "has a wrong field"),
    "calls_null": Fault(_message({"role": "assistant", "content": "", "tool_calls": [None]}), "has a wrong field"),
    "call_of_number": Fault(
        _message({"role": "assistant", "content": "", "tool_calls": [{"function": {"name": 7, "arguments": {}}}]}),
        "has a wrong field",
    ),
    "message_null": Fault(_changed(message=None), "has a wrong field", wires=("ollama",)),
    "never_done": Fault(_changed(done=False), "broke off", wires=("ollama",)),
    "negative_seconds": Fault(_changed(total_duration=-5), "has a wrong field", wires=("ollama",)),
    "nothing": Fault(_body("{}"), "has a wrong field|holds no choices"),
    "choices_null": Fault(_changed(choices=None), "holds no choices", wires=("openai",)),
    "choices_text": Fault(_changed(choices="blue"), "has a wrong field", wires=("openai",)),
    "choices_of_null": Fault(_changed(choices=[None]), "has a wrong field", wires=("openai",)),
    "usage_list": Fault(_changed(usage=[1]), "has a wrong field", wires=("openai",)),
}
REFUSALS = {
    "refused_html": Fault(_refused("<html>\nBad Gateway\n</html>\n"), "refused", ModelError),
    "refused_list": Fault(_refused("[1]"), "refused", ModelError),
    "refused_null": Fault(_refused("null"), "refused", ModelError),
    "refused_empty": Fault(_refused(""), "refused", ModelError),
    "refused_deep": Fault(_refused(_deep(9_000)), "refused", ModelError),
    "refused_by_list": Fault(_refused('{"error": [1, {"a": null}]}'), "refused", ModelError),
    "refused_by_number": Fault(_refused('{"error": 7}'), "refused", ModelError),
    "refused_by_json": Fault(_refused(json.dumps({"error": "[1]"})), "refused", ModelError),
    "refused_by_no_status": Fault(_body("{}", "X-Should-Retry: false", status="799 Odd"), "refused", ModelUnavailable),
    "refused_midway": Fault(_body('{"error": "out of memory"}\n'), "out of memory", ModelError, ("ollama",)),
    "refused_midway_oddly": Fault(_body('{"error": [1]}\n'), "refused", ModelError, ("ollama",)),
    "refused_midway_by_json": Fault(_body('{"error": "[1]"}\n'), "refused", ModelError, ("ollama",)),
}
FAULTS = {**TIME, **SIZE, **PACKING, **CONNECTION, **JSON, **SHAPE, **REFUSALS}
# What is wrong wherever it comes, also where a server lists its models.
ANYWHERE = {**TIME, **SIZE, **PACKING, **CONNECTION, **JSON}
LISTS = {
    "models_null": Fault(_body('{"models": null, "data": [null]}'), "has a wrong field"),
    "models_text": Fault(_body('{"models": "small", "data": "small"}'), "has a wrong field"),
    "models_nameless": Fault(_body('{"models": [{"model": 7}], "data": [{}]}'), "has a wrong field"),
}
