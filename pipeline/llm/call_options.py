"""Options of the calls of single agents, as the key `agents` of a configuration names them.

An agent is named as its prompts are: `agents.planner.temperature` is of the calls whose words are `prompts.planner.*`.
The model seam puts these options in the place of the agent's own, so no agent knows of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ragatta.pipeline.plugins.checks import at_least
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.types import Options

KNOWN = {"model": "the name of a model", "temperature": "a number", "max_tokens": "a whole number"}
SHARED = "system"  # the part of a prompt that several agents may share


def options_of(replaced: Mapping[str, Any], agent: str, own: Options) -> Options:
    """The options of an agent's calls: its own, but for those that are replaced, by name such as planner.model."""
    return replace(own, **{name: replaced[key] for name in KNOWN if (key := f"{agent}.{name}") in replaced})


def agents_of(prompts: Iterable[str]) -> tuple[str, ...]:
    """The agents of prompts such as planner.user, sorted."""
    parts = (name.partition(".") for name in prompts)
    return tuple(sorted({agent for agent, _, part in parts if part != SHARED}))


def problems(agents: Mapping[str, Mapping[str, Any]], known: Iterable[str]) -> list[str]:
    """What is wrong with options, of which agents there are `known`, each fault with its fix."""
    names, found = [*known], []
    for agent, options in agents.items():
        if agent not in names:
            found.append(f"agents.{agent}: no such agent; known: {', '.join(names)}")
            continue
        for name, value in options.items():
            key = f"agents.{agent}.{name}"
            found += (
                _of_one(key, name, value) if name in KNOWN else [f"{key}: no such option; {suggestion(name, [*KNOWN])}"]
            )
    return found


def _of_one(key: str, name: str, value: Any) -> list[str]:
    if name == "model":
        return [] if value and isinstance(value, str) else [f"{key} ({value!r}) must be {KNOWN[name]}"]
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not (whole or (name == "temperature" and isinstance(value, float))):
        return [f"{key} ({value!r}) must be {KNOWN[name]}"]
    return at_least(key, value, 0 if name == "temperature" else 1)
