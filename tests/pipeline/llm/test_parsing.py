import json
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.llm.ask import Unusable, parse
from ragatta.pipeline.tasks.agentic import QueryDecomposition
from ragatta.pipeline.tasks.answers import Plan, PlannedStep
from ragatta.pipeline.tasks.sub_questions import WrittenAnswers
from tests.pipeline.llm.conftest import Colour
from tests.standins.mangled import damaged, quick, refusal, spoiled

BLUE = '{"colour": "blue"}'


@pytest.mark.parametrize(
    "text",
    [
        BLUE,
        f"  \n{BLUE}\n",
        f"```json\n{BLUE}\n```",
        f"Here it is:\n```\n{BLUE}\n```\nI hope {{this}} helps.",
        f"Sure! {BLUE} Anything else?",
        f"<think>or {{red}}? no</think>{BLUE}",
        f"The set {{a, b}} is no answer.\n```json\n{BLUE}\n```",
    ],
)
def test_an_object_is_found_in_prose_and_fences(text):
    assert parse(text, Colour).colour == "blue"


def test_an_object_of_the_thoughts_is_not_the_reply():
    with pytest.raises(Unusable):
        parse(f"<think>{BLUE}</think>I cannot say.", Colour)


@pytest.mark.parametrize("thoughts", ["", "<think>or {red}? no</think>", '<think>{"colour": "red"}</think>'])
def test_the_mark_of_thoughts_within_a_string_is_kept(thoughts):
    assert parse(thoughts + '{"colour": "</think>"}', Colour).colour == "</think>"


def test_line_ends_inside_strings_are_taken():
    assert parse('{"colour": "sky\nblue"}', Colour).colour == "sky\nblue"


def test_an_object_inside_a_broken_one_is_not_the_reply():
    with pytest.raises(Unusable, match="broken or breaks off"):
        parse('{"steps": [{"query": "boats", "description": "x"}', PlannedStep)


def test_errors_are_named_by_their_place_without_the_input():
    with pytest.raises(Unusable) as caught:
        parse('{"steps": [{"query": ""}], "requires_combination": "secret words"}', Plan)
    assert "steps.0.query: String should have at least 1 character" in str(caught.value)
    assert "requires_combination: " in str(caught.value)
    assert "secret words" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "blue", '["blue"]', "{", "[" * 5000 + "{" * 5000, '{"colour": "\\ud800"}'])
def test_what_is_no_reply_is_said_to_be_none(text):
    with pytest.raises(Unusable):
        parse(text, Colour)


@given(st.builds(Colour, colour=st.text(), shades=st.lists(st.text())), st.text("abc .,:\n`"))
def test_every_written_reply_is_read_back(reply, prose):
    assert parse(f"{prose}\n{reply.model_dump_json()}", Colour) == reply


DECOMPOSED = {
    "intent": "qa", "primary_buckets": ["loans"], "unclear": ["a"], "parts": [], "entities": [{"name": "x"}],
}  # fmt: skip
PLANNED = {"steps": [{"query": "boats", "description": "x"}], "requires_combination": False}
ANSWERED = {"answers": [{"number": 1, "status": "answered", "text": "blue", "value": "blue"}]}
WHOLE = ((DECOMPOSED, QueryDecomposition), (PLANNED, Plan), (ANSWERED, WrittenAnswers))


@quick
@given(data=st.data(), which=st.sampled_from(range(len(WHOLE))), prose=st.sampled_from(["", "```json\n", "</think>"]))
def test_any_reply_is_one_of_its_type_or_unusable(data, which, prose):
    whole, kind = WHOLE[which]
    written = json.dumps(whole).encode()
    text = data.draw(damaged(written) | spoiled(whole).map(lambda value: json.dumps(value).encode()))
    found = []
    said = refusal(lambda: found.append(parse(prose + text.decode("utf-8", "replace"), kind)), Unusable)
    assert "\n" not in said
    for reply in found:
        assert isinstance(reply, kind)
        reply.model_dump_json().encode()


@pytest.mark.parametrize(
    "text",
    [
        *("</think>" * 50_000 + "{", "</think>{" * 50_000),
        *("```" + "\n" * 100_000, "```\n{" * 50_000),
        *('{"a":' * 50_000, '{"' + "a" * 500_000),
    ],
    ids=range(6),
)
def test_no_reply_takes_long_to_be_found_unusable(text):
    begun = perf_counter()
    with pytest.raises(Unusable):
        parse(text, Colour)
    assert perf_counter() - begun < 2
