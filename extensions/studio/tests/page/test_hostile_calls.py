"""Each call with each argument replaced by values that no page sends: a status and a sentence, nothing harmed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from extensions.studio.tests.page.conftest import HOURS
from ragatta.extensions.studio.api import CALLS, Api

PAGE: dict[str, Any] = {"file": "handbook.pdf", "page": 4}
RECORD: dict[str, Any] = {**HOURS, "kind": "number", "id": "G_9", "documents": ["handbook.pdf"]}
MORE = {"also_accepted": ["600 h"], "tags": ["seals"], "split": "test", "sub_questions": [], "filters": {}}
KEPT = {"question": "", "expected": "", "evidence": [], "tags": [], "filters": {}}
ENTRY = {"replaces": "", "draft": "", "version": "", "tab": "t"}
GIVEN: dict[str, dict[str, Any]] = {
    "state": {}, "digest": {}, "leave_out": {}, "put_back": {"tab": "t"}, "undo": {"tab": "t"},
    "item": {"key": "q:G_1"},
    "check": {"record": RECORD | MORE, "replaces": ""},
    "page": PAGE, "mark": {**PAGE, "start": 0, "end": 5, "line": False}, "locate": {**PAGE, "texts": ["600 hours"]},
    "find": {"text": "600 hours", "file": "handbook.pdf"},
    "accept": {"record": RECORD, **ENTRY}, "keep": {"record": KEPT, **ENTRY}, "reject": ENTRY,
    "judge": {"key": "v:G_1:0", "verdict": 1, "tab": "t"},
}  # fmt: skip
HOSTILE = [  # as JSON
    "null", "true", "-1", "1e308", "1e999", "-Infinity", "NaN", "9" * 5001, '""', r'"\u0000"', r'"\ud800"',
    '"../../etc/passwd"', f'"{"x" * 20_000}"', "[]", "[null]", '[["x"]]', r'["\ud800"]', "{}", '{"": null}',
    '{"a":' * 300 + "1" + "}" * 300,
]  # fmt: skip
PLACEHOLDER = "placeholder of a hostile value"


def replaced(given: Any) -> Iterator[Any]:
    """The arguments with one of them, at any depth, replaced by the placeholder each time."""
    parts = enumerate(given) if isinstance(given, list) else given.items() if isinstance(given, dict) else ()
    for at, part in parts:
        for other in (PLACEHOLDER, *replaced(part)):
            copy = given.copy()
            copy[at] = other
            yield copy


@pytest.mark.parametrize("call", CALLS)
def test_no_argument_breaks_a_call(
    serve: Callable[..., SimpleNamespace], api: Api, call: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = api.store.path.read_bytes()
    assert serve(f"/api/{call}", GIVEN[call]).status in (200, 422)
    api.call("undo", {"tab": "t"})
    for given in (*replaced(GIVEN[call]), PLACEHOLDER):
        for value in HOSTILE:
            body = json.dumps(given).replace(json.dumps(PLACEHOLDER), value).encode()
            reply = serve(f"/api/{call}", body)
            told = json.loads(reply.data)
            assert reply.status in (200, 400, 409, 422), body
            assert reply.status == 200 or all(isinstance(one, str) and one for one in told["faults"]), body
            if call in ("accept", "keep", "reject", "judge") and reply.status == 200:
                assert api.call("state", {})["faults"] == (), body
                while api.store.undo(str(json.loads(body).get("tab") or "")):
                    pass
    assert api.store.path.read_bytes() == before
    assert capsys.readouterr().err == ""
