"""Reads a YAML file and refuses duplicate keys: YAML silently keeps the last one, and a git merge can produce a
second."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ragatta.experiments.faults import Fault
from ragatta.pipeline.machine.input_limits import plain_yaml

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_mapping(path: Path) -> Any:
    """The file's contents; None if it is empty. Raises Fault naming lines that are not YAML or repeat a key."""
    try:
        text = path.read_text(encoding="utf-8")
        _check_bounds(text, path)
        loader = LOADER(text)
        try:
            root = loader.get_single_node()
            repeated = list(_repeated(root, path, set()))
            if repeated:
                raise Fault(repeated)
            return None if root is None else loader.construct_document(root)
        finally:
            loader.dispose()
    except (yaml.YAMLError, ValueError) as fault:  # ValueError: not UTF-8, or a date that there is not
        mark = getattr(fault, "problem_mark", None)
        place = f":{mark.line + 1}" if mark else ""
        raise Fault(f"{path}{place}: not YAML ({getattr(fault, 'problem', None) or fault}); fix that line") from fault


def _check_bounds(text: str, path: Path) -> None:
    """Checked before construction, because a few lines of aliases may expand to millions of values."""
    try:
        plain_yaml(text, aliases=True)
    except ValueError as fault:
        raise Fault(f"{path}{re.sub('^line ', ':', str(fault))}; fix that line") from fault


def _repeated(node: Any, path: Path, above: set[int]) -> Iterator[str]:
    """A sentence for each duplicate key, at any depth."""
    if id(node) in above:  # an alias of itself
        return
    above = above | {id(node)}
    if isinstance(node, yaml.MappingNode):
        first: dict[str, int] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            name = str(key.value)
            if name in first:
                yield f"{path}:{line}: {name} is already in line {first[name]}; keep one of them"
            first.setdefault(name, line)
            yield from _repeated(value, path, above)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _repeated(value, path, above)
