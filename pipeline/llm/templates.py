"""Prompts of agents as templates: each has a name, such as planner.user, by which a configuration replaces its text.

An agent fills its own template, and what it hands to the model seam remembers name and inputs. The seam puts the text
of the configuration in its place (`in_words_of`), so no agent knows whether its prompt is the built-in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

from ragatta.pipeline.machine.installation import ROOT
from ragatta.pipeline.plugins.extension_files import answering_files
from ragatta.pipeline.plugins.reach import place, reached
from ragatta.pipeline.plugins.registry import PACKAGE, suggestion

MARK = "Template("  # only files that hold it are imported


class Filled(str):
    """A text that knows the name of its template and the inputs that fill it."""

    name: str
    inputs: Mapping[str, Any]


class Template(Filled):
    """The built-in text of one part of a prompt. `name` is the agent's and the part's: planner.user. Without inputs it
    is a text as it is."""

    def __new__(cls, name: str, text: str) -> Template:
        made = super().__new__(cls, text)
        made.name, made.inputs = name, {}
        return made

    def format(self, *_: Any, **inputs: Any) -> Filled:
        """The text with its inputs, as `str.format` fills them in."""
        filled = Filled(super().format(**inputs))
        filled.name, filled.inputs = self.name, inputs
        return filled


def agent_of(*texts: str) -> str:
    """The agent that made a text of a template, the first that is one; "" where none is."""
    return next((text.name.partition(".")[0] for text in texts if isinstance(text, Filled)), "")


def in_words_of(prompts: Mapping[str, str], text: str) -> str:
    """A text that an agent made of a template, in the words that `prompts` has for it; any other unchanged."""
    if isinstance(text, Filled) and text.name in prompts:
        return prompts[text.name].format(**text.inputs)
    return text


@cache
def templates(*modules: str) -> Mapping[str, Template]:
    """The templates in the files that these modules reach (pipeline/plugins/reach.py), by name; without modules all of
    this package's."""
    files = reached(*modules) if modules else sorted([*(ROOT / "pipeline").rglob("*.py"), *answering_files()])
    found = (one for file in files for one in _templates_in(file, modules))
    return {one.name: one for one in found}


def _templates_in(file: Path, modules: tuple[str, ...]) -> Iterator[Template]:
    if file == Path(__file__) or file.suffix != ".py" or MARK not in file.read_text(encoding="utf-8"):
        return
    name = place(file, *modules).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    module = import_module(f"{PACKAGE}.{name}" if file.is_relative_to(ROOT) else name)
    yield from (value for value in vars(module).values() if isinstance(value, Template))


def fields_of(text: str) -> tuple[str, ...]:
    """The inputs that a text names, in order. Raises ValueError for braces that name none."""
    found = [(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(text) if name is not None]
    for name, spec, conversion in found:
        if spec or conversion or not name.isidentifier():
            raise ValueError(f"{{{name}}} names no input")
    return tuple(dict.fromkeys(name for name, _, _ in found))


def problems(key: str, text: str, known: Mapping[str, Template]) -> list[str]:
    """What is wrong with the text that a configuration gives for the prompt `key`, each fault with its fix."""
    if key not in known:
        return [f"prompts.{key}: no such prompt; {suggestion(key, sorted(known))}"]
    if not text.strip():
        return [f"prompts.{key}: the text is empty; write one, or leave the key out"]
    takes = _inputs(known[key])
    try:
        named = fields_of(text)
    except ValueError as fault:
        inputs = f"an input, such as {{{takes[0]}}}, stands" if takes else "nothing stands"
        return [f"prompts.{key}: {fault}; {inputs} in single braces, and a brace of the text is doubled"]
    if not takes and named:
        return [f"prompts.{key}: takes no input, so {{{named[0]}}} must be written {{{{{named[0]}}}}}"]
    found = [f"prompts.{key}: no input {{{name}}}; {suggestion(name, takes)}" for name in named if name not in takes]
    return found + [
        f"prompts.{key}: the input {{{name}}} is missing; put it where it belongs"
        for name in takes
        if name not in named
    ]


def _inputs(template: Template) -> tuple[str, ...]:
    return fields_of(template)
