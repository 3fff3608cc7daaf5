"""Keys of earlier versions, which saved configurations hold and hands remember (pipeline/plugins/former.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any

from omegaconf import DictConfig, OmegaConf

from ragatta.experiments.composing.groups import groups, section_of
from ragatta.experiments.faults import Fault
from ragatta.pipeline.agents.agent import Agent, Settings
from ragatta.pipeline.llm.call_options import KNOWN
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.plugins.technique import Technique


def carried(saved: DictConfig, names: Mapping[str, str], where: str) -> None:
    """Puts the values of former keys where they belong now; `names` are the techniques of `saved` by group. Raises
    Fault, beginning with `where`, for a value that belongs nowhere."""
    problems = []
    for group, name in names.items():
        kind = groups()[group]
        for key, former in _of(kind.load(name), section_of(group)) if kind.knows(name) else ():
            section, _, last = key.rpartition(".")
            node = OmegaConf.select(saved, section)
            if not isinstance(node, DictConfig) or last not in node:
                continue
            value = node.pop(last)
            if not node:
                _drop(saved, section)
            stands = OmegaConf.select(saved, former.moved) if former.moved else None
            if value == former.usual and stands in (None, value):
                continue
            if former.moved:
                OmegaConf.update(saved, former.moved, value, force_add=True)
            else:
                problems.append(f"{where}: {key} ({value}): {former.words()}; it cannot be run as it was")
    if problems:
        raise Fault(problems)


def _drop(saved: DictConfig, key: str) -> None:
    section, _, last = key.rpartition(".")
    del (OmegaConf.select(saved, section) if section else saved)[last]


@cache
def former_keys() -> Mapping[str, str]:
    """What there is now in the place of each former key of any technique, in words."""
    found: dict[str, str] = {}
    for group, kind in groups().items():
        for name in kind.names():
            with suppress(ValueError):  # of a broken one, which is said where it is chosen
                found |= {key: one.words() for key, one in _of(kind.load(name), section_of(group))}
    return found


def _of(technique: type[Technique | Settings], key: str) -> Iterator[tuple[str, Former]]:
    """The former settings of a technique, or of a part of an architecture, and of what it holds, by their keys."""
    yield from ((f"{key}.{name}", former) for name, former in technique.FORMER.items())
    if issubclass(technique, Agent):
        agent = key.rpartition(".")[2]
        for option in KNOWN:
            yield f"{key}.{option}", Former(getattr(technique.options, option), f"agents.{agent}.{option}")
    handed = technique.handed() if issubclass(technique, Technique) else ()
    for each in fields(technique):
        if isinstance(default := _default(each), Technique | Settings) and each.name not in handed:
            yield from _of(type(default), f"{key}.{each.name}")


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
