"""Finds the keys that differ between configurations, and between the runs' origins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NAME = "variation"  # a configuration's name is no setting of it
ORIGIN = (
    "corpus_digest", "questions_digest", "summaries_digest", "collection_key", "models", "judge", "code", "git_commit",
    "git_dirty", "git_diff", "python", "platform", "cpu", "packages",
)  # fmt: skip


def flattened(nested: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings as dotted keys and plain values."""
    found: dict[str, Any] = {}
    for key, value in nested.items():
        name = f"{prefix}{key}"
        found.update(flattened(value, f"{name}.") if isinstance(value, Mapping) and value else {name: value})
    return found


def settings(config: Mapping[str, Any]) -> dict[str, Any]:
    """A configuration as dotted keys, without its name."""
    return {key: value for key, value in flattened(config).items() if key != NAME}


def origin(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The origin of a run from its manifest, as dotted keys: digests of data, models and code files, the commit, the
    machine and the package versions."""
    found = flattened({key: manifest[key] for key in ORIGIN if key in manifest})
    models = [" ".join(str(part) for part in model.values() if part) for model in found.pop("models", [])]
    return {**found, **({"models": ", ".join(models)} if models else {})}


def varied(records: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Any]]]:
    """(key, [its value in each record]) for every key whose values differ; None for a missing key."""
    keys = dict.fromkeys(key for record in records for key in record)
    columns = {key: [record.get(key) for record in records] for key in keys}
    return [(key, values) for key, values in columns.items() if any(value != values[0] for value in values)]
