"""Prompts of agents as templates: what a configuration may put in their place."""

from __future__ import annotations

from string import Formatter

import pytest

from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.templates import Template, fields_of, in_words_of, problems, templates
from tests.standins.architectures import SEARCHING, architecture

ALL = templates()
TERSE = {"planner": {"user": "{question}"}, "reasoner": {"user": "{question}"}, "annotator": {"system": "x"}}
TEMPLATE = Template("cook.user", "Cook {dish} for {guests}.")


def over(prompts: dict[str, dict[str, str]], name: str = "router_planner", llm: str = "ollama") -> Pipeline:
    return Pipeline(architecture=architecture(name), llm=BACKENDS.load(llm)(), prompts=prompts)


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_copy_of_a_built_in_text_is_accepted_and_replaces_nothing(name: str) -> None:
    agent, part = name.split(".")
    text = ALL[name]
    assert problems(name, text, ALL) == []
    assert not text.endswith("\n"), "a copy in YAML has a line's end, which is cut"
    for one in SEARCHING:
        assert over({agent: {part: f"{text}\n"}}, one).replaced() == {}


def test_a_text_with_inputs_is_said_in_the_words_of_the_configuration() -> None:
    filled = TEMPLATE.format(dish="{soup}", guests=4)
    assert filled == "Cook {soup} for 4."
    assert in_words_of({"cook.user": "{guests} want {dish}"}, filled) == "4 want {soup}"
    assert in_words_of({"cook.system": "no"}, filled) == filled
    assert in_words_of({"cook.user": "no"}, "a text of somebody else") == "a text of somebody else"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("cook.usr", "{dish} {guests}", ["prompts.cook.usr: no such prompt; did you mean cook.user or cook.system?"]),
        ("cook.user", "{dish}", ["prompts.cook.user: the input {guests} is missing; put it where it belongs"]),
        ("cook.user", "{dish} {guest} {guests}", ["prompts.cook.user: no input {guest}; did you mean guests?"]),
        ("cook.user", " \n", ["prompts.cook.user: the text is empty; write one, or leave the key out"]),
        ("cook.system", "{dish}", ["prompts.cook.system: takes no input, so {dish} must be written {{dish}}"]),
    ],
)
def test_a_fault_is_named_with_its_fix(name: str, text: str, said: list[str]) -> None:
    assert problems(name, text, {"cook.user": TEMPLATE, "cook.system": Template("cook.system", "Be brief.")}) == said


@pytest.mark.parametrize("text", ["{", "}", "{}", "{0}", "{dish!r}", "{dish:>3}", "{dish.__class__}", "{dish[0]}"])
def test_braces_that_name_no_input_are_refused(text: str) -> None:
    (said,) = problems("cook.user", text, {"cook.user": TEMPLATE})
    assert "such as {dish}, stands in single braces, and a brace of the text is doubled" in said


def test_only_what_the_run_reads_is_replaced() -> None:
    assert over(TERSE).replaced() == {"planner.user": "{question}"}
    assert over(TERSE, "single_pass").replaced() == {}
    by_rule = Pipeline(llm=Extractive(), prompts=TERSE)
    assert by_rule.replaced() == {}


def test_every_fault_of_a_configuration_is_found_at_once() -> None:
    wrong = over({"planer": {"user": "x"}, "planner": {"user": "{question} {documents} {guidance}"}})
    assert [said.partition(";")[0] for said in wrong.problems()] == [
        "prompts.planer.user: no such prompt",
        "prompts.planner.user: the input {max_steps} is missing",
    ]


def test_the_inputs_of_a_template_are_those_that_fill_it() -> None:
    for text in ALL.values():
        assert fields_of(text) == tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name))
