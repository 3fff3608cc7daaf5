"""The groups of a configuration whose choices are techniques: wherever one is a setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.composing.choices import groups_of_files
from ragatta.pipeline.plugins.technique import Technique, Techniques, kind_of


@cache
def usual() -> Mapping[str, Technique]:
    """The technique that counts where none is chosen, by its group, such as retrieval or scoring/judge_llm."""
    return dict(_techniques(Config(), ""))


@cache
def groups() -> Mapping[str, Techniques[Any]]:
    """The kind of each group."""
    return {group: kind_of(technique) for group, technique in usual().items()}


def section_of(group: str) -> str:
    """Where the settings of a group's choice stand."""
    return group.replace("/", ".")


def named_groups() -> str:
    """All groups by name, in a sentence: those of techniques, and those whose choices are files."""
    found = sorted({*groups(), *groups_of_files()})
    return f"Config groups (ragatta parts and conf/ have their choices): {', '.join(found)}"


def _techniques(settings: Any, section: str) -> Iterator[tuple[str, Technique]]:
    for each in fields(settings):
        value = getattr(settings, each.name)
        if isinstance(value, Technique):
            yield f"{section}{each.name}", value
        elif is_dataclass(value):
            yield from _techniques(value, f"{section}{each.name}/")
