"""What Hydra makes of command-line overrides: the points of a grid, composed and checked.

`a=1,2 b=3` is a grid of two points, as in a Hydra multirun. Every fault of every point is found before any work.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import yaml
from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CONF
from ragatta.pipeline.plugins import suggestion
from ragatta.pipeline.settings.llm import LLM

ConfigStore.instance().store(name="schema", node=Config(llm=LLM()))  # llm=... says the rest

OF_A_VARIATION = ("parser", "chunking", "embedder", "retrieval")
# Below these stand names that no schema can list: of files, and of a server's own options.
OPEN = ("dataset.passwords", "llm.options", "scoring.judge_llm.options", "embedder.options", "architecture.options")
WANTED = {"Integer": "an integer", "Float": "a number", "Boolean": "true or false"}


def compose_grid(arguments: Sequence[str]) -> list[Point]:
    """Every point of the grid that the overrides span, in their order. Raises Fault with all that is wrong."""
    overrides = _parsed(arguments)
    problems = [problem for override in overrides for problem in _key_problems(override)]
    if problems:
        raise Fault(problems)
    points: list[Point] = []
    with initialize_config_dir(version_base="1.3", config_dir=str(CONF)):
        for choice in itertools.product(*(_values(override) for override in overrides)):
            try:
                config = _composed(choice)
                problems += [p for p in _overruled(config, choice) if p not in problems]
                problems += [p for p in config.problems() if p not in problems]
                points.append(Point(_label(config, overrides, choice), choice, config))
            except Fault as fault:
                problems += [p for p in fault.problems if p not in problems]
    if problems:
        raise Fault(problems)
    return _asked_alike(_distinct(points))


def spans(argument: str) -> bool:
    """Whether an override has several values; False for one that is malformed, which composing says."""
    try:
        return any(override.is_sweep_override() for override in _parsed([argument]))
    except Fault:
        return False


def without_twins(points: Sequence[Point]) -> tuple[list[Point], list[str]]:
    """The points that differ in more than their variation's name, and a message for each that is left out: overrides
    can make variations alike."""
    kept: list[Point] = []
    said: list[str] = []
    for point in points:
        alike = replace(point.config, variation="")
        twin = next((one.label for one in kept if replace(one.config, variation="") == alike), None)
        if twin is None:
            kept.append(point)
        else:
            said.append(f"{point.label} is the same as {twin}: left out")
    return kept, said


def _distinct(points: list[Point]) -> list[Point]:
    """Without those whose configuration is that of one before."""
    return [point for at, point in enumerate(points) if all(point.config != one.config for one in points[:at])]


def _asked_alike(points: list[Point]) -> list[Point]:
    """Several architectures are compared on questions of every kind, whatever each of them is made for. It stands in
    each configuration, so that a point that is run again by itself is asked the same."""
    if len({point.config.architecture.name for point in points}) < 2:
        return points
    return [
        replace(point, config=replace(point.config, dataset=replace(point.config.dataset, every_kind=True)))
        for point in points
    ]


def _parsed(arguments: Sequence[str]) -> list[Override]:
    parser = OverridesParser.create()
    parsed: list[Override] = []
    for argument in arguments:
        if argument.startswith("~"):
            raise Fault(f"{argument!r}: keys cannot be removed; give the key another value")
        added = f"++{argument.lstrip('+')}" if argument.lstrip("+").startswith(OPEN) else argument
        try:
            parsed.append(parser.parse_override(added))
        except HydraException as fault:
            raise Fault(
                f"{argument!r} is not of the form key=value or key=a,b,c ({str(fault).splitlines()[0]})"
            ) from fault
    return parsed


def _groups() -> dict[str, tuple[str, ...]]:
    return {
        folder.name: tuple(sorted(file.stem for file in folder.glob("*.yaml")))
        for folder in CONF.iterdir()
        if folder.is_dir() and folder.name not in ("sweep", "space", "__pycache__")
    }


def _key_problems(override: Override) -> list[str]:
    groups, keys = _groups(), flat(Config())
    key = override.key_or_group
    if key in groups:
        chosen = [_plain_choice(value) for value in _values(override)]
        return [
            f"{key}={name}: no conf/{key}/{name}.yaml; {suggestion(name, groups[key])}"
            for name in chosen
            if name not in (*groups[key], "null")
        ]
    if isinstance(keys.get(key), list):
        return _unlisted(override)
    parents = {known.rsplit(".", 1)[0] for known in keys if "." in known}
    if key in keys or key in parents or key.startswith(OPEN):
        return []
    # Of two keys with the same last name the one at the top is meant: llm.model, not scoring.judge_llm.model.
    last = {known.rsplit(".", 1)[-1]: known for known in sorted(keys, key=lambda known: -known.count("."))}
    near = suggestion(key, [*keys, *groups]) if "." in key else suggestion(key, [*groups, *last])
    for short, known in last.items():
        near = (
            near.replace(f" {short}?", f" {known}?").replace(f" {short} or", f" {known} or") if "." not in key else near
        )
    return [f"unknown key {key!r}; {near}"]


def _unlisted(override: Override) -> list[str]:
    """A key that takes a list was given something else: `a` or `a,b`, where `[a,b]` is meant."""
    given = [value.split("=", 1)[1] for value in _values(override)]
    if all(value.startswith(("[", "$")) for value in given):  # lists, or where one stands
        return []
    key = override.key_or_group
    return [f"{key}: takes a list; give {key}=[{','.join(value.strip('[]') for value in given)}]"]


def _values(override: Override) -> list[str]:
    """The override as one `key=value` a value."""
    key = override.get_key_element()
    if override.is_sweep_override():
        return [f"{key}={value}" for value in override.sweep_string_iterator()]
    return [override.input_line or ""]


def _plain_choice(assignment: str) -> str:
    return assignment.split("=", 1)[1].strip("'\"")


def _composed(overrides: Sequence[str]) -> Config:
    try:
        return cast(Config, OmegaConf.to_object(compose(config_name="config", overrides=list(overrides))))
    except (HydraException, OmegaConfBaseException) as fault:
        cause = fault.__cause__ or fault
        detail = " ".join(
            line.strip() for line in str(cause).splitlines() if line.strip() and "object_type" not in line
        )
        wrong = re.search(r"Value (.+) of type .* could not be converted to (\w+) full_key: (\S+)", detail)
        if wrong:
            value, wanted, key = wrong.groups()
            raise Fault(f"{key}: {value} must be {WANTED.get(wanted, wanted)}") from fault
        raise Fault(f"{detail} (in {' '.join(overrides)})") from fault


def _overruled(config: Config, choice: Sequence[str]) -> list[str]:
    """Groups that are chosen in vain, as the variation sets a key of theirs otherwise: Hydra composes it after them."""
    written = dict(value.split("=", 1) for value in choice)
    settings, found = flat(config), []
    for group in {*written} & {*OF_A_VARIATION}:
        own = yaml.safe_load((CONF / group / f"{written[group]}.yaml").read_text(encoding="utf-8")) or {}
        for key, value in ((f"{group}.{name}", value) for name, value in own.items()):
            if settings[key] != value and key not in written:
                found.append(
                    f"{group}={written[group]}: variation={config.variation} sets {key}={settings[key]}; write "
                    f"{key}={value}, or choose another variation"
                )
    return found


def _label(config: Config, overrides: Sequence[Override], choice: Sequence[str]) -> str:
    """The label of a point: its variation, if one is named, and the settings that the grid varies. Settings of index,
    search and agents that hold for every point are included, because they change the variation."""
    named, varied, fixed = False, [], []
    for override, value in zip(overrides, choice, strict=True):
        said = f"{override.key_or_group.split('.', 1)[-1]}={_plain_choice(value)}"
        if override.key_or_group == "variation":
            named = True
        elif override.is_sweep_override():
            varied.append(said)
        elif override.key_or_group.split(".")[0] in OF_A_VARIATION or override.key_or_group.startswith("architecture."):
            fixed.append(said)
    if named:
        return " ".join([config.variation, *varied, *fixed])
    return " ".join(varied or fixed) or config.variation
