"""The smallest grid worth running for a stage, from what the techniques declare (pipeline/plugins/technique.py), as a
command that is ready to paste."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.groups import section_of
from ragatta.experiments.composing.kinds import TECHNIQUES, usable
from ragatta.experiments.composing.overrides import compose_grid, one_point
from ragatta.experiments.composing.saved import saved_config
from ragatta.experiments.composing.words import quoted
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.result_files import typed
from ragatta.pipeline.plugins.technique import TRIED, Technique

ARCHITECTURE, SEARCHING = "architecture", ("retrieval", "queries", "reranker", "window")
LONGEST = 160  # characters of a command: two lines of a terminal
MOST = 3  # settings that are varied, each with today's value and another
WITHOUT_EFFECT = ("runner.", "budget.", "tracking.", "variation", "comparison.baseline", "retry_failed")
BARE = re.compile(r"[\w./-]+")  # a text that needs no quotes in Hydra's grammar


def grid_for(stage: str, config: Config, saved: Path) -> tuple[str, list[Point]]:
    """The command, and the points of its grid; ("", []) where no technique declares anything for the stage. Where the
    configuration makes the command longer than LONGEST, or cannot be written as one, it is the configuration's file
    `saved` with the other values."""
    declared = [*worth_trying(stage, config)]
    other = [each for each in declared if each[0] == ARCHITECTURE]  # which has other settings
    varied = (other or declared)[:MOST]
    if not varied:
        return "", []
    axes = {key: f"{key}={_literal(today)},{_literal(value)}" for key, today, value in varied}
    try:
        words = [*_words(config, {*axes}), *axes.values()]
        command = shlex.join(["ragatta", "sweep", "--grid", "none", *words])
        if len(command) <= LONGEST:
            return command, compose_grid(words)
    except Fault:
        pass
    return _changed(saved, [f"{key}={_literal(value)}" for key, _, value in varied])


def _changed(saved: Path, words: Sequence[str]) -> tuple[str, list[Point]]:
    """The configuration in a file with other values, as `ragatta run` takes it."""
    try:
        config = saved_config(saved, words)
    except Fault:
        return "", []
    return f"ragatta run --config {typed(saved)} {shlex.join(words)}", [Point("changed", tuple(words), config)]


def worth_trying(stage: str, config: Config) -> Iterator[tuple[str, Any, Any]]:
    """(key, today's value, another) of each choice and setting that is declared for the stage and has an effect."""
    architecture = config.architecture
    groups = [group for group in SEARCHING if group in architecture.handed()]
    groups += ["chunking"] if architecture.searches() else []
    groups += [stage] if stage in TECHNIQUES and stage not in SEARCHING else []  # one that is a stage of its own
    for group in (*groups, "llm", ARCHITECTURE):
        today: Technique = getattr(config, group)
        known = usable(TECHNIQUES[group]).items()
        helping = [name for name, one in known if stage in one.HELPS and _fits(config, group, one)]
        yield from ((group, today.name, name) for name in helping[:1] if name != today.name)
        yield from _settings(stage, today, group) if group in groups else ()
    for name, part in architecture.read().items():
        yield from _settings(stage, part, f"{ARCHITECTURE}.{name}")
    yield from _settings(stage, config, "")


def _fits(config: Config, group: str, technique: type[Technique]) -> bool:
    """Whether the configuration stays right, and asks a model only where it does already, or in the rules' place."""
    is_model = group == "llm"
    needs_model = not is_model and getattr(technique, "ASKS_A_MODEL", False)
    if needs_model if config.by_rule() else is_model:
        return False
    try:
        changed: Mapping[str, Any] = {group: technique()}
        return not technique().lacking() and not replace(config, **changed).problems()
    except (TypeError, ValueError):  # a setting without a default, a broken part of a package
        return False


def _settings(stage: str, part: Any, key: str) -> Iterator[tuple[str, Any, Any]]:
    """The next value of each setting that declares some: beyond today's, on the side on which they lie."""
    for each in fields(part) if hasattr(part, "__dataclass_fields__") else ():
        today = getattr(part, each.name)
        declared = each.metadata.get(TRIED, {}).get(stage, ())
        for value in declared:
            if value == today or (_is_number(value) and (value > today) != (value > each.default)):
                continue
            yield ".".join(filter(None, (key, each.name))), today, value
            break


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _words(config: Config, varied: set[str]) -> list[str]:
    """The overrides that make the configuration from the defaults, but for the keys that are varied. Raises Fault where
    they do not."""
    name = config.dataset.name
    words = [f"dataset={name}"] if name in files_of("dataset") else []
    usual = one_point(words, "sweep").config
    if config.variation != usual.variation and config.variation in files_of("variation"):
        words.append(f"variation={config.variation}")
        usual = one_point(words, "sweep").config
    for group in TECHNIQUES:
        own = _at(config, group).name
        if own != _at(usual, group).name and group not in varied:
            words.append(f"{group}={own}")
    known, wanted = flat(one_point(words, "sweep").config), flat(config)
    words += [
        f"{key}={_literal(value)}"
        for key, value in wanted.items()
        if known.get(key) != value and key not in varied and not key.startswith(WITHOUT_EFFECT) and _is_setting(key)
    ]
    made = flat(one_point(words, "sweep").config)
    if any(made.get(key) != value for key, value in wanted.items() if _counts(key, varied)):
        raise Fault("the configuration cannot be written as overrides")
    return words


def _at(config: Any, group: str) -> Any:
    for part in section_of(group).split("."):
        config = getattr(config, part)
    return config


def _is_setting(key: str) -> bool:
    return not key.endswith(".name") or key == "dataset.name"


def _counts(key: str, varied: set[str]) -> bool:
    return not key.startswith((*WITHOUT_EFFECT, *varied)) and _is_setting(key)


def _literal(value: Any) -> str:
    """In Hydra's grammar."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, str):
        return value if BARE.fullmatch(value) else quoted(value)
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{key}:{_literal(one)}' for key, one in value.items())}}}"
    return f"[{','.join(map(_literal, value))}]" if isinstance(value, Sequence) else str(value)
