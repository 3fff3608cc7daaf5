"""The settings of a gate's variations, in its record: what changed since can then be named beside what got worse."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.experiments.results.differences import PASSING, PASSING_PARTS, flattened
from ragatta.experiments.results.reading import RunResult
from ragatta.pipeline.plugins.identity import digest, short

Settings = Mapping[str, Any]  # by dotted key: numbers, words and lists of them
# What changes neither an answer nor a score, and what may be secret.
APART = (*PASSING_PARTS, "config.runner.", "config.budget.", "config.dataset.passwords", "config.variation")
LONGEST = 60  # characters of a value; of a longer one, such as a prompt, its digest is recorded
SHOWN = 3  # changes that a line names
NOT_SET = "not set"


def settings_of(run: RunResult) -> dict[str, Any]:
    """Those that can change what the variation answers, or how it is scored."""
    found = {f"config.{key}": value for key, value in flattened(run.config).items()}
    kept = {key: value for key, value in found.items() if key not in PASSING and not key.startswith(APART)}
    return {key.removeprefix("config."): _short(value) for key, value in kept.items()}


def _short(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return value if len(text) <= LONGEST and "\\" not in text else f"digest {short(digest(text))}"


def changed_settings(then: Settings, now: Settings) -> list[str]:
    """Such as "window.size 2 → 0". Those that one side lacks come last: they follow from another, or a version brings
    them."""
    keys = [key for key in dict.fromkeys((*then, *now)) if then.get(key) != now.get(key)]
    keys.sort(key=lambda key: not (key in then and key in now))
    return [f"{key} {_value(then, key)} → {_value(now, key)}" for key in keys]


def _value(settings: Settings, key: str) -> str:
    value = settings.get(key, NOT_SET)
    return value or "''" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def since_words(changed: Sequence[str]) -> str:
    """What changed since the record, or that no setting did."""
    if not changed:
        return "no setting changed since the record"
    more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
    return f"changed since the record: {', '.join(changed[:SHOWN])}{more}"
