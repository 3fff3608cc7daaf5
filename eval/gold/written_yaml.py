"""The YAML form: a scalar is kept as written in the file ("2.060" and "yes" included), an empty one is None. YAML is
parsed to nodes only, so that a file cannot construct Python objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.records import GoldError, Record, read_text
from ragatta.pipeline.machine.files import LARGEST_YAML
from ragatta.pipeline.machine.input_limits import plain_yaml

NO_LIST = "{path}: must be a list of questions, each beginning with '- id: ...'"
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> list[Record]:
    records, whole = yaml_objects(path)
    if whole:
        raise GoldError([NO_LIST.format(path=path)])
    return records


def yaml_objects(path: Path) -> tuple[list[Record], dict[str, Any]]:
    """The records of a list; of a file that is one mapping it alone, which may hold others."""
    root = _compose(path)
    if root is None:
        return [], {}
    if isinstance(root, yaml.MappingNode):
        record = _record(path, root)
        return [record], record.fields
    if not isinstance(root, yaml.SequenceNode):
        raise GoldError([NO_LIST.format(path=path)])
    return [_record(path, node) for node in root.value], {}


def read_annotations(path: Path) -> dict[str, Record]:
    """The fields that a YAML file (a mapping of question id to fields) adds to records of another file."""
    root = _compose(path)
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        raise GoldError([f"{path}: must be a mapping of question id to fields"])
    faults: list[str] = []
    records = {name: _record(path, value) for name, _, value in _entries(path, root, faults)}
    if faults:
        raise GoldError(faults)
    return records


def _compose(path: Path) -> Any:
    text = read_text(path, LARGEST_YAML)
    try:
        plain_yaml(text, aliases=True)
    except ValueError as error:
        fix = "; write spaces in place of it" if "tab" in str(error) else "; quote texts that hold ': ' or '#'"
        fix = fix if "not YAML" in str(error) else ""
        raise GoldError([f"{path}, {error}{fix}"]) from error
    try:
        return yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:  # an alias without its anchor
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise GoldError([f"{path}, line {line}: {error.problem}; write the value itself"]) from error


def _record(path: Path, node: Any) -> Record:
    """What cannot be read of it is among its faults."""
    record = Record(_line(path, node), {})
    if not isinstance(node, yaml.MappingNode):
        record.faults.append(f"{record.where}: must be a mapping of fields, such as 'question: ...'")
        return record
    for name, key_node, value in _entries(path, node, record.faults):
        read = _typed if name == "filters" else _written
        record.fields[name] = read(path, value, record.faults)
        record.at[name] = _line(path, key_node)
    return record


def _typed(path: Path, node: Any, faults: list[str]) -> Any:
    """Filters keep their types, so that 2024 is a number, because they are compared with typed metadata."""
    try:
        return yaml.safe_load(yaml.serialize(node))
    except (yaml.YAMLError, ValueError) as error:
        problem = getattr(error, "problem", None) or error
        faults.append(f"{_line(path, node)}: not a plain value ({problem}); quote it")
        return None


def _line(path: Path, node: Any) -> str:
    return f"{path}, line {node.start_mark.line + 1}"


def _entries(path: Path, node: Any, faults: list[str]) -> Iterator[tuple[str, Any, Any]]:
    seen: set[str] = set()
    for key_node, value in node.value:
        name = str(key_node.value)
        if name in seen:
            faults.append(f"{_line(path, key_node)}, {name}: is given twice; remove one")
        seen.add(name)
        yield name, key_node, value


def _written(path: Path, node: Any, faults: list[str]) -> Any:
    if isinstance(node, yaml.MappingNode):
        entries = _entries(path, node, faults)
        return {name: _written(path, value, faults) for name, _, value in entries}
    if isinstance(node, yaml.SequenceNode):
        return [_written(path, value, faults) for value in node.value]
    return None if node.tag == "tag:yaml.org,2002:null" else node.value
