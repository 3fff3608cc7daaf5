"""What is read of a reply that is almost right, and what is not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.llm.ask import Asker, Unusable, parse, repair
from ragatta.pipeline.llm.mending import LONGEST
from ragatta.pipeline.tasks.answers import Plan, PlannedStep, WrittenAnswer
from tests.pipeline.llm.conftest import Colour, ScriptedBackend, name_colour
from tests.standins.mangled import quick

TEXT = "It's 45 minutes, see https://host/a // b. [Source 1]"
SAID: dict[str, Any] = {
    "status": "answered", "text": TEXT, "items": [], "value": "45", "sources": [1], "missing": "",
}  # fmt: skip
PLAIN = SAID | {"text": "The soup simmers for 45 minutes. [Source 1]"}
WRITTEN = json.dumps(PLAIN)


@pytest.mark.parametrize(
    ("changed", "read"),
    [
        ({"value": 45}, {"value": "45"}), ({"value": 4.5}, {"value": "4.5"}), ({"value": ["45"]}, {"value": "45"}),
        ({"value": None}, {"value": ""}), ({"items": None}, {"items": []}), ({"items": [45]}, {"items": ["45"]}),
        ({"status": "Answered"}, {"status": "answered"}), ({"status": [" ANSWERED"]}, {"status": "answered"}),
        ({"sources": 1}, {"sources": [1]}), ({"sources": [[1]]}, {"sources": [1]}),
        ({"sources": None}, {"sources": []}),
        ({"value": 45, "items": None, "status": "Answered"}, {"value": "45", "items": [], "status": "answered"}),
    ],
)  # fmt: skip
def test_a_harmless_other_type_is_read(changed: dict[str, Any], read: dict[str, Any]) -> None:
    assert parse(json.dumps(SAID | changed), WrittenAnswer).model_dump() == SAID | read


@pytest.mark.parametrize(
    "changed",
    [
        {"status": "maybe"}, {"status": None}, {"text": None}, {"value": True}, {"value": ["45", "46"]},
        {"value": {"number": 45}}, {"items": "one, two"}, {"sources": [[1, 2]]}, {"items": [None]},
    ],
)  # fmt: skip
def test_another_type_that_may_say_something_else_is_not(changed: dict[str, Any]) -> None:
    with pytest.raises(Unusable):
        parse(json.dumps(SAID | changed), WrittenAnswer)


def test_harmless_types_are_read_in_every_depth() -> None:
    plan = parse('{"steps": [{"query": 45, "target_documents": null}], "result": null}', Plan)
    assert plan.steps == [PlannedStep(query="45")]


DAMAGED = {
    "trailing comma": [WRITTEN[:-1] + ",}", WRITTEN.replace("[1]", "[1,]")],
    "single quotes": [str(PLAIN), str(SAID)],
    "Python's words": [str(PLAIN | {"missing": None}), WRITTEN.replace('"items": []', '"items": None')],
    "a comment": [
        f"{{ // the result\n{WRITTEN[1:]}",
        WRITTEN.replace(", ", ", // so\n", 1),
        WRITTEN.replace('"value"', '/* v */ "value"'),
    ],
    "no last brace": [WRITTEN[:-1], f"```json\n{WRITTEN[:-1]}\n```", f"<think>or {{red}}?</think>{WRITTEN[:-1]}"],
    "bare keys": [WRITTEN.replace('"status":', "status:").replace('"value":', "value:")],
    "typographic quotes": [WRITTEN.replace('"', "\u201d"), WRITTEN.replace('{"status"', "{\u201cstatus\u201d")],
    "prose around it": [f"Here it is: {WRITTEN[:-1]},}} Anything else?"],
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGED)
def test_damage_of_small_models_is_mended(kind: str) -> None:
    for text in DAMAGED[kind]:
        with pytest.raises(Unusable):
            parse(text, WrittenAnswer)
        found = repair(text, WrittenAnswer)
        assert found is not None, text
        assert found.model_dump() in (PLAIN, SAID)


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN[: len(WRITTEN) // 2],
        WRITTEN[:40],
        '{"status": "answered", "text": "It is 45."',
        WRITTEN.replace("45 minutes", '"45" minutes'),
        WRITTEN.replace('", "items"', '" "items"'),
        f"{WRITTEN[:-1]},}} or {WRITTEN[:-1]},}}",
        f"<think>{WRITTEN[:-1]},}}</think>I cannot say.",
        '{status: answered, text: "Yes", items: [], value: yes, sources: [1], missing: ""}',
        "{status: &a [*a]}",
        '{"status": "answered", "text": "' + "a" * LONGEST + '",}',
        "{" * 5000 + "[" * 5000,
        "no object",
    ],
    ids=range(12),
)
def test_what_was_cut_or_could_be_two_things_is_not(text: str) -> None:
    assert repair(text, WrittenAnswer) is None


def test_an_object_inside_a_broken_one_is_not_the_reply() -> None:
    for kind in (PlannedStep, Plan):
        assert repair('{"steps": [{"query": "boats", "description": "x"}', kind) is None


@quick
@given(st.builds(Colour, colour=st.text(), shades=st.lists(st.text(), max_size=3)), st.data())
def test_no_beginning_of_a_reply_is_mended_into_another(reply: Colour, data: st.DataObject) -> None:
    whole = reply.model_dump_json()
    found = repair(whole[: data.draw(st.integers(0, len(whole)))], Colour)
    assert found is None or found == reply


def test_a_repaired_reply_is_one_call_that_says_so() -> None:
    backend = ScriptedBackend(['{"colour": "blue", "shades": [],}'])
    asker = Asker(backend, None)
    assert asker.ask(name_colour()).colour == "blue"
    (call,) = asker.calls
    assert (call.repaired, call.fell_back, call.error) == (True, False, "")


def test_a_reply_that_the_server_cut_is_never_repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    whole = ScriptedBackend.complete
    monkeypatch.setattr(ScriptedBackend, "complete", lambda self, request: replace(whole(self, request), cut=True))
    asker = Asker(ScriptedBackend(['{"colour": "blue", "shades": []']), None)
    assert asker.ask(name_colour()).colour == "unknown"
    assert [call.repaired for call in asker.calls] == [False, False]
