"""Counts the keys of the configuration, and finds what sets each: choices of conf/, examples in the docs, benchmarks,
commands, the grid of a diagnosis (`tried`), a variable of the environment. A test holds that no key is set by nothing.

    python -m benchmarks.settings          # the keys that nothing sets, and how many there are
    python -m benchmarks.settings --all    # every key with the places that set it

Several keys may be one setting: `llm.rpm` and `scoring.judge_llm.rpm` are declared once. What sets one sets all.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from ragatta.conf.schema import Config
from ragatta.experiments.composing.choices import folders
from ragatta.experiments.composing.groups import section_of
from ragatta.experiments.composing.kinds import TECHNIQUES, usable
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.plugins.technique import TRIED, VARIABLE, Technique

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Setting = tuple[type, str]  # the class that declares it, and its name
READ = (
    "*.md", "Makefile", "docs/*.md", "extensions/*/README.md", "datasets/*/README.md", ".github/**/*.yml",
    "benchmarks/**/*.py", "conf/**/*.yaml", "experiments/**/*.py", "experiments/starting/files/*",
    "extensions/*/**/*.py", "extensions/*/conf/**/*.yaml",
)  # fmt: skip
NO_EXAMPLES = ("CHANGELOG.md", "tests")  # what was, and what a test tries
ASSIGNED = re.compile(r"(?<![\w.-])([a-z_][a-z_0-9]*(?:\.[a-z_0-9]+)*)=(?=[^\s=])")
FENCED = re.compile(r"^```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)
PACKAGE = re.compile(r"^# @package (\S+)", re.MULTILINE)


def main(arguments: list[str]) -> int:
    places = set_by()
    unset = [key for key, found in places.items() if not found]
    for key in places if "--all" in arguments else unset:
        print(f"{key:42} {', '.join(sorted(places[key])) or 'nothing'}")
    print(f"{len(places)} keys, {len(unset)} of them set by nothing")
    return 0


def set_by() -> dict[str, set[str]]:
    """What sets each key of any configuration, sorted by key."""
    declared: dict[str, set[Setting]] = defaultdict(set)
    found: dict[str, set[str]] = defaultdict(set)
    for key, setting, mark in all_settings():
        declared[key].add(setting)
        found[key] |= {mark} if mark else set()
    for file in sorted({file for pattern in READ for file in ROOT.glob(pattern)}):
        name = file.relative_to(ROOT)
        if file.is_file() and not {*name.parts} & {*NO_EXAMPLES}:
            for key in keys_in(file):
                found[key].add(name.as_posix())
    together: dict[Setting, set[str]] = defaultdict(set)
    for key, settings in declared.items():
        for setting in settings:
            together[setting] |= found[key]
    return {key: set().union(*(together[setting] for setting in declared[key])) for key in sorted(declared)}


def all_settings() -> Iterator[tuple[str, Setting, str]]:
    """The key, the setting and a mark such as "tried" of every field of the schema and of all techniques."""
    yield from _settings(Config, "")
    for group, kind in TECHNIQUES.items():
        for technique in usable(kind).values():
            yield from _settings(technique, f"{section_of(group)}.")


def _settings(held: type[Any], prefix: str) -> Iterator[tuple[str, Setting, str]]:
    groups = {section_of(group) for group in TECHNIQUES}
    handed = held.handed() if issubclass(held, Technique) else ()
    for each in fields(held):
        key = f"{prefix}{each.name}"
        default = each.default if each.default_factory is MISSING else each.default_factory()
        if each.name in handed or key in groups:
            continue
        if is_dataclass(default):
            yield from _settings(type(default), f"{key}.")
            continue
        declaring = next(one for one in reversed(held.__mro__) if each.name in vars(one).get("__annotations__", {}))
        marks = [mark for mark in (TRIED, VARIABLE) if mark in each.metadata]
        yield key, (declaring, each.name), next(iter(marks), "")


def keys_in(file: Path) -> set[str]:
    """The keys that a file sets: as key=value anywhere, and as YAML in a choice or a block of a page."""
    text = file.read_text(encoding="utf-8")
    blocks = [("", block) for block in FENCED.findall(text)]
    conf = next((folder for folder in folders() if file.suffix == ".yaml" and file.is_relative_to(folder)), None)
    if conf:
        group, package = file.parent.relative_to(conf).as_posix(), PACKAGE.search(text)
        at_top = group in (".", "experiment", "space") or (package and package[1] == "_global_")
        blocks = [("" if at_top else f"{section_of(group)}.", text)]
    written = (_written(yaml.load(block, Loader=LOADER), prefix) for prefix, block in blocks)
    return {*ASSIGNED.findall(text), *chain.from_iterable(written)}


def _written(value: Any, prefix: str) -> Iterator[str]:
    """The keys of nested mappings, sections included, and those that a sweeper is to vary."""
    for name, part in value.items() if isinstance(value, Mapping) else ():
        key = f"{prefix}{name}"
        yield key
        yield from part if key == "hydra.sweeper.params" else _written(part, f"{key}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
